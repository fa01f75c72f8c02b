// Takes long: worlds are made, swept and compared whole.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../../support/properties.ts'
import { updateConversation } from '../../../../src/app/conversations/updateConversation.ts'
import { sweepRetention } from '../../../../src/app/erasures/retention/sweepRetention.ts'
import { setTenantRetention } from '../../../../src/app/erasures/retention/tenantRetention.ts'
import { integrity } from '../../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { instantOf, nanosecondsOf } from '../../../../src/domain/instants.ts'
import type { Conversation, Observation } from '../../../../src/domain/model.ts'
import { wholeOr, roundsOr } from '../../../support/rounds.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { acts } from '../support/acts.ts'
import { markedWorld, step, type Step } from '../support/markedWorld.ts'
import { erasedBy, storedRows, type Row } from '../support/oracle.ts'
import { inheritedBy } from '../../../support/tree/plainTree.ts'

const day = 86_400_000_000_000n
const later = (scope: Scope, days: number): Scope => {
  const now = () => instantOf(nanosecondsOf(scope.fresh.now()) + BigInt(days) * day)
  return { ...scope, fresh: { ...scope.fresh, now } }
}

const steps = fc.array(fc.record<Step>({ act: fc.constantFrom(...Object.keys(acts)), a: fc.nat(30), b: fc.nat(30) }), {
  minLength: 3,
  maxLength: wholeOr(35, 20),
  size: 'max',
})
const days = fc.constantFrom(-1, -1, 0, 5, 20)
const world = fc.record({
  steps,
  days: fc.array(days, { minLength: 1, maxLength: 8 }),
  ofTenant: fc.constantFrom(0, 5, 20),
  seed: fc.nat(),
})

const valuesOf = <T>(rows: ReadonlyMap<string, Row>, kind: string) =>
  [...rows.values()].filter((row) => row.kind === kind).map(({ value }) => value as T)

/** Returns what is kept no longer than 10 days, by the plain rule: whoever holds it, or what an erasure of it takes along, has kept it long enough. */
function expiredBy(rows: ReadonlyMap<string, Row>, ofTenant: number): string[] {
  const all = new Map(valuesOf<Observation>(rows, 'observation').map((one) => [one.id, one]))
  const conversations = valuesOf<Conversation>(rows, 'conversation')
  const isShort = ({ retainDays }: Conversation) => (retainDays ?? ofTenant) === 5
  const tree = { observations: all, conversations: new Map(conversations.map((one) => [one.id, one])) }
  const keptByForks = new Set(
    conversations.flatMap((one) => (isShort(one) ? [] : inheritedBy(tree, one.id).map(({ id }) => id))),
  )
  const short = new Set(conversations.filter(isShort).map(({ id }) => id))
  const isKept = (one: Observation) =>
    one.erased === undefined && (!short.has(one.conversationId) || keptByForks.has(one.id))
  const kept = new Set([...all.values()].filter(isKept).map(({ id }) => id))
  for (let before = -1; before !== kept.size;) {
    before = kept.size
    for (const { id, copyOf, restates } of all.values())
      for (const other of [copyOf, restates])
        // A row of a backup has no members that are null.
        if (other != null && (kept.has(id) || kept.has(other))) kept.add(id).add(other)
  }
  return [...all.values()].flatMap(({ id, place, erased }) => (place == null || erased || kept.has(id) ? [] : [id]))
}

await onEveryStore('a sweep of any world', (on) => {
  let count = 0

  it('erases what everybody has kept long enough who holds it, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ steps, days, ofTenant, seed }) => {
        const tenant = `swept ${on.name} ${++count}`
        const scope = () => on.scope({ tenant })
        const made = markedWorld(scope, seed)
        for (const one of steps) await step(made, one)
        await setTenantRetention(scope(), ofTenant)
        for (const [i, id] of made.conversations.entries())
          await updateConversation(scope(), { id, retainDays: days[i % days.length] ?? 0 }).catch(() => undefined)
        const before = await storedRows(scope())
        const observationIds = expiredBy(before, ofTenant)
        const result = await sweepRetention(later(scope(), 10))
        const targets = { observationIds, messageIds: [], conversationIds: [], attachmentIds: [], entityIds: [] }
        const expected = observationIds.length === 0 ? [] : [...erasedBy(before, targets)]
        assert.deepEqual([...(result?.receipt?.observationIds ?? [])].sort(), expected.sort())
        assert.equal(await sweepRetention(later(scope(), 10)), null)
        for (const { id } of valuesOf<Conversation>(before, 'conversation'))
          assert.equal((await integrity(scope(), id)).damage, 0)
      }),
      { numRuns: roundsOr(wholeOr(12, 2)) },
    )
  })
})
