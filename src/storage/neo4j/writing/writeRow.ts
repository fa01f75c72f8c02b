import type { Conversation, ConversationId, Message, Observation, Tenant } from '../../../domain/model.ts'
import { areErasuresAlone, type Changes } from '../../../domain/changes.ts'
import { weightOfRewrites } from '../../../domain/erasure/rewrites.ts'
import type { PartChange } from '../../../domain/usage/answer.ts'
import { rollupOf, type Rollup } from '../../../domain/usage/rollup.ts'
import { sumProperties } from '../rollups/rows.ts'
import { conversationRow } from './conversationRow.ts'
import { FORK } from './cypherFork.ts'
import { forkRow } from './forkRow.ts'
import { appendRow } from './appendRow.ts'
import { CONVERSATION_WRITE } from './cypherConversationWrite.ts'
import { APPEND } from './cypherAppend.ts'
import { exitRows } from '../descendants/exits.ts'
import { eventProperties, firstLineAt, newForks } from './eventRows.ts'
import {
  conversationProperties,
  importMarkProperties,
  int,
  intOrNull,
  junctionProperties,
  messageColumns,
  messageProperties,
  observationColumns,
  observationProperties,
  rowOf,
  segmentProperties,
  tipProperties,
  type Properties,
} from '../properties/rows.ts'
import { keyRow } from '../properties/key.ts'
import { rawChunkProperties } from '../properties/rawChunk.ts'
import { hasOwnContent } from '../properties/properties.ts'
import { holdsRecords, locksOfRecords, namesOfRecords, recordRow, weightOfRecords } from '../records/records.ts'

/** What a conversation must be for a write: not there, at a version, there, or whatever it is. */
interface Place {
  readonly id: ConversationId
  readonly rule: 'absent' | 'version' | 'exists' | 'any'
  readonly version: number | null
}

/** `place` and `ordinal` are null for an event of no conversation. */
type NumberedEvent = { readonly id: string } & (
  { readonly place: number; readonly ordinal: number } | { readonly place: null; readonly ordinal: null }
)

/** Changes as one row of WRITE (cypherWrite.ts) or of a shorter statement, and what their answers are read with. */
export interface WriteRow {
  /** The row of WRITE: made when it is wanted, or at once where nothing shorter will do. */
  readonly whole: () => Properties
  /** The row of APPEND or of CONVERSATION_WRITE; null when the changes are of another shape. */
  readonly short: { readonly statement: string; readonly row: Properties } | null
  /** Names of everything it depends on. */
  readonly keys: readonly string[]
  /** What it holds besides the tree, and the names of what is checked; null when it holds nothing else. */
  readonly records: { readonly keys: readonly string[]; readonly properties: () => Properties } | null
  readonly tenant: Tenant
  readonly rewrites: Changes['rewrites']
  /** What it does to answers of which there may be more: that is known once the row is written. */
  readonly parts: readonly PartChange[]
  /** Those of the answers that must have no parts yet. */
  readonly newAnswers: readonly string[]
  /** How many observations and other nodes: what a batch is measured by. */
  readonly weight: number
  /** Which of the conversations each event belongs to, and its number among that one's new events, from 1. */
  readonly events: readonly NumberedEvent[]
}

/** Returns the row for the changes; throws when something in them has no name, which would write it under null. */
export function writeRow(tenant: Tenant, changes: Changes): WriteRow {
  refuseNameless(tenant, changes)
  const places = placesOf(changes)
  const placeOf = new Map(places.map(({ id }, place) => [id, place]))
  const events = numbered(changes, placeOf)
  const recordLocks = locksOfRecords(changes)
  const rollup = rollupOf(changes)
  const short = changes.rewrites ? null : shortOf(tenant, changes, rollup)
  const newAnswers = changes.newAnswers ?? []
  // An import's batch is made while the one before it is being written.
  let whole = short === null ? wholeRow(tenant, changes, places, events, rollup) : null
  return {
    whole: () => (whole ??= wholeRow(tenant, changes, places, events, rollup)),
    short,
    keys: [...places.map(({ id }) => `conversation ${id}`), ...recordLocks],
    records: holdsRecords(changes) ? { keys: recordLocks, properties: () => recordRow(tenant, changes) } : null,
    tenant,
    rewrites: changes.rewrites,
    parts: rollup.parts,
    newAnswers,
    weight:
      1 +
      changes.observations.length +
      changes.messages.length +
      changes.rawChunks.length +
      weightOfRecords(changes) +
      weightOfRewrites(changes.rewrites),
    events,
  }
}

