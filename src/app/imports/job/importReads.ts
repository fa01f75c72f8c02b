import {
  anyDangling,
  danglingRoots,
  importStates,
  recordedEntries,
  waitingFor,
} from '../../../domain/records/importMarks.ts'
import { messageId } from '../../../domain/ids.ts'
import type { Mark, Observation, TreeNode } from '../../../domain/model.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import { recordedMessageKind } from '../../../domain/records/stateRecord.ts'
import type { Scope } from '../../scope.ts'
import { asTreeNode } from '../../read/paths.ts'
import type { ImportBatch } from './batches.ts'
import { externalsOf } from '../nodes/externals.ts'
import { NodesByEntry } from '../nodes/nodesByEntry.ts'
import { entryKey, type EntryName } from '../nodes/placedEntries.ts'
import type { ImportJob } from './importJob.ts'

/** What the store holds of the nodes that a batch names. */
export interface Lookups {
  /** Observations imported with the ids of the batch's entries, in whatever conversation. */
  readonly externals: NodesByEntry
  /** The observation that an entry is, as an earlier batch found it in another conversation than its own. */
  shared(entry: EntryName): TreeNode | null
  /** Stored turns that a host called as the node is called. */
  hosted(node: PlannedNode): TreeNode | null
  /** The observation that a node is, where that is known from elsewhere. */
  resumed(node: PlannedNode): TreeNode | null
  /** What an entry is in a conversation that a proxy has recorded, as an earlier import found it; null where none did. */
  recorded(node: OfConversation, externalId: string): RecordedAs | null
  /** Returns the mark of that name. */
  mark(name: string): Mark | null
}

/** An entry's conversation, and where it was copied from. */
type OfConversation = Pick<PlannedNode, 'conversationId'> & Partial<Pick<PlannedNode, 'origin'>>

/** The turn that an entry is, and the one behind which its file has it; null: it is none, and the beginning. */
export interface RecordedAs {
  readonly turn: TreeNode | null
  readonly behind: TreeNode | null
}

/** Reads in a few round trips what the store holds of a batch. */
export async function lookUp(
  scope: Scope,
  run: ImportJob,
  batch: ImportBatch,
  conversationIds: readonly string[],
): Promise<Lookups> {
  const exact = batch.nodes.flatMap((node) => (node.exact ? [node.externalId] : []))
  const unknown = [...namedIn(batch)].filter(([key]) => !run.placedByEntry.get(key))
  const ids = [...new Set([...unknown.map(([, { externalId }]) => externalId), ...exact])]
  const shared = new Map(unknown.flatMap(([key]) => keyed(key, run.sharedEntries.get(key))))
  const [any] = await scope.store.importMarks([anyDangling.nameOf()])
  const noneDangling = any === null && batch.nodes.every(({ missingParent }) => missingParent === null)
  const dangling = noneDangling ? [] : batch.nodes.flatMap(idsAround)
  const recorded = await recordedNames(scope, run, batch)
  const names = [
    ...new Set([
      ...recorded,
      ...conversationIds.map((id) => importStates.nameOf(id)),
      ...batch.waits.map((one) => waitingFor.nameOf(one.for)),
      ...dangling.map((id) => danglingRoots.nameOf(id)),
      ...(run.append?.markNames ?? []),
    ]),
  ]
  const written = [...new Set(batch.nodes.flatMap(({ is }) => is ?? []))]
  const [externals, hosted, marks, resumed, sharedNodes] = await Promise.all([
    inParts(ids, (part) => externalsOf(scope, part)),
    hostedTurns(scope, run, batch),
    inParts(names, (part) => scope.store.importMarks(part)),
    inParts(written, (part) => scope.store.observations(part)),
    inParts([...shared.values()], (part) => scope.store.observations(part)),
    readRuns(scope, batch),
  ])
  const nodes = new NodesByEntry()
  for (const [i, id] of ids.entries())
    for (const observation of externals[i] ?? []) {
      const node = asTreeNode(observation)
      if (node !== null) nodes.add(id, node)
    }
  const sharedAs = new Map([...shared.keys()].map((key, i) => [key, asTreeNode(sharedNodes[i] ?? null)]))
  const resumedAs = new Map(written.map((id, i) => [id, asTreeNode(resumed[i] ?? null)]))
  const markOf = new Map(names.map((name, i) => [name, marks[i]]))
  const recordedAs = await recordedTurns(scope, new Map(recorded.map((name) => [name, markOf.get(name)])))
  return {
    externals: nodes,
    shared: (entry) => sharedAs.get(entryKey(entry)) ?? null,
    hosted: (node) =>
      node.turnId === null || hosted.size === 0
        ? null
        : (hosted.get(messageId(node.conversationId, node.turnId)) ?? null),
    resumed: ({ is }) => (is === undefined ? null : (resumedAs.get(is) ?? null)),
    recorded: (node, externalId) => {
      const names = recordedPlaces(run, node).map((id) => recordedEntries.nameOf(id, externalId))
      return names.map((name) => recordedAs.get(name)).find((as) => as !== undefined) ?? null
    },
    mark: (name) => markOf.get(name) ?? null,
  }
}

const keyed = <V>(key: string, value: V | undefined) => (value === undefined ? [] : [[key, value] as const])

const idsAround = ({ externalId, missingParent, parent }: PlannedNode): string[] =>
  [externalId, missingParent ?? parent ?? []].flat()

/** Returns the conversations that may have what a proxy has recorded of an entry: its own, what that was forked from, and where it was copied from. */
export function recordedPlaces(
  { recorded }: ImportJob,
  { conversationId, origin = null }: OfConversation,
): readonly string[] {
  const own = recorded.get(conversationId) ?? []
  return origin === null ? own : [...new Set([...own, ...(recorded.get(origin.conversationId) ?? [])])]
}

