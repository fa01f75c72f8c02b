import type { ConnectedGraph, ConversationSummary } from '../../client/client.ts'
import { noConversation } from '../../client/conversations/places.ts'
import { codeOf, membersOf } from '../turns/json.ts'
import { titleStream } from './titleStream.ts'
import type { ThreadListOptions } from './types.ts'

/** Ids that assistant-ui gives a thread until it has its own: they are short, and two pages may draw the same one. */
const placeholder = /^__(LOCALID|optimistic)_/

/** Returns the list of threads in the form of assistant-ui's `RemoteThreadListAdapter`: each is a conversation. */
export function threadList(client: ConnectedGraph, { filter, metadata = {}, title }: ThreadListOptions) {
  const { conversations } = client
  const update = (id: string, changes: { title?: string; metadata?: object; archived?: boolean }) =>
    conversations.open(id).update(changes)
  return {
    async list({ after }: { after?: string | undefined } = {}) {
      const page = await conversations
        .list({ filter: { sidechains: false, archived: null, ...filter } })
        .page({ first: 50, after })
      const nextCursor = page.hasNextPage ? (page.endCursor ?? undefined) : undefined
      return { threads: page.items.map(threadOf), nextCursor }
    },
    async fetch(threadId: string) {
      const summary = await conversations.open(threadId).summary()
      if (!summary || summary.deletedAt !== null) throw noConversation(threadId)
      return threadOf(summary)
    },
    async initialize(threadId: string) {
      const id = placeholder.test(threadId) ? undefined : threadId
      try {
        return { remoteId: (await conversations.create({ id, metadata })).id, externalId: undefined }
      } catch (thrown) {
        if (codeOf(thrown) !== 'ALREADY_EXISTS' || id === undefined) throw thrown
        return { remoteId: id, externalId: undefined }
      }
    },
    rename: (id: string, newTitle: string) => update(id, { title: newTitle }),
    archive: (id: string) => update(id, { archived: true }),
    unarchive: (id: string) => update(id, { archived: false }),
    updateCustom: (id: string, custom?: Record<string, unknown>) =>
      update(id, { metadata: { custom: custom ?? null } }),
    delete: (id: string) => conversations.open(id).delete(),
    async generateTitle(id: string, messages: readonly unknown[]) {
      const made = await title?.(messages)
      // It is stored before it is shown: what is written later could replace a newer one.
      if (made !== undefined) await update(id, { title: made })
      return titleStream(made ?? (await conversations.open(id).summary())?.title ?? '')
    },
  }
}

function threadOf({ id, title, updatedAt, metadata }: ConversationSummary) {
  const { archived, custom } = membersOf(metadata) ?? {}
  return {
    status: archived === true ? ('archived' as const) : ('regular' as const),
    ...{ remoteId: id, externalId: undefined, title: title || undefined, lastMessageAt: new Date(updatedAt) },
    custom: membersOf(custom) ?? undefined,
  }
}
