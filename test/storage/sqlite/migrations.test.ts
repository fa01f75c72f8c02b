import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StoreUnavailable } from '../../../src/storage/graphStore.ts'
import { connect, type Connection } from '../../../src/storage/sqlite/connection/connection.ts'
import { migrate, schemaVersion } from '../../../src/storage/sqlite/migrations.ts'
import { firstVersion, newestVersion, type Migration } from '../../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { changes, event } from '../../support/changes.ts'
import { creation } from '../contract/writing.ts'
import { newPath } from './folder.ts'
import { tenantFor } from '../../support/tenants.ts'

const tablesIn = (connection: Connection): unknown[] =>
  connection.all("SELECT name FROM sqlite_schema WHERE name IN ('a', 'b', 'conversations') ORDER BY name").flat()

describe('migrations', () => {
  it('are applied after the first schema, in order, each once', () => {
    const path = newPath()
    const connection = connect(path, 'writer')
    const steps: Migration[] = ['CREATE TABLE a (x)']
    migrate(connection, path, steps)
    assert.equal(schemaVersion(connection), firstVersion + 1)
    steps.push('ALTER TABLE a ADD COLUMN y', (file) => file.exec('CREATE TABLE b (x)'))
    migrate(connection, path, steps)
    migrate(connection, path, steps)
    assert.equal(schemaVersion(connection), firstVersion + 3)
    assert.deepEqual(tablesIn(connection), ['a', 'b', 'conversations'])
    connection.close()
  })

  it('lead to the same schema in a new file and in one that has each version', () => {
    const steps: Migration[] = [
      'CREATE TABLE a (x)',
      'ALTER TABLE a ADD COLUMN y; DROP INDEX events_by_kind',
      'CREATE TABLE b (x)',
    ]
    const schemaAfter = (...versions: number[]) => {
      const path = newPath()
      const connection = connect(path, 'writer')
      for (const version of versions) migrate(connection, path, steps.slice(0, version))
      const schema = connection.all('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name')
      connection.close()
      return schema
    }
    const made = schemaAfter(3)
    for (const versions of [
      [0, 3],
      [1, 3],
      [2, 3],
      [0, 1, 2, 3],
    ])
      assert.deepEqual(schemaAfter(...versions), made)
  })

  it('that fail leave the file as it was', () => {
    const path = newPath()
    const connection = connect(path, 'writer')
    assert.throws(() => migrate(connection, path, ['CREATE TABLE a (x)', 'CREATE TABLE a (x)']))
    assert.deepEqual([schemaVersion(connection), tablesIn(connection)], [0, []])
    migrate(connection, path, ['CREATE TABLE a (x)'])
    assert.throws(() => migrate(connection, path, ['', 'CREATE TABLE b (x)', 'CREATE TABLE b (x)']))
    assert.deepEqual([schemaVersion(connection), tablesIn(connection)], [firstVersion + 1, ['a', 'conversations']])
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
