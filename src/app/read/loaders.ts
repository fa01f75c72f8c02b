import DataLoader from 'dataloader'
import type { BranchPoint, Observation } from '../../domain/model.ts'
import type { Relationship } from '../../domain/records/relationship.ts'
import type { Run } from '../../domain/records/run.ts'
import {
  type BelowNode,
  type ListName,
  type ListRequest,
  type Range,
  type RelationshipList,
  type RelationshipListRequest,
  type Tail,
  type Together,
  ReadTooLarge,
} from '../../storage/graphStore.ts'
import type { byId, ById } from '../../storage/kinds.ts'
import type { TenantStore } from '../../storage/tenantStore.ts'

/** Rows that one call of the store may bring, so that a request draws on its budget before it asks for more. */
const rowsAtOnce = 5_000
/** Returns how many numbers a range has. */
export const lengthOf = ({ from, to }: Range) => to - from + 1

/** A value of a kind, as the store has it. */
export type ValueById<K extends ById> = Awaited<ReturnType<TenantStore[(typeof byId)[K]]>>[number]

/** What loads the things of a tenant, each kind in batches. */
export type Loaders = ReturnType<typeof loadersOf>
const jsonKey = { cacheKeyFn: (key: unknown) => JSON.stringify(key) }

/** Returns loaders on a store: whatever is asked in one tick of the event loop is one call of it. */
export function loadersOf(store: TenantStore) {
  const oneOf = <V>(load: (ids: readonly string[]) => Promise<V[]>) =>
    new DataLoader<string, V>((ids) => splitBatch(ids, load), { maxBatchSize: 1000 })
  const lists = new Map<ListName, DataLoader<ListRequest, unknown[], string>>()
  const listLoader = (name: ListName) => {
    const known = lists.get(name)
    if (known) return known
    const load = (keys: readonly ListRequest[]) => store.lists(keys)
    const made = new DataLoader<ListRequest, unknown[], string>(
      (keys) => splitPortions<ListRequest, unknown[]>(keys, ({ limit }) => limit, rowsAtOnce, load),
      jsonKey,
    )
    lists.set(name, made)
    return made
  }
  type Count = { list: ListName; owner: string; limit: number }
  // One literal that names each kind: where they came from the table of kinds, making the object took 25 µs of each request.
  return {
    conversation: oneOf((ids) => store.conversations(ids)),
    message: oneOf((ids) => store.messages(ids)),
    observation: oneOf((ids) => store.observations(ids)),
    event: oneOf((ids) => store.events(ids)),
    key: oneOf((ids) => store.keys(ids)),
    entity: oneOf((ids) => store.entities(ids)),
    entityType: oneOf((ids) => store.entityTypes(ids)),
    relationship: oneOf((ids) => store.relationships(ids)),
    attachment: oneOf((ids) => store.attachments(ids)),
    erasure: oneOf((ids) => store.erasures(ids)),
    annotations: oneOf((ids) => store.annotations(ids)),
    fact: oneOf((ids) => store.facts(ids)),
    segment: oneOf((ids) => store.segments(ids)),
    lineage: oneOf((ids) => store.lineages(ids)),
    junction: new DataLoader<{ conversationId: string; parentId: string }, BranchPoint | null, string>(
      (keys) => store.junctions(keys),
      jsonKey,
    ),
    range: new DataLoader<Range, Observation[], string>(
      (keys) => splitPortions(keys, lengthOf, rowsAtOnce, (some) => store.ranges(some)),
      { ...jsonKey, cache: false },
    ),
    ground: oneOf((ids) => store.grounds(ids)),
    tail: new DataLoader<Tail, Together, string>(
      (keys) =>
        splitPortions(
          keys,
          ({ last }) => last,
          rowsAtOnce,
          (some) => store.tails(some),
        ),
      jsonKey,
    ),
    shown: new DataLoader<Range, Together, string>(
      (keys) => splitPortions(keys, lengthOf, rowsAtOnce, (some) => store.shown(some)),
      { ...jsonKey, cache: false },
    ),
    count: new DataLoader<Count, number, string>(
      (keys) => store.counts(keys, Math.max(...keys.map((key) => key.limit))),
      jsonKey,
    ),
    messageCount: oneOf((ids) => sumsOf(store, 'usage', 0, ids)),
    failedCalls: oneOf((ids) => sumsOf(store, 'tools', 1, ids)),
    below: new DataLoader<{ node: BelowNode; limit: number }, number, string>(
      (keys) =>
        store.countsBelow(
          keys.map(({ node }) => node),
          Math.max(...keys.map(({ limit }) => limit)),
        ),
      jsonKey,
    ),
    listLoader,
    run: new DataLoader<{ conversationId: string; runId: string }, Run | null, string>(
      (keys) => store.runs(keys),
      jsonKey,
    ),
    relationshipList: new DataLoader<RelationshipListRequest, Relationship[], string>(
      (keys) =>
        splitPortions(
          keys,
          ({ limit }) => limit,
          rowsAtOnce,
          (some) => store.relationshipLists(some),
        ),
      jsonKey,
    ),
    relationshipCount: new DataLoader<{ list: RelationshipList; limit: number }, number, string>(
      (keys) =>
        store.relationshipCounts(
          keys.map(({ list }) => list),
          Math.max(...keys.map(({ limit }) => limit)),
        ),
      jsonKey,
    ),
  }
}

/**
 * The sums of analytics count in the write that makes it what they count, by day, role and model; `verify` recounts it. Of turns the
 * first sum is messages, of tools the second one calls that failed.
 */
async function sumsOf(
  store: TenantStore,
  kind: 'usage' | 'tools',
  at: number,
  ids: readonly string[],
): Promise<number[]> {
  const all = { from: '', to: '~', models: null, roles: null, includeExperiments: true, limit: null }
  const rows = await store.rollups({ ...all, kind, by: 'conversation', conversationIds: ids })
  const counts = new Map(rows.map(({ keys: [id = ''], sums }) => [id, sums[at] ?? 0]))
  return ids.map((id) => counts.get(id) ?? 0)
}

/** Asks for all at once; where that is more than the store brings at once, for one half after the other. */
export async function splitBatch<K, V>(
  keys: readonly K[],
  load: (keys: readonly K[]) => Promise<readonly V[]>,
): Promise<readonly V[]> {
  try {
    return await load(keys)
  } catch (thrown) {
    if (!(thrown instanceof ReadTooLarge) || keys.length < 2) throw thrown
    const middle = keys.length >> 1
    const first = await splitBatch(keys.slice(0, middle), load)
    return [...first, ...(await splitBatch(keys.slice(middle), load))]
  }
}

/** Asks in portions that weigh no more than `most` together, one after the other; one that weighs more goes alone. */
export async function splitPortions<K, V>(
  keys: readonly K[],
  weightOf: (key: K) => number,
  most: number,
  load: (keys: readonly K[]) => Promise<readonly V[]>,
): Promise<V[]> {
  const results: V[] = []
  for (let begin = 0, end = 0; begin < keys.length; begin = end) {
    for (let weight = 0; end < keys.length; end++) {
      weight += weightOf(keys[end] as K)
      if (weight > most && end > begin) break
    }
    results.push(...(await splitBatch(keys.slice(begin, end), load)))
  }
  return results
}

/** Asks for so many things that belong together; null where that is more than the store brings at once. */
export async function ifItFits<V>(size: number, load: () => Promise<V>): Promise<V | null> {
  try {
    return await load()
  } catch (thrown) {
    if (thrown instanceof ReadTooLarge && size > 1) return null
    throw thrown
  }
}
