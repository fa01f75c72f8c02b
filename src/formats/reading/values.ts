import { instantOf, parseInstant } from '../../domain/instants.ts'
import type { Instant, Json, JsonObject } from '../../domain/model.ts'
import { asItems, type Items, type RecordValue } from './long/recordValue.ts'

/** Returns the value as an object, or null when it is none. */
export function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

/** Returns the value as a text that is not empty, or null. */
export function asText(value: RecordValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns the value as an id that may name a conversation, or null. */
export function asId(value: Json | undefined): string | null {
  return typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= 256 &&
    !/[\p{Cc}\p{Surrogate}]/u.test(value)
    ? value
    : null
}

/** Returns the value as a list; empty when it is none. */
export function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

/** Returns the members of a list that are objects; none when it is no list. */
export function objectsIn(value: Json | undefined): JsonObject[] {
  return asList(value)
    .map((member) => asObject(member))
    .filter((member) => member !== null)
}

/** Returns the members of a list that are objects, read as they are taken where the list is long; none when it is no list. */
export function objectsOf(value: RecordValue | undefined): Iterable<JsonObject> {
  const items = asItems(value)
  return items === null ? [] : { [Symbol.iterator]: () => objectsAmong(items) }
}

function* objectsAmong(items: Items): Iterator<JsonObject> {
  for (let index = 0; index < items.length; index++) {
    const object = asObject(items.at(index))
    if (object !== null) yield object
  }
}

/** Says whether any of some objects is such a one. */
export function someOf<T>(all: Iterable<T>, is: (one: T) => boolean): boolean {
  for (const one of all) if (is(one)) return true
  return false
}

/** Returns the value as a count, or null when it is none. */
export function asCount(value: RecordValue | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** Returns an object without the members of these names. */
export function without<V>(
  value: { readonly [name: string]: V },
  names: ReadonlySet<string>,
): { readonly [name: string]: V } {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
}

/** As `extra` of a block: the members that no name of ours covers, when there are any. */
export function extraOf(members: JsonObject): { extra?: JsonObject } {
  return Object.keys(members).length > 0 ? { extra: members } : {}
}

/** A time from here on is in milliseconds, below in seconds, which reach it in the year 5138. */
const leastMilliseconds = 1e11
const lastSecond = 253_402_300_799

/** Returns the instant of an RFC 3339 text, or of seconds or milliseconds since 1970; null when it is none. */
export function asInstant(value: RecordValue | undefined): Instant | null {
  if (typeof value === 'number') return numbered(value)
  if (typeof value !== 'string') return null
  try {
    return parseInstant(value.trim().replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, '$1T'))
  } catch {
    // An invalid time is no reason to lose the entry: its reader reports it.
    return null
  }
}

function numbered(value: number): Instant | null {
  const seconds = Math.abs(value) >= leastMilliseconds ? value / 1000 : value
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > lastSecond) return null
  const [whole = '0', part = ''] = (Math.abs(value) >= leastMilliseconds ? shifted(value) : plain(value)).split('.')
  return instantOf(BigInt(whole) * 1_000_000_000n + BigInt(part.slice(0, 9).padEnd(9, '0')))
}

/** The number's decimal digits as they were written: no digit is made up by a division. */
const plain = (value: number): string => (/e/.test(String(value)) ? value.toFixed(9) : String(value))

function shifted(value: number): string {
  const [whole = '0', part = ''] = plain(value).split('.')
  return `${whole.slice(0, -3)}.${whole.slice(-3)}${part}`
}
