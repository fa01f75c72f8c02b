import { own } from '../../runtime/own.ts'
import type { Conversation } from '../../domain/model.ts'
import { isArchived, isPinned } from '../../domain/messages/newConversation.ts'
import { canonicalJson } from '../../domain/tree/pathHash.ts'
import { queryOf, type ConversationFilter } from '../read/lists.ts'

/** How a conversation stands to a filter: listed, not listed now, or never, for what keeps it out cannot change. */
export type Match = 'listed' | 'unlisted' | 'never'

/** Returns a function that matches conversations against a filter, all of it but `text` and `failures`. */
export function matcherOf(filter: ConversationFilter): (conversation: Conversation) => Match {
  const query = queryOf(filter)
  const title = query.title?.toLowerCase() ?? null
  const isFixed = (it: Conversation) =>
    (query.origin === null || query.origin.includes(it.origin)) &&
    (query.cwd === null || (it.cwd !== null && query.cwd.includes(it.cwd))) &&
    (query.forkedFrom === null || it.forkedFrom?.conversationId === query.forkedFrom) &&
    !(query.leaveOut.includes('forks') && it.forkedFrom !== null) &&
    !(query.leaveOut.includes('sidechains') && it.sidechainOf !== null)
  const isNow = (it: Conversation) =>
    (query.includeDeleted || it.deletedAt === null) &&
    (title === null || (it.title ?? it.derivedTitle).toLowerCase().includes(title)) &&
    (query.activeAfter === null || it.activityAt >= query.activeAfter) &&
    (query.activeBefore === null || it.activityAt <= query.activeBefore) &&
    !(query.leaveOut.includes('archived') && isArchived(it)) &&
    !(query.leaveOut.includes('pinned') && isPinned(it)) &&
    query.metadata.every(
      ({ name, json }) => Object.hasOwn(it.metadata, name) && canonicalJson(own(it.metadata, name)) === json,
    )
  return (conversation) => (!isFixed(conversation) ? 'never' : isNow(conversation) ? 'listed' : 'unlisted')
}
