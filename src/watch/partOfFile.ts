import { createReadStream } from 'node:fs'
import { fileSource } from '../app/fileSource.ts'
import type { ImportSource } from '../formats/importSource.ts'

/** Returns the first `end` bytes of a file as a source: what is appended meanwhile is not seen. */
export function partOfFile(path: string, name: string, end: number): ImportSource {
  const whole = fileSource(path, name)
  return {
    name,
    // An empty stretch cannot be named to a stream.
    open: () => (end === 0 ? nothing() : (createReadStream(path, { end: end - 1 }) as AsyncIterable<Uint8Array>)),
    slice: (offset, length) => whole.slice(offset, Math.max(0, Math.min(length, end - offset))),
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // No bytes.
}
