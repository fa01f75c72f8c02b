import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { migrate } from '../../../src/storage/sqlite/migrations.ts'
import { newPath } from './folder.ts'

const secret = 'the number of my card is 4000-1234'

it('a file keeps nothing of what is deleted, once the log is brought into it', () => {
  const path = newPath()
  /** Says whether the file or its log holds the text. */
  const holds = () => [path, `${path}-wal`].some((name) => existsSync(name) && readFileSync(name).includes(secret))
  const connection = connect(path, 'writer')
  migrate(connection, path)
  connection.exec(`INSERT INTO tenants (tenant, name) VALUES (1, 't')`)
  for (let k = 0; k < 300; k++)
    connection.run('INSERT INTO import_marks (tenant, name, value) VALUES (1, ?, ?)', `m${k}`, `${secret} ${k}`)
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  assert.ok(holds())
  connection.exec('DELETE FROM import_marks; PRAGMA wal_checkpoint(TRUNCATE)')
  assert.ok(!holds())
  connection.close()
})
