import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ImportSource } from '../src/formats/importSource.ts'

/** Returns a file to import. */
export function fileSource(path: string): ImportSource {
  return {
    name: basename(path),
    open: () => createReadStream(path),
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
