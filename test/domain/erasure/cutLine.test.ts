import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { isCutOf, isEqualButFor, markedAsCut } from '../../../src/domain/erasure/cutLine.ts'
import type { Json } from '../../../src/domain/model.ts'

const bytes = (value: Json | string) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const isCut = (left: Json, whole: Json) => isCutOf(bytes(markedAsCut(left, 'e1')), bytes(whole))
const line = { uuid: 'a', text: 'see notes.md now', list: [1, null, { deep: 'notes.md' }] }

describe('a line of which texts were cut out', () => {
  it('says so, where it is an object', () => {
    assert.deepEqual(markedAsCut({ a: 1 }, 'e1'), { a: 1, turngraphCut: 'e1' })
    for (const value of ['text', 1, null, [1]]) assert.deepEqual(markedAsCut(value, 'e1'), value)
  })

  it('is known beside the line that it was', () => {
    assert.ok(isCut({ ...line, text: 'see  now' }, line))
    assert.ok(isCut({ ...line, text: '', list: [1, null, { deep: '' }] }, line))
    assert.ok(isCut(line, line))
  })

  it('is none of a line with other words, members or values', () => {
    assert.ok(!isCut({ ...line, text: 'saw now' }, line))
    assert.ok(!isCut({ ...line, text: 'now see' }, line))
    assert.ok(!isCut({ ...line, text: 'see notes.md now!' }, line))
    assert.ok(!isCut({ ...line, more: 1 }, line))
    assert.ok(!isCut({ ...line, list: [2, null, { deep: '' }] }, line))
    assert.ok(!isCut({ ...line, list: { 0: 1, 1: null, 2: { deep: '' } } }, line))
  })

  it('is none without the mark, and none that is no JSON', () => {
    assert.ok(!isCutOf(bytes({ ...line, text: '' }), bytes(line)))
    assert.ok(!isCutOf(bytes('turngraphCut {'), bytes(line)))
    assert.ok(!isCutOf(bytes(markedAsCut(line, 'e1')), bytes('{')))
    assert.ok(!isCutOf(bytes({ ...line, turngraphCut: 1 }), bytes(line)))
  })

  it('is known whatever pieces were taken out', () => {
    const cut = fc.string({ minLength: 1 }).chain((whole) =>
      fc.array(fc.boolean(), { minLength: whole.length, maxLength: whole.length }).map((kept) => ({
        whole,
        left: [...whole.split('')].filter((_, k) => kept[k] === true).join(''),
      })),
    )
    fc.assert(fc.property(cut, ({ whole, left }) => assert.ok(isCut({ text: left }, { text: whole }))))
  })
})

describe('two values', () => {
  const never = () => false
  it('are equal as JSON says, members in any order', () => {
    assert.ok(isEqualButFor({ a: 1, b: [null] }, { b: [null], a: 1 }, never))
    assert.ok(!isEqualButFor([], {}, never))
    assert.ok(!isEqualButFor(null, {}, never))
    assert.ok(!isEqualButFor({ a: 1 }, { toString: 1 }, never))
    fc.assert(fc.property(fc.jsonValue(), (value) => assert.ok(isEqualButFor(value as Json, value as Json, never))))
  })

  it('may differ in the texts that are let differ, and in no other', () => {
    const isShorter = (one: string, other: string) => one.length < other.length
    assert.ok(isEqualButFor(['a', { x: 'b' }], ['aa', { x: 'bb' }], isShorter))
    assert.ok(!isEqualButFor(['aa'], ['b'], isShorter))
    assert.ok(!isEqualButFor([1], ['aa'], isShorter))
  })
})
