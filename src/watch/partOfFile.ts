import { filePieces, fileSource, openAny, type OpenFile } from '../app/fileSource.ts'
import type { ImportSource } from '../formats/importSource.ts'

/** Returns the first `end` bytes of a file as a source: what is appended meanwhile is not seen. */
export function partOfFile(path: string, name: string, end: number, openFile: OpenFile = openAny): ImportSource {
  const whole = fileSource(path, name, openFile)
  return {
    name,
    open: () => filePieces(path, openFile, end),
    slice: (offset, length) => whole.slice(offset, Math.max(0, Math.min(length, end - offset))),
  }
}
