import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../support/properties.ts'
import { membersOf } from '../../../../src/adapters/proxy/wires/wire.ts'

describe('the named members of a body', () => {
  it('are those that are there, in the order of the names', () => {
    assert.deepEqual(Object.keys(membersOf({ a: 1, b: 2, c: 3 }, ['c', 'd', 'a'])), ['c', 'a'])
    assert.deepEqual([membersOf({}, ['a']), membersOf({ a: 1 }, [])], [{}, {}])
  })

  it('are not null, and may be anything else that is empty', () => {
    assert.deepEqual(membersOf({ a: null, b: 0, c: false, d: '', e: [] }, ['a', 'b', 'c', 'd', 'e']), {
      b: 0,
      c: false,
      d: '',
      e: [],
    })
  })

  it('are never what every object inherits', () => {
    assert.deepEqual(membersOf({}, ['constructor', 'toString', '__proto__']), {})
  })

  it('are all members, where all are named', () => {
    const body = fc.dictionary(fc.string(), fc.integer(), { noNullPrototype: true })
    fc.assert(fc.property(body, (of) => assert.deepEqual(membersOf(of, Object.keys(of)), of)))
  })
})
