import type { Conversation } from '../../domain/model.ts'
import type { Format } from '../../formats/format.ts'
import { formatNamed } from '../../formats/index.ts'
import { unpacked } from '../../formats/compressedLines.ts'
import { storedChunks } from '../imports/raw/rawLines.ts'
import type { Scope } from '../scope.ts'
import { headOf } from '../read/paths.ts'
import { importedState, isAsImported } from './importedState.ts'
import { shownOnPath } from './shownBlocks.ts'

/** The file that a conversation was imported from. */
export interface OriginalFile {
  readonly format: Format
  /** Nothing was stored, moved or deleted here since it was imported; what was erased stands in its lines, emptied. */
  readonly isUnchanged: boolean
  /** It has another title than the import gave it. */
  readonly isRenamed: boolean
  readonly pieces: () => AsyncIterable<Uint8Array>
}

/** Returns the file that a conversation was imported from, in its last state; null when it was not imported. */
export async function originalFile(scope: Scope, conversation: Conversation): Promise<OriginalFile | null> {
  const { id } = conversation
  const state = await importedState(scope, conversation)
  const source = state?.source ?? state?.latest ?? (await longestSource(scope, id))
  const head = await headOf(scope, conversation)
  // An agent's talk may stand among the lines of the session that started it.
  const name = source === null ? state && head?.sourceKind : source.split(':')[0]
  const format = name == null ? null : formatNamed(name)
  if (format === null) return null
  const isOurs = source !== null && isAsImported(conversation, state)
  // The lines of what was erased stand in the file, emptied and marked.
  const isUnchanged = isOurs && (await shownOnPath(scope, conversation, head, 'AS_STORED', true)).size === 0
  const isRenamed = state?.title !== conversation.title
  return { format, isUnchanged, isRenamed, pieces: () => rawPieces(scope, id, source ?? '') }
}

/** Of an import that broke off before it left a mark. */
async function longestSource(scope: Scope, id: string): Promise<string | null> {
  const sources = await scope.store.rawSources(id)
  return sources.sort((a, b) => b.lineCount - a.lineCount)[0]?.source ?? null
}

/** Yields the raw form of a source, piece by piece. */
export async function* rawPieces(scope: Scope, conversationId: string, source: string): AsyncIterable<Uint8Array> {
  for await (const chunk of storedChunks(scope, conversationId, source)) yield await unpacked(chunk.bytes)
}
