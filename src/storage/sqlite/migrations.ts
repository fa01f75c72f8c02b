import { ofBeforeRelease, StoreRefused } from '../errors.ts'
import type { Connection } from './connection/connection.ts'
import { raiseEpochs } from './reading/observationCache/epochs.ts'
import { firstSchema, firstVersion, migrations, type Migration } from './schema.ts'

/** `PRAGMA application_id` of our files: "turn" in ASCII. */
const applicationId = 0x7475726e

/**
 * Makes the schema of a new file, and brings an older one to the newest version. Refuses a newer one, one of before the first
 * release, and a database that is not ours, and leaves them as they are.
 */
export function migrate(connection: Connection, path: string, steps: readonly Migration[] = migrations): void {
  const newest = firstVersion + steps.length
  if (schemaVersion(connection) === newest) return
  // Exclusive: of two processes that start at once, the second one finds the work done.
  connection.exec('BEGIN EXCLUSIVE')
  try {
    const version = schemaVersion(connection)
    refuseForeign(connection, path, version)
    if (version > newest) throw newer(path, version, newest)
    if (version > 0 && version < firstVersion)
      throw new StoreRefused(ofBeforeRelease(`"${path}"`, version, firstVersion))
    if (version === 0) connection.exec(firstSchema)
    for (const step of steps.slice(version === 0 ? 0 : version - firstVersion)) {
      if (typeof step === 'string') connection.exec(step)
      else step(connection)
    }
    // Older programs may still read the file.
    raiseEpochs(connection)
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${newest};`)
    connection.exec('COMMIT')
  } catch (error) {
    if (connection.inTransaction()) connection.exec('ROLLBACK')
    throw error
  }
}

/** Returns the schema version of the file, 0 of one that is new. */
export function schemaVersion(connection: Connection): number {
  return Number(connection.get('PRAGMA user_version')?.[0])
}

function refuseForeign(connection: Connection, path: string, version: number): void {
  const isOurs = Number(connection.get('PRAGMA application_id')?.[0]) === applicationId
  const isEmpty = version === 0 && connection.get('SELECT 1 FROM sqlite_schema LIMIT 1') === null
  if (!isOurs && !isEmpty)
    throw new StoreRefused(
      `"${path}" is the database of another program. Name a file that turngraph made, or a new one.`,
    )
}

function newer(path: string, version: number, known: number): StoreRefused {
  return new StoreRefused(
    `"${path}" has schema version ${version}; this turngraph knows versions up to ${known}. Use a newer turngraph.`,
  )
}
