/** Files that are packed by gzip or zstd, or written in UTF-16, which their first bytes tell, whatever they are called. */
import zlib from 'node:zlib'
import { badInput } from '../../../domain/refusals.ts'
import { through } from '../../../formats/through.ts'
import { ZstdRefused, zstdUnpacked } from '../../../formats/zstd.ts'
import { isUtf16, utf8Pieces } from './utf16.ts'

export type Pieces = AsyncIterable<Uint8Array>

/** Returns what a file holds: unpacked where its first bytes say that it is packed, in UTF-8 where they say that it is UTF-16, else as it is. */
export async function* unpackedPieces(pieces: Pieces): Pieces {
  const { first, all } = await begun(pieces)
  if (isUtf16(first)) yield* utf8Pieces(all, first)
  else if (!isPacked(first)) yield* all
  else if (isGzip(first)) yield* inUtf8(through(all, zlib.createGunzip()))
  else yield* inUtf8(zstdUnpacked(all))
}

async function* inUtf8(unpacked: Pieces): Pieces {
  const { first, all } = await begun(unpacked)
  yield* isUtf16(first) ? utf8Pieces(all, first) : all
}

/** As `unpackedPieces`; a damaged file is refused. */
export async function* legiblePieces(pieces: Pieces): Pieces {
  try {
    yield* unpackedPieces(pieces)
  } catch (thrown) {
    throw isOfUnpacking(thrown) ? damaged(thrown) : thrown
  }
}

/** Says whether a file with this beginning is read as other bytes than its own: packed by gzip or zstd, or in UTF-16. */
export function isPacked(first: Uint8Array): boolean {
  return isGzip(first) || isUtf16(first) || Buffer.from(first.subarray(0, 4)).toString('hex') === '28b52ffd'
}

const isGzip = (first: Uint8Array): boolean => first[0] === 0x1f && first[1] === 0x8b

/** Returns the first four bytes, or as many as there are, and everything with them. */
async function begun(pieces: Pieces): Promise<{ readonly first: Uint8Array; readonly all: Pieces }> {
  const iterator = pieces[Symbol.asyncIterator]()
  const held: Uint8Array[] = []
  let length = 0
  while (length < 4) {
    const next = await iterator.next()
    if (next.done === true) break
    held.push(next.value)
    length += next.value.length
  }
  const all = async function* () {
    try {
      yield* held
      yield* { [Symbol.asyncIterator]: () => iterator }
    } finally {
      await iterator.return?.()
    }
  }
  return { first: Buffer.concat(held.map((piece) => piece.subarray(0, 4))), all: all() }
}

/** What Node's decompressors and ours say of bytes that are damaged, or end too early. */
function isOfUnpacking(thrown: unknown): thrown is Error {
  const code = thrown instanceof Error ? (thrown as NodeJS.ErrnoException).code : undefined
  return thrown instanceof ZstdRefused || /^(Z_|ZSTD_|ERR_ZSTD|ERR_ZLIB)/.test(code ?? '')
}

function damaged({ message }: Error) {
  return badInput(`The packed file cannot be read: ${message}.`, {})
}
