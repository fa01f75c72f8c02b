import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type SqlRow } from '../../../../src/storage/sqlite/connection/connection.ts'
import { insertSummed, rowSum, setSummed, sumOf } from '../../../../src/storage/sqlite/writing/rowChecksum.ts'
import fc from '../../../support/properties.ts'

const connection = connect(':memory:', 'writer')
connection.exec('CREATE TABLE t (a ANY, b ANY, sum INTEGER) STRICT')
const value = fc.oneof(
  fc.constant(null),
  fc.maxSafeInteger(),
  fc.string({ unit: fc.constantFrom('a', 'é', '😀', ':', '1', 'n') }),
  fc.uint8Array({ maxLength: 6 }),
)

describe('the checksum of a row', () => {
  it('is the same number in SQL', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        assert.equal(connection.get(`SELECT ${sumOf(['?1', '?2'])}`, a, b)?.[0], rowSum(a, b))
      }),
    )
  })

  it('is another one where a value is of another kind, length or place', () => {
    const rows: readonly SqlRow[] = [
      ['1', null],
      [1, null],
      [null, 1],
      [null, '1'],
      ['1n:', ''],
      ['', '1n:'],
      [Uint8Array.of(49), null],
      ['ab', 'c'],
      ['a', 'bc'],
      ['abc', ''],
    ]
    const sums = rows.map((row) => rowSum(...row))
    assert.equal(new Set(sums).size, rows.length)
  })

  it('notices every changed byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, at, change) => {
        const other = bytes.map((byte, k) => (k === at % bytes.length ? byte ^ change : byte))
        assert.notEqual(rowSum('x', other), rowSum('x', bytes))
      }),
    )
  })

  it('is written beside a new row, and made anew with what is set', () => {
    const columns = { a: '?1', b: '?2' }
    const wrong = () => connection.get('SELECT count(*) FROM t WHERE sum IS NOT row_sum(a, b)')?.[0]
    connection.run(insertSummed('t', columns), 'x', null)
    assert.equal(wrong(), 0)
    connection.run(`UPDATE t SET ${setSummed(Object.keys(columns), { b: '?1' })}`, 7)
    assert.deepEqual([connection.get('SELECT a, b FROM t'), wrong()], [['x', 7], 0])
    connection.run("UPDATE t SET a = 'y'")
    assert.equal(wrong(), 1)
  })
})
