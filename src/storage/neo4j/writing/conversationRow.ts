import type { Tenant } from '../../../domain/model.ts'
import type { Changes } from '../../../domain/changes.ts'
import { eventProperties } from './eventRows.ts'
import { int, type Properties } from '../properties/rows.ts'
import type { Rollup } from '../../../domain/usage/rollup.ts'
import { sumProperties } from '../rollups/rows.ts'
import { shortRow } from './shortRow.ts'
import { runProperties } from '../records/run.ts'
import { holdsRecords } from '../records/records.ts'

/** Returns the row of CONVERSATION_WRITE for changes of one conversation that is there, its ledger and its runs; null for all others. */
export function conversationRow(tenant: Tenant, changes: Changes, rollup: Rollup): Properties | null {
  const { conversations, events, runs } = changes
  const [conversation] = conversations
  if (!conversation || conversations.length > 1 || conversation.expected === null || holdsMore(changes)) return null
  const { id } = conversation.value
  if ([...events, ...runs].some(({ conversationId }) => conversationId !== id)) return null
  return {
    ...shortRow(tenant, changes, conversation),
    ...sumProperties(rollup),
    runs: runs.map((run) => runProperties(tenant, run)),
    events: events.map((event, k) => ({ props: eventProperties(tenant, event), ordinal: int(k + 1) })),
  }
}

/** Says whether changes hold more than conversations, their ledgers and their runs. */
export function holdsMore(changes: Changes): boolean {
  const { messages, observations, segments, junctions, rawChunks, importMarks } = changes
  const others = [messages, observations, segments, junctions, rawChunks, importMarks]
  return others.some(({ length }) => length > 0) || holdsRecords({ ...changes, runs: [] })
}
