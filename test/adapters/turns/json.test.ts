import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from '../../support/properties.ts'
import { asJson, badInput, codeOf, isSame, membersOf, without } from '../../../src/adapters/turns/json.ts'

describe('a value as JSON', () => {
  it('is what it is once it was JSON', () => {
    assert.deepEqual(asJson({ at: new Date(0), gone: undefined, list: [undefined, NaN] }, ['f']), {
      at: '1970-01-01T00:00:00.000Z',
      list: [null, null],
    })
    assert.equal(asJson<unknown>(undefined, ['f']), null)
  })

  it('is refused by the path of its field where JSON cannot hold it', () => {
    const circle: { self?: object } = {}
    circle.self = circle
    for (const value of [1n, circle])
      assert.throws(() => asJson(value, ['a', 'b']), { code: 'BAD_INPUT', field: ['a', 'b'], message: /"a\.b"/ })
  })
})

describe('two values', () => {
  it('are the same JSON whatever the order of their members, and not whatever that of their elements', () => {
    assert.equal(isSame({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }), true)
    assert.equal(isSame([1, 2], [2, 1]), false)
  })

  it('differ where one has a member or an element that the other has not', () => {
    const pairs: [unknown, unknown][] = [
      [{}, { a: 1 }],
      [{ a: undefined }, { b: undefined }],
      [[], {}],
      [[1], [1, 1]],
      [null, {}],
      [0, false],
      ['1', 1],
      [{ toString: 1 }, {}],
    ]
    for (const [a, b] of pairs) assert.deepEqual([isSame(a, b), isSame(b, a)], [false, false], JSON.stringify([a, b]))
  })

  it('are the same exactly where Node finds them equal', () => {
    const value = fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text))
    fc.assert(
      fc.property(value, value, (a, b) => {
        assert.equal(isSame(a, JSON.parse(JSON.stringify(a))), true)
        // To JSON the negative zero is none.
        if (!JSON.stringify([a, b]).includes('-0')) assert.equal(isSame(a, b), isDeepStrictEqual(a, b))
      }),
    )
  })
})

describe('the members of a JSON value', () => {
  it('are those of an object, and null of all else', () => {
    assert.deepEqual(membersOf({ a: 1 }), { a: 1 })
    for (const value of [null, undefined, [], 'a', 1]) assert.equal(membersOf(value), null)
  })

  it('are left out by their names', () => {
    assert.deepEqual(without({ a: 1, b: 2, c: 3 }, ['a', 'c', 'd']), { b: 2 })
    assert.deepEqual(without({ a: 1 }, []), { a: 1 })
  })
})

describe('what was thrown', () => {
  it('has its code, from whichever copy of the package it comes, or none', () => {
    assert.equal(codeOf(badInput('no', { a: 1 }, ['f'])), 'BAD_INPUT')
    assert.equal(codeOf({ code: 'NOT_FOUND' }), 'NOT_FOUND')
    for (const thrown of [null, undefined, 'x', new Error('x'), { code: 7 }]) assert.equal(codeOf(thrown), null)
  })
})
