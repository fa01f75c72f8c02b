/** Files packed by their names: `.gz` by gzip, `.zst` by zstd, any other not at all. What is read is known by its first bytes. */
import { createReadStream } from 'node:fs'
import zlib from 'node:zlib'
import { unpackedPieces, type Pieces } from '../../app/imports/sources/packing.ts'
import { through } from '../../formats/through.ts'

/** Bytes that are packed at once where Node itself has no zstd: each makes a frame, and frames may follow each other. */
const frameBytes = 4 * 1024 * 1024

/** Returns the pieces as the file of that name holds them. */
export function packed(pieces: Pieces, fileName: string): Pieces {
  if (/\.gz$/i.test(fileName)) return through(pieces, zlib.createGzip())
  return /\.zstd?$/i.test(fileName) ? zstdPacked(pieces) : pieces
}

/** Returns what a file holds, unpacked. */
export function unpacked(path: string): Pieces {
  return unpackedPieces(createReadStream(path, { highWaterMark: 256 * 1024 }) as Pieces)
}

/** Node has it from 22.15 on. */
const native = zlib as {
  readonly createZstdCompress?: () => NodeJS.ReadWriteStream
}

async function* zstdPacked(pieces: Pieces): Pieces {
  if (native.createZstdCompress) {
    yield* through(pieces, native.createZstdCompress())
    return
  }
  const { Zstd } = await import('@hpcc-js/wasm-zstd')
  const zstd = await Zstd.load()
  for await (const frame of inFrames(pieces)) yield zstd.compress(frame)
}

async function* inFrames(pieces: Pieces): Pieces {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    parts.push(piece)
    length += piece.length
    if (length < frameBytes) continue
    yield Buffer.concat(parts)
    ;[parts, length] = [[], 0]
  }
  if (length > 0) yield Buffer.concat(parts)
}
