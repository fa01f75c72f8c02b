import { zstdUnpacked } from '../../../formats/zstd.ts'
import { own } from '../../../runtime/own.ts'
import { TooLong } from './tooLong.ts'
import { Readable } from 'node:stream'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib'

/** What a body may come to once it is decompressed. */
export const mostDecoded = 32 * 1024 * 1024

/** A body that cannot be read: compressed in a way that is not known, or broken. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Each coding unpacks all that the one before it made. */
const mostCodings = 2

type Zlib = typeof gunzip

/** Returns what a decoder of zlib makes of bytes, a stream that was cut off as far as it came. */
const bounded =
  (decode: Zlib) =>
  (bytes: Buffer): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const options = { maxOutputLength: mostDecoded, finishFlush: flushes.get(decode) ?? constants.Z_SYNC_FLUSH }
      decode(bytes, options, (error, result) => (error ? reject(error) : resolve(result)))
    })
const flushes = new Map<unknown, number>([[brotliDecompress, constants.BROTLI_OPERATION_FLUSH]])

const decoders: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  identity: (bytes) => Promise.resolve(bytes),
  gzip: (bytes) => bounded(gunzip)(bytes),
  br: (bytes) => bounded(brotliDecompress)(bytes),
  // Some servers send it without the wrapping that its name asks for.
  deflate: (bytes) =>
    bounded(inflate)(bytes).catch((error: unknown) => {
      if (isTooLarge(error)) throw error
      return bounded(inflateRaw)(bytes)
    }),
  zstd: unzstd,
}

/** Returns the text of a body; rejects with Unreadable where it cannot be read, with TooLong where it is larger than is read. A stream that was cut off is read as far as it came. */
export async function decoded(pieces: readonly Uint8Array[], encoding: string | undefined): Promise<string> {
  let bytes: Buffer = Buffer.concat(pieces)
  const names = (encoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  if (names.length > mostCodings) throw new Unreadable(`It has ${names.length} content codings.`)
  for (const name of names.reverse()) {
    const decode = own(decoders, name === 'x-gzip' ? 'gzip' : name)
    if (!decode) throw new Unreadable(`The encoding ${JSON.stringify(name.slice(0, 40))} is not known.`)
    try {
      bytes = await decode(bytes)
    } catch (cause) {
      if (isTooLarge(cause)) throw tooLarge()
      throw new Unreadable(`The ${name} is broken.`, { cause })
    }
  }
  if (bytes.length > mostDecoded) throw tooLarge()
  return bytes.toString('utf8')
}

const tooLarge = () => new TooLong(`The body has more than ${mostDecoded} bytes.`)

const isTooLarge = (cause: unknown): boolean =>
  cause instanceof TooLong || (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'

async function unzstd(bytes: Buffer): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of zstdUnpacked(Readable.from([bytes]), { mayBeCutOff: true })) {
    length += piece.length
    if (length > mostDecoded) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
