import { noRecords, type Changes } from '../../../domain/changes.ts'
import type { ContentKind, Contents } from '../../../domain/contents.ts'
import { asBroughtIn } from '../../../domain/records/broughtIn.ts'
import { isCorrected } from '../../../domain/messages/messageSnapshot.ts'
import { isOfOthers } from '../../../domain/tree/growth.ts'
import { isDangling } from '../../../domain/records/importMarks.ts'
import type { Conversation, Json, JsonObject, Mark, NewEvent, Observation } from '../../../domain/model.ts'
import { Refusal } from '../../../domain/refusals.ts'
import type { BackupLine } from '../../../formats/ndjson/lines.ts'
import { checkedLines } from '../../../formats/ndjson/readLines.ts'
import { isContentKind, valueOf, type Unsegmented } from '../../../formats/ndjson/values.ts'
import type { Scratch } from '../../../formats/scratch.ts'
import type { Scope } from '../../scope.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { keepBytes, type ByteLine } from '../attachmentBytes.ts'
import { segmenting } from '../segmenting.ts'
import type { Compared } from './compare.ts'
import { usageDeltaOfLater } from './laterUsageDelta.ts'

/** What one write may hold: it is kept in memory until it is done. */
const mostAtOnce = { lines: 50_000, bytes: 64 * 1024 * 1024 }

export interface LaterState {
  /** The one that the file is of. */
  readonly conversationId: string
  readonly open: () => AsyncIterable<Uint8Array>
  readonly scratch: Scratch
  readonly compared: Compared
  /** Is given the ids of attachments whose bytes are nowhere. */
  readonly missing: string[]
  readonly mostAtOnce?: typeof mostAtOnce | undefined
}

type Values = { readonly [K in ContentKind]: Contents[K][] }

/** Returns what a file says more than the store, as one write: all of it comes in or nothing. */
export async function changesOfLater(scope: Scope, later: LaterState): Promise<Changes> {
  const gathered = await gatherLater(scope, later)
  const { values, replaced } = gathered
  const expecting = <
    K extends 'conversation' | 'entity' | 'entityType' | 'relationship' | 'annotations' | 'stateRecord',
  >(
    kind: K,
  ) => values[kind].map((value) => ({ expected: replaced.get(value) ?? null, value }))
  const [holders, corrected] = await Promise.all([holdersIn(scope, values), correctedIn(scope, values)])
  const changes: Changes = {
    events: eventsOf(scope, values.event, later.conversationId),
    conversations: expecting('conversation').map(({ expected, value }) => ({
      expected,
      value: withCounters(value, { showsOthers: holders.has(value.id), hasCorrections: corrected.has(value.id) }),
    })),
    messages: values.message.map((value) => ({ isNew: !replaced.has(value), value })),
    observations: inOrderOfArrival(values.observation),
    segments: await gathered.segments(),
    junctions: values.junction,
    key: null,
    keepsTimes: true,
    rawChunks: values.rawChunk.map(({ position: _, ...chunk }) => chunk),
    importMarks: await marksOf(scope, values, later.compared.endedMarks()),
    ...noRecords,
    entities: expecting('entity'),
    entityTypes: expecting('entityType'),
    relationships: expecting('relationship'),
    annotations: expecting('annotations'),
    stateRecords: expecting('stateRecord'),
    facts: values.fact.map((value) => ({ isNew: !replaced.has(value), value })),
    attachments: values.attachment,
    runs: values.run,
  }
  const counting = await usageDeltaOfLater(scope, changes)
  return counting === null ? changes : { ...changes, counting }
}

/** What a store keeps of a conversation that no line says. */
type DerivedFlags = Pick<Conversation, 'showsOthers' | 'hasCorrections'>

const withCounters = (
  { lastSeq: _, ...conversation }: Contents['conversation'],
  stored: DerivedFlags,
): Conversation => ({
  ...conversation,
  ...stored,
})

/** The conversations with messages whose content was corrected, among what is new or as they stand. */
async function correctedIn({ store }: Scope, { conversation, message }: Values): Promise<ReadonlySet<string>> {
  const there = await store.conversations(conversation.map(({ id }) => id))
  const known = there.flatMap((one) => (one?.hasCorrections ? [one.id] : []))
  return new Set([...known, ...message.filter(isCorrected).map(({ conversationId }) => conversationId)])
}

/** The conversations that hold copies of others' messages, among what is new or as they stand. */
async function holdersIn({ store }: Scope, { conversation, observation }: Values): Promise<ReadonlySet<string>> {
  const copies = observation.filter((node) => isOfOthers(node, node.conversationId))
  const there = await store.conversations(conversation.map(({ id }) => id))
  const known = there.flatMap((one) => (one?.showsOthers ? [one.id] : []))
  return new Set([...known, ...copies.map(({ conversationId }) => conversationId)])
}

interface Gathered {
  readonly values: Values
  /** The versions that the store has of what is not new. */
  readonly replaced: ReadonlyMap<unknown, number>
  segments(): Promise<Changes['segments']>
}

