import { createHash } from 'node:crypto'
import { isFit } from '../../domain/ids.ts'
import type { Json } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'

declare const brand: unique symbol
/** A list with whose it is: cursors of a list of that name are another's with every other tenant. */
export type StampedList = string & { readonly [brand]: 'StampedList' }

/** Returns the list of that name of the tenant that is asked for. */
export function listIn({ tenant }: Pick<Scope, 'tenant'>, name: string): StampedList {
  return `${tenant}\n${name}` as StampedList
}

/** Returns the opaque cursor of an item of a list: it is good for that list alone. */
export function cursorOf(list: StampedList, item: string): string {
  return Buffer.from(JSON.stringify([stamp(list), item])).toString('base64url')
}

/** Returns the cursor of an item that more than a text names. */
export function cursorOfParts(list: StampedList, item: Json): string {
  return cursorOf(list, JSON.stringify(item))
}

/** Returns the item that a cursor of this list names, null when none was given; refuses a foreign or broken one. */
export function readCursor(list: StampedList, cursor: string | null | undefined, field: string): string | null {
  if (cursor == null) return null
  const parts = parsed(Buffer.from(cursor, 'base64url').toString())
  if (!Array.isArray(parts) || parts.length !== 2) throw brokenCursor(cursor, field)
  const [stamped, item] = parts as unknown[]
  if (typeof stamped !== 'string' || typeof item !== 'string') throw brokenCursor(cursor, field)
  if (stamped !== stamp(list)) throw refused('of another list', cursor, field)
  return item
}

/** Returns the id that such a cursor names where an id is all of it. */
export function readId(list: StampedList, cursor: string | null | undefined, field: string): string | null {
  const id = readCursor(list, cursor, field)
  if (id !== null && !isFit(id)) throw brokenCursor(cursor, field)
  return id
}

/** Returns what such a cursor names where that is more than a text; refuses one that has not the shape of it. */
export function readParts<T>(
  list: StampedList,
  cursor: string | null | undefined,
  field: string,
  isItem: (value: unknown) => value is T,
): T | null {
  const item = readCursor(list, cursor, field)
  if (item === null) return null
  const result = parsed(item)
  if (!isItem(result)) throw brokenCursor(cursor, field)
  return result
}

/** Returns the refusal of a cursor that no answer of ours ended with. */
export function brokenCursor(cursor: string | null | undefined, field: string): Refusal {
  return refused('broken', cursor ?? null, field)
}

function refused(what: string, cursor: string | null, field: string): Refusal {
  return badInput(`The cursor is ${what}.`, { cursor }, [field])
}

/** Returns what a text of JSON says, undefined for any other text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the refusal of a cursor whose place has left its list. Lists by keyset never need it: they go on from where it stood. */
export function cursorGone(place: string): Refusal {
  const message = 'The place that the cursor names is not in this transcript any more; begin again from either end.'
  return new Refusal('CURSOR_GONE', { place }, message)
}

function stamp(list: string): string {
  return createHash('sha256').update(list).digest('base64url').slice(0, 8)
}
