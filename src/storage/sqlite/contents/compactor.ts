import { isLogEmptied, type Connection } from '../connection/connection.ts'
import type { ThreadAnswer } from '../threads/messages.ts'
import { failureOf } from '../threads/writer.ts'

/** How long other users of the file are waited for before it is rewritten, and while it is, in milliseconds. */
const shortWait = 250
const longWait = 5_000

/** Writes the file anew, and empties its log. */
export type CompactRequest = { readonly tenant: string }

/**
 * Returns what writes a file anew, without what was deleted from it: whether the log is empty then, and no page is free. While
 * somebody reads on from before, the file is left as it is.
 */
export function compactorOn(connection: Connection): (requests: readonly CompactRequest[]) => ThreadAnswer<boolean>[] {
  return (requests) =>
    requests.map(() => {
      try {
        // Writers wait while it waits for who reads on from before.
        connection.exec(`PRAGMA busy_timeout = ${shortWait}`)
        if (!isLogEmptied(connection)) return { value: false }
        connection.exec(`PRAGMA busy_timeout = ${longWait}`)
        connection.exec('VACUUM')
        return { value: isLogEmptied(connection) && Number(connection.get('PRAGMA freelist_count')?.[0]) === 0 }
      } catch (error) {
        return { failure: failureOf(error, false) }
      }
    })
}
