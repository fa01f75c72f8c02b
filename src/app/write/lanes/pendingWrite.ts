import type { Observation } from '../../../domain/model.ts'
import type { Changes } from '../../../domain/changes.ts'
import type { Range } from '../../../storage/graphStore.ts'
import type { TenantStore } from '../../../storage/tenantStore.ts'
import type { Scope } from '../../scope.ts'
import { intercept } from '../../../storage/intercept.ts'
import { numberOn } from '../../read/paths.ts'
import { createReads, createSegmentCache } from '../../read/reads.ts'
import { own } from '../../../own.ts'

/** A write under way: what it will have changed, and when it is over, however that ends. */
export interface Pending {
  readonly changes: Changes
  readonly over: Promise<unknown>
}
type Method = (...args: unknown[]) => Promise<unknown>

/**
 * Returns the store as it will be once a write under way is done: what has an id is answered at once, every other
 * question waits. Where the write is refused after all, answers may name what never came to be.
 */
export function storeWithPending(store: TenantStore, pending: Pending): TenantStore {
  const now = answered(store, pending.changes) as unknown as Readonly<Record<string, Method>>
  return intercept(store, async (method, call, requests) => {
    const known = own(now, method)
    if (known) return known(...requests)
    await pending.over
    return call()
  })
}

/** Returns the scope on that store. */
export function scopeWithPending(scope: Scope, pending: Pending): Scope {
  const store = storeWithPending(scope.store, pending)
  // Not the process's cache: it must not learn of segments that may never come to be.
  const reads = createReads(store, scope.tenant, createSegmentCache())
  return { ...scope, store, reads }
}

function answered(store: TenantStore, changes: Changes): Partial<TenantStore> {
  const values = <V extends { readonly id: string }>(changed: readonly { readonly value: V }[]) =>
    new Map(changed.map(({ value }) => [value.id, value]))
  const conversations = values(changes.conversations)
  const messages = values(changes.messages)
  const segments = values(changes.segments)
  const observations = new Map(changes.observations.map((one) => [one.id, one]))
  const junctions = new Map(changes.junctions.map((one) => [placeName(one), one]))
  const marks = new Map(changes.importMarks.map((one) => [one.name, one]))
  const runs = new Map(changes.runs.map((one) => [runName(one), one]))
  const externals = grouped(changes.observations, ({ externalId }) => externalId)
  const bySegment = grouped(changes.observations, ({ place }) => place?.segmentId)
  return {
    conversations: (ids) => firstOf(conversations, ids, (rest) => store.conversations(rest)),
    messages: (ids) => firstOf(messages, ids, (rest) => store.messages(rest)),
    observations: (ids) => firstOf(observations, ids, (rest) => store.observations(rest)),
    segments: (ids) => firstOf(segments, ids, (rest) => store.segments(rest)),
    importMarks: (names) => firstOf(marks, names, (rest) => store.importMarks(rest)),
    junctions: (places) => firstOf(junctions, places, (rest) => store.junctions(rest), placeName),
    runs: (places) => firstOf(runs, places, (rest) => store.runs(rest), runName),
    externals: async (ids) => {
      const stored = await store.externals(ids)
      return ids.map((id, at) => joined(stored[at] ?? [], externals.get(id) ?? []))
    },
    ranges: async (ranges) => {
      const stored = await store.ranges(ranges)
      return ranges.map((range, at) => joined(stored[at] ?? [], within(bySegment.get(range.segmentId) ?? [], range)))
    },
  }
}

function grouped<K>(nodes: readonly Observation[], keyOf: (node: Observation) => K): Map<K, Observation[]> {
  const groups = new Map<K, Observation[]>()
  for (const node of nodes) {
    const group = groups.get(keyOf(node))
    if (group) group.push(node)
    else groups.set(keyOf(node), [node])
  }
  return groups
}

const runName = ({ conversationId, runId }: { conversationId: string; runId: string }) =>
  JSON.stringify([conversationId, runId])
const placeName = ({ conversationId, parentId }: { conversationId: string; parentId: string }) =>
  JSON.stringify([conversationId, parentId])

/** Answers what is known, and asks for the rest. */
async function firstOf<K, V>(
  known: ReadonlyMap<string, V>,
  keys: readonly K[],
  ask: (rest: readonly K[]) => Promise<(V | null)[]>,
  nameOf: (key: K) => string = String,
): Promise<(V | null)[]> {
  const rest = keys.filter((key) => !known.has(nameOf(key)))
  const requests = rest.length === 0 ? [] : await ask(rest)
  const results = new Map(rest.map((key, at) => [nameOf(key), requests[at] ?? null]))
  return keys.map((key) => known.get(nameOf(key)) ?? results.get(nameOf(key)) ?? null)
}

/** The store may or may not have been written when it was asked; new ones come behind those that were there. */
function joined(stored: readonly Observation[], added: readonly Observation[]): Observation[] {
  const known = new Set(stored.map(({ id }) => id))
  return [...stored, ...added.filter(({ id }) => !known.has(id))]
}

function within(nodes: readonly Observation[], { axis, from, to }: Range): Observation[] {
  return nodes.filter(({ place }) => {
    const number = place && numberOn(axis, place)
    return number != null && number >= from && number <= to
  })
}
