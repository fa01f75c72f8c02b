import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openSorter } from '../../src/storage/sorter.ts'
import fc from '../support/properties.ts'

type Sorter = ReturnType<typeof openSorter>
function within<T>(use: (sorter: Sorter) => T): T {
  const sorter = openSorter()
  try {
    return use(sorter)
  } finally {
    sorter.close()
  }
}
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

describe('a sorter', () => {
  it('gives the texts of one kind back by their groups, then by their sort values', () => {
    within((sorter) => {
      sorter.place('late', '2')
      sorter.place('early', '1')
      for (const [group, sort] of [
        ['late', 'a'],
        ['early', 'b'],
        ['early', 'a'],
      ] as const)
        sorter.put('turn', group, sort, `${group} ${sort}`)
      sorter.put('other', 'early', 'a', 'no')
      assert.deepEqual([...sorter.taken('turn')], ['early a', 'early b', 'late a'])
      assert.deepEqual([...sorter.taken('none')], [])
    })
  })

  it('gives nothing back of a group that has no place, and goes by the last place of one', () => {
    within((sorter) => {
      for (const group of ['a', 'b', 'lost']) sorter.put('turn', group, '', group)
      sorter.place('a', '1')
      sorter.place('b', '2')
      sorter.place('a', '3')
      assert.deepEqual([...sorter.taken('turn')], ['b', 'a'])
    })
  })

  it('holds of each place the last text, and finds it', () => {
    within((sorter) => {
      sorter.place('g', '')
      sorter.put('turn', 'g', 's', 'first')
      sorter.put('turn', 'g', 's', 'last')
      assert.equal(sorter.get('turn', 'g', 's'), 'last')
      assert.equal(sorter.get('turn', 'g', 't'), null)
      assert.deepEqual([...sorter.taken('turn')], ['last'])
    })
  })

  it('sorts as a plain list by bytes does, whatever the texts hold', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '中', '😀', '\0', ' ') })
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 12 }), (sorts) => {
        const given = sorts.filter((sort) => !sort.includes('\0'))
        within((sorter) => {
          sorter.place('g\0', 'x')
          for (const sort of given) sorter.put('turn', 'g\0', sort, sort)
          assert.deepEqual([...sorter.taken('turn')], [...given].sort(byBytes))
        })
      }),
      { numRuns: 30 },
    )
  })
})
