import { open, type FileHandle } from 'node:fs/promises'
import type { ImportSource } from '../formats/importSource.ts'
export { bytesSource } from '../formats/importSource.ts'

/** Opens the file at a path for reading; may refuse what is there. */
export type OpenFile = (path: string) => Promise<FileHandle>

/** Opens whatever lies at a path. */
export const openAny: OpenFile = (path) => open(path)

/** Bytes read at once: each reading is a wait. */
const pieceBytes = 1024 * 1024

/** Returns a file on disk to import, under a name. Reading it fails with the system's error when it can't be opened. */
export function fileSource(path: string, name: string | null, openFile: OpenFile = openAny): ImportSource {
  return {
    name,
    open: () => filePieces(path, openFile),
    async slice(offset, length) {
      const file = await openFile(path)
      try {
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
  }
}

/** Yields the bytes of a file up to an offset. */
export async function* filePieces(path: string, openFile: OpenFile, end = Infinity): AsyncGenerator<Uint8Array> {
  // An empty stretch cannot be named to a stream.
  if (end === 0) return
  const file = await openFile(path)
  // From where it stands, not from an offset: a pipe has none.
  yield* file.createReadStream({ end: end - 1, highWaterMark: pieceBytes }) as AsyncIterable<Uint8Array>
}
