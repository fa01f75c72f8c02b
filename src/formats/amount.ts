import { getHeapStatistics } from 'node:v8'
import { comma, endOfText, openBrace, openBracket, quote } from './reading/long/jsonBytes.ts'

const mebibyte = 1024 * 1024
const heapMebibytes = Math.floor(getHeapStatistics().heap_size_limit / mebibyte)

/** Bytes of one record of a file, a line or a value: it is held whole, outside of the heap. */
export const longestRecord = 256 * mebibyte

/**
 * Bytes that may be read at once: they are on the heap several times over, as text, values and rows, and a small one has room for
 * less. What a format names as long is read element by element.
 */
export const longestRead = Math.max(1, Math.min(256, Math.floor(heapMebibytes / 16))) * mebibyte

/** How many values may be read at once: each costs memory and time, however few bytes it has (docs/design/imports.md). */
export const mostValues = Math.min(4_000_000, heapMebibytes * 1_000)

/** A value and what parts it from the next. */
const leastBytes = 2

/** Bytes from which on a record may hold too many values, and long lists in it are read one by one. */
export const longFrom = mostValues * leastBytes

/** Says whether JSON is longer, or holds more values, than is read at once; only what is long enough for that is counted. */
export function hasTooMany(bytes: Uint8Array, most = mostValues, longest = longestRead): boolean {
  if (bytes.length > longest) return true
  if (bytes.length < most * leastBytes) return false
  let count = 0
  for (let at = 0; at < bytes.length && count <= most; at++) {
    const byte = bytes[at]
    if (byte === quote) at = endOfText(bytes, at)
    else if (byte === comma || byte === openBrace || byte === openBracket) count++
  }
  return count > most
}

/** How much that is, in words. */
export const mostRead = `more than ${longestRead / mebibyte} MiB or ${mostValues.toLocaleString('en')} values`

/** What a report says of such a value. */
export const tooMany = `${mostRead} are not read at once; it is kept raw only.`
