import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { FileLook } from '../../../domain/erasure/erasure.ts'
import type { Connection, SqlValue } from '../connection/connection.ts'
import { pieceFinder, piecesInFile, type PieceFinder } from './pieces.ts'

/** Where the header of a file says its page size, how many pages it has, and how many of them nothing uses. */
const [pageSizeAt, pagesAt, freeAt, headerLength] = [16, 28, 36, 100] as const

/**
 * Looks at a file that was rewritten, and at its logs, as they lie on disk: whether a page is free, whether anything stands behind the last
 * page or in a log, and which pieces of erased texts they hold that no row says.
 */
export function fileLooks(path: string, connection: Connection, pieces: readonly Uint8Array[]): FileLook[] {
  const finder = pieceFinder(pieces)
  const looks = [lookAtFile(path), ...['-wal', '-journal'].map((suffix) => lookAtLog(`${path}${suffix}`))]
  if (pieces.length === 0) return looks
  const found = [path, `${path}-wal`, `${path}-journal`].map((one) => piecesInFile(one, finder))
  const said = found.some(({ size }) => size > 0) ? saidByRows(connection, finder) : new Set<number>()
  return looks.map((look, k) => {
    const held = [...(found[k] ?? [])].filter((piece) => !said.has(piece))
    const wrong =
      look.wrong ?? (held.length === 0 ? null : `it holds ${held.length} of ${pieces.length} pieces of what was erased`)
    return { ...look, wrong }
  })
}

function lookAtFile(path: string): FileLook {
  const { size } = statSync(path)
  const header = headerOf(path)
  const pageSize = header.getUint16(pageSizeAt) === 1 ? 65_536 : header.getUint16(pageSizeAt)
  const [pages, free] = [header.getUint32(pagesAt), header.getUint32(freeAt)]
  const wrong =
    free > 0 ? `${free} of its pages are free` : size > pages * pageSize ? 'it goes on behind its last page' : null
  return { place: basename(path), looked: `${pages} pages, rewritten, none free`, wrong }
}

function headerOf(path: string): DataView {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(headerLength)
    readSync(file, bytes, 0, headerLength, 0)
    return new DataView(bytes.buffer, bytes.byteOffset, headerLength)
  } finally {
    closeSync(file)
  }
}

function lookAtLog(path: string): FileLook {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? null
  const wrong = size === null || size === 0 ? null : logHolds(size)
  return { place: basename(path), looked: size === null ? 'not there' : 'empty', wrong }
}

const logHolds = (size: number) => `it has ${size} bytes, of a state that somebody still reads or writes`

/** What is seen of a log that could not be emptied: who reads on from before keeps what it holds. */
export function heldLog(path: string): FileLook {
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  return { place: `${basename(path)}-wal`, looked: 'checkpoint', wrong: logHolds(size) }
}

const ordinaryTables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"

/** Returns the pieces that rows say: what is not erased may say the same. */
function saidByRows(connection: Connection, finder: PieceFinder): Set<number> {
  const said = new Set<number>()
  for (const [name] of connection.all(ordinaryTables))
    for (const row of connection.each(`SELECT * FROM "${String(name)}"`, [], true))
      for (const value of row)
        if (isLong(value)) finder.find(typeof value === 'string' ? Buffer.from(value) : value, said)
  return said
}

const isLong = (value: SqlValue | undefined): value is string | Uint8Array =>
  (typeof value === 'string' || value instanceof Uint8Array) && value.length > 7
