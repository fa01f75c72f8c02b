/**
 * `node --import tsx bench/erasureBars.ts`: what an erasure and the daily retention take on SQLite beside much that they have nothing
 * to do with: many idempotency keys, forks that left before, forks that hold what is erased, a deep chain of forks. Each is the median
 * of five; it ends with 1 where one is above its bar.
 */
import { createConversation } from '../src/app/conversations/createConversation.ts'
import { erase } from '../src/app/erasures/erase.ts'
import { sweepRetention } from '../src/app/erasures/retention/sweepRetention.ts'
import { setTenantRetention } from '../src/app/erasures/retention/tenantRetention.ts'
import { forkConversation } from '../src/app/forks/forkConversation.ts'
import { openParts, type OpenParts } from '../src/compose.ts'
import { readConfig } from '../src/config/config.ts'
import { beside, inTurns, median, type Contender } from './support/measure.ts'
import { storeMany } from './support/seed.ts'
import { ms } from './support/table.ts'
import { temporaryFolder } from './support/temporary.ts'

const [rounds, keys, forks, deep] = [5, 20_000, 1_600, 400]
const turns = 20

type Scopes = OpenParts['scope']
const opened: OpenParts[] = []

async function newStore(name: string): Promise<Scopes> {
  const parts = await openParts(readConfig({ DATA: temporaryFolder(`bars-${name}`), LOG_LEVEL: 'silent' }))
  opened.push(parts)
  return parts.scope
}

/** A store with one conversation, of which each round erases another turn. */
async function erasing(name: string, seed: (scope: Scopes) => Promise<unknown>): Promise<Contender> {
  const scope = await newStore(name)
  await storeMany(scope, 'talk', turns)
  await seed(scope)
  return (round) => () => erase(scope(), { messageIds: [`talk:t${turns / 2 + round}`], reason: 'OTHER' })
}

const nothing = () => Promise.resolve()
const bindKeys = (scope: Scopes) =>
  beside(keys, 64, (i) => createConversation(scope(), { id: `other ${i}`, idempotencyKey: `key ${i}` }))
const forkAt = (turn: number) => (scope: Scopes) =>
  beside(forks, 16, (i) => forkConversation(scope(), { source: 'talk', at: { turn }, newConversationId: `fork ${i}` }))

/** A chain of forks of forks, with forks of its own at each: so many in all. */
async function retaining(): Promise<Contender> {
  const scope = await newStore('chain')
  await storeMany(scope, 'talk', turns)
  await setTenantRetention(scope(), 30)
  for (let level = 1; level <= deep; level++)
    await forkConversation(scope(), {
      source: level === 1 ? 'talk' : `level ${level - 1}`,
      newConversationId: `level ${level}`,
    })
  await beside(forks - deep, 16, (i) =>
    forkConversation(scope(), { source: `level ${1 + (i % deep)}`, newConversationId: `beside ${i}` }),
  )
  return () => () => sweepRetention(scope())
}

const times = await inTurns(
  {
    alone: await erasing('alone', nothing),
    keys: await erasing('keys', bindKeys),
    left: await erasing('left', forkAt(2)),
    holding: await erasing('holding', forkAt(turns)),
    chain: await retaining(),
  },
  rounds,
  true,
  1,
)
const [alone, besideKeys, left, holding, chain] = [times.alone, times.keys, times.left, times.holding, times.chain].map(
  median,
) as [number, number, number, number, number]
const bars: readonly (readonly [string, string, string, boolean])[] = [
  [
    `a message beside ${keys} keys, of that beside none`,
    (besideKeys / alone).toFixed(2),
    '1.3',
    besideKeys / alone <= 1.3,
  ],
  [`beside ${forks} forks that left before, more than none`, ms(left - alone), '100 ms', left - alone <= 100],
  [`beside ${forks} forks that hold it`, ms(holding), '1.5 s', holding <= 1_500],
  [`retention over ${forks} forks, ${deep} deep`, ms(chain), '1 s', chain <= 1_000],
]
console.log(Object.fromEntries(Object.entries(times).map(([k, v]) => [k, v.map(Math.round)])))
console.log(`a message alone: ${ms(alone)}`)
for (const [what, value, bar, isMet] of bars) console.log(`${isMet ? '   ' : '!! '}${what}: ${value} (bar: ${bar})`)
for (const parts of opened) await parts.close()
if (bars.some(([, , , isMet]) => !isMet)) process.exitCode = 1
