import { own } from '../own.ts'
/** Returns the members that hold something else than the empty ones do. */
export function nonEmpty<T extends object>(members: T, empty: Partial<T>): Partial<T> {
  const remaining = Object.entries(members).filter(
    ([name, value]) => !isEmptyAs(value, own(empty as Readonly<Record<string, unknown>>, name)),
  )
  return Object.fromEntries(remaining) as Partial<T>
}

/** Says whether a value is the empty one: the same, or as empty an object. */
function isEmptyAs(value: unknown, empty: unknown): boolean {
  if (value === empty) return true
  if (typeof value !== 'object' || typeof empty !== 'object' || value === null || empty === null) return false
  return Array.isArray(value) === Array.isArray(empty) && Object.keys(value).length === 0
}
