import type { Json } from '../../../domain/model.ts'

/** Levels of arrays and objects that are read; what is nested deeper is in the raw line only. */
export const deepest = 200

/** Entries that stand inside those which they answer: their own levels do not count, only those inside each. */
export interface Nested {
  /** The objects that no other one holds in this way. */
  readonly roots: ReadonlySet<unknown>
  /** The member whose list holds what answers an entry. */
  readonly by: string
}
/** Of values in which no entry holds another. */
export const unnested: Nested = { roots: new Set(), by: '' }

/** Says whether the text of a value at a level has brackets enough to reach too deep: few have, and only those are scanned. */
export function mayBeTooDeep(text: string, level = 1): boolean {
  return count(text, '{') + count(text, '[') > deepest - level + 1
}

function count(text: string, bracket: string): number {
  let result = 0
  for (let at = text.indexOf(bracket); at >= 0 && result <= deepest; at = text.indexOf(bracket, at + 1)) result++
  return result
}

/** Says whether a value at a level reaches below the deepest one. Walks without recursion: nothing is too deep for it. */
export function isTooDeep(value: Json, level = 1, { roots, by }: Nested = unnested): boolean {
  const open: { readonly value: object; readonly level: number; readonly isEntry: boolean }[] = []
  const look = (one: unknown, at: number, isEntry: boolean): boolean => {
    if (typeof one !== 'object' || one === null) return false
    if (at > deepest) return true
    open.push({ value: one, level: at, isEntry: (isEntry && !Array.isArray(one)) || roots.has(one) })
    return false
  }
  if (look(value, level, false)) return true
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: of, level: at, isEntry } = next
    for (const [name, member] of Object.entries(of) as [string, unknown][]) {
      if (isEntry && name === by && Array.isArray(member)) {
        if (member.some((reply) => look(reply, at, true))) return true
      } else if (look(member, at + 1, false)) return true
    }
  }
  return false
}

/** Returns a value at a level with `…` in place of what lies below the deepest one. */
export function pruned(value: Json, level = 1, { roots, by }: Nested = unnested): Json {
  const later: (() => void)[] = []
  const cut = (one: Json, at: number, isEntry: boolean): Json => {
    if (typeof one !== 'object' || one === null) return one
    if (at > deepest) return '…'
    if (Array.isArray(one)) return one.map((member: Json) => cut(member, at + 1, false))
    const holds = isEntry || roots.has(one)
    const members = Object.entries(one).map(([name, member]): [string, Json] => [
      name,
      holds && name === by && Array.isArray(member) ? replies(member, at) : cut(member, at + 1, false),
    ])
    return Object.fromEntries(members)
  }
  // Recursion goes as deep as one entry, whatever it holds.
  const replies = (all: readonly Json[], at: number): Json => {
    const results: Json[] = []
    later.push(() => {
      for (const reply of all) results.push(cut(reply, at, true))
    })
    return results
  }
  const result = cut(value, level, false)
  for (let next = later.pop(); next !== undefined; next = later.pop()) next()
  return result
}
