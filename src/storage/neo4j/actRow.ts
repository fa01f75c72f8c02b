import type { Changes, Tenant } from '../../domain/model.ts'
import { eventProperties } from './eventRows.ts'
import { conversationProperties, int, keyProperties, type Properties } from './rows.ts'
import { hasThings } from './thingRow.ts'
import { runProperties } from './thingRows.ts'

/** Returns the row of ACT for changes of one conversation that is there, its ledger and its runs; null for all others. */
export function actRow(tenant: Tenant, changes: Changes): Properties | null {
  const { conversations, events, runs, key } = changes
  const [conversation] = conversations
  if (!conversation || conversations.length > 1 || conversation.expected === null || holdsMore(changes)) return null
  const { id } = conversation.value
  if ([...events, ...runs].some(({ conversationId }) => conversationId !== id)) return null
  return {
    tenant,
    attempt: events[0].id,
    keyName: key?.key ?? null,
    conversationId: id,
    version: int(conversation.expected),
    runs: runs.map((run) => runProperties(tenant, run)),
    events: events.map((event, k) => ({ props: eventProperties(tenant, event), ordinal: int(k + 1) })),
    keys: key ? [keyProperties(tenant, key)] : [],
    conversation: conversationProperties(conversation.value),
  }
}

function holdsMore(changes: Changes): boolean {
  const { messages, observations, segments, junctions, rawChunks, importMarks } = changes
  const others = [messages, observations, segments, junctions, rawChunks, importMarks]
  return others.some(({ length }) => length > 0) || hasThings({ ...changes, runs: [] })
}
