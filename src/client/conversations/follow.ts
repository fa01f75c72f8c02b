import {
  FollowConversation,
  FollowConversations,
  LedgerEnd,
  SummariesOfConversations,
  type FollowConversationsSubscription,
} from '../documents/generated.ts'
import { endable, resumed } from './followed.ts'
import type { Graph } from './graph.ts'
import { noConversation } from './places.ts'
import type { ConversationEvent, ConversationSummary, FollowListOptions, FollowOptions } from './types.ts'

/** Returns the events of a conversation, each once and in order, over as many connections as it takes. */
export function followConversation(
  graph: Graph,
  id: string,
  { afterSeq, signal }: FollowOptions,
): AsyncIterableIterator<ConversationEvent, undefined> {
  return endable((ended) => events(graph, id, afterSeq, ended), signal, graph.closed)
}

async function* events(
  graph: Graph,
  id: string,
  afterSeq: number | undefined,
  signal: AbortSignal,
): AsyncGenerator<ConversationEvent, undefined> {
  // Where the ledger ends now is known before the first connection: what is written while that is lost is not missed.
  const { conversation } = await graph.ask(LedgerEnd, { id }, { signal })
  if (conversation === null || conversation.deletedAt !== null) throw noConversation(id)
  let last = afterSeq ?? conversation.events.nodes[0]?.seq ?? 0
  const subscription = { document: FollowConversation, variables: () => ({ id, afterSeq: last }) }
  for await (const { conversationChanged: event } of resumed(graph, subscription, signal)) {
    if (event.seq === null || event.seq <= last) continue
    last = event.seq
    yield event
    if (isItsDeletion(event)) throw noConversation(id)
  }
}

/** A message's deletion stores an observation; what was restored since is not gone. */
const isItsDeletion = ({ kind, observationCount, conversation }: ConversationEvent): boolean =>
  kind === 'DELETE' && observationCount === 0 && conversation !== null && conversation.deletedAt !== null

/** Returns hints that conversations of a list have changed, over as many connections as it takes. */
export function followConversations(
  graph: Graph,
  { filter, onGap, signal }: FollowListOptions,
): AsyncIterableIterator<ConversationSummary, undefined> {
  return endable((ended) => changes(graph, { filter, onGap }, ended), signal, graph.closed)
}

async function* changes(
  graph: Graph,
  { filter, onGap }: FollowListOptions,
  signal: AbortSignal,
): AsyncGenerator<FollowConversationsSubscription['conversationsChanged'], undefined> {
  // Refuses at once what is no filter, and who may not read.
  await graph.ask(SummariesOfConversations, { filter, first: 1 }, { signal })
  const subscription = { document: FollowConversations, variables: () => ({ filter }), onGap }
  for await (const { conversationsChanged } of resumed(graph, subscription, signal)) yield conversationsChanged
}
