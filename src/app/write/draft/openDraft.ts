import type { ConversationId } from '../../../domain/model.ts'
import { newConversation } from '../../../domain/messages/newConversation.ts'
import { mustBeLive, mustFind } from '../../../domain/refusals.ts'
import type { Frontier } from '../../../storage/graphStore.ts'
import type { Scope } from '../../scope.ts'
import { checkId } from '../checks.ts'
import { createDraft, type Draft } from './draft.ts'
import { newEvent } from './newEvent.ts'
import { treeNode } from '../../read/paths.ts'

/** Returns a draft of a conversation that there is; refuses an unknown or deleted one. */
export function draftOf(scope: Scope, id: ConversationId, laneFrontier: Frontier | null): Draft {
  const frontier = mustFind(laneFrontier, 'Conversation', id)
  return createDraft(scope, frontier, mustBeLive(frontier.conversation), treeNode(frontier.head))
}

/** Returns a draft of a conversation, of a new one when there is none of that id; refuses a deleted one. */
export function openDraft(scope: Scope, id: ConversationId, frontier: Frontier | null): Draft {
  if (frontier !== null) return draftOf(scope, id, frontier)
  const draft = createDraft(scope, null, newConversation(checkId(id, 'conversationId'), scope.fresh.now()), null)
  draft.events.push(newEvent(scope, 'CREATE', id))
  return draft
}
