import neo4j, { type Driver } from 'neo4j-driver'
import { migrations as neo4jMigrations, type Migration as Neo4jMigration } from '../../src/storage/neo4j/schema.ts'
import type { Connection } from '../../src/storage/sqlite/connection/connection.ts'
import { migrate } from '../../src/storage/sqlite/migrations.ts'
import { migrations, type Migration } from '../../src/storage/sqlite/schema.ts'

/** Takes one step of the schema on a file from which what it made was taken; the steps behind it stay as they are. */
export function migrateAnew(connection: Connection, path: string, step: Migration): void {
  const version = migrations.indexOf(step)
  connection.exec(`PRAGMA user_version = ${version}`)
  migrate(connection, path, migrations.slice(0, version + 1))
  connection.exec(`PRAGMA user_version = ${migrations.length}`)
}

/** Has the next start on a database take this step of the schema again, and those behind it. */
export async function takeAnewFrom(driver: Driver, step: Neo4jMigration): Promise<void> {
  const version = neo4j.int(neo4jMigrations.indexOf(step))
  await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = $version', { version })
}