/** Returns the names of the marks that tell what entries are which a proxy has recorded. */
async function recordedNames(scope: Scope, run: ImportJob, { nodes }: ImportBatch): Promise<string[]> {
  const ids = new Set(
    nodes.flatMap(({ conversationId, origin }) => [conversationId, origin?.conversationId ?? []].flat()),
  )
  await Promise.all([...ids].map((id) => readRecorded(scope, run, id)))
  return nodes.flatMap((node) => {
    const { externalId, parent, missingParent } = node
    const named = [externalId, parent ?? missingParent].filter((id) => id !== null)
    return recordedPlaces(run, node).flatMap((of) => named.map((id) => recordedEntries.nameOf(of, id)))
  })
}

/** Asked once an import of a conversation that was there before it: a fork has what was recorded of its source. */
async function readRecorded({ store, reads }: Scope, run: ImportJob, conversationId: string): Promise<void> {
  if (run.progress.get(conversationId)?.isNew === true || run.recorded.has(conversationId)) return
  const kinds = await store.stateRecordKinds({ conversationId, prefix: recordedMessageKind, after: null, limit: 1 })
  const ancestors = kinds.length > 0 ? await reads.lineage(conversationId) : []
  const all = kinds.length > 0 ? new Set([conversationId, ...ancestors.map(({ id }) => id)]) : []
  run.recorded.set(conversationId, [...all])
}

async function recordedTurns(
  scope: Scope,
  marks: ReadonlyMap<string, Mark | null | undefined>,
): Promise<Map<string, RecordedAs>> {
  const entries = [...marks].flatMap(([name, mark]) => {
    const entry = recordedEntries.read(mark)
    return entry === null ? [] : [{ name, entry }]
  })
  const ids = [...new Set(entries.flatMap(({ entry: { is, behind } }) => [is, behind]))].filter((id) => id !== null)
  const observations = await inParts(ids, (part) => scope.store.observations(part))
  const turns = new Map(ids.map((id, i) => [id, asTreeNode(observations[i] ?? null)]))
  const turnOf = (id: string | null) => (id === null ? null : (turns.get(id) ?? null))
  return new Map(entries.map(({ name, entry }) => [name, { turn: turnOf(entry.is), behind: turnOf(entry.behind) }]))
}

/** Reads the runs of a batch at once: a later read of one of them takes no further round trip. */
async function readRuns({ reads }: Scope, { nodes }: ImportBatch): Promise<void> {
  const named = nodes.flatMap(({ conversationId, runId }) => (runId === null ? [] : [[runId, conversationId] as const]))
  const changes = named.filter(([runId, id], at) => runId !== named[at + 1]?.[0] || id !== named[at + 1]?.[1])
  await Promise.all(changes.map(([runId, conversationId]) => reads.run(conversationId, runId)))
}

/** Returns the entries that a batch has or names, by their keys. */
function namedIn(batch: ImportBatch): Map<string, EntryName> {
  const named = new Map<string, EntryName>()
  const add = (conversationId: string, ids: readonly (string | null)[]) => {
    for (const externalId of ids)
      if (externalId !== null) named.set(entryKey({ conversationId, externalId }), { conversationId, externalId })
  }
  for (const { conversationId, origin, externalId, parent, missingParent, keep } of batch.nodes) {
    add(conversationId, [externalId, parent, missingParent, ...keep.flat()])
    if (origin !== null) add(origin.conversationId, [externalId])
  }
  for (const { conversationId, externalId } of batch.heads) add(conversationId, [externalId])
  for (const { raw, externalId } of batch.forks) add(raw.conversationId, [externalId])
  for (const { run } of batch.runs) add(run.conversationId, [run.last])
  return named
}

/** Asked only where the conversation was there before: a new one has no turns of a host. */
async function hostedTurns(scope: Scope, run: ImportJob, { nodes }: ImportBatch): Promise<Map<string, TreeNode>> {
  const conversations = new Set(nodes.map(({ conversationId }) => conversationId))
  if ([...conversations].every((id) => run.progress.get(id)?.isNew === true)) return new Map()
  const ids = nodes.flatMap((node) => (node.turnId === null ? [] : [messageId(node.conversationId, node.turnId)]))
  const messages = await inParts(ids, (part) => scope.store.messages(part))
  const latest = messages.flatMap((message) => (message ? [message.latestId] : []))
  const observations = await inParts(latest, (part) => scope.store.observations(part))
  const turns = observations.flatMap((turn) => (turn?.externalId === null ? (asTreeNode(turn) ?? []) : []))
  return new Map(turns.map((turn) => [turn.messageId as string, turn]))
}

async function inParts<T>(
  ids: readonly string[],
  ask: (part: readonly string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const answers: T[] = []
  for (let from = 0; from < ids.length; from += 500) answers.push(...(await ask(ids.slice(from, from + 500))))
  return answers
}

/**
 * Of observations with one id, the one that stands for it in a conversation: its own copy, the newest, before what it was
 * made of, before another's. Of others' it is the oldest: what this file itself brings there must not come before it when
 * the file is imported again.
 */
export function standingNode(candidates: readonly TreeNode[], conversationId: string): TreeNode | null {
  const rank = ({ conversationId: of, copyOf }: Observation) =>
    of === conversationId ? (copyOf === null ? 2 : 3) : copyOf === null ? 1 : 0
  const isNewer = (a: Observation, b: Observation) => (a.ingestedAt < b.ingestedAt ? 1 : -1)
  const byAge = (a: Observation, b: Observation) => (rank(a) > 1 ? isNewer(a, b) : isNewer(b, a))
  return [...candidates].sort((a, b) => rank(b) - rank(a) || byAge(a, b))[0] ?? null
}
