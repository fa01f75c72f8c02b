import { createHash } from 'node:crypto'
import { badInput, Refusal } from '../../domain/refusals.ts'

/** Returns the opaque cursor of an item of a list: it is good for that list alone. */
export function cursorOf(list: string, item: string): string {
  return Buffer.from(JSON.stringify([stamp(list), item])).toString('base64url')
}

/** Returns the item that a cursor of this list names, null when none was given; refuses a foreign or broken one. */
export function readCursor(list: string, cursor: string | null | undefined, field: string): string | null {
  if (cursor == null) return null
  const refusal = (what: string) => badInput(`The cursor is ${what}.`, { cursor }, [field])
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw refusal('broken')
  }
  if (!Array.isArray(parts) || parts.length !== 2 || typeof parts[0] !== 'string' || typeof parts[1] !== 'string')
    throw refusal('broken')
  if (parts[0] !== stamp(list)) throw refusal('of another list')
  return parts[1]
}

/** Returns the refusal of a cursor whose place has left its list. Lists by keyset never need it: they go on from where it stood. */
export function cursorGone(place: string): Refusal {
  const message = 'The place that the cursor names is not in this transcript any more; begin again from either end.'
  return new Refusal('CURSOR_GONE', { place }, message)
}

function stamp(list: string): string {
  return createHash('sha256').update(list).digest('base64url').slice(0, 8)
}
