import { match } from '../domain/searchMatch.ts'
import type { SearchQuery } from '../domain/searchQuery.ts'
import { searchText } from '../domain/searchText.ts'
import { tokenise } from '../domain/tokens.ts'
import type { Message, Observation } from '../domain/model.ts'
import type { Candidate, MessageState } from './searchIndex.ts'

/** An observation as an index reads it. */
export type ReadObservation = Omit<Candidate, 'score' | 'message'> & Pick<Observation, 'blocks' | 'marker'>

/** Returns the candidate that an observation is, null where its stored text does not answer the query. */
export function candidateOf(
  query: SearchQuery,
  { blocks, marker, ...read }: ReadObservation,
  message: MessageState | null,
): Candidate | null {
  const found = match(query, tokenise(searchText({ marker }, blocks)))
  return found && { ...read, score: found.score, message }
}

/** Returns what must be known of a message. */
export function stateOf({ deleted, overlay, observationCount }: MessageParts): MessageState {
  const correctedBy = overlay && Object.hasOwn(overlay.fields, 'content') ? overlay.provenance['content'] : null
  return { deleted: deleted ?? false, correctedBy: correctedBy ?? null, count: observationCount }
}
type MessageParts = Pick<Message, 'observationCount'> & Partial<Pick<Message, 'deleted' | 'overlay'>>
