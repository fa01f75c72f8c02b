/**
 * `npm run bench:overload`: what a server does that is asked more than it can answer. Clients that wait for their answers
 * tell how much it can; then as much, and four times as much, is asked of it in turns, whether or not it answers.
 */
import { parseArgs } from 'node:util'
import { endWithNpm } from '../bin/endWithNpm.js'
import { startNeo4j } from '../scripts/neo4j.ts'
import { loadOn, together, type Load, type Outcome } from './overload/load.ts'
import { percentile } from './support/measure.ts'
import { startServer } from './support/server.ts'
import { ms, perSecond } from './support/table.ts'
import { temporaryFolder } from './support/temporary.ts'

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    /** Of `npm start` of this checkout or another. */
    checkout: { type: 'string' },
  },
})
const crowds = [8, 32] as const
const times = [1, 2, 4] as const
/** Nothing that is accepted takes so much longer than when the server has what it can do. */
const mostRatio = 3

async function measured(load: Load): Promise<ReadonlyMap<string, Outcome>> {
  const seconds = Number(values.seconds)
  await load.closed(32, seconds / 2)
  const found = new Map<string, Outcome[]>()
  const keep = (name: string, outcome: Outcome) => found.set(name, [...(found.get(name) ?? []), outcome])
  for (let round = 0; round < Number(values.rounds); round++) {
    let rate = 0
    for (const clients of crowds) {
      const outcome = await load.closed(clients, seconds)
      rate = outcome.accepted.length / seconds
      keep(`${clients} clients`, outcome)
    }
    for (const offered of times) keep(`${offered} × what ${crowds[1]} clients get`, await load.open(offered * rate, seconds)) // prettier-ignore
  }
  return new Map([...found].map(([name, outcomes]) => [name, together(outcomes)]))
}

function line(name: string, { accepted, refused, seconds, faults }: Outcome, normal: number): string {
  const p99 = percentile(accepted, 0.99)
  const refusals = refused.length === 0 ? '' : ms(percentile(refused, 0.99))
  const cells = [
    ...[name, perSecond(accepted.length / seconds), perSecond(refused.length / seconds)],
    ...[ms(percentile(accepted, 0.5)), ms(p99), (p99 / normal).toFixed(2), refusals, faults.length],
  ]
  return `| ${cells.join(' | ')} |`
}

/** Prints what was found; returns whether the bar holds. */
function report(found: ReadonlyMap<string, Outcome>): boolean {
  const outcome = (name: string) =>
    found.get(name) ?? { seconds: 0, accepted: [], refused: [], faults: ['It was never asked.'] }
  const normal = percentile(outcome(`${crowds[1]} clients`).accepted, 0.99)
  const heads = [
    'asked',
    'accepted',
    'refused',
    'p50',
    'p99',
    `beside ${crowds[1]} clients`,
    'p99 of refusals',
    'faults',
  ]
  console.log(`| ${heads.join(' | ')} |\n|${' --- |'.repeat(heads.length)}`)
  for (const [name, one] of found) console.log(line(name, one, normal))
  const most = Math.max(...times.map((n) => percentile(outcome(`${n} × what ${crowds[1]} clients get`).accepted, 0.99)))
  const isWaited = crowds.some((clients) => outcome(`${clients} clients`).refused.length > 0)
  const faults = [...found.values()].flatMap((one) => one.faults)
  for (const fault of new Set(faults)) console.log(`\n${faults.filter((one) => one === fault).length} × ${fault}`)
  const holds = most <= mostRatio * normal && !isWaited && faults.length === 0
  const bar = `p99 of what is accepted at most ${mostRatio} times that of ${crowds[1]} clients, none of theirs refused, no fault`
  console.log(`\n${values.store}: ${bar}: ${holds ? 'holds' : '**missed**'}.`)
  return holds
}

endWithNpm()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const folder = temporaryFolder('overload')
const neo4j = values.store === 'neo4j' ? await startNeo4j({ line: '5.26', home: folder, lasts: true }) : null
const environment = neo4j
  ? { STORE: neo4j.uri, STORE_USER: neo4j.user, STORE_PASSWORD: neo4j.password, DATA: `${folder}/product` }
  : { DATA: folder }
const server = await startServer(environment, [], values.checkout)
const load = loadOn(server.url)
try {
  process.exitCode = report(await measured(load)) ? 0 : 1
} finally {
  load.close()
  await server.stop()
  await neo4j?.stop()
}
