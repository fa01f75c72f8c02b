import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { compactorOn } from '../../../src/storage/sqlite/contents/compactor.ts'
import { temporaryFolder } from '../../cli/support.ts'

const word = 'WORDTHATWENT'

it('the compactor says that a file is written anew only once nobody reads on from before, and nothing is left in it', () => {
  const path = join(temporaryFolder(), 'some.db')
  const writer = connect(path, 'writer')
  const reader = connect(path, 'reader')
  // Who waits for the reader waits for nothing here.
  writer.exec('PRAGMA busy_timeout = 1; CREATE TABLE texts (text TEXT)')
  for (let i = 0; i < 100; i++) writer.run('INSERT INTO texts VALUES (?)', `${word} ${'x'.repeat(i * 10)}`)
  reader.run('BEGIN')
  reader.get('SELECT count(*) FROM texts')
  writer.run('DELETE FROM texts')
  const compact = () => compactorOn(writer)([{ path, pieces: [Buffer.from('T'.repeat(12) + word)] }])
  const holdsWord = () => [path, `${path}-wal`].some((file) => readFileSync(file).includes(word))
  const before = statSync(`${path}-wal`).size
  const held = [
    {
      place: 'some.db-wal',
      looked: 'checkpoint',
      wrong: `it has ${before} bytes, of a state that somebody still reads or writes`,
    },
  ]
  assert.deepEqual(compact(), [{ value: held }])
  assert.equal(statSync(`${path}-wal`).size, before)
  assert.ok(holdsWord())
  reader.run('COMMIT')
  const clean = [
    { place: 'some.db', looked: `${statSync(path).size / 4096} pages, rewritten, none free`, wrong: null },
    { place: 'some.db-wal', looked: 'empty', wrong: null },
    { place: 'some.db-journal', looked: 'not there', wrong: null },
  ]
  const [answer] = compact()
  clean[0] = {
    ...(clean[0] as (typeof clean)[0]),
    looked: `${statSync(path).size / 4096} pages, rewritten, none free`,
  }
  assert.deepEqual(answer, { value: clean })
  assert.equal(statSync(`${path}-wal`).size, 0)
  assert.ok(!holdsWord())
  reader.close()
  writer.close()
})
