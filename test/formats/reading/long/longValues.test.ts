import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Elements, LongList, LongMap } from '../../../../src/formats/reading/long/longValues.ts'
import { deepest } from '../../../../src/formats/reading/lines/nesting.ts'
import fc from '../../../support/properties.ts'

/** Elements that stand one behind the other. */
function elementsOf(texts: readonly string[], level = 2): Elements {
  const elements = new Elements(Buffer.from(texts.join('')), level, null)
  let from = 0
  for (const text of texts) {
    assert.equal(elements.add(from, from + Buffer.byteLength(text)), true)
    from += Buffer.byteLength(text)
  }
  return elements
}

describe('a long list', () => {
  it('has what its bytes say, by number and one after the other, also of more elements than it first has room for', () => {
    fc.assert(
      fc.property(fc.array(fc.json({ maxDepth: 2 }), { maxLength: 20 }), fc.nat({ max: 40 }), (texts, times) => {
        const all = Array.from({ length: times }, () => texts).flat()
        const list = new LongList(elementsOf(all))
        const values = all.map((text): unknown => JSON.parse(text))
        assert.deepEqual([...list], values)
        assert.equal(list.length, values.length)
        // As a list that is not long has them.
        for (const index of [0, -1, values.length - 1, values.length, -values.length, -values.length - 1])
          assert.deepEqual(list.at(index), values.at(index))
      }),
      { numRuns: 50 },
    )
  })

  it('takes no element that is not JSON', () => {
    const elements = new Elements(Buffer.from('{"a"'), 2, null)
    assert.deepEqual([elements.add(0, 4), elements.length], [false, 0])
  })

  it('says that an element reaches too deep, and reads it without what lies below', () => {
    const deep = elementsOf(['1', '['.repeat(deepest) + ']'.repeat(deepest)])
    assert.deepEqual([elementsOf(['[[1]]']).hasDeep, deep.hasDeep, deep.read(0)], [false, true, 1])
    assert.ok(JSON.stringify(deep.read(1)).includes('…'))
  })
})

describe('a long map', () => {
  it('has its keys in the order of an object, and of each the value', () => {
    const map = new LongMap(elementsOf(['1', '2', '3']), { b: 0, a: 2, 7: 1 })
    assert.deepEqual(map.keys(), ['7', 'b', 'a'])
    assert.deepEqual(
      ['b', 'a', '7', 'c', 'constructor'].map((key) => map.get(key)),
      [1, 3, 2, undefined, undefined],
    )
  })
})
