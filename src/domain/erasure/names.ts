import type { Json } from '../model.ts'

/** Says whether a JSON value holds such a text. */
export function names(value: Json, isNamed: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isNamed(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value as Readonly<Record<string, Json>>).some((member) => names(member, isNamed))
}

/** Members of the records of keys whose texts are words, hashes and lines of ledgers: none of these names what an erasure takes. */
const unnamed: ReadonlySet<string> = new Set(['code', 'message', 'pathHash', 'eventId'])
/** No id is longer; what is would not fit an index. */
const longestName = 2_600

/**
 * Returns the texts by which a key is found when what its record names is erased. A message stands for its observation and its
 * conversation as well: no erasure takes those without it.
 */
export function keyNames(result: Json): string[] {
  const found = new Set<string>()
  addNames(result, found)
  return [...found]
}

function addNames(value: Json, found: Set<string>): void {
  if (typeof value === 'string' && value !== '' && value.length <= longestName) found.add(value)
  if (typeof value !== 'object' || value === null) return
  const members = Object.entries(value as Readonly<Record<string, Json>>)
  const hasMessage = members.some(([name, member]) => name === 'messageId' && typeof member === 'string')
  const isUnnamed = (name: string) =>
    unnamed.has(name) || (hasMessage && (name === 'observationId' || name === 'conversationId'))
  for (const [name, member] of members) if (typeof member !== 'string' || !isUnnamed(name)) addNames(member, found)
}
