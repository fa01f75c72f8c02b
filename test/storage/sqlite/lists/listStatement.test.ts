import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../../src/storage/sqlite/connection/connection.ts'
import { listSql } from '../../../../src/storage/sqlite/lists/listStatement.ts'
import fc from '../../../support/properties.ts'

type Item = readonly [id: string, sort: number]
const connection = connect(':memory:', 'writer')
connection.exec('CREATE TABLE items (tenant INTEGER, owner TEXT, sort INTEGER, id TEXT)')
const shape = { columns: 'id, sort', from: 'FROM items WHERE tenant = ?1 AND owner = ?2', sort: 'sort', id: 'id' }

/** Fills the list of an owner, and two others that must not be seen. */
function fill(items: readonly Item[]): void {
  connection.exec("DELETE FROM items; INSERT INTO items VALUES (2, 'o', 1, 'other'), (1, 'p', 1, 'other')")
  for (const [id, sort] of items) connection.run("INSERT INTO items VALUES (1, 'o', ?, ?)", sort, id)
}

/** Reads the list page by page, as the store does: what is tied with the last item, then what is later. */
function walk(newestFirst: boolean, limit: number): string[] {
  const sql = listSql({ ...shape, newestFirst })
  let page = connection.all(sql.first, 1, 'o', limit)
  const all = [...page]
  while (page.length > 0) {
    const [id, sort] = all.at(-1) as unknown as Item
    const tied = connection.all(sql.tied, 1, 'o', limit, sort, id)
    const later = tied.length < limit ? connection.all(sql.later, 1, 'o', limit - tied.length, sort) : []
    page = [...tied, ...later]
    all.push(...page)
    assert.ok(all.length <= 100, 'the list comes to an end')
  }
  return all.map(([id]) => String(id))
}
const items = fc.uniqueArray(
  fc.tuple(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1 }), fc.nat({ max: 3 })),
  {
    selector: ([id]) => id,
    maxLength: 12,
  },
)

describe('the statements of a list', () => {
  it('give all of it in its order, each item once, in pages of whatever size', () => {
    fc.assert(
      fc.property(items, fc.boolean(), fc.integer({ min: 1, max: 5 }), (drawn, newestFirst, limit) => {
        fill(drawn)
        const sign = newestFirst ? -1 : 1
        const plain = [...drawn].sort(([a, one], [b, other]) => sign * (one - other) || (a < b ? -1 : 1))
        assert.deepEqual(
          walk(newestFirst, limit),
          plain.map(([id]) => id),
        )
      }),
    )
  })

  it('count no farther than the limit', () => {
    fill([
      ['a', 1],
      ['b', 1],
      ['c', 2],
    ])
    const { count } = listSql({ ...shape, newestFirst: true })
    assert.deepEqual(
      [2, 3, 9].map((limit) => connection.get(count, 1, 'o', limit)?.[0]),
      [2, 3, 3],
    )
    fill([])
    assert.equal(connection.get(count, 1, 'o', 9)?.[0], 0)
  })

  it('compare a position in the form in which the column lies', () => {
    fill([
      ['a', 1],
      ['b', 2],
    ])
    const { later, tied } = listSql({
      ...shape,
      newestFirst: false,
      sortOf: (p) => `CAST(${p} AS INTEGER)`,
      idOf: (p) => `lower(${p})`,
    })
    assert.deepEqual(connection.all(later, 1, 'o', 9, '1'), [['b', 2]])
    assert.deepEqual(connection.all(tied, 1, 'o', 9, '1', 'A'), [])
  })

  it('order nothing by ids where there are no ties', () => {
    const { first, tied } = listSql({ ...shape, newestFirst: true, noTies: true })
    assert.doesNotMatch(first, /, id LIMIT/)
    assert.doesNotMatch(tied, /ORDER BY/)
  })
})
