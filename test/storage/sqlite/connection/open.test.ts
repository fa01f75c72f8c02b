import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { StoreRefused } from '../../../../src/storage/errors.ts'
import { connect } from '../../../../src/storage/sqlite/connection/connection.ts'
import { firstVersion, newestVersion } from '../../../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../../../src/storage/sqlite/store.ts'
import { changes, event } from '../../../support/changes.ts'
import { creation } from '../../contract/writing.ts'
import { newPath } from '../folder.ts'
import { tenantFor } from '../../../support/tenants.ts'

const refusal = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StoreRefused, String(error))
  assert.match(error.message, message)
  return true
}

describe('a SQLite file', () => {
  it('is made with its folders', async () => {
    const path = newPath('a/b/store.db')
    await (await openSqliteStore({ path })).close()
    assert.ok(existsSync(path))
  })

  it('leaves no log behind when it is closed', async () => {
    const path = newPath()
    const store = await openSqliteStore({ path })
    await store.write(tenantFor('t'), changes(event('e', 'c'), { conversations: [creation('c')] }))
    await store.close()
    assert.deepEqual([existsSync(`${path}-wal`), existsSync(`${path}-shm`)], [false, false])
  })

  it('of a newer schema is refused, naming the versions', async () => {
    const path = newPath()
    await (await openSqliteStore({ path })).close()
    const connection = connect(path, 'writer')
    connection.exec('PRAGMA user_version = 99')
    connection.close()
    const message = new RegExp(`store.db" has schema version 99; .* up to ${newestVersion}\\.`)
    await assert.rejects(openSqliteStore({ path }), refusal(message))
  })

  it('of before the first release is refused and left byte for byte, and the refusal says how its content comes along', async () => {
    for (const version of [1, firstVersion - 1]) {
      const path = newPath(`${version}.db`)
      const store = await openSqliteStore({ path })
      await store.write(tenantFor('t'), changes(event('e', 'c'), { conversations: [creation('c')] }))
      await store.close()
      const connection = connect(path, 'writer')
      connection.exec(`PRAGMA user_version = ${version}`)
      connection.close()
      const bytes = readFileSync(path)
      const found = `schema version ${version}; this one opens versions from ${firstVersion} on`
      const advice =
        'back it up with the build that made it (turngraph backup FILE), and restore that file into a new store with this one (turngraph restore FILE).'
      await assert.rejects(openSqliteStore({ path }), (error) => {
        assert.ok(error instanceof StoreRefused, String(error))
        assert.equal(error.message, `"${path}" was made by an earlier build of turngraph (${found}): ${advice}`)
        return true
      })
      assert.ok(readFileSync(path).equals(bytes))
    }
  })

  it('of another program is refused and left as it is', async () => {
    const path = newPath()
    const connection = connect(path, 'writer')
    connection.exec('CREATE TABLE bookmarks (url TEXT)')
    connection.close()
    await assert.rejects(openSqliteStore({ path }), refusal(/store.db" is the database of another program/))
    const again = connect(path, 'reader')
    assert.deepEqual(again.all('SELECT name FROM sqlite_schema'), [['bookmarks']])
    again.close()
  })

  it('that is no database is refused and left as it is', async () => {
    const path = newPath()
    const text = 'Dear diary, '.repeat(500)
    writeFileSync(path, text)
    await assert.rejects(openSqliteStore({ path }), refusal(/store.db" cannot be opened: file is not a database\./))
    assert.equal(readFileSync(path, 'utf8'), text)
  })

  it('in a folder that cannot be made is refused', async () => {
    const file = newPath('file')
    writeFileSync(file, '')
    const path = join(file, 'folder', 'store.db')
    await assert.rejects(openSqliteStore({ path }), refusal(/The folder of ".*store.db" cannot be made: /))
  })

  it('that is a folder is refused', async () => {
    const path = dirname(newPath())
    await assert.rejects(openSqliteStore({ path }), refusal(/cannot be opened: .*unable to open database file\./))
  })
})
