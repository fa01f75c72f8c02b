import { setTimeout as sleep } from 'node:timers/promises'
import { ofBeforeRelease, StoreRefused } from '../errors.ts'
import type { Connection, RunStatement } from './connection/connection.ts'
import { int } from './properties/rows.ts'
import { unique } from './records/label.ts'
import { firstSchema, firstVersion, isGentle, type Migration } from './schema.ts'

const VERSION_KEY = unique('schema_version_name', 'SchemaVersion', ['name'])
/** Writes before it reads, so that a second process waits here until the first is done. */
const LOCK_VERSION = `MERGE (v:SchemaVersion {name: 'turngraph'})
ON CREATE SET v.version = 0
SET v.lock = 0
RETURN v.version AS version, coalesce(v.minWriter, 0) AS minWriter`
const SET_VERSION = `MATCH (v:SchemaVersion {name: 'turngraph'}) SET v.version = $q.version`
const SET_WRITERS = `MATCH (v:SchemaVersion {name: 'turngraph'}) SET v.minWriter = $q.minWriter`
const AWAIT_INDEXES = 'CALL db.awaitIndexes(300)'

const UNDER_WAY = `SHOW TRANSACTIONS YIELD transactionId, database, currentQuery
WHERE NOT coalesce(currentQuery, '') STARTS WITH 'SHOW TRANSACTIONS' RETURN database + ' ' + transactionId AS id`
/** No statement that writes takes longer, in milliseconds: the database ends it. */
const longestWrite = 600_000
const lookEvery = 50

/**
 * Makes the schema of a new database, and brings an older one to the version that these steps lead to; refuses one that a newer
 * version made, and one of before the first release. Writers that a step would be broken by are refused before it, and what
 * they have under way has ended.
 */
export async function migrate(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  await connection.run(VERSION_KEY)
  if (await refuseOlderWriters(connection, migrations)) await writesEnded(connection)
  await connection.transaction(async (run) => {
    const { version } = await lockVersion(run, newestOf(migrations))
    if (version === newestOf(migrations)) return
    if (version === 0) await apply(connection, firstSchema)
    for (const migration of stepsFrom(version, migrations)) await apply(connection, migration)
    await run(SET_VERSION, { version: int(newestOf(migrations)) })
  })
}

/** Returns the version that these steps lead to. */
export const newestOf = (migrations: readonly Migration[]): number => firstVersion + migrations.length
const stepsFrom = (version: number, migrations: readonly Migration[]): readonly Migration[] =>
  migrations.slice(version === 0 ? 0 : version - firstVersion)

/** Returns the number of the oldest writer that may write beside these steps. */
export const oldestWriterOf = (migrations: readonly Migration[]): number =>
  firstVersion + 1 + migrations.findLastIndex((migration) => !isGentle(migration))

/** Says whether others may have been writing who write no more; committed by itself, so that all see it before a row changes. */
async function refuseOlderWriters(connection: Connection, migrations: readonly Migration[]): Promise<boolean> {
  const oldest = oldestWriterOf(migrations)
  let wereRefused = false
  await connection.transaction(async (run) => {
    const { version, minWriter } = await lockVersion(run, newestOf(migrations))
    wereRefused = version > 0 && minWriter < oldest
    if (minWriter < oldest) await run(SET_WRITERS, { minWriter: int(oldest) })
  })
  return wereRefused
}

async function lockVersion(run: RunStatement, newest: number) {
  const [record] = await run(LOCK_VERSION, {})
  const [version, minWriter] = [Number(record?.get('version')), Number(record?.get('minWriter'))]
  if (version > newest) {
    throw new StoreRefused(
      `The database has schema version ${version}; this turngraph knows ${newest}. Use a newer turngraph.`,
    )
  }
  if (version > 0 && version < firstVersion)
    throw new StoreRefused(ofBeforeRelease('The database', version, firstVersion))
  return { version, minWriter }
}

/** What began before older writers were refused may not have seen it: waits until it has ended. */
async function writesEnded(connection: Connection): Promise<void> {
  const end = performance.now() + longestWrite
  for (let left = await underWay(connection); left.size > 0 && performance.now() < end;) {
    await sleep(lookEvery)
    const now = await underWay(connection)
    left = new Set([...left].filter((id) => now.has(id)))
  }
}

async function underWay(connection: Connection): Promise<Set<string>> {
  const ids = new Set<string>()
  await connection.transaction(async (run) => {
    for (const record of await run(UNDER_WAY, {})) ids.add(record.get('id') as string)
  })
  return ids
}

async function apply(connection: Connection, migration: Migration): Promise<void> {
  const step = isGentle(migration) ? migration.gentle : migration
  if (typeof step === 'function') return step(connection)
  for (const statement of step) await connection.run(statement)
  await connection.run(AWAIT_INDEXES)
}
