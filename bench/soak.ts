/**
 * `npm run soak`: a load of every kind of operation for minutes or hours, while servers and the database are killed. One line of
 * NDJSON at a time, then one for each verdict; ends with 1 if a verdict fails. See bench/README.md.
 */
import { loadavg } from 'node:os'
import { endWithNpm } from '../bin/endWithNpm.js'
import { readSoakOptions } from './soak/options.ts'
import { runSoak } from './soak/run.ts'

endWithNpm()
// Leaving by `exit` removes the temporary folders and ends the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const write = (line: object) => console.log(JSON.stringify(line))

try {
  const options = readSoakOptions(process.argv.slice(2))
  write({ ...options, node: process.version, loadAverage: loadavg()[0] })
  const verdicts = await runSoak(options, write)
  for (const verdict of verdicts) write(verdict)
  write({ seed: options.seed, loadAverage: loadavg()[0] })
  process.exit(verdicts.some(({ holds }) => holds === false) ? 1 : 0)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(2)
}
