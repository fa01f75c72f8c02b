import * as documents from '../documents/generated.ts'
import { followConversation } from './follow.ts'
import type { Graph } from './graph.ts'
import { movesOf } from './moves.ts'
import { pagesOf, transcriptPages } from './pages.ts'
import { existing, pointOf } from './places.ts'
import { recordsOf } from './recordsOf.ts'
import { turnsOf } from './turns.ts'
import type { Conversation, ModelContext } from './types.ts'
import type { MessageFormat, PointInput } from '../schema/generated.ts'

/** Returns a conversation by its id; nothing is asked for before a method is called. */
export function conversationOf(graph: Graph, id: string): Conversation {
  const { ask } = graph
  const open = (other: string) => conversationOf(graph, other)
  return {
    id,
    ...turnsOf(ask, id),
    ...movesOf(ask, id, open),
    ...readsOf(graph, id),
    records: recordsOf(ask, id),
    subscribe: (options = {}) => followConversation(graph, id, options),
  }
}

type Reads = Pick<Conversation, 'summary' | 'transcript' | 'tree' | 'leaves' | 'diff' | 'context'>

function readsOf({ ask }: Graph, id: string): Reads {
  return {
    summary: async (options) => (await ask(documents.SummaryOfConversation, { id }, options)).conversation,
    transcript({ view, values, includeDeleted, at, last } = {}) {
      let place: PointInput | undefined
      const read: Parameters<typeof transcriptPages>[0] = async ({ signal, ...page }) => {
        // Once for all pages.
        if (at !== undefined) place ??= await pointOf(ask, id, at, { signal })
        const variables = { id, view, values, includeDeleted, at: place, ...page }
        const { transcript } = existing((await ask(documents.TranscriptItems, variables, { signal })).conversation, id)
        return { items: transcript.nodes, ...transcript.pageInfo }
      }
      return transcriptPages(read, last)
    },
    async tree({ format = 'TEXT', maxNodes = 500, family = false, ...options } = {}) {
      const variables = { id, format, maxNodes, unfold: false, family }
      return existing((await ask(documents.DrawTree, variables, options)).conversation, id).tree
    },
    leaves: () =>
      pagesOf(async ({ signal, ...page }) => {
        const { conversation } = await ask(documents.LeavesOfConversation, { id, ...page }, { signal })
        const { nodes, pageInfo } = existing(conversation, id).leaves
        return { items: nodes, ...pageInfo }
      }),
    async diff(other, options) {
      const target = typeof other === 'string' ? { conversationId: other } : placeOf(other)
      return (await ask(documents.DiffOfBranches, { base: { conversationId: id }, target }, options)).diff
    },
    async context<Format extends MessageFormat>({
      format,
      at,
      signal,
    }: Parameters<Conversation['context']>[0] & { readonly format: Format }) {
      const place = at === undefined ? undefined : await pointOf(ask, id, at, { signal })
      const answer = await ask(documents.ContextOf, { id, format, at: place }, { signal })
      const { contextMessages, contextSystem } = existing(answer.conversation, id)
      return { messages: contextMessages as ModelContext<Format>['messages'], system: contextSystem }
    },
  }
}

function placeOf(other: Exclude<Parameters<Conversation['diff']>[0], string>) {
  return 'subscribe' in other ? { conversationId: other.id } : other
}
