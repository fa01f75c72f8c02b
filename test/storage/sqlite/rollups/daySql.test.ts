import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldDays, unfoldedDays } from '../../../../src/storage/sqlite/rollups/days.ts'
import {
  countUnfolded,
  dayStatements,
  differingDays,
  rowsOfDays,
  summedDays,
} from '../../../../src/storage/sqlite/rollups/daySql.ts'
import { spent } from './sums.ts'

const { connection, tenant } = spent()
const [day = ''] = unfoldedDays(connection, tenant)
const total = (withCwd: boolean) =>
  connection.get(
    `SELECT sum(messages), sum(input_tokens), total(cost_usd) FROM (${rowsOfDays('usage', withCwd)}) WHERE ?2 IS NULL`,
    tenant,
    null,
    '',
    '~',
  )
const differing = () => new Set(differingDays.flatMap((sql) => connection.all(sql, 9)).map(([, one]) => String(one)))

describe('the sums of days', () => {
  it('are the same rows added up, folded or not', () => {
    const before = [total(false), total(true)]
    assert.equal(connection.get(countUnfolded('usage'), tenant, '', '~', 2)?.[0], 2, 'counted up to the limit')
    foldDays(connection, tenant, [day])
    assert.deepEqual([total(false), total(true)], before)
    assert.deepEqual(before[0], [11, 70, 1])
    assert.deepEqual(connection.get(countUnfolded('usage'), tenant, '', '~', 9), [0])
  })

  it('are folded once more without any change, with right checksums', () => {
    const rows = () => connection.all('SELECT * FROM usage_days ORDER BY day, role, model')
    const before = rows()
    foldDays(connection, tenant, [day])
    assert.deepEqual(rows(), before)
    for (const [table, columns] of Object.entries(summedDays))
      assert.deepEqual(connection.get(`SELECT count(*) FROM ${table} WHERE sum IS NOT row_sum(${columns})`), [0], table)
  })

  it('are folded or not within a span of days', () => {
    const isAny = (from: string, to: string) => connection.get(dayStatements.anyFolded, tenant, from, to) !== null
    assert.deepEqual([isAny('', '~'), isAny(day, day), isAny('2000-01-01', '2000-01-02')], [true, true, false])
  })

  it('are found to differ where they do, of any kind, and only then', () => {
    assert.deepEqual(differing(), new Set())
    for (const table of ['usage_days', 'tool_days', 'move_days', 'usage_cwd_days']) {
      connection.exec('BEGIN')
      connection.run(`DELETE FROM ${table}`)
      assert.deepEqual(differing(), new Set([day]), table)
      connection.exec('ROLLBACK')
    }
  })

  it('are to be folded anew where the directory of a conversation changes', () => {
    connection.exec('BEGIN')
    connection.run("UPDATE conversations SET cwd_key = NULL WHERE id = 'trip'")
    assert.deepEqual(unfoldedDays(connection, tenant), [day])
    connection.exec('ROLLBACK')
  })
})
