import { keyNames } from '../../../domain/erasure/names.ts'
import type { EventId, ForkedFrom, KeyRecord, NewEvent } from '../../../domain/model.ts'
import { areErasuresAlone, type Changes } from '../../../domain/changes.ts'
import { foldOf } from '../../../domain/usage/rollup.ts'
import { conversationRow, eventRow, messageRow, observationRow, segmentRow } from '../../rows/rows.ts'
import { leanEvent } from '../../rows/event.ts'
import { titleColumn } from '../connection/values.ts'
import type { ExpiredKeys, KeyRows } from './keys.ts'
import { movedForks, newForks, shortForkLine } from './forkLines.ts'
import { rewriteRows, weightOfRewriteRows, type RewriteRows } from './rewrite.ts'
import type { SqlRow } from '../connection/connection.ts'
import type { RegistryWrite } from '../registry/registrySql.ts'
import { recordRows, weightOfRecords, type RecordRows } from '../records/records.ts'
import { rollupRequest, type RollupRequest } from '../rollups/request.ts'

/**
 * Changes as plain rows, in the order of the statements' parameters: cheap to send to the writer's thread, and
 * nothing is left to encode there.
 */
export interface WriteRequest {
  readonly tenant: string
  readonly events: readonly { readonly id: EventId; readonly conversationId: string | null; readonly rest: SqlRow }[]
  /** It holds erasures and nothing else. */
  readonly isErasure?: boolean
  /** The events keep their times, also where one is dated before the line above it. */
  readonly keepsTimes?: boolean
  /** Forks whose point moves: their lines are made whole before that. */
  readonly movedForks?: readonly string[]
  readonly key: KeyRows | null
  readonly conversations: readonly { readonly id: string; readonly expected: number | null; readonly row: SqlRow }[]
  readonly messages: readonly { readonly id: string; readonly isNew: boolean; readonly row: SqlRow }[]
  readonly segments: readonly { readonly id: string; readonly isNew: boolean; readonly row: SqlRow }[]
  readonly observations: readonly SqlRow[]
  readonly junctions: readonly SqlRow[]
  readonly rawChunks: readonly SqlRow[]
  readonly importMarks: readonly SqlRow[]
  readonly records: RecordRows | null
  readonly rollup: RollupRequest | null
  readonly rewrites?: RewriteRows | undefined
  /** Without events: whether so many bytes find room, by writing them. */
  readonly room?: number
  /** Without events: days whose sums are folded over all conversations of the tenant. */
  readonly days?: readonly string[]
  /** Without events: idempotency keys that go because they have expired. */
  readonly expired?: ExpiredKeys
  /** Without events: a statement of the registry. */
  readonly registry?: { readonly statement: RegistryWrite; readonly values: SqlRow }
}

/** Returns the changes as rows. */
export function writeRequest(tenant: string, changes: Changes): WriteRequest {
  const { key } = changes
  // Most writes change no fork.
  const hasForks = changes.conversations.some(({ value }) => value.forkedFrom !== null)
  const forks = hasForks ? newForks(changes) : null
  return {
    tenant,
    events: changes.events.map((event) => eventValues(event, forks)),
    isErasure: changes.erasures.length > 0 && areErasuresAlone(changes),
    keepsTimes: changes.keepsTimes === true,
    movedForks: hasForks ? movedForks(changes) : [],
    key: key && keyRows(key),
    ...identities(changes),
    observations: changes.observations.map(observationValues),
    junctions: changes.junctions.map((it) => [it.conversationId, it.parentId, it.children, it.kind, it.way]),
    rawChunks: changes.rawChunks.map((it) => [it.conversationId, it.source, it.firstLine, it.lineCount, it.bytes]),
    importMarks: changes.importMarks.map((it) => [it.name, JSON.stringify(it.value)]),
    records: recordRows(changes),
    rollup: rollupRequest(foldOf(changes), changes.newAnswers),
    ...(changes.rewrites && { rewrites: rewriteRows(changes.rewrites) }),
  }
}

