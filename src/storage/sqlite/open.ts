import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StoreRefused } from '../errors.ts'
import { connect, resultCode } from './connection.ts'
import { migrate } from './migrations.ts'

/** SQLITE_BUSY and SQLITE_LOCKED: another process opens the same file at this moment. */
const busy = new Set<number | null>([5, 6])
const attempts = 50

/** Makes the folder and the file, and brings the file to the newest schema. Refuses what cannot be used. */
export async function prepareFile(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
  } catch (error) {
    throw new StoreRefused(`The folder of "${path}" cannot be made: ${reason(error)}.`, { cause: error })
  }
  for (let attempt = 1; ; attempt++) {
    try {
      migrateFile(path)
      return
    } catch (error) {
      if (!busy.has(resultCode(error)) || attempt === attempts) throw refusalOf(path, error)
      // The switch to WAL does not wait for another process by itself.
      await pause(20)
    }
  }
}

function migrateFile(path: string): void {
  const connection = connect(path, 'writer')
  try {
    migrate(connection, path)
  } finally {
    connection.close()
  }
}

function refusalOf(path: string, error: unknown): unknown {
  if (error instanceof StoreRefused || resultCode(error) === null) return error
  return new StoreRefused(`"${path}" cannot be opened: ${reason(error)}.`, { cause: error })
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))
