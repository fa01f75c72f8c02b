import type { Connection } from '../connection/connection.ts'

/**
 * Writes the file anew, without what was deleted from it, and brings it out of the log. It takes as much room again in the
 * folder and in that of temporary files: in memory a large store would have none.
 */
export function vacuum(connection: Connection): void {
  connection.exec('PRAGMA temp_store = FILE; VACUUM; PRAGMA temp_store = MEMORY; PRAGMA wal_checkpoint(TRUNCATE)')
}
