import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { ImportSource } from '../formats/importSource.ts'
export { bytesSource } from '../formats/importSource.ts'

/** Bytes read at once: each reading is a wait. */
const pieceBytes = 1024 * 1024

/** Returns a file on disk to import, under a name. Reading it fails with the system's error when it can't be opened. */
export function fileSource(path: string, name: string | null): ImportSource {
  return {
    name,
    open: () => createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Uint8Array>,
    async slice(offset, length) {
      const file = await open(path)
      try {
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
  }
}
