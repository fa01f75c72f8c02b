import type { Json } from '../../domain/model.ts'

/** Levels of arrays and objects that are read; what is nested deeper is in the raw line only. */
export const deepest = 200

/** Says whether a text has brackets enough for a value that is too deep: few have, and only those need be looked into. */
export function mayBeTooDeep(text: string): boolean {
  return count(text, '{') + count(text, '[') > deepest
}

function count(text: string, bracket: string): number {
  let found = 0
  for (let at = text.indexOf(bracket); at >= 0 && found <= deepest; at = text.indexOf(bracket, at + 1)) found++
  return found
}

/** Says whether a value has more than `deepest` levels. Walks without recursion: nothing is too deep for it. */
export function isTooDeep(value: Json): boolean {
  const open: { readonly value: object; readonly level: number }[] = []
  const look = (one: unknown, level: number): boolean => {
    if (typeof one !== 'object' || one === null) return false
    if (level > deepest) return true
    open.push({ value: one, level })
    return false
  }
  if (look(value, 1)) return true
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const member of Object.values(next.value)) if (look(member, next.level + 1)) return true
  return false
}

/** Returns the value with `…` in place of what lies deeper than `deepest` levels. */
export function pruned<T extends Json>(value: T, level = 1): T {
  if (typeof value !== 'object' || value === null) return value
  if (level > deepest) return '…' as T
  if (Array.isArray(value)) return value.map((member: Json) => pruned(member, level + 1)) as unknown as T
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, pruned(member, level + 1)])) as T
}
