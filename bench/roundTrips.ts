/**
 * `npm run bench:trips [-- --line current] [--rounds 2000]`: what a fork and a page of 50 take on Neo4j, in units of this
 * machine: of one round trip (`RETURN 1`), and of one commit (a single property is set).
 */
import neo4j from 'neo4j-driver'
import { parseArgs } from 'node:util'
import { endWithNpm } from '../bin/endWithNpm.js'
import { lineNames, lines } from '../scripts/neo4j.ts'
import { forkConversation } from '../src/app/forks/forkConversation.ts'
import type { Scope } from '../src/app/scope.ts'
import { intercept } from '../src/storage/intercept.ts'
import { readPage } from './parts/page.ts'
import { inTurns, percentile, type Contender } from './support/measure.ts'
import { storeMany } from './support/seed.ts'
import { openSubject, type Subject } from './support/subject.ts'

const { values } = parseArgs({
  options: { line: { type: 'string', default: '5.26' }, rounds: { type: 'string', default: '2000' } },
})
const line = lineNames.find((name) => name === values.line) ?? '5.26'
const rounds = Number(values.rounds)
const talk = 'trips'
const size = 50
const turns = 200

/** The milliseconds of each call of the store, by what was done and the method's name. */
const calls = new Map<string, number[]>()
let doing = ''

function keep(name: string, time: number): void {
  const times = calls.get(name)
  if (times) times.push(time)
  else calls.set(name, [time])
}

/** Returns scopes that measure the calls of their store. */
const measured = (subject: Subject): Promise<() => Scope> =>
  subject.fresh((store) =>
    intercept(store, async (name, call) => {
      const begin = performance.now()
      const answer = await call()
      keep(`${doing}: ${name}`, performance.now() - begin)
      return answer
    }),
  )

/** Returns what asks the database by a driver of its own, as the product does. */
function askerOf({ environment }: Subject) {
  const { STORE = '', STORE_USER = '', STORE_PASSWORD = '' } = environment
  const driver = neo4j.driver(STORE, neo4j.auth.basic(STORE_USER, STORE_PASSWORD), { telemetryDisabled: true })
  const ask =
    (defaultAccessMode: 'READ' | 'WRITE', statement: string): Contender =>
    (round) =>
    async () => {
      const session = driver.session({ defaultAccessMode })
      await session.run(statement, { q: { round } })
      await session.close()
    }
  return { ask, close: () => driver.close() }
}

const PREPARE = 'MERGE (n:BenchUnit {id: 1}) RETURN n'
const SET = 'MATCH (n:BenchUnit {id: 1}) SET n.round = $q.round RETURN 1'
const CREATE = 'CREATE (n:BenchUnit {id: 2, round: $q.round}) RETURN 1'

async function measure(subject: Subject): Promise<Record<string, number[]>> {
  const scope = await measured(subject)
  await storeMany(scope, talk, turns)
  const { ask, close } = askerOf(subject)
  const doingIt =
    (what: string, work: () => Promise<unknown>): Contender =>
    () =>
    () => ((doing = what), work())
  try {
    await (
      await ask('WRITE', PREPARE)(0)
    )()
    calls.clear()
    return await inTurns(
      {
        'RETURN 1': ask('READ', 'RETURN 1'),
        'one property set': ask('WRITE', SET),
        'one node created': ask('WRITE', CREATE),
        fork: doingIt('fork', () => forkConversation(scope(), { source: talk })),
        page: doingIt('page', () => readPage(scope(), talk, { last: size })),
      },
      rounds,
    )
  } finally {
    await close()
  }
}

function tell(times: Record<string, number[]>): void {
  const all = { ...times, ...Object.fromEntries([...calls].map(([name, some]) => [name, some.slice(-rounds)])) }
  const unit = all['RETURN 1'] ?? []
  const cell = (some: readonly number[], share: number) => {
    const time = percentile(some, share)
    return `${time.toFixed(2)} ms, ${(time / percentile(unit, share)).toFixed(1)}`
  }
  console.log(`Neo4j ${lines[line].version}, ${rounds} rounds in turns; milliseconds, and how many RETURN 1 that is\n`)
  console.log('| what | median | fastest tenth | first fifth | last fifth |\n| --- | --- | --- | --- | --- |')
  const fifth = Math.floor(rounds / 5)
  for (const [name, some] of Object.entries(all)) {
    const [first, last] = [some.slice(0, fifth), some.slice(-fifth)].map((part) => percentile(part, 0.5).toFixed(2))
    console.log(`| ${name} | ${cell(some, 0.5)} | ${cell(some, 0.1)} | ${first} ms | ${last} ms |`)
  }
}

endWithNpm()
const subject = await openSubject('neo4j', line)
try {
  tell(await measure(subject))
} finally {
  await subject.close()
}
