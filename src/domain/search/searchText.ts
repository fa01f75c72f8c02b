import type { Block, Json, Observation } from '../model.ts'
import { pieceBorder } from '../usage/tokens.ts'

/** So much of a turn is searched, in UTF-16 units. */
export const searchedLength = 64 * 1024

/**
 * Returns the text of an observation that is searched: texts and thinking, names and inputs of tools, their results, names
 * of attachments, a marker's summary. `blocks`: its own, or as they are now.
 */
export function searchText({ marker }: Pick<Observation, 'marker'>, blocks: readonly Block[]): string {
  const pieces: string[] = []
  let length = 0
  for (const piece of piecesOf(marker?.summary ?? null, blocks)) {
    if (length >= searchedLength) break
    pieces.push(piece)
    length += piece.length + pieceBorder.length
  }
  return pieces.join(pieceBorder).slice(0, searchedLength)
}

function* piecesOf(summary: string | null, blocks: readonly Block[]): Generator<string> {
  if (summary !== null) yield summary
  for (const block of blocks) {
    if (block.type === 'text') yield block.text
    if (block.type === 'thinking') yield block.thinking
    if (block.type === 'toolCall') {
      yield block.name
      yield* leaves(block.input)
    }
    if (block.type === 'toolResult') yield* leaves(block.content)
    if (block.type === 'attachment' && block.fileName != null) yield block.fileName
  }
}

/** The values in a JSON value; what a provider's block is called is none. */
function* leaves(value: Json): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'number') yield String(value)
  else if (Array.isArray(value)) for (const one of value as readonly Json[]) yield* leaves(one)
  else if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value as { readonly [key: string]: Json })
    const isBlock = 'text' in value || 'data' in value || 'source' in value
    for (const [name, one] of members) if (!(isBlock && name === 'type')) yield* leaves(one)
  }
}
