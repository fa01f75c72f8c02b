import { v4 } from 'uuid'
import { CreateConversation, SummariesOfConversations } from '../documents/generated.ts'
import { conversationOf } from './conversationOf.ts'
import { followConversations } from './follow.ts'
import type { Graph } from './graph.ts'
import { pagesOf } from './pages.ts'
import { made } from './places.ts'
import { allRecords } from './recordsOf.ts'
import type { Conversations } from './types.ts'

/** Returns the conversations of a graph, as a program has them. */
export function conversationsOf(graph: Graph): Conversations {
  const { ask } = graph
  return {
    list: ({ filter, first } = {}) =>
      pagesOf(async ({ signal, ...page }) => {
        const { conversations } = await ask(SummariesOfConversations, { filter, ...page }, { signal })
        return { items: conversations.nodes, ...conversations.pageInfo }
      }, first),
    async create(input = {}, { idempotencyKey = v4(), ...options } = {}) {
      const { createConversation } = await ask(CreateConversation, { input: { ...input, idempotencyKey } }, options)
      return conversationOf(graph, made(createConversation.conversation).id)
    },
    open: (id) => conversationOf(graph, id),
    records: allRecords(ask),
    subscribe: (options = {}) => followConversations(graph, options),
  }
}