/** Returns a key as a row, with the names by which it is found. */
export function keyRows({ key, operation, inputHash, result, storedAt }: KeyRecord): KeyRows {
  return { row: [key, operation, inputHash, JSON.stringify(result), storedAt], names: keyNames(result) }
}

function eventValues(event: NewEvent, forks: ReturnType<typeof newForks> | null): WriteRequest['events'][number] {
  const { id, conversationId, kind, at, body } = eventRow({ ...leanEvent(event), head: null, pathHash: null })
  const { head, pathHash } = event
  const short = forks && shortForkLine(event, body, forks)
  if (short) return { id, conversationId, rest: [kind, at, 0, null, short.headTo, null, short.body] }
  const move = [Number(head !== null), head?.from ?? null, head?.to ?? null]
  return { id, conversationId, rest: [kind, at, ...move, pathHash, body] }
}

function identities(changes: Changes): Pick<WriteRequest, 'conversations' | 'messages' | 'segments'> {
  return {
    conversations: changes.conversations.map(({ expected, value }) => {
      const { id, ...row } = conversationRow({ ...value, headId: null, forkedFrom: null })
      const times = [row.version, row.createdAt, row.activityAt, Number(row.deleted), row.origin]
      const links = [...forkValues(value.forkedFrom), row.sidechainOf, value.headId]
      return { id, expected, row: [...times, ...links, row.cwdKey, titleColumn(value), row.metadataKey, row.body] }
    }),
    messages: changes.messages.map(({ isNew, value }) => {
      const { id, conversationId, createdAt, body } = messageRow(value)
      return { id, isNew, row: [conversationId, createdAt, body] }
    }),
    segments: changes.segments.map(({ isNew, value }) => {
      if (!isNew) return { id: value.id, isNew, row: [value.tipId, value.tipDepth, value.tipAt] }
      const { id, conversationId, tipId, tipDepth, tipAt, body } = segmentRow(value)
      return { id, isNew, row: [conversationId, tipId, tipDepth, tipAt, body] }
    }),
  }
}

/** What has columns of its own is left out of the body: as text it would be most of it. */
function forkValues(from: ForkedFrom | null): SqlRow {
  if (from === null) return [null, null, null, null, null]
  return [from.conversationId, from.observationId, from.turn, from.pathHash, from.eventId]
}

function observationValues(observation: Changes['observations'][number]): SqlRow {
  const row = observationRow(observation, observation.blocks, 'lean')
  // prettier-ignore
  return [
    row.id, row.kind, row.conversationId, row.messageId, row.externalId, row.role,
    row.observedAt, row.ingestedAt, row.copyOf, row.contentHash,
    row.parentId, row.segmentId, row.depth, row.turn, row.entry, row.pathHash, row.body,
  ]
}

/** Asks whether writes are possible. */
export const writability: WriteRequest = {
  tenant: '',
  key: null,
  ...{ events: [], conversations: [], messages: [], segments: [] },
  ...{ observations: [], junctions: [], rawChunks: [], importMarks: [] },
  records: null,
  rollup: null,
}

/** Asks for a statement of the registry. */
export const registryRequest = (statement: RegistryWrite, values: SqlRow): WriteRequest => ({
  ...writability,
  registry: { statement, values },
})

/** Asks for keys that have expired to be deleted. */
export const expiryRequest = (tenant: string, expired: ExpiredKeys): WriteRequest => ({
  ...writability,
  tenant,
  expired,
})

/** Asks for days to be folded. */
export const foldRequest = (tenant: string, days: readonly string[]): WriteRequest => ({ ...writability, tenant, days })

/** Asks whether there is room for an ordinary turn. */
export const roomForTurn: WriteRequest = { ...writability, room: 64 * 1024 }

/** Returns about how many rows a request writes: what a batch is measured by. */
export function weightOf(request: WriteRequest): number {
  const { observations, messages, conversations, records } = request
  return (
    observations.length +
    messages.length +
    conversations.length +
    weightOfRecords(records) +
    (request.rewrites ? weightOfRewriteRows(request.rewrites) : 0) +
    1
  )
}