function shortOf(tenant: Tenant, changes: Changes, rollup: Rollup): WriteRow['short'] {
  const append = appendRow(tenant, changes, rollup)
  if (append) return { statement: APPEND, row: append }
  const row = conversationRow(tenant, changes, rollup)
  if (row) return { statement: CONVERSATION_WRITE, row }
  const fork = forkRow(tenant, changes, rollup)
  return fork && { statement: FORK, row: fork }
}

function wholeRow(
  tenant: Tenant,
  changes: Changes,
  places: readonly Place[],
  events: WriteRow['events'],
  rollup: Rollup,
): Properties {
  const forks = newForks(changes)
  return {
    tenant,
    isErasure: changes.erasures.length > 0 && areErasuresAlone(changes),
    attempt: changes.events[0].id,
    keyName: changes.key?.key ?? null,
    eventIds: changes.events.map(({ id }) => id),
    places: places.map(({ id, rule, version }) => ({
      id,
      rule,
      version: intOrNull(version),
      at: firstLineAt(changes, id),
    })),
    conversations: conversationRows(changes, places, events),
    forks: changes.conversations.flatMap(({ value }) => forkEdges(value)),
    ...nodeRows(tenant, changes),
    events: changes.events.map((event, at) => ({
      props: eventProperties(tenant, event, forks),
      place: intOrNull(events[at]?.place ?? null),
      ordinal: intOrNull(events[at]?.ordinal ?? null),
    })),
    ...asideRows(tenant, changes, places),
    ...sumProperties(rollup),
  }
}

function asideRows(tenant: Tenant, changes: Changes, places: readonly Place[]): Properties {
  return {
    keys: changes.key ? [keyRow(tenant, changes.key)] : [],
    junctions: changes.junctions.map((junction) => junctionProperties(tenant, junction)),
    rawChunks: changes.rawChunks.map((chunk, ordinal) => ({
      props: rawChunkProperties(tenant, chunk),
      place: int(places.findIndex(({ id }) => id === chunk.conversationId)),
      ordinal: int(ordinal),
    })),
    importMarks: changes.importMarks.map((mark) => importMarkProperties(tenant, mark)),
  }
}

