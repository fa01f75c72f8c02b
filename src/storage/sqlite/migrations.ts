import { StoreRefused } from '../errors.ts'
import type { Connection } from './connection/connection.ts'
import { migrations, type Migration, type WholeFile } from './schema.ts'

/** `PRAGMA application_id` of our files: "turn" in ASCII. */
const applicationId = 0x7475726e

/** Brings the file to the newest schema. Refuses a newer one, and a database that is not ours. */
export function migrate(connection: Connection, path: string, steps: readonly Migration[] = migrations): void {
  const version = schemaVersion(connection)
  if (version === steps.length) return
  const next = steps[version]
  // A file that is made now has nothing of before.
  if (version > 0 && isWholeFile(next)) {
    next.alone(connection)
    connection.exec(`PRAGMA user_version = ${version + 1}`)
  } else migrateTogether(connection, path, steps)
  migrate(connection, path, steps)
}

/** Takes the next steps up to one that no transaction can hold; all of them where the file is new. */
function migrateTogether(connection: Connection, path: string, steps: readonly Migration[]): void {
  // Exclusive: of two processes that start at once, the second one finds the work done.
  connection.exec('BEGIN EXCLUSIVE')
  try {
    const version = schemaVersion(connection)
    refuseForeign(connection, path, version)
    if (version > steps.length) throw newer(path, version, steps.length)
    const whole = version === 0 ? -1 : steps.findIndex((step, k) => k >= version && isWholeFile(step))
    const until = whole < 0 ? steps.length : whole
    for (const step of steps.slice(version, until)) {
      if (typeof step === 'string') connection.exec(step)
      else if (!isWholeFile(step)) step(connection)
    }
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${until};`)
    connection.exec('COMMIT')
  } catch (error) {
    if (connection.inTransaction()) connection.exec('ROLLBACK')
    throw error
  }
}

function isWholeFile(step: Migration | undefined): step is WholeFile {
  return typeof step === 'object'
}

/** Returns the schema version of the file: how many migrations it has had. */
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
