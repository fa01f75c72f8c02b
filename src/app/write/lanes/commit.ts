import { setTimeout as pause } from 'node:timers/promises'
import type { ConversationId, Event, EventId, Json, KeyRecord, NewEvent } from '../../../domain/model.ts'
import { goneStates } from '../../../domain/access/requester.ts'
import type { Changes } from '../../../domain/changes.ts'
import { inLedgerOrder } from '../../../domain/instants.ts'
import { withCheckpoints } from '../../../domain/context/checkpoints.ts'
import { notFound, Refusal } from '../../../domain/refusals.ts'
import { StoreUnavailable, type Frontier, type WriteOutcome } from '../../../storage/graphStore.ts'
import { StoreFull } from '../../../storage/storeFull.ts'
import { checkLookupId } from '../../../domain/ids.ts'
import type { Scope } from '../../scope.ts'
import type { LanePlace } from './lanes.ts'

/** Thrown when a write met its idempotency key already used: the record shows whether it is a replay or a mismatch. */
export class KeyUsed extends Error {
  readonly record: KeyRecord
  constructor(record: KeyRecord) {
    super('The idempotency key is used.')
    this.record = record
  }
}

/** How often a command is decided again, or a line dated again, when other processes write to its conversation first. */
const attempts = 200
/** From this attempt on it waits a little first, by chance, so that processes let each other through. */
const firstPausedAttempt = 3

/** A scope in which is written: of a command that has a key, with what binds it, which `command` gives it. */
export type WriteScope<K extends Json> = Scope & { readonly bind?: Bind<K> }
/** Makes what binds the key of a command to its record. */
export type Bind<K extends Json> = (record: K) => KeyRecord

/** What a command wants done in the lanes of its conversations; nothing is written where `changes` is null. */
export interface Plan<R, K extends Json = never> {
  readonly changes: Changes | null
  /** Each conversation afterwards, where that is known. */
  readonly after: ReadonlyMap<ConversationId, Frontier>
  readonly result: R
  /** What the command's key is bound to by this write: see `command`. */
  readonly record?: K
  /** Whether all is as it should be: it is written to bind a key, where there is one. */
  readonly isForKeyAlone?: boolean
}
export interface Committed<R> {
  readonly result: R
  readonly stored: StoredLine
}
/** Returns an event as it was stored; `seq`: its number where the store gave it none. */
export type StoredLine = (event: NewEvent, seq: number | null) => Event

/** What a decision may read: a conversation as it stands (null: none), and the wait for earlier writes of this process. */
export interface LaneState {
  readonly frontier: Frontier | null
  readonly settled: () => Promise<void>
}
type Decide<R, K extends Json> = (laneStates: readonly LaneState[], attempt: number) => Promise<Plan<R, K>>

/** Decides in the conversations' lanes and writes; decides again on what another process wrote in between. */
export function commit<R, K extends Json = never>(
  scope: WriteScope<K>,
  conversationIds: readonly ConversationId[],
  decide: Decide<R, K>,
): Promise<Committed<R>> {
  return untilWritten((attempt) => commitOnce(scope, conversationIds, decide, attempt))
}

/** The same, decided when all earlier writes of this process are done: for what reads more than the frontier. */
export function commitSettled<R, K extends Json = never>(
  scope: WriteScope<K>,
  conversationIds: readonly ConversationId[],
  decide: (laneStates: readonly LaneState[]) => Promise<Plan<R, K>>,
): Promise<Committed<R>> {
  return commit(scope, conversationIds, async (laneStates) => {
    await Promise.all(laneStates.map(({ settled }) => settled()))
    return decide(laneStates)
  })
}

