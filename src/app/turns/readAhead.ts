import type { ConversationId } from '../../domain/model.ts'
import { messageId } from '../../domain/ids.ts'
import type { Draft } from '../write/draft/draft.ts'
import type { StoreTurn } from './turnInput.ts'

/** Reads what turns name, all of it at once: each is decided by itself then, mostly without a further store call. */
export async function readAhead(
  turns: readonly (StoreTurn & { readonly conversationId: ConversationId })[],
  drafts: ReadonlyMap<ConversationId, Draft>,
): Promise<void> {
  await Promise.all(turns.map((turn) => readTurn(drafts.get(turn.conversationId) as Draft, turn)))
}

async function readTurn({ reads, conversation }: Draft, { turnId, parent, supersedes }: StoreTurn): Promise<void> {
  const ancestors = conversation.forkedFrom === null ? [] : await reads.lineage(conversation.id)
  const named = turnId == null ? [] : [conversation, ...ancestors].map(({ id }) => messageId(id, turnId))
  const messageIds = [
    ...(parent && 'messageId' in parent ? [parent.messageId] : []),
    ...(supersedes == null ? [] : [supersedes]),
  ]
  const messages = await Promise.all([...named, ...messageIds].map((id) => reads.message(id)))
  const observed = parent && 'observationId' in parent ? [parent.observationId] : []
  const latest = messages.flatMap((message) => message?.latestId ?? [])
  await Promise.all([...observed, ...latest].map((id) => reads.observation(id)))
}