/** In the order of their ids: everybody takes locks in the same order. */
function placesOf({ conversations, events, rawChunks }: Changes): Place[] {
  const places = new Map<ConversationId, Place>()
  for (const { conversationId: id } of rawChunks) places.set(id, { id, rule: 'any', version: null })
  for (const { conversationId: id } of events) if (id !== null) places.set(id, { id, rule: 'exists', version: null })
  for (const { expected, value } of conversations) {
    places.set(value.id, { id: value.id, rule: expected === null ? 'absent' : 'version', version: expected })
  }
  return [...places.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

function numbered({ events }: Changes, placeOf: ReadonlyMap<ConversationId, number>): WriteRow['events'] {
  const counts = new Map<number, number>()
  return events.map(({ id, conversationId }) => {
    if (conversationId === null) return { id, place: null, ordinal: null }
    const place = placeOf.get(conversationId) ?? 0
    const ordinal = (counts.get(place) ?? 0) + 1
    counts.set(place, ordinal)
    return { id, place, ordinal }
  })
}

/** Changed conversations, and those that are only counted up because an event names them. */
function conversationRows({ conversations }: Changes, places: readonly Place[], events: WriteRow['events']) {
  const values = new Map(conversations.map(({ value }) => [value.id, value]))
  return places.flatMap(({ id, rule }, place) => {
    if (rule === 'any') return []
    const value = values.get(id)
    const count = events.filter((event) => event.place === place).length
    return [{ id, place: int(place), events: int(count), props: value ? conversationProperties(value) : {} }]
  })
}

function forkEdges({ id, forkedFrom }: Conversation): Properties[] {
  if (!forkedFrom) return []
  return [{ id, source: forkedFrom.conversationId, point: forkedFrom.observationId }]
}

function nodeRows(tenant: Tenant, { messages, segments, observations, relationships }: Changes): Properties {
  const related = new Set(relationships.map(({ value }) => (value.type === 'SUPERSEDES' ? value.source.id : null)))
  const stored = new Map(observations.map((observation) => [observation.id, observation]))
  const rowOfMessage = (message: Message) => messageProperties(tenant, message, stored.get(message.latestId) ?? null)
  const newMessages = messages.filter(({ isNew }) => isNew).map(({ value }) => value)
  return {
    newMessageIds: newMessages.map(({ id }) => id),
    newMessages: [...byConversation(newMessages)].map(([conversationId, made]) => ({
      conversationId,
      messages: made.map((message) => rowOf(rowOfMessage(message), messageColumns)),
    })),
    superseding: newMessages.flatMap(({ id, supersedesId: supersedes }) =>
      supersedes === null || related.has(id) ? [] : [{ id, supersedes }],
    ),
    knownMessages: messages.filter(({ isNew }) => !isNew).map(({ value }) => rowOfMessage(value)),
    recalled: messages.flatMap(({ value }) => recalledRow(value, observations)),
    newSegments: segments.filter(({ isNew }) => isNew).map(({ value }) => segmentProperties(tenant, value)),
    exits: exitRows(segments.filter(({ isNew }) => isNew).map(({ value }) => value)),
    knownSegments: segments.filter(({ isNew }) => !isNew).map(({ value }) => tipProperties(tenant, value)),
    observations: observations.map((observation) =>
      rowOf(observationProperties(tenant, observation), observationColumns),
    ),
    otherParents: observations.flatMap(({ id, place }) =>
      (place?.otherParents ?? []).map((parentId) => ({ id, parentId })),
    ),
  }
}

/** A message that was restored says again what its newest observation says, which was stored long before. */
function recalledRow(message: Message, observations: readonly Observation[]): Properties[] {
  const { id, latestId, deleted } = message
  const isRestored = observations.some(({ kind, messageId }) => kind === 'RESTORATION' && messageId === id)
  return isRestored && !deleted && !hasOwnContent(message) ? [{ id, latestId }] : []
}

function byConversation(messages: readonly Message[]): Map<ConversationId, Message[]> {
  const groups = new Map<ConversationId, Message[]>()
  for (const message of messages) {
    const group = groups.get(message.conversationId)
    if (group) group.push(message)
    else groups.set(message.conversationId, [message])
  }
  return groups
}

function refuseNameless(tenant: Tenant, changes: Changes): void {
  const names: unknown[] = [tenant, changes.key?.key ?? '-']
  for (const { id, conversationId } of changes.events) names.push(id, conversationId ?? '-')
  for (const { value } of changes.conversations) names.push(value.id)
  for (const { value } of changes.messages) names.push(value.id, value.conversationId)
  for (const { value } of changes.segments) names.push(value.id, value.conversationId, value.tipId)
  for (const { id, conversationId } of changes.observations) names.push(id, conversationId)
  for (const { conversationId, parentId } of changes.junctions) names.push(conversationId, parentId)
  for (const { conversationId, source } of changes.rawChunks) names.push(conversationId, source)
  for (const { name } of changes.importMarks) names.push(name)
  names.push(...namesOfRecords(changes))
  if (names.every((name) => typeof name === 'string')) return
  throw new TypeError('Changes leave a name out.')
}
