import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Scope } from '../../../../src/app/scope.ts'
import { checkFields, factOf } from '../../../../src/app/write/draft/newFact.ts'
import { isDeleted } from '../../../../src/domain/messages/snapshot.ts'
import { createFresh } from '../../../../src/app/fresh.ts'

const scope = { fresh: createFresh() } as Scope
const future = '2999-01-01T00:00:00.000000000Z'

describe('a fact of an entity', () => {
  it('comes after everything that was said of it, unless it says when it was observed', () => {
    const made = factOf(scope, 'e', { kind: 'FACT', fields: { a: 1 } }, null, future)
    assert.ok(made.observedAt > future && made.ingestedAt < future)
    const first = factOf(scope, 'e', { kind: 'FACT', fields: {} }, null, null)
    assert.equal(first.observedAt, first.ingestedAt)
    const past = '2020-01-01T00:00:00.000000000Z'
    assert.equal(factOf(scope, 'e', { kind: 'FACT', fields: {} }, past, future).observedAt, past)
  })

  it('has the priority of its kind, so that a restoration is stronger than a deletion', () => {
    const of = (kind: 'FACT' | 'CORRECTION' | 'DELETION' | 'RESTORATION') =>
      factOf(scope, 'e', { kind, fields: {} }, future, null)
    const { FACT, CORRECTION, DELETION, RESTORATION } = {
      FACT: of('FACT').priority,
      CORRECTION: of('CORRECTION').priority,
      DELETION: of('DELETION').priority,
      RESTORATION: of('RESTORATION').priority,
    }
    assert.ok(FACT < CORRECTION && CORRECTION === DELETION && DELETION < RESTORATION)
    assert.equal(isDeleted([of('FACT'), of('DELETION')]), true)
    assert.deepEqual([of('CORRECTION').specificity, of('FACT').specificity], [1, null])
  })

  it('has what is said of it besides', () => {
    const said = { priority: 5, specificity: 0.5, sourceKind: 'sensor', note: 'why' }
    const made = factOf(scope, 'e', { kind: 'CORRECTION', fields: { a: 1 }, ...said }, null, null)
    assert.deepEqual({ ...made, ...said, ownerKind: 'ENTITY', ownerId: 'e', fields: { a: 1 } }, made)
  })
})

it('fields are an object, in which a name is a text that is not blank', () => {
  assert.deepEqual([checkFields(undefined), checkFields({ name: 'Stork', a: null })], [{}, { name: 'Stork', a: null }])
  for (const name of ['', ' ', null, 7])
    assert.throws(() => checkFields({ name }), { code: 'BAD_INPUT', field: ['fields', 'name'] })
  assert.throws(() => checkFields([]), { code: 'BAD_INPUT', field: ['fields'] })
})
