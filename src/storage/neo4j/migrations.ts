import type { Connection } from './connection/connection.ts'
import { ofBeforeRelease, StoreRefused } from '../errors.ts'
import { unique } from './records/label.ts'
import { firstVersion, migrations, newestVersion, type Migration } from './schema.ts'

const VERSION_KEY = unique('schema_version_name', 'SchemaVersion', ['name'])
/** Writes before it reads, so that a second process waits here until the first is done. */
const LOCK_VERSION = `MERGE (v:SchemaVersion {name: 'turngraph'})
ON CREATE SET v.version = 0
SET v.lock = 0
RETURN v.version AS version`
const SET_VERSION = `MATCH (v:SchemaVersion {name: 'turngraph'}) SET v.version = $q.version`
const AWAIT_INDEXES = 'CALL db.awaitIndexes(300)'

/** Brings the database to the schema of this code; refuses one that a newer version of it made, and one of before the first release. */
export async function migrate(connection: Connection): Promise<void> {
  await connection.run(VERSION_KEY)
  await connection.transaction(async (run) => {
    const [record] = await run(LOCK_VERSION, {})
    const version = Number(record?.get('version'))
    if (version > newestVersion) {
      throw new StoreRefused(
        `The database has schema version ${version}; this turngraph knows ${newestVersion}. Use a newer turngraph.`,
      )
    }
    if (version > 0 && version < firstVersion)
      throw new StoreRefused(ofBeforeRelease('The database', version, firstVersion))
    if (version === newestVersion) return
    const steps = migrations.slice(version === 0 ? 0 : version - firstVersion + 1)
    for (const migration of steps) await apply(connection, migration)
    await run(SET_VERSION, { version: connection.int(newestVersion) })
  })
}

async function apply(connection: Connection, migration: Migration): Promise<void> {
  if (typeof migration === 'function') return migration(connection)
  for (const statement of migration) await connection.run(statement)
  await connection.run(AWAIT_INDEXES)
}
