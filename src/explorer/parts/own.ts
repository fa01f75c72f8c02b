/** Returns the member of a table that a text names; undefined where it has none: what every object inherits is not one. */
export function own<T>(table: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
