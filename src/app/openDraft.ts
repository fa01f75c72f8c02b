import type { ConversationId } from '../domain/model.ts'
import { newConversation } from '../domain/newConversation.ts'
import { notFound } from '../domain/refusals.ts'
import type { Frontier } from '../storage/graphStore.ts'
import type { Act } from './act.ts'
import { checkId } from './checks.ts'
import { createDraft, type Draft } from './drafts.ts'
import { eventOf } from './events.ts'
import { treeNode } from './paths.ts'

/** Returns a draft of a conversation that there is; refuses an unknown or deleted one. */
export function draftOf(act: Act, id: ConversationId, frontier: Frontier | null): Draft {
  if (frontier === null) throw notFound('Conversation', id)
  if (frontier.conversation.deletedAt !== null) throw notFound('Conversation', id, true)
  return createDraft(act, frontier, frontier.conversation, treeNode(frontier.head))
}

/** Returns a draft of a conversation, of a new one when there is none of that id; refuses a deleted one. */
export function openDraft(act: Act, id: ConversationId, frontier: Frontier | null): Draft {
  if (frontier !== null) return draftOf(act, id, frontier)
  const draft = createDraft(act, null, newConversation(checkId(id, 'conversationId'), act.fresh.now()), null)
  draft.events.push(eventOf(act, 'CREATE', id))
  return draft
}
