import { dayOf } from '../../domain/usage/counted.ts'
import type { Event } from '../../domain/model.ts'
import type { Column, Row, Table } from '../../formats/tables/table.ts'
import type { Scope } from '../scope.ts'
import { isWithin, takes, type ExtractFilter } from './filter.ts'
import { walk } from './walk.ts'

const columns: readonly Column[] = [
  { name: 'event_id', type: 'text' },
  { name: 'conversation_id', type: 'text' },
  { name: 'seq', type: 'integer' },
  { name: 'kind', type: 'text' },
  { name: 'at', type: 'time' },
  { name: 'day', type: 'day' },
  { name: 'actor', type: 'json' },
  { name: 'principal', type: 'json' },
  { name: 'note', type: 'text' },
  { name: 'path_hash', type: 'text' },
  { name: 'head_from', type: 'text' },
  { name: 'head_to', type: 'text' },
  { name: 'details', type: 'json' },
]

/** Returns what was done: the lines of all ledgers, and what happened to things of no conversation. */
export function eventTable(scope: Scope, filter: ExtractFilter): Table {
  return { columns, pages: pagesOf(scope, filter) }
}

async function* pagesOf(scope: Scope, filter: ExtractFilter): AsyncGenerator<readonly Row[]> {
  for await (const page of walk(scope, 'events')) {
    const events = page.filter(({ at }) => isWithin(filter, at))
    const conversationOf = async ({ conversationId }: Event) =>
      conversationId === null ? null : scope.reads.conversation(conversationId)
    const conversations = await Promise.all(events.map(conversationOf))
    yield events.filter((_, k) => takes(filter, conversations[k] ?? null)).map(rowOf)
  }
}

function rowOf({ id, conversationId, seq, kind, at, note, pathHash, head, details, ...who }: Event): Row {
  const [actor, principal] = [who.actor, who.principal].map((one) => (one === null ? null : JSON.stringify(one)))
  const moved = [head?.from ?? null, head?.to ?? null]
  const parts = [actor ?? null, principal ?? null, note, pathHash, ...moved, JSON.stringify(details)]
  return [id, conversationId, seq, kind, at, dayOf(at), ...parts]
}
