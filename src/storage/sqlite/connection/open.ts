import { dirname } from 'node:path'
import { makeFolder } from '../../../runtime/makeFolder.ts'
import { StoreRefused } from '../../errors.ts'
import { connect, resultCode, type Connection } from './connection.ts'
import { migrate } from '../migrations.ts'

/** SQLITE_BUSY and SQLITE_LOCKED: another process opens the same file at this moment. */
const busy = new Set<number | null>([5, 6])
const attempts = 100
const pause = 20

/**
 * Returns a connection that may write to the file, made with its folder when it is not there, and brought to the
 * newest schema. Refuses what cannot be used. Blocks its thread: it belongs into the writer's, and closing it does not
 * free the file before that thread has ended.
 */
export function openFile(path: string, cacheBytes?: number): Connection {
  try {
    makeFolder(dirname(path))
  } catch (error) {
    throw new StoreRefused(`The folder of "${path}" cannot be made: ${reason(error)}.`, { cause: error })
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return migrated(path, cacheBytes)
    } catch (error) {
      if (!busy.has(resultCode(error)) || attempt === attempts) throw refusalOf(path, error)
      // The switch to WAL does not wait for another process by itself.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  }
}

function migrated(path: string, cacheBytes: number | undefined): Connection {
  const connection = connect(path, 'writer', cacheBytes)
  try {
    migrate(connection, path)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function refusalOf(path: string, error: unknown): unknown {
  if (error instanceof StoreRefused || resultCode(error) === null) return error
  return new StoreRefused(`"${path}" cannot be opened: ${reason(error)}.`, { cause: error })
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))
