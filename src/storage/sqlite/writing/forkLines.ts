/**
 * The lines of ledgers that say of a fork what its own row says: which conversation it is a fork of, and the hash of its point. They are in
 * the fork's ledger and in its source's. In the place of their details lies 0 and they have no hash; the line of the source's ledger has the
 * fork's id as a head. Lines with a note are whole, as those of imports are, whose forks' points may move on.
 */
import type { Changes } from '../../../domain/changes.ts'
import type { ForkedFrom, Json, NewEvent } from '../../../domain/model.ts'
import type { Connection, SqlValue } from '../connection/connection.ts'
import { idText, idValue } from '../connection/values.ts'
import { checksummedColumns } from './checksummedColumns.ts'
import { setSummed } from './rowChecksum.ts'

/** Conversations that changes make as forks, by their ids. */
type Forks = ReadonlyMap<string, ForkedFrom>

/** Returns the forks that changes make. */
export function newForks({ conversations }: Pick<Changes, 'conversations'>): Forks {
  return new Map(
    conversations.flatMap(({ expected, value }) =>
      expected === null && value.forkedFrom ? [[value.id, value.forkedFrom] as const] : [],
    ),
  )
}

/** Returns the forks that were there before and whose point changes move. */
export function movedForks({ conversations, events }: Pick<Changes, 'conversations' | 'events'>): string[] {
  return conversations.flatMap(({ expected, value: { id, forkedFrom } }) =>
    expected !== null && events.some((event) => event.id === forkedFrom?.eventId) ? [id] : [],
  )
}

/** What an event's row holds in place of its own. */
interface ShortLine {
  readonly headTo: SqlValue
  readonly body: string
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A text of this length is taken for an id of ours, and no other one may be made of it. */
const lengthOfOurs = 36

/** Returns the short form of a line with that body; null where it says anything else than the new fork. */
export function shortForkLine(event: NewEvent, body: string, forks: Forks): ShortLine | null {
  if (forks.size === 0 || event.kind !== 'FORK' || event.head !== null || event.note !== null) return null
  const { fork, source } = event.details
  const isOwn = fork === undefined
  const id = isOwn ? event.conversationId : fork
  const from = typeof id === 'string' ? forks.get(id) : undefined
  if (typeof id !== 'string' || !from || Object.keys(event.details).length !== 1) return null
  if (event.pathHash !== from.pathHash || (isOwn && source !== from.conversationId)) return null
  if (!isOwn && id.length === lengthOfOurs && !uuid.test(id)) return null
  const [, ...rest] = JSON.parse(body) as Json[]
  return { headTo: isOwn ? null : id, body: JSON.stringify([0, ...rest]) }
}

const isShort = `substr(body, 1, 2) = '[0'`
const ofFork = (column: string): string =>
  `(SELECT f.${column} FROM conversations f WHERE f.tenant = events.tenant
    AND f.id = ${idText('coalesce(head_to, conversation_id)')})`
const details = `iif(head_to IS NULL, json_object('source', ${ofFork('forked_from')}), json_object('fork', ${idText('head_to')}))`

/** The columns of a ledger's line as they are whole; the others are so anyway. */
export const wholeLine = {
  head_to: `iif(${isShort}, NULL, head_to)`,
  path_hash: `iif(${isShort}, ${ofFork('fork_hash')}, path_hash)`,
  body: `iif(${isShort}, json_set(body, '$[0]', json(${details})), body)`,
} as const satisfies Readonly<Record<string, string>>

const set = (values: Readonly<Record<string, string>>): string =>
  `UPDATE events SET ${setSummed((checksummedColumns['events'] ?? '').split(', '), values)}`

const sourceOf = `(SELECT ${idValue('f.forked_from')} FROM conversations f WHERE f.tenant = ?1 AND f.id = ?2)`
const makeWhole = [
  `${set(wholeLine)} WHERE tenant = ?1 AND conversation_id = ${idValue('?2')} AND kind = 'FORK'
    AND head_to IS NULL AND ${isShort}`,
  `${set(wholeLine)} WHERE tenant = ?1 AND conversation_id = ${sourceOf} AND kind = 'FORK'
    AND head_to = ${idValue('?2')} AND ${isShort}`,
]

/** Makes the lines of a fork whole, before its row says anything else. */
export function makeForkLinesWhole(connection: Connection, tenant: number, fork: string): void {
  for (const statement of makeWhole) connection.run(statement, tenant, fork)
}

const forkIn = `(events.body ->> '$[0].fork')`
/** As in `shortForkLine`. */
const isKept = `(${forkIn} IS NULL OR length(${forkIn}) <> ${lengthOfOurs} OR typeof(${idValue(forkIn)}) = 'blob')`
const shorten = `
  ${set({ head_to: idValue(forkIn), path_hash: 'NULL', body: `json_set(body, '$[0]', 0)` })}
  WHERE tenant = ?1 AND kind = 'FORK' AND moves_head = 0 AND NOT ${isShort} AND body ->> '$[4]' IS NULL AND ${isKept}
    AND EXISTS (SELECT 1 FROM conversations f WHERE f.tenant = events.tenant
      AND f.id = coalesce(${forkIn}, ${idText('conversation_id')}) AND f.fork_hash = events.path_hash
      AND events.body -> '$[0]' = iif(${forkIn} IS NULL, json_object('source', f.forked_from), json_object('fork', f.id)))`

/** Makes the lines of a tenant short that may be: rows that are loaded come by one by one. */
export function shortenForkLines(connection: Connection, tenant: number): void {
  connection.run(shorten, tenant)
}
