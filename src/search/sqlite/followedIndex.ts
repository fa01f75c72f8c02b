import type { Tenant } from '../../domain/model.ts'
import { connect, resultCode } from '../../storage/sqlite/connection/connection.ts'
import { givenIdValue } from '../../storage/sqlite/connection/values.ts'
import type { FindRequest, IndexHits } from '../searchIndex.ts'
import { documentsOf } from './documents.ts'
import { find } from './finder.ts'
import { followerOf, type Step } from './follower.ts'
import { isDamage, openIndexFile, removeIndexFile } from './indexFile.ts'

/** An index that follows the store by steps. All of it blocks its thread. */
export interface FollowedIndex {
  /** Takes in what was written, or a part of much. What is wrong is found out by who searches. */
  step(): Step
  find(tenant: Tenant, request: FindRequest): IndexHits
  behind(): number
  reindex(): void
  forget(tenant: Tenant, ids: readonly string[]): void
  close(): void
}

/** Who searches waits so long for what was written before, in milliseconds, and is told what is missing then. */
const patience = 1_000
const rowOf = `SELECT rowid FROM observations WHERE tenant = (SELECT tenant FROM tenants WHERE name = ?1) AND id = ${givenIdValue('?2')}`

/** Returns the index in a file beside the store. */
export function followedIndex(path: string, file: string): FollowedIndex {
  const store = connect(path, 'reader')
  let documents = documentsOf(store)
  let index = openIndexFile(file)
  let follower = followerOf(store, index)
  const reopen = (): void => {
    index.connection.close()
    index = openIndexFile(file)
    follower = followerOf(store, index)
  }
  const step = (): Step => {
    // Whoever deletes the file wants a new one.
    if (!index.isThere()) reopen()
    // A step locks the file for other processes: while nothing is written, none is begun.
    else if (follower.isUpToDate()) return false
    return follower.step()
  }
  /** What cannot be taken in now, for there is no room or no right to write, is missing from the answer, which says so. */
  const catchUp = (): void => {
    try {
      for (const end = performance.now() + patience; performance.now() < end;) if (!step()) return
    } catch (error) {
      if (isDamage(error) || resultCode(error) === null) throw error
    }
  }
  const findNow = (tenant: Tenant, request: FindRequest): IndexHits => {
    catchUp()
    // The same index and the same rows for all that one search reads.
    const { connection } = index
    connection.run('BEGIN')
    store.run('BEGIN')
    try {
      const behind = follower.behind()
      return { ...find(connection, { store, documents }, tenant, request), behind }
    } finally {
      for (const one of [connection, store]) if (one.inTransaction()) one.run('ROLLBACK')
    }
  }
  return {
    step: () => {
      try {
        return step()
      } catch {
        return false
      }
    },
    find: (tenant, request) => {
      try {
        return findNow(tenant, request)
      } catch (error) {
        if (!isDamage(error)) throw error
        index.connection.close()
        removeIndexFile(file)
        reopen()
        return findNow(tenant, request)
      }
    },
    behind: () => follower.behind(),
    reindex: () => {
      step()
      index.clear()
    },
    forget: (tenant, ids) => {
      catchUp()
      const { connection } = index
      for (const id of ids) {
        const row = store.get(rowOf, tenant, id)
        if (row) connection.run('DELETE FROM documents WHERE rowid = ?', row[0] ?? null)
      }
      // The words of what was deleted are still in the index, then in pages that nothing uses, then in the log.
      connection.run("INSERT INTO documents (documents) VALUES ('optimize')")
      connection.exec('VACUUM')
      documents = documentsOf(store)
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },
    close: () => {
      index.connection.close()
      store.close()
    },
  }
}
