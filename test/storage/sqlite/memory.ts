import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Changes } from '../../../src/domain/changes.ts'
import { newNameKey } from '../../../src/storage/nameKey.ts'
import { connect, type Connection } from '../../../src/storage/sqlite/connection/connection.ts'
import { migrate } from '../../../src/storage/sqlite/migrations.ts'
import { applyChanges } from '../../../src/storage/sqlite/writing/applyChanges.ts'
import { writeRequest } from '../../../src/storage/sqlite/writing/writeRequest.ts'
import { addTenant } from '../../../src/storage/sqlite/writing/writeSql.ts'

/** A database of the newest schema that is gone after the tests; in memory where no path is given. */
export function memory(path = ':memory:'): Connection {
  const connection = connect(path, 'writer')
  after(() => connection.close())
  migrate(connection, path)
  return connection
}

/** Makes a tenant; answers its number. */
export const tenantIn = (connection: Connection, name: string): number =>
  Number(connection.get(addTenant, name, newNameKey())?.[0])

/** Writes changes as the store does, each in a transaction of its own, and refuses none of them. */
export function applied(connection: Connection, tenant: number, changes: readonly Changes[]): void {
  for (const one of changes) {
    connection.run('BEGIN')
    assert.equal(applyChanges(connection, tenant, writeRequest('', one)).kind, 'written')
    connection.run('COMMIT')
  }
}
