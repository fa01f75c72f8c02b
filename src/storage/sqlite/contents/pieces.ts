import { closeSync, openSync, readSync } from 'node:fs'
import { pieceLength } from '../../../domain/erasure/erasure.ts'

/** Places at which a piece is looked for: any piece holds a whole window that begins at one of them. */
const stride = 16
const windowLength = 8
const filterBits = 22
const chunkLength = 4 * 1024 * 1024
/** A multiple of the stride, and longer than a piece. */
const overlap = 32

interface Window {
  readonly piece: number
  readonly offset: number
}

/** Finds which of many pieces bytes hold, in one pass over them. */
export interface PieceFinder {
  /** Adds the numbers of the pieces that some bytes hold. */
  find(bytes: Uint8Array, found: Set<number>): void
}

/** Returns what finds pieces of `pieceLength` bytes each, wherever they begin. */
export function pieceFinder(pieces: readonly Uint8Array[]): PieceFinder {
  const windows = new Map<number, Window[]>()
  const filter = new Uint8Array(1 << (filterBits - 3))
  for (const [piece, bytes] of pieces.entries())
    for (let offset = 0; offset < stride; offset++) {
      const hash = hashAt(viewOf(bytes), offset)
      windows.set(hash, [...(windows.get(hash) ?? []), { piece, offset }])
      const bit = hash >>> (32 - filterBits)
      filter[bit >> 3] = (filter[bit >> 3] as number) | (1 << (bit & 7))
    }
  const isAt = (bytes: Uint8Array, start: number, piece: Uint8Array): boolean =>
    start >= 0 && start + pieceLength <= bytes.length && piece.every((byte, k) => bytes[start + k] === byte)
  return {
    find: (bytes, found) => {
      const view = viewOf(bytes)
      for (let place = 0; place + windowLength <= bytes.length; place += stride) {
        const hash = hashAt(view, place)
        const bit = hash >>> (32 - filterBits)
        if (((filter[bit >> 3] as number) & (1 << (bit & 7))) === 0) continue
        for (const { piece, offset } of windows.get(hash) ?? [])
          if (isAt(bytes, place - offset, pieces[piece] as Uint8Array)) found.add(piece)
      }
    },
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

const hashAt = (view: DataView, at: number): number =>
  (Math.imul(view.getUint32(at, true), 0x9e3779b1) ^ Math.imul(view.getUint32(at + 4, true), 0x85ebca6b)) >>> 0

/** Returns the numbers of the pieces that a file holds; of a file that is not there, none. */
export function piecesInFile(path: string, finder: PieceFinder): Set<number> {
  const found = new Set<number>()
  const file = opened(path)
  if (file === null) return found
  try {
    const bytes = Buffer.alloc(overlap + chunkLength)
    for (let [kept, at] = [0, 0]; ;) {
      const read = readSync(file, bytes, kept, chunkLength, at)
      if (read === 0) return found
      finder.find(bytes.subarray(0, kept + read), found)
      at += read
      const rest = Math.min(overlap, kept + read)
      bytes.copyWithin(0, kept + read - rest, kept + read)
      kept = rest
    }
  } finally {
    closeSync(file)
  }
}

function opened(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw thrown
  }
}
