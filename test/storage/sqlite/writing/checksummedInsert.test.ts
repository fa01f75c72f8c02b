import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import fc, { anyCodePoint } from '../../../support/properties.ts'
import { connect, type SqlValue } from '../../../../src/storage/sqlite/connection/connection.ts'
import {
  sumOfRow,
  checksummedInsert,
  checksummedUpdate,
  writeRow,
  type Form,
} from '../../../../src/storage/sqlite/writing/checksummedInsert.ts'
import {
  addEvent,
  addMessage,
  addObservation,
  changeConversation,
} from '../../../../src/storage/sqlite/writing/writeSql.ts'

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((it) => Buffer.from(it).toString('hex'))
const instant = fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-01-01') })
const texts = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  hex(16).map((id) => `${id.slice(0, 2)}-${id.slice(2, 20)}-${id.slice(20)}--`),
  hex(32),
  hex(32).map((it) => `${it.slice(0, 62)}g0`),
  instant.map((at) => at.toISOString().replace('Z', '123456Z')),
  instant.map((at) => at.toISOString().replace('Z', '12345aZ')),
  instant.map((at) => at.toISOString().replace('Z', '123456+')),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: anyCodePoint, maxLength: 40 }),
  fc.string({ unit: 'binary-ascii', minLength: 30, maxLength: 30 }),
  fc.string({ unit: 'binary-ascii', minLength: 100, maxLength: 3_000 }),
  fc.string({ unit: 'grapheme', minLength: 100, maxLength: 3_000 }),
)
const values = fc.oneof(texts, texts, fc.maxSafeInteger(), fc.constant(null))
const forms = fc.constantFrom<Form>('asGiven', 'id', 'givenId', 'hash', 'instant')
const rows = fc.array(fc.tuple(forms, values), { minLength: 1, maxLength: 30 })

describe('the checksum that is made beside an insert', () => {
  const connection = connect(':memory:', 'writer')
  after(() => connection.close())

  it('is the one that SQL makes of the row, whatever the values are', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const names = row.map((_, k) => `c${k}`)
        connection.exec(`CREATE TABLE t (${names.map((name) => `${name} ANY`).join(', ')}, sum INTEGER) STRICT`)
        try {
          const columns = Object.fromEntries(row.map(([form], k) => [`c${k}`, form]))
          writeRow(connection, checksummedInsert('t', columns), ...row.map(([, value]) => value))
          const [sum, known] = connection.get(`SELECT sum, row_sum(${names.join(', ')}) FROM t`) ?? []
          assert.equal(sum, known)
        } finally {
          connection.exec('DROP TABLE t')
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is that of a row that is written anew, too', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const columns = {
          tenant: 'asGiven',
          id: 'asGiven',
          ...Object.fromEntries(row.map(([form], k) => [`c${k}`, form])),
        } as const
        const names = Object.keys(columns)
        connection.exec(`CREATE TABLE t (${names.map((name) => `${name} ANY`).join(', ')}, sum INTEGER) STRICT`)
        try {
          connection.run(`INSERT INTO t (tenant, id) VALUES (1, 'a'), (1, 'b')`)
          const written = writeRow(
            connection,
            checksummedUpdate('t', columns),
            1,
            'b',
            ...row.map(([, value]) => value),
          )
          assert.equal(written, 1)
          const [a, b] = connection.all(`SELECT sum, row_sum(${names.join(', ')}) FROM t ORDER BY id`)
          assert.equal(a?.[0], null, 'the other row is as it was')
          assert.equal(b?.[0], b?.[1])
        } finally {
          connection.exec('DROP TABLE t')
        }
      }),
      { numRuns: 100 },
    )
  })

  it('is not asked of SQL where ids, hashes and instants are as ours', () => {
    const at = '2026-11-23T15:30:00.123456789Z'
    const hash = () => randomBytes(32).toString('hex')
    const long = JSON.stringify({ text: '日本 '.repeat(2_000) })
    const place: SqlValue[] = [randomUUID(), 'segment', 7, 5, 6, hash()]
    const names: SqlValue[] = [randomUUID(), 'TURN', 'talk', 'talk/turn', 'external', 'USER']
    const fork: SqlValue[] = ['source', randomUUID(), 6, hash(), randomUUID()]
    for (const [insert, row] of [
      [changeConversation, [1, 'talk', 7, 3, at, at, 0, 'HOST', ...fork, null, randomUUID(), null, null, '', long]],
      [addMessage, [1, 'talk/turn', 'talk', at, long]],
      [addObservation, [1, ...names, at, at, null, hash(), ...place, long]],
      [addEvent, [1, randomUUID(), 3, randomUUID(), 'STORE', at, 1, null, randomUUID(), hash(), long]],
    ] as const)
      assert.equal(typeof sumOfRow(insert.forms, row), 'number')
  })
})
