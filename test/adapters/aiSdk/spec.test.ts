import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { moreOf, specOf } from '../../../src/adapters/aiSdk/spec.ts'
import { specified } from '../../../src/adapters/aiSdk/parts.ts'
import type { Members } from '../../../src/adapters/turns/json.ts'

describe('what a turn stores of its message', () => {
  it('stands in its metadata, and is null where the turn came from elsewhere', () => {
    assert.deepEqual(specOf({ metadata: { aiSdk: { of: 'm', parts: [null] } } }), { of: 'm', parts: [null] })
    assert.deepEqual(specOf({ metadata: { aiSdk: {} } }), {})
    for (const metadata of [{}, { aiSdk: null }, { aiSdk: 'x' }, { aiSdk: [] }])
      assert.equal(specOf({ metadata }), null)
  })
})

describe('the members of a part that are not as they are by default', () => {
  it('are null where all are, whatever the order of members', () => {
    assert.equal(moreOf({ type: 'text', text: 'a' }, { text: 'a', type: 'text' }), null)
    assert.equal(moreOf({ a: { b: 1, c: [2] } }, { a: { c: [2], b: 1 } }), null)
    assert.equal(moreOf({}, {}), null)
  })

  it('are those that differ and those that are not there by default', () => {
    const usual = { type: 'text', text: 'a' }
    assert.deepEqual(moreOf({ type: 'text', text: 'b', state: 'done' }, usual), { more: { text: 'b', state: 'done' } })
    assert.deepEqual(moreOf({ type: 'text', text: null }, usual), { more: { text: null } })
  })

  it('do not confuse a member with what every object inherits', () => {
    assert.deepEqual(moreOf({ constructor: 1 }, {}), { more: { constructor: 1 } })
  })

  it('make the part again, put on what it is by default', () => {
    const members = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue(), {
      noNullPrototype: true,
    }) as fc.Arbitrary<Members>
    fc.assert(
      fc.property(members, members, (usual, more) => {
        const part = { ...usual, ...more }
        assert.deepEqual(specified(usual, moreOf(part, usual)), part)
      }),
    )
  })
})
