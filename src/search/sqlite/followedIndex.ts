import type { Tenant } from '../../domain/model.ts'
import {
  connect,
  isLogEmptied,
  resultCode,
  shrinkMemory,
  type Connection,
} from '../../storage/sqlite/connection/connection.ts'
import { fileLooks, heldLog } from '../../storage/sqlite/contents/fileLooks.ts'
import type { FileLook } from '../../domain/erasure/erasure.ts'
import { idValue } from '../../storage/sqlite/connection/values.ts'
import type { FindRequest, IndexHits } from '../searchIndex.ts'
import { documentsOf, type Documents } from './documents.ts'
import { find } from './finder.ts'
import { followerOf, rowsAtOnce, type Follower, type FollowedStep } from './follower.ts'
import { tidyingOf } from './tidying.ts'
import { isDamage, openIndexFile, removeIndexFile, type IndexFile } from './indexFile.ts'

/** An index that follows the store by steps. All of it blocks its thread. */
export interface FollowedIndex {
  /** Takes in what was written, or a part of much. What is wrong is found out by who searches. */
  step(): FollowedStep
  /** Makes the file smaller, a part of the work at once; answers whether there is more to do. It is for times at which nothing is written. */
  tidy(): boolean
  find(tenant: Tenant, request: FindRequest): IndexHits
  behind(): number
  reindex(): void
  forget(tenant: Tenant, ids: readonly string[]): void
  /** Indexes again what observations say now, and nothing is left in the file of what they said. */
  refresh(tenant: Tenant, ids: readonly string[]): void
  /** Rewrites the file, and looks at it. */
  compact(): FileLook[]
  /** Returns how many observations the file has with words that they do not say any more. */
  stale(tenant: Tenant, ids: readonly string[]): number
  /** Gives back what it holds of its files in memory. */
  rest(): void
  close(): void
}

/**
 * A search waits so long for what was written before it, in milliseconds, where that is more than one step takes in. Its answer says
 * what is missing. With the step that is under way and the last one of its own it waits for at most twice that.
 */
const maxWaitMs = 100
/** After one that waited in vain, searches do not wait for so long, in milliseconds: each would wait as long, for as little. */
const noWaitMs = 1_000
/** Rows that are taken out in one transaction. */
const forgottenAtOnce = 1_000
/** SQLITE_BUSY: another process is at the same file. */
const busy = 5
const rowOf = `SELECT rowid FROM observations WHERE tenant = (SELECT tenant FROM tenants WHERE name = ?1) AND id = ${idValue('?2')}`

/** How many words each column of a document has, as FTS5 keeps it. */
const sizesOf = 'SELECT sz FROM documents_docsize WHERE id = ?'

/** Returns the first of numbers that SQLite packs into bytes: seven bits in each, the highest first. */
function firstNumber(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) {
    value = value * 128 + (byte & 127)
    if (byte < 128) break
  }
  return value
}

/** Returns the index in a file beside the store; a search waits for `wait` milliseconds while it is far behind. */
export function followedIndex(path: string, file: string, cacheBytes?: number, wait = maxWaitMs): FollowedIndex {
  return new Index(connect(path, 'reader', cacheBytes), file, wait)
}

class Index implements FollowedIndex {
  private readonly store: Connection
  private readonly file: string
  private readonly wait: number
  private documents: Documents
  private index: IndexFile
  private follower: Follower
  private noWaitUntil = 0

  constructor(store: Connection, file: string, wait: number) {
    this.store = store
    this.file = file
    this.wait = wait
    this.documents = documentsOf(store)
    this.index = openIndexFile(file)
    this.follower = followerOf(store, this.index)
  }

  step(): FollowedStep {
    try {
      return this.stepOnce()
    } catch {
      return false
    }
  }

  tidy(): boolean {
    try {
      return tidyingOf(this.index.connection).step()
    } catch {
      // Another process is at the same file, or there is no room: it is tried again after the next writes.
      return false
    }
  }

  find(tenant: Tenant, request: FindRequest): IndexHits {
    try {
      return this.findNow(tenant, request)
    } catch (error) {
      if (!isDamage(error)) throw error
      this.index.connection.close()
      removeIndexFile(this.file)
      this.reopen()
      return this.findNow(tenant, request)
    }
  }

