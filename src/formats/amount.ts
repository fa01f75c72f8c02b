import { comma, endOfText, openBrace, openBracket, quote } from './reading/long/jsonBytes.ts'

/** Bytes of one JSON value that is read, and of one line: it is in memory whole, and a text has an end. */
export const longestRecord = 256 * 1024 * 1024

/** How many values may be read at once: each costs memory and time, however few bytes it has (decision 120). */
export const mostValues = 4_000_000

/** A value and what parts it from the next. */
const leastBytes = 2

/** Bytes from which on a record may hold too many values, and long lists in it are read one by one. */
export const longFrom = mostValues * leastBytes

/** Says whether JSON holds more values than are read at once; only what is long enough for that is looked into. */
export function hasTooMany(bytes: Uint8Array, most = mostValues): boolean {
  if (bytes.length < most * leastBytes) return false
  let found = 0
  for (let at = 0; at < bytes.length && found <= most; at++) {
    const byte = bytes[at]
    if (byte === quote) at = endOfText(bytes, at)
    else if (byte === comma || byte === openBrace || byte === openBracket) found++
  }
  return found > most
}

/** What a report says of such a value. */
export const tooMany = `more than ${mostValues.toLocaleString('en')} values are in it, which are not read at once; it is kept raw only.`
