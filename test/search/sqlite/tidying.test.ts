import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openIndexFile } from '../../../src/search/sqlite/indexFile.ts'
import { tidyingOf } from '../../../src/search/sqlite/tidying.ts'
import { newPath } from '../../storage/sqlite/folder.ts'

describe('tidying an index', () => {
  const { connection } = openIndexFile(newPath('search.db'))
  after(() => connection.close())
  const number = (sql: string) => Number(connection.get(sql)?.[0])
  const segments = () => number('SELECT count(DISTINCT segid) FROM documents_idx')
  const pages = () => number('PRAGMA page_count')
  const tidied = () => {
    let steps = 1
    while (tidyingOf(connection).step()) steps++
    return steps
  }

  it('of an empty one is nothing to do', () => {
    assert.equal(tidied(), 1)
  })

  it('merges what many small writes left, and every word is found as before', () => {
    for (let row = 1; row <= 60; row++)
      connection.run('INSERT INTO documents (rowid, words) VALUES (?, ?)', row, `fox w${row} ${'x'.repeat(300)}${row}`)
    const before = segments()
    tidied()
    assert.ok(segments() < before, `${segments()} of ${before} parts`)
    assert.equal(number(`SELECT count(*) FROM documents WHERE documents MATCH '"fox"'`), 60)
    assert.equal(tidied(), 1, 'a second time there is nothing to do')
  })

  it('gives pages back that nothing uses any more', () => {
    for (let row = 100; row < 500; row++)
      connection.run('INSERT INTO documents (rowid, words) VALUES (?, ?)', row, String(row * 7919).repeat(50))
    connection.run("INSERT INTO documents (documents) VALUES ('delete-all')")
    const before = pages()
    assert.ok(number('PRAGMA freelist_count') * 4 >= before)
    tidied()
    assert.equal(number('PRAGMA freelist_count'), 0)
    assert.ok(pages() < before)
  })
})
