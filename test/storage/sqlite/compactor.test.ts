import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { compactorOn } from '../../../src/storage/sqlite/contents/compactor.ts'
import { temporaryFolder } from '../../cli/support.ts'

const word = 'WORDTHATWENT'

it('says that a file is written anew only once nobody reads on from before, and nothing is left in it', () => {
  const path = join(temporaryFolder(), 'some.db')
  const writer = connect(path, 'writer')
  const reader = connect(path, 'reader')
  // Who waits for the reader waits for nothing here.
  writer.exec('PRAGMA busy_timeout = 1; CREATE TABLE texts (text TEXT)')
  for (let i = 0; i < 100; i++) writer.run('INSERT INTO texts VALUES (?)', `${word} ${'x'.repeat(i * 10)}`)
  reader.run('BEGIN')
  reader.get('SELECT count(*) FROM texts')
  writer.run('DELETE FROM texts')
  const compact = () => compactorOn(writer)([{ tenant: '' }])
  const holdsWord = () => [path, `${path}-wal`].some((file) => readFileSync(file).includes(word))
  const before = statSync(`${path}-wal`).size
  assert.deepEqual(compact(), [{ value: false }])
  assert.equal(statSync(`${path}-wal`).size, before)
  assert.ok(holdsWord())
  reader.run('COMMIT')
  assert.deepEqual(compact(), [{ value: true }])
  assert.equal(statSync(`${path}-wal`).size, 0)
  assert.ok(!holdsWord())
  reader.close()
  writer.close()
})
