import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { Connection } from './connection.ts'

/** The file under an open store is gone, another one, or cut: what is written to it would be lost. */
export class FileLost extends Error {
  override readonly name = 'FileLost'
}

/** The files of an open database, which nobody but SQLite may touch: itself, its log and the log's index. */
export interface WalGuard {
  /** Throws FileLost when they are not those that were opened, or shorter than they were. */
  check(): void
  /** The same after a commit; a log that holds anything must begin as SQLite begins one. */
  checkCommitted(): void
  /** Says whether the log is empty: another process may have brought it into the database, or emptied it. */
  isLogEmpty(): boolean
  close(): void
}

/** A write-ahead log begins so: what it is, which run of it this is, and a checksum. */
const headerLength = 32
const magics = new Set([0x377f0682, 0x377f0683])
const saltFrom = 16
const sumFrom = 24

interface Seen {
  readonly device: number
  readonly inode: number
  readonly size: number
}

/**
 * Returns the watch over the files of a database in WAL mode, as they are now. The database itself is never opened
 * here: closing it would free the locks that SQLite holds on it for the whole process.
 */
export function walGuard(path: string, connection: Connection): WalGuard {
  // The first statement makes the log.
  const hasLog = connection.get('PRAGMA journal_mode')?.[0] === 'wal'
  const names = hasLog ? [path, `${path}-wal`, `${path}-shm`] : [path]
  const log = hasLog ? openSync(`${path}-wal`, 'r') : null
  let seen = names.map((name) => look(name))
  let salt = log === null ? null : saltOf(log)

  const sizeOfLog = () => seen[1]?.size ?? 0
  const check = (): void => {
    const now = names.map((name, k) => sameFile(name, seen[k] as Seen))
    const isShorter = (k: number) => (now[k]?.size ?? 0) < (seen[k]?.size ?? 0)
    if (isShorter(0) && !holdsAllPages(now[0] as Seen, connection)) throw cut(path)
    const run = log === null ? null : saltOf(log)
    // Another process may have restarted the log, and cut it before; of the same run nothing may be missing.
    if (run !== null && run === salt && isShorter(1)) throw cut(`${path}-wal`)
    salt = run
    seen = now
  }
  return {
    check,
    checkCommitted() {
      check()
      if (salt === null && sizeOfLog() > 0) throw cut(`${path}-wal`)
    },
    isLogEmpty: () => hasLog && sizeOfLog() === 0,
    close: () => {
      if (log !== null) closeSync(log)
    },
  }
}

function look(name: string): Seen {
  const stats = statSync(name, { throwIfNoEntry: false })
  if (stats === undefined) throw new FileLost(`"${name}" was removed while it was open.`)
  return { device: stats.dev, inode: stats.ino, size: stats.size }
}

function sameFile(name: string, before: Seen): Seen {
  const now = look(name)
  if (now.inode !== before.inode || now.device !== before.device)
    throw new FileLost(`"${name}" was replaced by another file while it was open.`)
  return now
}

/** A VACUUM of another process makes the file smaller, and it is whole nevertheless. */
function holdsAllPages({ size }: Seen, connection: Connection): boolean {
  const pages = Number(connection.get('PRAGMA page_count')?.[0])
  const pageSize = Number(connection.get('PRAGMA page_size')?.[0])
  return size > 0 && size >= pages * pageSize
}

/** Returns which run of the log this is; null for a log that does not begin as one. */
function saltOf(log: number): string | null {
  const bytes = Buffer.alloc(headerLength)
  if (readSync(log, bytes, 0, headerLength, 0) < headerLength) return null
  const magic = bytes.readUInt32BE(0)
  return magics.has(magic) && hasSum(bytes, (magic & 1) === 1) ? bytes.toString('hex', saltFrom, sumFrom) : null
}

/** SQLite's checksum of a log's header; the magic number says which end of its words comes first. */
function hasSum(bytes: Buffer, isBigEndian: boolean): boolean {
  let [first, second] = [0, 0]
  for (let at = 0; at < sumFrom; at += 8) {
    const word = (offset: number) => (isBigEndian ? bytes.readUInt32BE(offset) : bytes.readUInt32LE(offset))
    first = (first + word(at) + second) >>> 0
    second = (second + word(at + 4) + first) >>> 0
  }
  return bytes.readUInt32BE(sumFrom) === first && bytes.readUInt32BE(sumFrom + 4) === second
}

const cut = (name: string) => new FileLost(`"${name}" was emptied or cut while it was open.`)
