/**
 * Events as Neo4j's driver takes and gives them. A fork has two lines, in its own ledger and in its source's, and each
 * says what stands in the fork: those lines have no body, so that a fork stays small, and who made it beside them. Lines with a note keep theirs, and so
 * those of an import's forks do, the only ones whose point may move on.
 */
import type { Event, ForkedFrom, Json, NewEvent } from '../../../domain/model.ts'
import type { Changes } from '../../../domain/changes.ts'
import { eventOf, eventRow, type EventRow } from '../../rows/rows.ts'
import { principalOf, principalValue } from '../../rows/event.ts'
import { compactedOrNull, expandedOrNull } from '../reading/compactText.ts'
import {
  conversationFrom,
  instantOfTime,
  numberOrNull,
  timeOf,
  withoutNulls,
  type Properties,
  type Value,
} from '../properties/rows.ts'
import { Torn } from '../reading/tornRead.ts'

/** Conversations that changes make as forks, by their ids. */
type Forks = ReadonlyMap<string, ForkedFrom>

/** Returns the forks that changes make. */
export function newForks({ conversations }: Changes): Forks {
  return new Map(
    conversations.flatMap(({ expected, value }) =>
      expected === null && value.forkedFrom ? [[value.id, value.forkedFrom] as const] : [],
    ),
  )
}

/** Returns when the first new line of a conversation's ledger is dated; null where there is none, or its time is not compared. */
export function firstLineAt({ events, keepsTimes }: Changes, conversationId: string): Value {
  const first = keepsTimes === true ? undefined : events.find((event) => event.conversationId === conversationId)
  return first === undefined ? null : timeOf(first.at)
}

/** Returns the properties of an event, its `seq` aside. */
export function eventProperties(tenant: string, event: NewEvent, forks?: Forks): Properties {
  const { movesHead, body, ...row } = eventRow({ ...event, pathHash: compactedOrNull(event.pathHash) })
  const forkId = forks && forkEvent(event, forks)
  return withoutNulls({
    ...row,
    tenant,
    at: timeOf(row.at),
    moveOf: movesHead ? row.conversationId : null,
    checkpointOf: row.kind === 'CHECKPOINT' ? row.conversationId : null,
    forkId: forkId === row.conversationId ? null : (forkId ?? null),
    body: forkId == null ? body : null,
    by: forkId == null || event.principal === null ? null : JSON.stringify(principalValue(event.principal)),
  })
}

/** Returns the new fork of which the event says nothing but what the fork itself says; null for all others. */
function forkEvent(event: NewEvent, forks: Forks): string | null {
  if (event.kind !== 'FORK') return null
  const { fork } = event.details
  const id = typeof fork === 'string' ? fork : event.conversationId
  const forkedFrom = forks.get(id ?? '')
  if (id === null || !forkedFrom) return null
  const details = eventRow({ ...event, ...forkEventFields(id, forkedFrom, id === event.conversationId) })
  return details.body === eventRow(event).body ? id : null
}

function forkEventFields(id: string, { conversationId, pathHash }: ForkedFrom, isOwn: boolean) {
  const details = isOwn ? { source: conversationId } : { fork: id }
  return { details, pathHash, head: null, actor: null, note: null }
}

/** Returns the event of a list as EVENT in cypherRead.ts makes it. */
export function eventFrom(value: unknown): Event {
  const [id, conversationId, kind, at, seq, body, by, fork] = value as unknown[]
  const row = { id, conversationId, kind, at: instantOfTime(at), seq: numberOrNull(seq) }
  if (body === null) return { ...(row as Event), ...forkEventBy(fork, conversationId), principal: principalFrom(by) }
  const event = eventOf({ ...(row as Event & EventRow), body: body as string })
  return { ...event, pathHash: expandedOrNull(event.pathHash) }
}

const principalFrom = (by: unknown) => principalOf(typeof by === 'string' ? (JSON.parse(by) as Json) : null)

function forkEventBy(fork: unknown, conversationId: unknown) {
  const { id, forkedFrom } = fork === null ? { id: '', forkedFrom: null } : conversationFrom(fork)
  if (forkedFrom === null) throw new Torn('A fork is not there yet.')
  return forkEventFields(id, forkedFrom, id === conversationId)
}
