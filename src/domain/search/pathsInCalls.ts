import type { Block, Json } from '../model.ts'
import type { SearchQuery } from './searchQuery.ts'

/** Says whether the tool calls among these blocks name each path that a query asks for, and none of those that it leaves out. */
export function namesPaths({ paths, excludedPaths }: SearchQuery, blocks: readonly Block[]): boolean {
  if (paths.length === 0 && excludedPaths.length === 0) return true
  const inputs = blocks.flatMap((block) => (block.type === 'toolCall' ? [...textsIn(block.input)] : []))
  const isNamed = (path: string): boolean => {
    const wanted = normal(path)
    return inputs.some((text) => holdsPath(text, wanted))
  }
  return paths.every(isNamed) && !excludedPaths.some(isNamed)
}

const normal = (text: string): string => text.replaceAll('\\', '/').toLowerCase()

function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield normal(value)
  else if (Array.isArray(value)) for (const one of value as readonly Json[]) yield* textsIn(one)
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value as { readonly [key: string]: Json })) yield* textsIn(one)
}

const nameSign = /[\p{L}\p{M}\p{N}_.-]/u
const afterName = /^(?:[\p{L}\p{M}\p{N}_-]|\.[\p{L}\p{N}_])/u

/** Whether a path stands in a text with nothing that would make its first or last name another one. */
function holdsPath(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const end = at + path.length
    const isBegun = at === 0 || !nameSign.test(text[at - 1] ?? '') || path.startsWith('/')
    if (isBegun && (path.endsWith('/') || !afterName.test(text.slice(end, end + 3)))) return true
  }
  return false
}
