import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildRollups } from '../../../../src/storage/sqlite/rollups/build.ts'
import { summedRollups } from '../../../../src/storage/sqlite/rollups/sql.ts'
import { spent } from './sums.ts'

const { connection, tenant } = spent()
/** All sums, without those of nothing. */
const sums = () =>
  Object.entries(summedRollups).map(([table, columns]) =>
    connection
      .all(`SELECT ${columns} FROM ${table} ORDER BY ${columns}`)
      .filter((row) => table === 'answers' || row.slice(-9).some((value) => typeof value === 'number' && value !== 0)),
  )

describe('sums that are made anew of what is stored', () => {
  it('are those that each write added', () => {
    const before = sums()
    assert.ok(before.every((rows) => rows.length > 0))
    connection.run('DELETE FROM usage_sums')
    connection.run('UPDATE tool_sums SET calls = 99')
    buildRollups(connection, tenant)
    assert.deepEqual(sums(), before)
  })

  it('have the right checksums, and are the same when they are made once more', () => {
    const before = sums()
    buildRollups(connection, tenant)
    assert.deepEqual(sums(), before)
    for (const [table, columns] of Object.entries(summedRollups))
      assert.deepEqual(connection.get(`SELECT count(*) FROM ${table} WHERE sum IS NOT row_sum(${columns})`), [0], table)
  })

  it('are of one tenant: another one’s stay as they are', () => {
    const before = sums()
    buildRollups(connection, tenant + 1)
    assert.deepEqual(sums(), before)
  })
})