async function gatherLater(scope: Scope, { open, scratch, compared, missing, ...more }: LaterState): Promise<Gathered> {
  const values = emptyValues()
  const replaced = new Map<unknown, number>()
  const bytes = keepBytes(scope, undefined, missing)
  const seats = segmenting(scope, scratch)
  const room = roomFor(more.mostAtOnce ?? mostAtOnce)
  for await (const line of checkedLines(open())) {
    if (!isContentKind(line.line)) {
      await bytes.take(line.value as unknown as ByteLine)
      continue
    }
    const value = asBrought(line.line, valueOf(line.line, line.value))
    if (line.line === 'attachment') await bytes.begin(value as Contents['attachment'])
    else await bytes.end()
    if (compared.isKnown(line)) continue
    room(line)
    const version = compared.replaces(line)
    const stored = line.line === 'observation' ? await seats.seated(value as unknown as Unsegmented) : value
    if (version !== undefined) replaced.set(stored, version)
    ;(values[line.line] as unknown[]).push(stored)
  }
  await bytes.end()
  return { values, replaced, segments: () => segmentsOf(scope, seats.changed()) }
}

const emptyValues = (): Values => ({
  ...{ attachment: [], entityType: [], conversation: [], message: [], observation: [], annotations: [], junction: [] },
  ...{ run: [], stateRecord: [], event: [], rawChunk: [], entity: [], fact: [], relationship: [], importMark: [] },
  ...{ idempotencyKey: [], guard: [], erasure: [] },
})

/** Returns what refuses a line that there is no more room for. */
function roomFor(most: typeof mostAtOnce): (line: BackupLine) => void {
  let [lines, size] = [0, 0]
  return (line) => {
    lines++
    size += line.size
    if (lines <= most.lines && size <= most.bytes) return
    const message = `The file has more than ${most.lines} lines or ${most.bytes} bytes beyond what the store has.`
    const advice = 'Import a state in between first, or the file into an empty store. Nothing was imported.'
    throw new Refusal('LIMIT_EXCEEDED', { limit: most.lines, bytes: most.bytes }, `${message} ${advice}`)
  }
}

async function segmentsOf({ store }: Scope, segments: ReturnType<ReturnType<typeof segmenting>['changed']>) {
  const there = await store.segments(segments.map(({ id }) => id))
  return segments.map((value, i) => ({ isNew: there[i] == null, value }))
}

/** Behind what came with the file, who brought it. */
function eventsOf(scope: Scope, events: readonly Contents['event'][], conversationId: string): Changes['events'] {
  const brought = events.map(({ seq: _, ...event }): NewEvent => event)
  const [first, ...rest] = [...brought, broughtBy(scope, conversationId, { laterState: true })]
  return [first, ...rest]
}

/** Returns the event that names who brought a conversation's file: it is of no conversation, whose ledger is the file's. */
export function broughtBy(scope: Scope, conversationId: string, details: JsonObject): NewEvent {
  return newEvent(scope, 'IMPORT', null, { details: { conversationId, ...details } })
}

function asBrought<K extends ContentKind>(kind: K, value: Contents[K]): Contents[K] {
  return kind === 'event' ? (asBroughtIn(value as Contents['event']) as Contents[K]) : value
}

/** As they were stored, which is how sums know the first of a message; what a node continues stands before it. */
function inOrderOfArrival(observations: readonly Observation[]): Observation[] {
  const waiting = new Map(observations.map((one) => [one.id, one]))
  const arrived: Observation[] = []
  for (const one of [...observations].sort((a, b) => (a.ingestedAt < b.ingestedAt ? -1 : 1))) {
    const above: Observation[] = []
    for (let at: Observation | undefined = waiting.get(one.id); at; at = waiting.get(at.place?.parentId ?? '')) {
      waiting.delete(at.id)
      above.push(at)
    }
    arrived.push(...above.reverse())
  }
  return arrived
}

/** Roots that wait for a parent are listed under its name, those of other conversations among them: they go on waiting. */
async function marksOf({ store }: Scope, values: Values, ended: readonly string[]): Promise<Mark[]> {
  const own = new Set(values.conversation.map(({ id }) => id))
  const isOwn = ({ conversationId }: JsonObject) => typeof conversationId === 'string' && own.has(conversationId)
  const reported = new Map<string, Json>(values.importMark.map(({ name, value }) => [name, value]))
  const names = [...reported.keys(), ...ended]
  const there = await store.importMarks(names)
  return names.flatMap((name, i) => {
    const [old, value] = [there[i]?.value ?? null, reported.get(name) ?? null]
    if (!isDangling({ name })) return [{ name, value }]
    const roots = [...rootsOf(old).filter((root) => !isOwn(root)), ...rootsOf(value).filter(isOwn)]
    return rootsOf(old).length + roots.length === 0 ? [] : [{ name, value: roots }]
  })
}

const rootsOf = (value: Json): readonly JsonObject[] => (Array.isArray(value) ? (value as readonly JsonObject[]) : [])
