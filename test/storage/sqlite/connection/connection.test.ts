import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ReadTooLarge } from '../../../../src/storage/graphStore.ts'
import {
  connect,
  extendedCode,
  isLogEmptied,
  resultCode,
} from '../../../../src/storage/sqlite/connection/connection.ts'
import { newPath } from '../folder.ts'

const path = newPath()
const [writer, reader] = [connect(path, 'writer'), connect(path, 'reader')]
after(() => {
  reader.close()
  writer.close()
})
writer.exec("CREATE TABLE t (n INTEGER PRIMARY KEY, x ANY) STRICT; INSERT INTO t VALUES (1, 'aé'), (2, NULL), (3, 2.5)")
const thrownBy = (call: () => unknown): unknown => {
  try {
    call()
  } catch (error) {
    return error
  }
  return assert.fail('nothing was thrown')
}

describe('a connection to a file', () => {
  it('gives rows in the order of the columns: one, all or one by one; null where there is none', () => {
    assert.deepEqual(reader.get('SELECT n, x FROM t WHERE n = ?', 1), [1, 'aé'])
    assert.equal(reader.get('SELECT n FROM t WHERE n = ?', 9), null)
    const all = [
      [1, 'aé'],
      [2, null],
      [3, 2.5],
    ]
    assert.deepEqual(reader.all('SELECT n, x FROM t ORDER BY n'), all)
    assert.deepEqual([...reader.each('SELECT n, x FROM t ORDER BY n', [], false)], all)
  })

  it('gives ids and hashes, which lie there as bytes, as text; as bytes where they are asked for', () => {
    const id = '01a20283-6eef-73b1-ad2a-7764f0fa3896'
    const sql = `SELECT x'${id.replaceAll('-', '')}', x'${'ab'.repeat(32)}'`
    assert.deepEqual(reader.get(sql), [id, 'ab'.repeat(32)])
    assert.equal((reader.allBytes(sql)[0]?.[0] as Uint8Array).length, 16)
    assert.equal(([...reader.each(sql, [], true)][0]?.[0] as Uint8Array).length, 16)
  })

  it('answers how many rows a statement changed, and whether it is in a transaction', () => {
    writer.run('BEGIN')
    assert.equal(writer.inTransaction(), true)
    assert.equal(writer.run('UPDATE t SET x = 0 WHERE n > ?', 1), 2)
    writer.run('ROLLBACK')
    assert.equal(writer.inTransaction(), false)
  })

  it('of a reader changes nothing', () => {
    assert.equal(resultCode(thrownBy(() => reader.run('DELETE FROM t'))), 8)
    assert.deepEqual(reader.get('SELECT count(*) FROM t'), [3])
  })

  it('throws at the row that makes what is read too much, unless it is the first', () => {
    const texts = 'SELECT value FROM json_each(\'["aaaa","bbbb","cccc"]\')'
    reader.allow(8)
    assert.throws(() => reader.all(texts), ReadTooLarge)
    reader.allow(12)
    assert.equal(reader.all(texts).length, 3)
    reader.allow(1)
    assert.deepEqual(reader.get("SELECT 'much longer'"), ['much longer'])
    reader.allow(Infinity)
  })

  it('writes over what is deleted, keeps keys, and brings its log into the file', () => {
    assert.deepEqual(writer.get('PRAGMA secure_delete'), [1])
    assert.deepEqual(writer.get('PRAGMA foreign_keys'), [1])
    assert.deepEqual(writer.get('PRAGMA journal_mode'), ['wal'])
    assert.equal(isLogEmptied(writer), true)
  })
})

describe('the code of an error', () => {
  it('is SQLite’s, whole and primary; any other error has none', () => {
    const error = thrownBy(() => writer.run('INSERT INTO t VALUES (1, 1)'))
    assert.deepEqual([resultCode(error), extendedCode(error)], [19, 1555])
    for (const other of [new Error('x'), null, undefined, { errcode: '19' }]) assert.equal(resultCode(other), null)
  })
})
