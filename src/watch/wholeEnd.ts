/** How far a file is whole that another program may be writing. */
import type { ImportSource } from '../formats/importSource.ts'

const newline = 0x0a
/** Bytes at the end of a file of lines that are read at once to find its last line. */
const stepBytes = 64 * 1024
/** An unfinished last line of more is not read: it waits. */
const mostOfLine = 64 * 1024 * 1024

/**
 * Returns how many bytes of a file of lines are whole: up to its last line end, or to its end where what follows is a
 * JSON value without one.
 */
export async function wholeLines(source: ImportSource, size: number): Promise<number> {
  const end = await lastLineEnd(source, size)
  if (end === size || size - end > mostOfLine) return end
  return isJson(Buffer.from(await source.slice(end, size - end)).toString('utf8')) ? size : end
}

async function lastLineEnd(source: ImportSource, size: number): Promise<number> {
  for (let end = size; end > 0;) {
    const begin = Math.max(0, end - stepBytes)
    const at = Buffer.from(await source.slice(begin, end - begin)).lastIndexOf(newline)
    if (at >= 0) return begin + at + 1
    end = begin
  }
  return 0
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const [quote, backslash] = [0x22, 0x5c]
const opening = new Set([0x7b, 0x5b])
const closing = new Set([0x7d, 0x5d])

/** Says whether a file of JSON has no object, list or text that is still open at its end, and any at all. */
export async function isWholeJson(source: ImportSource): Promise<boolean> {
  let [depth, isText, isEscaped, isEmpty] = [0, false, false, true]
  for await (const piece of source.open())
    for (const byte of piece) {
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isText = false
      } else if (byte === quote) isText = true
      else if (opening.has(byte)) {
        depth++
        isEmpty = false
      } else if (closing.has(byte)) depth--
    }
  return !isEmpty && !isText && depth <= 0
}
