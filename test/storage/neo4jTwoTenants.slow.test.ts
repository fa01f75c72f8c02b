/** Rows of several tenants share a batch; none of them feels what becomes of another's. */
// Takes long: its failures wait for a second attempt.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import type { Tenant } from '../../src/domain/access/tenant.ts'
import { StoreUnavailable, type WriteOutcome } from '../../src/storage/graphStore.ts'
import { writerOn, type Writer } from '../../src/storage/neo4j/writing/writer.ts'
import { changes, event } from '../support/changes.ts'
import { tenantFor } from '../support/tenants.ts'
import '../support/shrinking.ts'
import { pause, waitFor } from '../support/waitFor.ts'

const tenants = ['one', 'other'].map(tenantFor) as [Tenant, Tenant]

/** What the database makes of a row: `poison` fails whatever holds it, `flaky` the first times, `lost` is applied unheard. */
type Fate = 'written' | 'refused' | 'poison' | 'flaky' | 'lost'
interface Wish {
  readonly tenant: Tenant
  readonly conversation: string
  readonly name: string
  readonly fate: Fate
}
interface Row {
  readonly tenant: Tenant
  readonly attempt: string
  readonly places: readonly { readonly id: string }[]
}

const failed = (code: string, message: string) => Object.assign(new Error(message), { code })
const idOf = (tenant: Tenant, name: string) => JSON.stringify([tenant, name])

/** Returns a database that takes all rows of a statement or none, and remembers which statement held whose. */
function database(wishes: readonly Wish[]) {
  const wished = new Map(wishes.map((wish) => [idOf(wish.tenant, wish.name), wish]))
  const seqs = new Map<string, number>()
  const applied = new Map<string, number>()
  const failures = new Map<string, number>()
  const batches: (readonly Row[])[] = []
  const fateOf = ({ tenant, attempt }: Row) => wished.get(idOf(tenant, attempt))?.fate ?? 'written'
  const failsAgain = (row: Row, times: number) => {
    const count = failures.get(idOf(row.tenant, row.attempt)) ?? 0
    failures.set(idOf(row.tenant, row.attempt), count + 1)
    return count < times
  }
  const answer = (row: Row, at: number): Record<string, unknown> => {
    const index = BigInt(at)
    const [place] = row.places
    const id = idOf(row.tenant, row.attempt)
    if (fateOf(row) === 'refused') return { index, kind: 'conversationMissing', id: place?.id }
    const known = applied.get(id)
    if (known !== undefined) return { index, kind: 'again', stored: [[row.attempt, BigInt(known)]] }
    const before = seqs.get(idOf(row.tenant, place?.id ?? '')) ?? 0
    seqs.set(idOf(row.tenant, place?.id ?? ''), before + 1)
    applied.set(id, before + 1)
    return { index, kind: 'written', seqs: [BigInt(before)] }
  }
  const write = (_: string, { rows }: { readonly rows: readonly Row[] }) => {
    batches.push(rows)
    const poison = rows.find((row) => fateOf(row) === 'poison')
    if (poison) throw failed('Neo.ClientError.Statement.ArgumentError', `${poison.tenant}: ${poison.attempt}`)
    // More often than a batch is tried together.
    if (rows.some((row) => fateOf(row) === 'flaky' && failsAgain(row, 5)))
      throw failed('Neo.TransientError.Transaction.DeadlockDetected', 'again')
    const answers = rows.map(answer)
    if (rows.some((row) => fateOf(row) === 'lost' && failsAgain(row, 1))) throw failed('ServiceUnavailable', 'gone')
    return answers.map((given) => ({ get: (name: string) => given[name] }))
  }
  const connection = {
    reach: () => Promise.resolve(),
    write: async (...given: Parameters<typeof write>) => write(...given),
  }
  return { batches, applied, connection: connection as unknown as Parameters<typeof writerOn>[0] }
}

const written = (writer: Writer, { tenant, conversation, name }: Omit<Wish, 'fate'>): Promise<WriteOutcome> =>
  writer.write(tenant, changes(event(name, conversation)))

