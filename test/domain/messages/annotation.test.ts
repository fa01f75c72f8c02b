import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { annotated } from '../../../src/domain/messages/annotation.ts'
import type { JsonObject } from '../../../src/domain/model.ts'

describe('annotations with given ones over them', () => {
  it('have the new values, lose those that are null, and say what was there before', () => {
    const { values, before } = annotated({ good: true, score: 1 }, { score: 2, note: 'x', good: null, absent: null })
    assert.deepEqual(values, { score: 2, note: 'x' })
    assert.deepEqual(before, { score: 1, note: null, good: true, absent: null })
  })

  it('are the same where nothing is given', () => {
    assert.deepEqual(annotated({ a: 1 }, {}), { values: { a: 1 }, before: {} })
  })

  it('take names of members of objects for names like any other', () => {
    const { values, before } = annotated({}, { constructor: 1, toString: null })
    assert.deepEqual(values, { constructor: 1 })
    assert.deepEqual(before, { constructor: null, toString: null })
  })

  it('are as they were once what was before is given back', () => {
    const value = fc.constantFrom(null, 0, '', 'x', [1])
    const names = fc.constantFrom('a', 'b', 'c', 'toString')
    const stored = fc
      .dictionary(names, value)
      .map((all) => Object.fromEntries(Object.entries(all).filter(([, one]) => one !== null)))
    fc.assert(
      fc.property(stored, fc.dictionary(names, value), (values, fields) => {
        const change = annotated(values, fields)
        assert.deepEqual(annotated(change.values, change.before as JsonObject).values, values)
      }),
    )
  })
})
