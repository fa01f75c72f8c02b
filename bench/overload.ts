/**
 * `npm run bench:overload`: what a server does that is asked more than it can answer. Clients that wait for their answers
 * tell how much it can; then as much, twice and four times as much is asked of it in turns, whether or not it answers. The
 * server has a core of its own, and so has who asks, where the system has `taskset`: neither takes what the other can do.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { endWithNpm } from '../bin/endWithNpm.js'
import { startNeo4j } from '../scripts/neo4j.ts'
import { loadOn, newOutcome, together, type Load, type Outcome } from './overload/load.ts'
import { percentile } from './support/measure.ts'
import { startServer } from './support/server.ts'
import { ms, perSecond } from './support/table.ts'
import { temporaryFolder } from './support/temporary.ts'

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    /** As many as a pool of a client has at most. */
    connections: { type: 'string', default: '512' },
    /** Of `npm start` of this checkout or another. */
    checkout: { type: 'string' },
  },
})
const crowds = [8, 32, 128] as const
const usual = 32
const times = [1, 2, 4] as const
/** Nothing that is accepted takes so much longer than when the server has what it can do. */
const mostRatio = 3
const crowd = (clients: number) => `${clients} clients`
const offer = (offered: number) => `${offered} × what ${usual} clients get`

async function measured(load: Load): Promise<ReadonlyMap<string, Outcome>> {
  const seconds = Number(values.seconds)
  await load.closed(usual, seconds / 2)
  const found = new Map<string, Outcome[]>()
  const keep = (name: string, outcome: Outcome) => found.set(name, [...(found.get(name) ?? []), outcome])
  for (let round = 0; round < Number(values.rounds); round++) {
    let rate = 0
    for (const clients of crowds) {
      const outcome = await load.closed(clients, seconds)
      if (clients === usual) rate = outcome.accepted.due.length / seconds
      keep(crowd(clients), outcome)
    }
    for (const offered of times) keep(offer(offered), await load.open(offered * rate, seconds))
  }
  return new Map([...found].map(([name, outcomes]) => [name, together(outcomes)]))
}

const heads = [
  ...['asked', 'accepted', 'refused', 'p50', 'p99', `beside ${usual} clients`, 'p99 since sent'],
  ...['p99 of refusals', 'faults'],
]
function line(name: string, { accepted, refused, seconds, faults }: Outcome, normal: number): string {
  const p99 = percentile(accepted.due, 0.99)
  const refusals = refused.due.length === 0 ? '' : ms(percentile(refused.due, 0.99))
  const cells = [
    ...[name, perSecond(accepted.due.length / seconds), perSecond(refused.due.length / seconds)],
    ...[ms(percentile(accepted.due, 0.5)), ms(p99), (p99 / normal).toFixed(2), ms(percentile(accepted.sent, 0.99))],
    ...[refusals, faults.length],
  ]
  return `| ${cells.join(' | ')} |`
}

/** Prints what was found; returns whether the bar holds. */
function report(found: ReadonlyMap<string, Outcome>): boolean {
  const outcome = (name: string) => found.get(name) ?? newOutcome(0, ['It was never asked.'])
  const p99 = (name: string) => percentile(outcome(name).accepted.due, 0.99)
  const normal = p99(crowd(usual))
  console.log(`| ${heads.join(' | ')} |\n|${' --- |'.repeat(heads.length)}`)
  for (const [name, one] of found) console.log(line(name, one, normal))
  const most = Math.max(...times.map((n) => p99(offer(n))))
  const isWaited = crowds.some((clients) => outcome(crowd(clients)).refused.due.length > 0)
  const faults = [...found.values()].flatMap((one) => one.faults)
  for (const fault of new Set(faults)) console.log(`\n${faults.filter((one) => one === fault).length} × ${fault}`)
  const holds = most <= mostRatio * normal && !isWaited && faults.length === 0
  const bar = `p99 of what is accepted at most ${mostRatio} times that of ${usual} clients, none of those that wait refused, no fault`
  console.log(`\n${values.store}: ${bar}: ${holds ? 'holds' : '**missed**'}.`)
  return holds
}

/** Has a process run on one core, this one among them; where the system cannot, they share all. */
function pin(pid: number, core: number): void {
  spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', String(core), String(pid)])
}

endWithNpm()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const folder = temporaryFolder('overload')
const neo4j = values.store === 'neo4j' ? await startNeo4j({ line: '5.26', home: folder, lasts: true }) : null
const environment = neo4j
  ? { STORE: neo4j.uri, STORE_USER: neo4j.user, STORE_PASSWORD: neo4j.password, DATA: `${folder}/product` }
  : { DATA: folder }
const server = await startServer(environment, [], values.checkout)
pin(server.pid, 0)
pin(process.pid, 1)
const load = loadOn(server.url, Number(values.connections))
try {
  process.exitCode = report(await measured(load)) ? 0 : 1
} finally {
  load.close()
  await server.stop()
  await neo4j?.stop()
}