/** Both tenants use the same names of everything. */
const wishes = fc
  .array(
    fc.record({
      tenant: fc.constantFrom(...tenants),
      conversation: fc.constantFrom('c0', 'c1', 'c2', 'c3', 'c4'),
      fate: fc.constantFrom<Fate>('written', 'written', 'written', 'refused', 'poison', 'flaky', 'lost'),
    }),
    { minLength: 2, maxLength: 30 },
  )
  .map((list): Wish[] => {
    const counts = new Map<Tenant, number>()
    return list.map((wish) => {
      const count = counts.get(wish.tenant) ?? 0
      counts.set(wish.tenant, count + 1)
      return { ...wish, name: `e${count}` }
    })
  })

describe('two tenants in the writes of Neo4j', () => {
  it('share a batch', async () => {
    const given = tenants.map((tenant) => ({ tenant, conversation: 'c', name: 'e', fate: 'written' }) as const)
    const { batches, connection } = database(given)
    const writer = writerOn(connection, 60_000, null)
    await Promise.all(given.map((wish) => written(writer, wish)))
    assert.deepEqual(
      batches.map((rows) => rows.map(({ tenant }) => tenant)),
      [[...tenants]],
    )
  })

  it('get each what its own rows deserve, once, and hear nothing of the other', async () => {
    await fc.assert(
      fc.asyncProperty(wishes, async (list) => {
        const { applied, connection } = database(list)
        const writer = writerOn(connection, 60_000, null)
        const outcomes = await Promise.allSettled(list.map((wish) => written(writer, wish)))
        const seqs = new Map<string, number[]>()
        for (const [k, wish] of list.entries()) {
          const { tenant, conversation, name, fate } = wish
          const outcome = outcomes[k]
          assert.equal(applied.has(idOf(tenant, name)), fate !== 'refused' && fate !== 'poison')
          if (fate === 'poison')
            assert.ok(outcome?.status === 'rejected' && (outcome.reason as Error).message === `${tenant}: ${name}`)
          else if (fate === 'refused')
            assert.deepEqual(outcome, {
              status: 'fulfilled',
              value: { kind: 'conversationMissing', conversationId: conversation },
            })
          else {
            assert.ok(outcome?.status === 'fulfilled' && outcome.value.kind === 'written', JSON.stringify(outcome))
            assert.deepEqual([...outcome.value.seqs.keys()], [name])
            const place = idOf(tenant, conversation)
            seqs.set(place, [...(seqs.get(place) ?? []), ...outcome.value.seqs.values()])
          }
        }
        for (const given of seqs.values())
          assert.deepEqual(
            given,
            given.map((_, k) => k + 1),
          )
      }),
      { numRuns: 60 },
    )
  })

  it('do not end with the time of the other', async () => {
    const letGo: (() => void)[] = []
    const { batches, connection } = database([])
    const held: typeof connection = {
      ...connection,
      write: async (...given) => {
        await new Promise<void>((resolve) => letGo.push(resolve))
        return connection.write(...given)
      },
    }
    const writer = writerOn(held, 4_000, null)
    const [one, other] = tenants
    // Two batches are under way, so what comes waits, and goes together.
    const before = [written(writer, { tenant: one, conversation: 'a', name: 'a' })]
    await waitFor(() => letGo.length >= 1)
    before.push(written(writer, { tenant: one, conversation: 'b', name: 'b' }))
    await waitFor(() => letGo.length >= 2)
    const early = written(writer, { tenant: one, conversation: 'c', name: 'c' })
    const refused = assert.rejects(early, (thrown) => thrown instanceof StoreUnavailable && thrown.uncertain)
    await pause(2_000, 'half the time that a write has')
    const late = written(writer, { tenant: other, conversation: 'c', name: 'c' })
    for (const go of letGo.splice(0)) go()
    await Promise.all(before)
    await waitFor(() => letGo.length >= 1)
    await refused
    for (const go of letGo.splice(0)) go()
    assert.equal((await late).kind, 'written')
    assert.deepEqual(
      batches.at(-1)?.map(({ tenant }) => tenant),
      [one, other],
    )
  })
})
