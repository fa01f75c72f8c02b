import type { Json, JsonObject } from '../../../domain/model.ts'
import { LongList, LongMap } from './longValues.ts'

/** What stands in a record: JSON, or what is read bit by bit, or an object that holds such. */
export type RecordValue = Json | LongList | LongMap | RecordObject
export interface RecordObject {
  readonly [name: string]: RecordValue
}

/** Returns the value as an object with few members, of which some may be long; null when it is none. */
export function asHolder(value: RecordValue | undefined): RecordObject | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return isLong(value) ? null : (value as RecordObject)
}

const isLong = (value: unknown): value is LongList | LongMap => value instanceof LongList || value instanceof LongMap

/** What has elements by their numbers: a list, or a long one. */
export interface Items {
  readonly length: number
  at(index: number): Json | undefined
}

/** Returns the value as a list, long or not; null when it is none. */
export function asItems(value: RecordValue | undefined): Items | null {
  if (value instanceof LongList) return value
  return Array.isArray(value) ? (value as readonly Json[]) : null
}

/** What has values by keys: an object whose members are all alike, or a long one. */
export interface Entries {
  keys(): readonly string[]
  get(key: string): Json | undefined
}

/** Returns the value as a map from keys to values, long or not; null when it is none. */
export function asEntries(value: RecordValue | undefined): Entries | null {
  if (value instanceof LongMap) return value
  const holder = asHolder(value)
  if (holder === null) return null
  // Its members are entries, inside of which nothing is long.
  const object = plainObject(holder, 1)
  return { keys: () => Object.keys(object), get: (key) => (Object.hasOwn(object, key) ? object[key] : undefined) }
}

/** Levels of objects in which something long may stand. */
const longLevels = 4

/** Returns a value with all that is long in it read: for what is no list of messages. */
export function plain(value: RecordValue): Json {
  if (value instanceof LongList) return [...value]
  if (value instanceof LongMap) return Object.fromEntries(value.keys().map((key) => [key, value.get(key) as Json]))
  const object = asHolder(value)
  return object === null || !hasLong(object) ? (value as Json) : plainObject(object)
}

/** Returns an object with all that is long in it read. */
export function plainObject(object: RecordObject, levels = longLevels): JsonObject {
  if (!hasLong(object, levels)) return object as JsonObject
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, plain(member)]))
}

function hasLong(object: RecordObject, levels = longLevels): boolean {
  return Object.values(object).some((member) => {
    if (isLong(member)) return true
    const inner = levels > 1 ? asHolder(member) : null
    return inner !== null && hasLong(inner, levels - 1)
  })
}

/** Returns a value whole; undefined where its JSON has more characters than `most`. */
export function briefly(value: RecordValue, most: number): Json | undefined {
  if (isLong(value) && !isBrief(value, most)) return undefined
  const object = asHolder(value)
  if (object !== null && hasLong(object) && Object.values(object).some((member) => briefly(member, most) === undefined))
    return undefined
  const whole = plain(value)
  return JSON.stringify(whole).length <= most ? whole : undefined
}

/** Reads no more of what is long than shows it. */
function isBrief(value: LongList | LongMap, most: number): boolean {
  let length = 0
  const elements = value instanceof LongList ? value : valuesOf(value)
  for (const element of elements) if ((length += JSON.stringify(element).length) > most) return false
  return true
}

/** Yields the values of what has keys. */
export function* valuesOf(entries: Entries): Iterable<Json> {
  for (const key of entries.keys()) yield entries.get(key) as Json
}
