import type { Resolver } from '@urql/exchange-graphcache'
import { useMemo } from 'react'
import { useClient, type Client } from 'urql'
import { KnownTitle, OpenLine, type ListedConversationFragment } from '../documents/generated.ts'

/** What was read of a conversation before its own screen has: its title at least, all of its row where the list has it. */
export type KnownConversation = Pick<ListedConversationFragment, 'id' | 'title'> & Partial<ListedConversationFragment>

/** Finds a conversation by its id among those that lists, hits and the palette brought, where none was asked for by that id yet. */
export const conversationInCache: Resolver = (_, args, cache, { fieldName }) => {
  const answered = cache.resolve('Query', fieldName, args)
  const { id } = args
  if (answered !== undefined || typeof id !== 'string') return answered
  const entity = { __typename: 'Conversation', id }
  return cache.resolve(entity, 'title') === undefined ? undefined : entity
}

/** Returns what other screens have read of a conversation; null where that is nothing. */
export function useKnownConversation(id: string): KnownConversation | null {
  const client = useClient()
  return useMemo(() => knownConversation(client, id), [client, id])
}

function knownConversation(client: Client, id: string): KnownConversation | null {
  const cached = { requestPolicy: 'cache-only' } as const
  const line = client.readQuery(OpenLine, { id }, cached)?.data?.conversation
  return line ?? client.readQuery(KnownTitle, { id }, cached)?.data?.conversation ?? null
}
