import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Elements, LongList, LongMap } from '../../../../src/formats/reading/long/longValues.ts'
import {
  asEntries,
  asHolder,
  asItems,
  briefly,
  plain,
  plainObject,
  valuesOf,
} from '../../../../src/formats/reading/long/recordValue.ts'

function long() {
  const elements = new Elements(Buffer.from('1{"b":2}'), 2, null)
  elements.add(0, 1)
  elements.add(1, 8)
  return { list: new LongList(elements), map: new LongMap(elements, { x: 0, y: 1 }) }
}
const { list, map } = long()

describe('a value of a record', () => {
  it('is an object with few members where it is neither a list nor long', () => {
    assert.deepEqual(asHolder({ a: list }), { a: list })
    for (const value of [undefined, null, 'a', [], list, map]) assert.equal(asHolder(value), null)
  })

  it('is a list, long or not', () => {
    assert.deepEqual([asItems(list)?.length, asItems([1, 2, 3])?.length], [2, 3])
    for (const value of [undefined, {}, map, 'ab']) assert.equal(asItems(value), null)
  })

  it('is a map, long or not, without what every object inherits', () => {
    const entries = asEntries({ a: 1 })
    assert.deepEqual([entries?.keys(), entries?.get('a'), entries?.get('constructor')], [['a'], 1, undefined])
    assert.deepEqual([...valuesOf(asEntries(map) ?? assert.fail())], [1, { b: 2 }])
    for (const value of [undefined, [], list]) assert.equal(asEntries(value), null)
  })

  it('is plain JSON with all that is long in it read', () => {
    assert.deepEqual(plain({ a: list, in: { map }, c: 1 }), {
      a: [1, { b: 2 }],
      in: { map: { x: 1, y: { b: 2 } } },
      c: 1,
    })
    const short = { a: [1], b: { c: 2 } }
    assert.equal(plainObject(short), short)
  })

  it('is whole where its JSON is brief enough, and undefined where it is longer', () => {
    const whole = [1, { b: 2 }]
    const length = JSON.stringify(whole).length
    assert.deepEqual([briefly(list, length), briefly(list, length - 1)], [whole, undefined])
    assert.deepEqual([briefly({ a: list }, 99), briefly({ a: list }, 5)], [{ a: whole }, undefined])
    assert.deepEqual([briefly('né', 4), briefly('né', 3)], ['né', undefined])
  })
})
