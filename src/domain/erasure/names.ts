import type { Json } from '../model.ts'

/** Says whether a JSON value holds such a text. */
export function names(value: Json, isNamed: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isNamed(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value as Readonly<Record<string, Json>>).some((member) => names(member, isNamed))
}
