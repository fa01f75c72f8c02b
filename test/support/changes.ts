import assert from 'node:assert/strict'
import type { NewEvent } from '../../src/domain/model.ts'
import { type Changes, noRecords, type Expected, type RecordChanges } from '../../src/domain/changes.ts'
import type { GraphStore, WriteOutcome } from '../../src/storage/graphStore.ts'
import { runKey, sentIn, sentOnceMore } from './records/written.ts'
import type { World } from './world.ts'
import type { Tenant } from '../../src/domain/access/tenant.ts'

/** Returns changes of nothing but an event. */
export function changes(event: NewEvent, given: Partial<Changes> = {}): Changes {
  return {
    events: [event],
    conversations: [],
    messages: [],
    observations: [],
    segments: [],
    junctions: [],
    key: null,
    rawChunks: [],
    importMarks: [],
    ...noRecords,
    ...given,
  }
}

/** Returns an event that says no more than where it belongs. */
export function event(id: string, conversationId: string | null, given: Partial<NewEvent> = {}): NewEvent {
  // After whatever else a test stores: a line of a ledger is not dated before the one above it.
  const at = '2099-01-01T00:00:00.000000000Z'
  return {
    id,
    conversationId,
    kind: 'UPDATE',
    at,
    principal: null,
    actor: null,
    note: null,
    pathHash: null,
    details: {},
    head: null,
    ...given,
  }
}

/** Returns one Changes that does what these do one after the other. */
export function merged(list: readonly [Changes, ...Changes[]]): Changes {
  const [first] = list
  const isNew = <T extends { isNew: boolean }>(earlier: T, later: T) => ({ ...later, isNew: earlier.isNew })
  return {
    events: [first.events[0], ...first.events.slice(1), ...list.slice(1).flatMap((it) => it.events)],
    conversations: last(
      list.flatMap((it) => it.conversations),
      (it) => it.value.id,
      (earlier, later) => ({ ...later, expected: earlier.expected }),
    ),
    messages: last(
      list.flatMap((it) => it.messages),
      (it) => it.value.id,
      isNew,
    ),
    observations: list.flatMap((it) => it.observations),
    segments: last(
      list.flatMap((it) => it.segments),
      (it) => it.value.id,
      isNew,
    ),
    junctions: last(
      list.flatMap((it) => it.junctions),
      (it) => `${it.conversationId} ${it.parentId}`,
      (_, later) => later,
    ),
    key: null,
    rawChunks: list.flatMap((it) => it.rawChunks),
    importMarks: list.flatMap((it) => it.importMarks),
    ...mergedThings(list),
  }
}

/** Returns the last item of each id, joined with those before it. */
function last<T>(items: readonly T[], id: (item: T) => string, joined: (earlier: T, later: T) => T): T[] {
  const found = new Map<string, T>()
  for (const item of items) {
    const earlier = found.get(id(item))
    found.set(id(item), earlier === undefined ? item : joined(earlier, item))
  }
  return [...found.values()]
}

function mergedThings(list: readonly Changes[]): RecordChanges {
  const expecting = <T>(earlier: Expected<T>, later: Expected<T>) => ({ ...later, expected: earlier.expected })
  return {
    entities: last(
      list.flatMap((it) => it.entities),
      (it) => it.value.id,
      expecting,
    ),
    entityTypes: last(
      list.flatMap((it) => it.entityTypes),
      (it) => it.value.type,
      expecting,
    ),
    stateRecords: list.flatMap((it) => it.stateRecords),
    annotations: last(
      list.flatMap((it) => it.annotations),
      (it) => it.value.id,
      expecting,
    ),
    erasures: last(
      list.flatMap((it) => it.erasures),
      (it) => it.value.id,
      expecting,
    ),
    relationships: last(
      list.flatMap((it) => it.relationships),
      (it) => it.value.id,
      expecting,
    ),
    facts: last(
      list.flatMap((it) => it.facts),
      (it) => it.value.id,
      (earlier, later) => ({ ...later, isNew: earlier.isNew }),
    ),
    attachments: last(list.flatMap(sentIn), (it) => it.id, sentOnceMore),
    runs: last(
      list.flatMap((it) => it.runs),
      runKey,
      (_, later) => later,
    ),
    guards: last(
      list.flatMap((it) => it.guards),
      (it) => it.name,
      (earlier) => earlier,
    ),
  }
}

/** Writes what a world has not written yet, so many acts at a time, and checks the sequence numbers. */
export async function fill(store: GraphStore, tenant: Tenant, world: World, scopes = 100): Promise<void> {
  const given = new Map<string, number>()
  for (let left = world.changes.length; left > 0; left -= scopes) {
    const [first, ...rest] = world.changes.splice(0, scopes)
    if (!first) return
    for (const [id, seq] of seqsOf(await store.write(tenant, merged([first, ...rest])))) given.set(id, seq)
  }
  for (const { id, seq } of world.events) if (given.has(id)) assert.equal(given.get(id), seq)
}

/** Returns the sequence numbers of a write that was applied; fails for any other. */
export function seqsOf(outcome: WriteOutcome): ReadonlyMap<string, number> {
  assert.ok(outcome.kind === 'written', JSON.stringify(outcome))
  return outcome.seqs
}
