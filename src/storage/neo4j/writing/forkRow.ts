import type { Tenant } from '../../../domain/model.ts'
import type { Changes } from '../../../domain/changes.ts'
import type { Rollup } from '../../../domain/usage/rollup.ts'
import { eventProperties, newForks } from './eventRows.ts'
import { int, type Properties } from '../properties/rows.ts'
import { sumProperties } from '../rollups/rows.ts'
import { holdsMore } from './conversationRow.ts'
import { shortRow } from './shortRow.ts'

/** Returns the row of FORK for changes that make one fork and tell it in both ledgers; null for all others. */
export function forkRow(tenant: Tenant, changes: Changes, rollup: Rollup): Properties | null {
  const { conversations, events, runs } = changes
  const [conversation] = conversations
  const from = conversation?.value.forkedFrom
  if (!conversation || !from || conversations.length > 1 || conversation.expected !== null) return null
  if (runs.length > 0 || holdsMore(changes)) return null
  const { id } = conversation.value
  const source = from.conversationId
  if (source === id || events.some(({ conversationId }) => conversationId !== id && conversationId !== source))
    return null
  const own = events.filter(({ conversationId }) => conversationId === id)
  const newEvents = events.filter(({ conversationId }) => conversationId === source)
  // The source is locked by its line; without one it is not.
  if (own.length === 0 || newEvents.length === 0) return null
  const forks = newForks(changes)
  const rows = (some: typeof own, isOwn: boolean) =>
    some.map((event, k) => ({ props: eventProperties(tenant, event, forks), isOwn, ordinal: int(k + 1) }))
  return {
    ...shortRow(tenant, changes, conversation, source),
    ...sumProperties(rollup),
    sourceId: source,
    pointId: from.observationId,
    isSourceFirst: source < id,
    ownEvents: int(own.length),
    sourceEvents: int(newEvents.length),
    events: [...rows(own, true), ...rows(newEvents, false)],
  }
}
