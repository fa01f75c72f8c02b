import { pipeline, Readable } from 'node:stream'

/** Returns pieces as a stream gives them. A fault of either is one of both, and whoever takes no more of them ends where they come from. */
export function through(pieces: AsyncIterable<Uint8Array>, stream: NodeJS.ReadWriteStream): AsyncIterable<Uint8Array> {
  const read = Readable.from(pieces, { objectMode: false })
  return pipeline(read, stream, () => undefined) as unknown as AsyncIterable<Uint8Array>
}
