import assert from 'node:assert/strict'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { openIndexFile, removeIndexFile, isDamage, type IndexFile } from '../../../src/search/sqlite/indexFile.ts'
import { newPath } from '../../storage/sqlite/folder.ts'

const opened: IndexFile[] = []
after(() => {
  for (const { connection } of opened) connection.close()
})
function open(path = newPath('search.db')): IndexFile {
  const index = openIndexFile(path)
  opened.push(index)
  return index
}
const add = ({ connection }: IndexFile, row: number, words: string) =>
  connection.run('INSERT INTO documents (rowid, words) VALUES (?, ?)', row, words)
const found = ({ connection }: IndexFile, word: string) =>
  connection.all('SELECT rowid FROM documents WHERE documents MATCH ? ORDER BY rowid', `"${word}"`).map(([row]) => row)

describe('the file of a search index', () => {
  it('begins empty and nowhere, and is there again with all that it held', () => {
    const path = newPath('search.db')
    const first = open(path)
    assert.deepEqual(first.mark(), { upto: 0, witness: '' })
    add(first, 7, 'red fox')
    first.moveTo({ upto: 7, witness: 'o7' })
    const second = open(path)
    assert.deepEqual([second.mark(), found(second, 'fox')], [{ upto: 7, witness: 'o7' }, [7]])
  })

  it('holds all characters but spaces as parts of words', () => {
    const index = open()
    add(index, 1, '§t1 a_b é中 1.5')
    for (const word of ['§t1', 'a_b', 'é中']) assert.deepEqual(found(index, word), [1], word)
    assert.deepEqual(found(index, 'a'), [])
  })

  it('is empty and nowhere once it is cleared', () => {
    const index = open()
    add(index, 1, 'fox')
    index.moveTo({ upto: 1, witness: 'o1' })
    index.clear()
    assert.deepEqual([index.mark(), found(index, 'fox')], [{ upto: 0, witness: '' }, []])
  })

  it('is behind all rows where another rule cut its words', () => {
    const index = open()
    index.moveTo({ upto: 5, witness: 'o5' })
    index.connection.run('UPDATE mark SET tokens = tokens - 1')
    assert.deepEqual(index.mark(), { upto: -1, witness: '' })
  })

  it('is made anew where it cannot be read', () => {
    const path = newPath('search.db')
    writeFileSync(path, 'This is no database at all. '.repeat(100))
    assert.deepEqual(open(path).mark(), { upto: 0, witness: '' })
    assert.equal(isDamage(new Error('other')), false)
  })

  it('knows that it was moved away, and is removed with what lies beside it', () => {
    const path = newPath('search.db')
    const index = open(path)
    add(index, 1, 'fox')
    assert.equal(index.isThere(), true)
    renameSync(path, `${path}.old`)
    assert.equal(index.isThere(), false)
    removeIndexFile(path)
    assert.deepEqual(
      [`${path}-wal`, `${path}-shm`].filter((one) => existsSync(one)),
      [],
    )
    removeIndexFile(path)
  })
})