/** The same as `commit` without deciding again: null when another process wrote in between. */
export async function commitOnce<R, K extends Json = never>(
  scope: WriteScope<K>,
  conversationIds: readonly ConversationId[],
  decide: Decide<R, K>,
  attempt: number,
): Promise<Committed<R> | null> {
  const ids = conversationIds.map(checkLookupId)
  return inLanes(scope, ids, attempt, async (places) => {
    scope.signal?.throwIfAborted()
    const states = places.map(async (place) => ({ frontier: await place.frontier(), settled: place.settled }))
    const laneStates = await Promise.all(states)
    const plan = await decide(laneStates, attempt)
    return { ...plan, changes: plan.changes && checkpointed(scope, laneStates, plan.changes) }
  })
}

/** The changes with the checkpoints that their conversations ask for, in their metadata or all of them. */
function checkpointed({ autoCheckpoint, fresh }: Scope, laneStates: readonly LaneState[], changes: Changes): Changes {
  const stood = laneStates.flatMap(({ frontier }) => frontier?.conversation ?? [])
  const wanted = stood.filter(({ metadata }) => autoCheckpoint || metadata['autoCheckpoint'] === true)
  return wanted.length === 0 ? changes : withCheckpoints(changes, wanted, fresh.id)
}

/** What a command on records wants written; null: nothing has to be. */
export type RecordPlan<R, K extends Json = never> = Omit<Plan<R, K>, 'after'>

/**
 * Decides and writes what changes no conversation: versions and guards show what another command wrote in between, and
 * then it is decided again. Commands that would always get in each other's way share a lane.
 */
export function commitRecords<R, K extends Json = never>(
  scope: WriteScope<K>,
  decide: (attempt: number) => Promise<RecordPlan<R, K>>,
  lane: string | null = null,
): Promise<Committed<R>> {
  return untilWritten((attempt) =>
    inLanes(scope, lane === null ? [] : [lane], attempt, async (places) => {
      await Promise.all(places.map((place) => place.settled()))
      scope.signal?.throwIfAborted()
      return { ...(await decide(attempt)), after: new Map() }
    }),
  )
}

/** What was sent to the store, and what became of it. */
interface Sent {
  readonly outcome: WriteOutcome
  readonly events: readonly NewEvent[]
}
const nothingSent = Promise.resolve<Sent>({ outcome: { kind: 'written', seqs: new Map() }, events: [] })

/**
 * Writes changes, no line of which is dated before the one above it in its ledger. Where that one is of a server whose clock is ahead, or the
 * clock was set back since, the store refuses the new line, which is dated again. The process remembers the time, and dates the next line at once.
 */
async function writeInOrder({ store, lanes, tenant }: Scope, changes: Changes): Promise<Sent> {
  for (let dating = 1; ; dating++) {
    const events = inLedgerOrder(changes.events, (id) => lanes.lastLines.get(tenant, id))
    if (events !== changes.events)
      for (const { conversationId, at } of events)
        if (conversationId !== null) lanes.lastLines.set(tenant, conversationId, at)
    const outcome = await store.write(events === changes.events ? changes : { ...changes, events })
    if (outcome.kind === 'ledgerAhead') lanes.lastLines.set(tenant, outcome.conversationId, outcome.at)
    if (outcome.kind !== 'ledgerAhead' || dating === attempts) return { outcome, events }
  }
}

async function inLanes<R, K extends Json>(
  scope: WriteScope<K>,
  names: readonly string[],
  attempt: number,
  decide: (places: readonly LanePlace[]) => Promise<Plan<R, K>>,
): Promise<Committed<R> | null> {
  const decided = await whileTenantExists(scope, () => decidedInLanes(scope, names, decide))
  const { outcome } = decided
  if (outcome.kind === 'messageExists') scope.lanes.know(scope.tenant, outcome.messageId)
  if (outcome.kind === 'answersKnown') for (const key of outcome.answerKeys) scope.lanes.knowAnswer(scope.tenant, key)
  scope.reads.clear()
  const seqs = accepted(outcome, attempt)
  const { result, sent } = decided.result
  return seqs && { result, stored: storedBy(seqs, (await sent).events) }
}

