/** Files packed by their names: `.gz` by gzip, `.zst` by zstd, any other not at all. What is read is known by its first bytes. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import zlib from 'node:zlib'

type Pieces = AsyncIterable<Uint8Array>

/** Bytes that are packed at once where Node itself has no zstd: each makes a frame, and frames may follow each other. */
const frameBytes = 4 * 1024 * 1024

/** Returns the pieces as the file of that name holds them. */
export function packed(pieces: Pieces, fileName: string): Pieces {
  if (/\.gz$/i.test(fileName)) return through(pieces, zlib.createGzip())
  return /\.zstd?$/i.test(fileName) ? zstdPacked(pieces) : pieces
}

/** Returns what a file holds, unpacked. */
export async function* unpacked(path: string): Pieces {
  const first = await firstBytes(path)
  const file = createReadStream(path, { highWaterMark: 256 * 1024 }) as Pieces
  if (first.startsWith('1f8b')) yield* through(file, zlib.createGunzip())
  else if (first === '28b52ffd') yield* zstdUnpacked(file)
  else yield* file
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('hex', 0, bytesRead)
  } finally {
    await file.close()
  }
}

function through(pieces: Pieces, stream: NodeJS.ReadWriteStream): Pieces {
  const read = Readable.from(pieces, { objectMode: false })
  read.once('error', (error) => (stream as unknown as Readable).destroy(error))
  return read.pipe(stream) as unknown as Pieces
}

/** Node has it from 22.15 on. */
const native = zlib as {
  readonly createZstdCompress?: () => NodeJS.ReadWriteStream
  readonly createZstdDecompress?: () => NodeJS.ReadWriteStream
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

async function* zstdUnpacked(pieces: Pieces): Pieces {
  if (native.createZstdDecompress) {
    yield* through(pieces, native.createZstdDecompress())
    return
  }
  const { Decompress } = await import('fzstd')
  let found: Uint8Array[] = []
  const stream = new Decompress((piece) => found.push(piece))
  const push = (piece: Uint8Array, isLast: boolean) => {
    try {
      stream.push(piece, isLast)
    } catch (error) {
      throw Object.assign(new Error('The file cannot be unpacked.', { cause: error }), { code: 'UNPACK' })
    }
    const given = found
    found = []
    return given
  }
  for await (const piece of pieces) yield* push(piece, false)
  yield* push(new Uint8Array(0), true)
}
