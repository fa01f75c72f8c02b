import { match } from '../domain/search/searchMatch.ts'
import type { SearchQuery } from '../domain/search/searchQuery.ts'
import { searchText } from '../domain/search/searchText.ts'
import { tokenise, type Tokens } from '../domain/usage/tokens.ts'
import type { Message, Observation } from '../domain/model.ts'
import type { Candidate, MessageState } from './searchIndex.ts'

/** What never changes of a candidate. */
export type Fixed = Omit<Candidate, 'score' | 'message'>

/** Returns the words of an observation as they are compared with queries. */
export function tokensOf({ blocks, marker }: Pick<Observation, 'blocks' | 'marker'>): Tokens {
  return tokenise(searchText({ marker }, blocks))
}

/** Returns the candidate that an observation is, null where its stored text does not answer the query. */
export function candidateOf(
  query: SearchQuery,
  fixed: Fixed,
  tokens: Tokens,
  message: MessageState | null,
): Candidate | null {
  const result = match(query, tokens)
  return result && { ...fixed, score: result.score, message }
}

/** Returns what must be known of a message. */
export function stateOf({ deleted, overlay, observationCount }: MessageParts): MessageState {
  const correctedBy = overlay && Object.hasOwn(overlay.fields, 'content') ? overlay.provenance['content'] : null
  return { deleted: deleted ?? false, correctedBy: correctedBy ?? null, count: observationCount ?? 1 }
}
type MessageParts = Partial<Pick<Message, 'observationCount' | 'deleted' | 'overlay'>>
