import type { Connection } from '../connection/connection.ts'
import type { ThreadAnswer } from '../threads/messages.ts'
import { failureOf } from '../threads/writer.ts'

/** Writes the file anew, and empties its log. */
export type CompactRequest = { readonly tenant: string }

/** Returns what writes a file anew, without what was deleted from it: whether the log is empty then, and no page is free. */
export function compactorOn(connection: Connection): (requests: readonly CompactRequest[]) => ThreadAnswer<boolean>[] {
  return (requests) =>
    requests.map(() => {
      try {
        const isEmptied = checkpoint(connection)
        connection.exec('VACUUM')
        const isWritten = checkpoint(connection)
        return { value: isEmptied && isWritten && Number(connection.get('PRAGMA freelist_count')?.[0]) === 0 }
      } catch (error) {
        return { failure: failureOf(error, false) }
      }
    })
}

/** Who reads on from before keeps what the log held then. */
function checkpoint(connection: Connection): boolean {
  const [busy] = connection.get('PRAGMA wal_checkpoint(TRUNCATE)') ?? []
  return Number(busy) === 0
}
