/**
 * Returns the member of a table that a text names; undefined where it has none. What every object inherits
 * (`constructor`, `toString`, `__proto__`) is no member of a table, and any text may come from outside.
 */
export function own<T>(table: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** Sets the member of an object that a text names, whatever the text: an assignment to `__proto__` would change what it inherits. */
export function setOwn(object: object, name: string | number, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}

/** Says whether something unknown is an object with members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

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
