import type { Observation } from '../../../domain/model.ts'
import type { Changes } from '../../../domain/changes.ts'
import type { Range } from '../../../storage/graphStore.ts'
import type { TenantStore } from '../../../storage/tenantStore.ts'
import type { Scope } from '../../scope.ts'
import { intercept } from '../../../storage/intercept.ts'
import { createReads, createSegmentCache } from '../../read/reads.ts'
import { own } from '../../../runtime/own.ts'
import { changeSetOf, joined, nodesIn, pairName, type ChangeSet } from '../draft/changeSet.ts'

/** A write under way: what it will have changed, and when it is over, however that ends. */
export interface Pending {
  readonly changes: Changes
  readonly over: Promise<unknown>
}
type Ask = (keys: readonly unknown[]) => Promise<readonly unknown[]>

/**
 * Returns the store as it will be once a write under way is done: what has an id is answered at once, every other
 * question waits. Where the write is refused after all, answers may name what never came to be.
 */
export function storeWithPending(store: TenantStore, { changes, over }: Pending): TenantStore {
  const set = changeSetOf(changes)
  const [known, added] = [knownIn(set), addedIn(set)]
  return intercept(store, async (method, call, [keys]) => {
    const ask = async (some: readonly unknown[]) => (Reflect.get(store, method) as Ask)(some)
    const [valueOf, nodesFor] = [own(known, method), own(added, method)]
    if (valueOf) return firstKnown(keys as readonly unknown[], valueOf, ask)
    if (nodesFor) return withAdded(keys as readonly unknown[], nodesFor, ask)
    await over
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

type Lookups<V> = Readonly<Record<string, (key: never) => V>>
type Two<N extends string> = { readonly conversationId: string } & { readonly [name in N]: string }

/** Returns what changes know by themselves, by the store's methods. */
const knownIn = (set: ChangeSet): Lookups<object | undefined> => ({
  conversations: (id: string) => set.conversations.get(id)?.conversation,
  messages: (id: string) => set.messages.get(id)?.value,
  observations: (id: string) => set.observations.get(id),
  segments: (id: string) => set.segments.get(id)?.value,
  importMarks: (name: string) => set.importMarks.get(name),
  junctions: (at: Two<'parentId'>) => set.junctions.get(pairName(at.conversationId, at.parentId)),
  runs: (at: Two<'runId'>) => set.runs.get(pairName(at.conversationId, at.runId)),
})

/** Returns what changes add to what the store has. */
function addedIn(set: ChangeSet): Lookups<readonly Observation[]> {
  const externals = new Map<string, Observation[]>()
  for (const one of set.observations.values())
    if (one.externalId !== null) externals.set(one.externalId, [...(externals.get(one.externalId) ?? []), one])
  return { externals: (id: string) => externals.get(id) ?? [], ranges: (range: Range) => nodesIn(set, range) }
}

/** Answers what is known, and asks for the rest. */
async function firstKnown(keys: readonly unknown[], valueOf: (key: never) => unknown, ask: Ask): Promise<unknown[]> {
  const values = keys.map((key) => valueOf(key as never))
  const rest = keys.filter((_, at) => values[at] === undefined)
  const stored = (rest.length === 0 ? [] : await ask(rest)).values()
  return values.map((value) => value ?? stored.next().value ?? null)
}

async function withAdded(
  keys: readonly unknown[],
  nodesFor: (key: never) => readonly Observation[],
  ask: Ask,
): Promise<Observation[][]> {
  const stored = (await ask(keys)) as readonly Observation[][]
  return keys.map((key, at) => joined(stored[at] ?? [], nodesFor(key as never)))
}
