import type { Conversation } from '../../../domain/model.ts'
import { titleKey } from '../../rows/rows.ts'

/**
 * Ids of ours are UUIDs, hashes are hex digits, instants are decimal digits: in the file they lie as 16, 32 and 12 bytes,
 * which makes rows and indexes half as large and keeps their order. They travel as text; statements make bytes of it,
 * and reading makes text again. What is not of exactly that form lies as the text that it is.
 */

/**
 * Texts of ids and instants, of their digits: six for each row that is read. Put together of slices, each leaves ten pieces
 * behind to be collected; of the codes of its characters it is made at once.
 */
const [dash, colon, dot, letterT, letterZ] = [0x2d, 0x3a, 0x2e, 0x54, 0x5a]
const text = String.fromCharCode

/** Returns the id of the 32 digits from a place on. */
export function idOfDigits(digits: string, from = 0): string {
  const d = (k: number) => digits.charCodeAt(from + k)
  // prettier-ignore
  return text(
    d(0), d(1), d(2), d(3), d(4), d(5), d(6), d(7), dash, d(8), d(9), d(10), d(11), dash,
    d(12), d(13), d(14), d(15), dash, d(16), d(17), d(18), d(19), dash,
    d(20), d(21), d(22), d(23), d(24), d(25), d(26), d(27), d(28), d(29), d(30), d(31),
  )
}

/** Returns the instant of its digits from a place on: to the nanosecond, whatever follows. */
export function instantOfDigits(digits: string, from = 0): string {
  const d = (k: number) => digits.charCodeAt(from + k)
  // prettier-ignore
  return text(
    d(0), d(1), d(2), d(3), dash, d(4), d(5), dash, d(6), d(7), letterT,
    d(8), d(9), colon, d(10), d(11), colon, d(12), d(13), dot,
    d(14), d(15), d(16), d(17), d(18), d(19), d(20), d(21), d(22), letterZ,
  )
}

const uuid = [8, 4, 4, 4, 12].map((digits) => '[0-9a-f]'.repeat(digits)).join('-')

/**
 * Returns the SQL of a parameter that holds an id. With capital letters, with other dashes or without them it is another id than
 * the one that the same digits make, and lies as its text.
 */
export const idValue = (parameter: string): string =>
  `iif(${parameter} GLOB '${uuid}', coalesce(unhex(${parameter}, '-'), ${parameter}), ${parameter})`

/** Returns the SQL of an id that is a UUID as ours are if it has 36 characters: it takes a fifth of the time. */
export const knownIdValue = (parameter: string): string =>
  `iif(length(${parameter}) = 36, coalesce(unhex(${parameter}, '-'), ${parameter}), ${parameter})`

/** Returns the SQL of a parameter that holds a hash. */
export const hashValue = (parameter: string): string =>
  `iif(length(${parameter}) = 64, coalesce(unhex(${parameter}), ${parameter}), ${parameter})`

/** Returns the SQL of a parameter that holds an instant, or '' for what is before all of them. */
export const instantValue = (parameter: string): string =>
  `iif(length(${parameter}) = 30, coalesce(unhex(substr(${parameter}, 1, 29) || '0', '-T:.'), ${parameter}), ${parameter})`

/** Returns the SQL of an upper bound: an instant, one and a space for what is right after it, or '~' for no bound. */
export const boundValue = (parameter: string): string =>
  `iif(length(${parameter}) = 31, unhex(substr(${parameter}, 1, 29) || '0ff', '-T:.'), iif(${parameter} = '~', x'ff', ${instantValue(parameter)}))`

/** Returns the text of an id's, an instant's or a hash's bytes. */
export function textOfBytes(bytes: Uint8Array): string {
  if (bytes.length === 16) return written(bytes, idDashes)
  const hex = written(bytes, noDashes)
  return bytes.length === 12 ? instantOfDigits(hex) : hex
}

/** The bytes before which an id has a dash. */
const idDashes: ReadonlySet<number> = new Set([4, 6, 8, 10])
const noDashes: ReadonlySet<number> = new Set()
const digits = Buffer.from('0123456789abcdef')
const room = Buffer.alloc(256)

/** Every row of every read comes through here: written digit by digit it takes a quarter of slices put together. */
function written(bytes: Uint8Array, dashes: ReadonlySet<number>): string {
  if (bytes.length > 32) return Buffer.from(bytes).toString('hex')
  let end = 0
  for (let k = 0; k < bytes.length; k++) {
    const byte = bytes[k] as number
    if (dashes.has(k)) room[end++] = dash
    room[end++] = digits[byte >>> 4] as number
    room[end++] = digits[byte & 15] as number
  }
  return room.toString('latin1', 0, end)
}

/** Returns the SQL of what such a column holds as text: bytes as their digits, what is text behind a mark. */
export const packedValue = (column: string): string =>
  `iif(typeof(${column}) = 'blob', lower(hex(${column})), '~' || ${column})`

/** Returns the text of what `packedValue` packed; its digits make an id, an instant or a hash, as their number says. */
export function unpackedText(packed: string): string {
  if (packed.startsWith('~')) return packed.slice(1)
  if (packed.length === 32) return idOfDigits(packed)
  return packed.length === 24 ? instantOfDigits(packed) : packed
}

const uuidOf = (hex: string) => [1, 9, 13, 17, 21].map((at, k) => `substr(${hex}, ${at}, ${[8, 4, 4, 4, 12][k]})`)

/** Returns the SQL of the text of an id or a hash in a column. */
export const idText = (column: string): string => {
  const hex = `lower(hex(${column}))`
  return `CASE WHEN typeof(${column}) <> 'blob' THEN ${column}
    WHEN length(${column}) = 16 THEN ${uuidOf(hex).join(` || '-' || `)} ELSE ${hex} END`
}

/** Returns the SQL of the text of an instant in a column. */
export const timeText = (column: string): string => {
  const digits = `hex(${column})`
  const part = (at: number, length: number) => `substr(${digits}, ${at}, ${length})`
  const [date, time] = [
    [part(1, 4), part(5, 2), part(7, 2)],
    [part(9, 2), part(11, 2), part(13, 2)],
  ]
  return `CASE WHEN typeof(${column}) <> 'blob' THEN ${column}
    ELSE ${date.join(` || '-' || `)} || 'T' || ${time.join(` || ':' || `)} || '.' || ${part(15, 9)} || 'Z' END`
}

/** Returns what a title is searched as; null when that is what SQLite's `lower` makes of it. */
export function titleColumn({ title, derivedTitle }: Pick<Conversation, 'title' | 'derivedTitle'>): string | null {
  const displayText = title ?? derivedTitle
  const key = titleKey(displayText)
  return key === displayText.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) ? null : key
}
