import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StoreUnavailable } from '../../../src/storage/graphStore.ts'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { migrate, schemaVersion } from '../../../src/storage/sqlite/migrations.ts'
import { firstVersion, newestVersion } from '../../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { changes, event } from '../../support/changes.ts'
import { creation } from '../contract/writing.ts'
import { newPath } from './folder.ts'
import { tenantFor } from '../../support/tenants.ts'

describe('migrations', () => {
  it('are applied in order, each once', () => {
    const path = newPath()
    const connection = connect(path, 'writer')
    migrate(connection, path, ['CREATE TABLE a (x)'])
    migrate(connection, path, ['CREATE TABLE a (x)', 'ALTER TABLE a ADD COLUMN y', 'CREATE TABLE b (x)'])
    migrate(connection, path, ['CREATE TABLE a (x)', 'ALTER TABLE a ADD COLUMN y', 'CREATE TABLE b (x)'])
    assert.equal(schemaVersion(connection), firstVersion + 2)
    connection.close()
  })

  it('that fail leave the file as it was', () => {
    const path = newPath()
    const connection = connect(path, 'writer')
    migrate(connection, path, ['CREATE TABLE a (x)'])
    assert.throws(() => migrate(connection, path, ['', 'CREATE TABLE b (x)', 'CREATE TABLE b (x)']))
    assert.equal(schemaVersion(connection), firstVersion)
    assert.deepEqual(connection.all('SELECT name FROM sqlite_schema'), [['a']])
    connection.close()
  })

  it('of stores that are opened at the same time are applied once', async () => {
    const path = newPath()
    const stores = await Promise.all(Array.from({ length: 4 }, () => openSqliteStore({ path, readers: 1 })))
    await Promise.all(stores.map((store) => store.ready()))
    await Promise.all(stores.map((store) => store.close()))
    const connection = connect(path, 'writer')
    assert.equal(schemaVersion(connection), newestVersion)
    connection.close()
  })

  it('by a newer program stop the writes of an older one', async () => {
    const path = newPath()
    const store = await openSqliteStore({ path })
    const connection = connect(path, 'writer')
    connection.exec('PRAGMA user_version = 99')
    connection.close()
    const write = store.write(tenantFor('t'), changes(event('e', 'c'), { conversations: [creation('c')] }))
    await assert.rejects(write, (error) => error instanceof StoreUnavailable && /schema version 99/.test(error.message))
    await store.close()
  })
})
