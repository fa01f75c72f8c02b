// Takes long: the whole file is read anew for each place that is changed.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { connect, type Connection } from '../../../src/storage/sqlite/connection/connection.ts'
import { checkedColumns, faultsOf } from '../../../src/storage/sqlite/connection/faults.ts'
import { migrate } from '../../../src/storage/sqlite/migrations.ts'
import { wholeOr } from '../../support/rounds.ts'
import { randomFrom } from '../../support/random.ts'
import { filledFile } from './filled.ts'
import { newPath } from './folder.ts'

/** More seeds for a longer look. */
const seeds = Number(process.env['FLIPS'] ?? wholeOr(300, 80))
const length = 64

describe('a changed stretch of a database file', () => {
  let whole: Buffer
  let held: string
  before(async () => {
    whole = await filledFile()
    held = look(whole).held ?? ''
  })

  it('is noticed wherever it changes what the file holds', () => {
    const unseen: number[] = []
    for (let seed = 1; seed <= seeds; seed++) {
      const { faults, held: now } = look(flipped(whole, seed))
      if (faults === 0 && now !== held) unseen.push(seed)
    }
    assert.deepEqual(unseen, [])
  })

  it('is noticed in every column of every table', () => {
    const path = newPath()
    writeFileSync(path, whole)
    const connection = connect(path, 'writer')
    connection.exec('PRAGMA foreign_keys = OFF')
    for (const [table, columns] of Object.entries(checkedColumns)) {
      const all = columns.split(', ')
      const key = all.slice(0, 3).map((column) => `${column} IS (SELECT ${column} FROM ${table} LIMIT 1)`)
      assert.ok(connection.get(`SELECT 1 FROM ${table}`), `${table} is empty`)
      for (const column of all.slice(1)) {
        connection.exec('BEGIN')
        const changed = changeOne(connection, table, column, key.join(' AND '))
        const damaged = connection.all(`SELECT 1 FROM ${table} WHERE sum IS NOT row_sum(${columns})`).length
        connection.exec('ROLLBACK')
        assert.equal(damaged, changed, `${table}.${column}`)
      }
    }
    connection.close()
  })

  it('is none that holds nothing: a whole file is sound', () => {
    assert.equal(look(whole).faults, 0)
  })
})

/** Returns how many rows it changed: none where a key takes no other value. */
function changeOne(connection: Connection, table: string, column: string, where: string): number {
  const other = `CASE typeof(${column}) WHEN 'text' THEN ${column} || 'x' WHEN 'integer' THEN 7 + ${column} * 3
    WHEN 'blob' THEN CAST(${column} || x'00' AS BLOB) ELSE 1 END`
  try {
    return connection.run(`UPDATE ${table} SET ${column} = ${other} WHERE ${where}`)
  } catch {
    return 0
  }
}

function flipped(whole: Buffer, seed: number): Buffer {
  const random = randomFrom(seed)
  const bytes = Buffer.from(whole)
  const at = random.below(bytes.length - length)
  for (let k = 0; k < length; k++) bytes[at + k] = Number(bytes[at + k]) ^ (1 + random.below(255))
  return bytes
}

/** How many faults are found, and what the file holds; null where it cannot be read, which is told as well. */
function look(bytes: Buffer): { readonly faults: number; readonly held: string | null } {
  const path = newPath()
  writeFileSync(path, bytes)
  let connection: Connection | null = null
  try {
    connection = connect(path, 'writer')
    migrate(connection, path)
    const faults = faultsOf(connection).length
    return { faults, held: faults > 0 ? null : heldBy(connection) }
  } catch {
    return { faults: 1, held: null }
  } finally {
    connection?.close()
  }
}

/** Every value of every table, in the order of its keys; what the file keeps to see whether there is room is none. */
function heldBy(connection: Connection): string {
  const tables = connection.all(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name != 'disk_space' ORDER BY 1",
  )
  return JSON.stringify(
    tables.map(([name]) =>
      connection.allBytes(`SELECT * FROM ${String(name)} ORDER BY 1, 2`).map((row) => row.map(readable)),
    ),
  )
}
const readable = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)
