import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { newEntity, withFact, withFacts, type EntityType, type Entity } from '../../../src/domain/records/entity.ts'
import type { Fact } from '../../../src/domain/messages/snapshot.ts'

const value = fc.constantFrom(null, 'x', 'y', 'z', 1, 2)
const kind = fc.oneof(
  { weight: 10, arbitrary: fc.constant('FACT' as const) },
  { weight: 3, arbitrary: fc.constantFrom('CORRECTION', 'DELETION', 'RESTORATION') },
)
const said = fc.record(
  {
    kind,
    fields: fc.dictionary(fc.constantFrom('a', 'b', 'name'), value, { noNullPrototype: true }),
    priority: fc.constantFrom(1, 100, 200),
    second: fc.nat(9),
  },
  { noNullPrototype: true },
)
const types: readonly (EntityType | null)[] = [
  null,
  { type: 'thing', version: 3, strategies: { a: 'highest_priority', b: 'merge_array' } },
]

function factOf({ second, ...rest }: typeof said extends fc.Arbitrary<infer S> ? S : never, i: number): Fact {
  // Mostly one after the other, now and then a late one.
  const at = `2026-01-01T00:00:${String(second === 0 ? 10 : 10 + i).padStart(2, '0')}.000000000Z`
  const owner = { ownerKind: 'ENTITY' as const, ownerId: 'e', specificity: null, sourceKind: null, note: null }
  return { ...rest, ...owner, id: `f${String(i).padStart(2, '0')}`, observedAt: at, ingestedAt: at }
}

describe('an entity with one fact more', () => {
  it('is what all its facts make it, wherever the facts behind its present fields tell that', () => {
    let shortcuts = 0
    const check = (given: readonly Fact[], type: EntityType | null) => {
      let entity: Entity = { ...newEntity('e', 'thing', 'e', ''), version: 1 }
      for (const [i, fact] of given.entries()) {
        const facts = given.slice(0, i + 1)
        const whole = withFacts(entity, facts, type)
        const short = withFact(entity, fact, type, new Map(facts.map((one) => [one.id, one])))
        if (short) shortcuts++
        if (short) assert.deepEqual(short, whole)
        entity = { ...whole, version: 1 }
      }
    }
    const facts = fc.array(said, { maxLength: 20 }).map((list) => list.map(factOf))
    fc.assert(
      fc.property(facts, fc.constantFrom(...types), (given, type) => check(given, type)),
      { numRuns: 300 },
    )
    assert.ok(shortcuts > 100, `${shortcuts} shortcuts`)
  })
})