  behind(): number {
    return this.follower.behind()
  }

  reindex(): void {
    this.stepOnce()
    this.index.clear()
  }

  forget(tenant: Tenant, ids: readonly string[]): void {
    this.takeOut(tenant, ids)
    this.compact()
  }

  refresh(tenant: Tenant, ids: readonly string[]): void {
    const rows = this.takeOut(tenant, ids)
    // Later ones are still to be taken in, as they are then.
    const { upto } = this.index.mark()
    for (const row of rows) if (row <= upto) this.follower.add(row)
    this.compact()
  }

  /** Returns the rows that observations have in the store. */
  private rowsOf(tenant: Tenant, ids: readonly string[]): number[] {
    return ids.flatMap((id) => this.store.get(rowOf, tenant, id)?.[0] ?? []).map(Number)
  }

  /** Takes observations out, and returns their rows. */
  private takeOut(tenant: Tenant, ids: readonly string[]): number[] {
    this.catchUp()
    const { connection } = this.index
    const rows = this.rowsOf(tenant, ids)
    for (let from = 0; from < rows.length; from += forgottenAtOnce) {
      connection.run('BEGIN IMMEDIATE')
      try {
        for (const row of rows.slice(from, from + forgottenAtOnce))
          connection.run('DELETE FROM documents WHERE rowid = ?', row)
        connection.run('COMMIT')
      } finally {
        if (connection.inTransaction()) connection.run('ROLLBACK')
      }
    }
    this.documents = documentsOf(this.store)
    return rows
  }

  compact(): FileLook[] {
    const { connection } = this.index
    try {
      // The words of what was deleted are still in the index, then in pages that nothing uses, then in the log.
      connection.run("INSERT INTO documents (documents) VALUES ('optimize')")
      connection.exec('VACUUM')
      return isLogEmptied(connection) ? fileLooks(this.file, connection, []) : [heldLog(this.file)]
    } catch (error) {
      if (resultCode(error) === busy) return [heldLog(this.file)]
      throw error
    }
  }

  stale(tenant: Tenant, ids: readonly string[]): number {
    return this.rowsOf(tenant, ids).filter((row) => {
      const sizes = this.index.connection.allBytes(sizesOf, row)[0]?.[0]
      return sizes instanceof Uint8Array && firstNumber(sizes) > (this.follower.wordsAt(row)?.length ?? 0)
    }).length
  }

  rest(): void {
    this.documents = documentsOf(this.store)
    for (const connection of [this.store, this.index.connection]) shrinkMemory(connection)
  }

  close(): void {
    this.index.connection.close()
    this.store.close()
  }

  private reopen(): void {
    this.index.connection.close()
    this.index = openIndexFile(this.file)
    this.follower = followerOf(this.store, this.index)
  }

  private stepOnce(): FollowedStep {
    // Who deletes the file wants a new one.
    if (!this.index.isThere()) this.reopen()
    // A step locks the file for other processes: while nothing is written, none is begun.
    else if (this.follower.isUpToDate()) return false
    return this.follower.step()
  }

  /** What cannot be taken in now, for there is no room or no right to write, is missing from the answer, which says so. */
  private catchUp(): void {
    const begin = performance.now()
    try {
      do {
        if (begin < this.noWaitUntil && this.isFarBehind()) return
        if (!this.stepOnce()) return
      } while (performance.now() < begin + this.wait || !this.isFarBehind())
      this.noWaitUntil = performance.now() + noWaitMs
    } catch (error) {
      if (isDamage(error) || resultCode(error) === null) throw error
    }
  }

  /** Says whether there is more to take in than one step does. */
  private isFarBehind(): boolean {
    return this.follower.behind() > rowsAtOnce
  }

  private findNow(tenant: Tenant, request: FindRequest): IndexHits {
    this.catchUp()
    const { store, documents } = this
    // The same index and the same rows for all that one search reads.
    const { connection } = this.index
    connection.run('BEGIN')
    store.run('BEGIN')
    try {
      const behind = this.follower.behind()
      return { ...find(connection, { store, documents }, tenant, request), behind }
    } finally {
      for (const one of [connection, store]) if (one.inTransaction()) one.run('ROLLBACK')
    }
  }
}
