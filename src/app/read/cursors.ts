import { createHash } from 'node:crypto'
import { badInput } from '../../domain/refusals.ts'

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

function stamp(list: string): string {
  return createHash('sha256').update(list).digest('base64url').slice(0, 8)
}
