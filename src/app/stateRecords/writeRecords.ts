import type { Changes } from '../../domain/changes.ts'
import { noRecords } from '../../domain/changes.ts'
import type { Observation } from '../../domain/model.ts'
import { ofItem, Refusal } from '../../domain/refusals.ts'
import {
  recordName,
  writeRecord,
  type StateRecord,
  type StateRecordChange,
  type StateRecordPlace,
} from '../../domain/records/stateRecord.ts'
import { splitBatch } from '../read/loaders.ts'
import { asTreeNode } from '../read/paths.ts'
import { belongsHere } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import type { Draft } from '../write/draft/draft.ts'
import { newEvent } from '../write/draft/additions.ts'
import type { RecordInput } from './checkRecords.ts'

/** What writing records comes to. */
export interface WrittenRecords {
  /** The records as they will be, in the order in which they were given. */
  readonly records: readonly StateRecord[]
  readonly changes: readonly StateRecordChange[]
}

/**
 * Decides what becomes of records in a conversation, each on the ones before; `stored` is what the turns make that go with
 * them. Earlier writes of the conversation must be done.
 */
export async function writeRecords(
  scope: Scope,
  draft: Draft,
  recordInputs: readonly RecordInput[],
  stored: readonly Observation[] = [],
): Promise<WrittenRecords> {
  const places = recordInputs.map((input) => placeOf(draft, input))
  const names = places.map(recordName)
  const before = await storedRecords(scope, draft, places, names)
  const now = new Map(before)
  const at = scope.fresh.now()
  const records: StateRecord[] = []
  for (const [index, input] of recordInputs.entries()) {
    const name = names[index] as string
    const isAboutNothing = input.turn == null && input.observationId == null
    const observationId = isAboutNothing ? null : await observationOf(draft, input, index, stored)
    const place = places[index] as StateRecordPlace
    const record = decide(now.get(name) ?? null, { place, input, observationId, index }, at)
    now.set(name, record)
    records.push(record)
  }
  const changes: StateRecordChange[] = []
  for (const [name, value] of now) {
    const stored = before.get(name) ?? null
    if (value !== null && value !== stored) changes.push({ expected: stored?.version ?? null, value })
  }
  return { records, changes }
}

/** Returns the records of these places by their names; a conversation that is about to be made has none. */
async function storedRecords(
  scope: Scope,
  draft: Draft,
  places: readonly StateRecordPlace[],
  names: readonly string[],
): Promise<Map<string, StateRecord | null>> {
  const stateRecords = draft.before === null ? [] : await splitBatch(places, (some) => scope.store.stateRecords(some))
  return new Map(names.map((name, index) => [name, stateRecords[index] ?? null]))
}

/** A record that is to be written, and its number among those that were given. */
interface RecordToWrite {
  readonly place: StateRecordPlace
  readonly input: RecordInput
  readonly observationId: string | null
  readonly index: number
}

function placeOf({ conversation }: Draft, { kind, key }: RecordInput): StateRecordPlace {
  return { conversationId: conversation.id, kind, key }
}

function decide(
  before: StateRecord | null,
  { place: { conversationId, kind, key }, input, observationId, index }: RecordToWrite,
  at: string,
): StateRecord {
  const outcome = writeRecord(
    before,
    {
      conversationId,
      kind,
      key,
      parentKey: input.parentKey ?? null,
      value: input.value ?? null,
      base64: input.base64 ?? null,
      observationId,
      ifExists: input.ifExists ?? 'REPLACE',
      expectedVersion: input.expectedVersion ?? null,
    },
    at,
  )
  if (outcome.kind === 'written' || outcome.kind === 'kept') return outcome.value
  throw ofItem(
    outcome.kind === 'exists' ? exists(kind, key, outcome.version) : changed(kind, key, outcome),
    'records',
    index,
  )
}

function exists(kind: string, key: string, version: number): Refusal {
  const message = `The record "${key}" of kind "${kind}" is there already, with version ${version}.`
  return new Refusal('ALREADY_EXISTS', { kind, key, version }, message, ['key'])
}

function changed(kind: string, key: string, versions: { readonly expected: number; readonly found: number }): Refusal {
  const { expected, found: count } = versions
  const message = `The record "${key}" of kind "${kind}" has version ${count}, not ${expected}.`
  return new Refusal('RECORD_CHANGED', { kind, key, expected, found: count }, message, ['expectedVersion'])
}

/** Returns the id of what a record is about: recorded here or inherited, or made by one of the turns. */
async function observationOf(
  draft: Draft,
  { turn, observationId }: RecordInput,
  index: number,
  stored: readonly Observation[],
): Promise<string | null> {
  if (turn != null) {
    const made = stored[turn]
    if (made?.conversationId === draft.conversation.id) return made.id
    throw missing('Turn', String(turn), 'turn', index)
  }
  if (observationId == null) return null
  const observation = await draft.reads.observation(observationId)
  const node = asTreeNode(observation)
  const isHere =
    observation?.conversationId === draft.conversation.id || (node !== null && (await belongsHere(draft, node)))
  if (!isHere) throw missing('Observation', observationId, 'observationId', index)
  return observationId
}

function missing(kind: string, id: string, field: string, index: number): Refusal {
  return ofItem(
    new Refusal('NOT_FOUND', { kind, id }, `No ${kind} has the id "${id}" here.`, [field]),
    'records',
    index,
  )
}

/** Returns changes with records beside them, and the line of the ledger that names them. */
export function withRecords(
  scope: Scope,
  conversationId: string,
  changes: Omit<Changes, 'events'> & { readonly events: Changes['events'] | readonly [] },
  stateRecords: readonly StateRecordChange[],
): Changes {
  const [begun, ...others] = changes.events
  if (begun !== undefined && stateRecords.length === 0) return { ...changes, events: [begun, ...others] }
  const event = newEvent(scope, 'RECORD', null, { details: { conversationId, ...countsOf(stateRecords) } })
  const [first, ...rest] = [...changes.events, event] as const
  return { ...changes, events: [first, ...rest], stateRecords }
}

/** Returns changes of nothing but records. */
export function onlyRecords(scope: Scope, conversationId: string, stateRecords: readonly StateRecordChange[]): Changes {
  const tree = { conversations: [], messages: [], observations: [], segments: [], junctions: [] }
  const nothing = { events: [] as const, ...tree, key: null, rawChunks: [], importMarks: [], ...noRecords }
  return withRecords(scope, conversationId, nothing, stateRecords)
}

function countsOf(changes: readonly StateRecordChange[]) {
  const values = changes.flatMap((change) => ('value' in change ? [change.value] : []))
  const deleted = changes.reduce((sum, change) => sum + ('dropped' in change ? change.expected : 0), 0)
  const kinds = [...new Set(values.map(({ kind }) => kind))].sort()
  return { kinds, count: values.length, ...(deleted > 0 && { deleted }) }
}
