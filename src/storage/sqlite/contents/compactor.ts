import type { FileLook } from '../../../domain/erasure/erasure.ts'
import { isLogEmptied, type Connection } from '../connection/connection.ts'
import type { ThreadAnswer } from '../threads/messages.ts'
import { failureOf } from '../threads/writer.ts'
import { fileLooks, heldLog } from './fileLooks.ts'

/** How long other users of the file are waited for before it is rewritten, and while it is, in milliseconds. */
const shortWait = 250
const longWait = 5_000

/** Rewrites the file, empties its log, and looks at both. */
export interface CompactRequest {
  readonly path: string
  /** Pieces of erased texts, which are searched for. */
  readonly pieces: readonly Uint8Array[]
}

/**
 * Returns what rewrites a file, without what was deleted from it, and what is seen of the file and its logs then. While
 * somebody reads on from before, the file is left as it is.
 */
export function compactorOn(
  connection: Connection,
): (requests: readonly CompactRequest[]) => ThreadAnswer<FileLook[]>[] {
  return (requests) =>
    requests.map(({ path, pieces }) => {
      try {
        // Writers wait while it waits for who reads on from before.
        connection.exec(`PRAGMA busy_timeout = ${shortWait}`)
        if (!isLogEmptied(connection)) return { value: [heldLog(path)] }
        connection.exec(`PRAGMA busy_timeout = ${longWait}`)
        connection.exec('VACUUM')
        return { value: isLogEmptied(connection) ? fileLooks(path, connection, pieces) : [heldLog(path)] }
      } catch (error) {
        return { failure: failureOf(error, false) }
      }
    })
}