function decidedInLanes<R, K extends Json>(
  scope: WriteScope<K>,
  names: readonly string[],
  decide: (places: readonly LanePlace[]) => Promise<Plan<R, K>>,
) {
  return scope.lanes.run(scope.tenant, names, async (places) => {
    const plan = await decide(places)
    const { after, result } = plan
    const changes = plan.changes && withKey(scope, plan.changes, plan)
    const sent = changes === null ? nothingSent : writeInOrder(scope, changes)
    const write = sent.then(({ outcome }) => outcome)
    return { write, after, result: { result, sent }, writesNothing: changes === null }
  })
}

/** Returns changes that bind the key of their command; null where they would do nothing else and there is none. */
function withKey<K extends Json>(
  { bind }: WriteScope<K>,
  changes: Changes,
  { record, isForKeyAlone }: Pick<Plan<unknown, K>, 'record' | 'isForKeyAlone'>,
): Changes | null {
  const key = record === undefined ? null : (bind?.(record) ?? null)
  if (key === null) return isForKeyAlone === true ? null : changes
  return { ...changes, key }
}

/** A decision for a tenant that is erased meanwhile may miss rows: that is refused as an unknown tenant, and is no fault. */
async function whileTenantExists<T>(scope: Scope, decided: () => Promise<T>): Promise<T> {
  const { store, tenant, signal } = scope
  try {
    return await decided()
  } catch (thrown) {
    if (signal?.aborted || scope.isErasingTenant || saysWhy(thrown)) throw thrown
    const record = await store.record().catch(() => null)
    throw record && goneStates.includes(record.state) ? notFound('Tenant', tenant) : thrown
  }
}

/** A refusal, and a store that is away or full, are what they say. */
const saysWhy = (thrown: unknown): boolean =>
  thrown instanceof Refusal || thrown instanceof StoreUnavailable || thrown instanceof StoreFull

/** Repeats what another process may get in the way of until it is written. */
export async function untilWritten<T>(once: (attempt: number) => Promise<T | null>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const written = await once(attempt)
    if (written !== null) return written
    // Not at all at first, later by chance.
    if (attempt >= firstPausedAttempt) await pause(Math.random() * Math.min(50, 2 * attempt))
  }
}

/** Writes changes that no lane guards: those of a conversation that is new, whose id was given as `idField`. */
export async function writeNew<K extends Json>(
  scope: WriteScope<K>,
  changes: Changes,
  { record, idField }: { readonly record: K; readonly idField: string },
): Promise<StoredLine> {
  scope.signal?.throwIfAborted()
  const { outcome, events } = await writeInOrder(scope, withKey(scope, changes, { record }) ?? changes)
  scope.reads.clear()
  if (outcome.kind === 'conversationChanged') throw alreadyExists(outcome.conversationId, idField)
  return storedBy(accepted(outcome, attempts) ?? new Map<EventId, number>(), events)
}

/** Returns the refusal to make a conversation under an id that is taken. */
export function alreadyExists(id: ConversationId, field: string): Refusal {
  const facts = { kind: 'Conversation', id }
  return new Refusal('ALREADY_EXISTS', facts, `A conversation has the id "${id}" already.`, [field])
}

function storedBy(seqs: ReadonlyMap<EventId, number>, events: readonly NewEvent[]): StoredLine {
  return (event, seq) => {
    const { at } = events.find(({ id }) => id === event.id) ?? event
    return { ...event, at, seq: seqs.get(event.id) ?? seq }
  }
}

/** The sequence numbers of a write that was applied, null when it is to be decided again. */
function accepted(outcome: WriteOutcome, attempt: number): ReadonlyMap<EventId, number> | null {
  if (outcome.kind === 'written') return outcome.seqs
  if (outcome.kind === 'keyUsed') throw new KeyUsed(outcome.record)
  if (attempt >= attempts) throw new Error(`The write was refused ${attempt} times, last: ${JSON.stringify(outcome)}`)
  return null
}
