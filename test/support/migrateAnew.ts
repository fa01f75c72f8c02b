import type { Connection } from '../../src/storage/sqlite/connection.ts'
import { migrate } from '../../src/storage/sqlite/migrations.ts'
import { migrations, type Migration } from '../../src/storage/sqlite/schema.ts'

/** Takes one step of the schema on a file from which what it made was taken; the steps behind it stay as they are. */
export function migrateAnew(connection: Connection, path: string, step: Migration): void {
  const version = migrations.indexOf(step)
  connection.exec(`PRAGMA user_version = ${version}`)
  migrate(connection, path, migrations.slice(0, version + 1))
  connection.exec(`PRAGMA user_version = ${migrations.length}`)
}
