import { run } from './run.ts'

const status = await run(process.argv.slice(2), process)
// What serves goes on, and sets its status itself.
if (status !== 0) endWith(status)

/** Ends once everything is written: a database that took the connection and says nothing would keep the process. */
function endWith(status: number): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(status)))
}
