import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { memorySorter } from '../../../src/app/backups/sorter.ts'

describe('a sorter', () => {
  it('gives the texts of a kind by the place of their group, then by their own', () => {
    const sorter = memorySorter()
    sorter.place('late', '2')
    sorter.place('early', '1')
    for (const [group, sort] of [
      ['late', 'a'],
      ['early', 'b'],
      ['early', 'a'],
      ['nowhere', 'a'],
    ] as const)
      sorter.put('k', group, sort, `${group} ${sort}`)
    assert.deepEqual([...sorter.taken('k')], ['early a', 'early b', 'late a'])
    assert.deepEqual([...sorter.taken('other')], [])
  })

  it('keeps the last text of a place, and finds it', () => {
    const sorter = memorySorter()
    sorter.place('g', '1')
    sorter.put('k', 'g', 'a', 'first')
    sorter.put('k', 'g', 'a', 'second')
    assert.deepEqual(
      [sorter.get('k', 'g', 'a'), sorter.get('k', 'g', 'b'), sorter.get('x', 'g', 'a')],
      ['second', null, null],
    )
    assert.deepEqual([...sorter.taken('k')], ['second'])
    sorter.close()
    assert.equal(sorter.get('k', 'g', 'a'), null)
  })

  it('keeps groups and places apart whose names run together', () => {
    const sorter = memorySorter()
    for (const [group, sort] of [
      ['a', 'bc'],
      ['ab', 'c'],
      ['a","b', 'c'],
    ] as const) {
      sorter.place(group, group)
      sorter.put('k', group, sort, `${group} ${sort}`)
    }
    assert.equal([...sorter.taken('k')].length, 3)
  })

  it('gives the same order however texts were put, by their bytes', () => {
    const text = fc.constantFrom('a', 'B', 'é', '\uffff', '😀', '', 'aa')
    fc.assert(
      fc.property(fc.uniqueArray(text), (sorts) => {
        const order = (all: readonly string[]) => {
          const sorter = memorySorter()
          sorter.place('g', '1')
          for (const sort of all) sorter.put('k', 'g', sort, sort)
          return [...sorter.taken('k')]
        }
        assert.deepEqual(order(sorts.toReversed()), order(sorts))
        assert.deepEqual(
          order(sorts),
          [...sorts].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
        )
      }),
    )
  })
})
