import { Readable } from 'node:stream'

/** Returns pieces as a stream gives them. */
export function through(pieces: AsyncIterable<Uint8Array>, stream: NodeJS.ReadWriteStream): AsyncIterable<Uint8Array> {
  const read = Readable.from(pieces, { objectMode: false })
  read.once('error', (error) => (stream as unknown as Readable).destroy(error))
  return read.pipe(stream) as unknown as AsyncIterable<Uint8Array>
}
