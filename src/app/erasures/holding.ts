import type { ConversationId, ForkPoint, Observation, ObservationId, Place, TreeNode } from '../../domain/model.ts'
import { bendsOf } from '../read/bends.ts'
import { listsOf } from '../read/listsOf.ts'
import { splitBatch } from '../read/loaders.ts'
import { isOnPath, isPlaceOnPath, asTreeNode } from '../read/paths.ts'
import { unkept, walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { addJoins } from './things/joins.ts'
import { addAll, type EraseSelection, type Selection } from './selection.ts'

const [pageLength, forksAtOnce, pointsAtOnce] = [200, 2000, 1000]

/** Conversations whose path or tree holds something chosen: those that recorded it, and the forks whose point lies behind it. */
export interface Holders {
  readonly recording: ReadonlySet<ConversationId>
  readonly forks: ReadonlySet<ConversationId>
}

/** Says of the points of forks whether their paths hold one of some nodes; each point is looked at once. */
export class HeldPoints {
  readonly #scope: Scope
  /** By segments: who holds any of their nodes holds the first. */
  readonly #first = new Map<string, number>()
  readonly #known = new Map<ObservationId, boolean>()

  constructor(scope: Scope, places: Iterable<Pick<Place, 'segmentId' | 'depth'>>) {
    this.#scope = scope
    for (const { segmentId, depth } of places)
      this.#first.set(segmentId, Math.min(depth, this.#first.get(segmentId) ?? Infinity))
  }

  /** Returns those of some forks whose points hold one of them. */
  async among(forks: readonly ForkPoint[]): Promise<ForkPoint[]> {
    const ids = forks.flatMap(({ observationId }) => observationId ?? [])
    const unknown = this.#first.size === 0 ? [] : [...new Set(ids)].filter((id) => !this.#known.has(id))
    for (let from = 0; from < unknown.length; from += pointsAtOnce) {
      const some = unknown.slice(from, from + pointsAtOnce)
      const points = await splitBatch(some, (part) => this.#scope.store.observations(part))
      const held = await Promise.all(points.map((point) => this.#holds(asTreeNode(point))))
      for (const [i, id] of some.entries()) this.#known.set(id, held[i] ?? false)
    }
    return forks.filter(({ observationId }) => this.#known.get(observationId ?? '') === true)
  }

  async #holds(point: TreeNode | null): Promise<boolean> {
    if (point === null) return false
    for (const [segmentId, depth] of this.#first)
      if (await isPlaceOnPath(this.#scope.reads, { segmentId, depth }, point)) return true
    return false
  }
}

/** Yields the forks of some conversations, those of each together, read for many of them at once. */
export function forksOf(
  scope: Scope,
  ids: readonly ConversationId[],
): AsyncGenerator<readonly [source: ConversationId, forks: readonly ForkPoint[]]> {
  return listsOf(scope, 'forkPoints', ids, forksAtOnce)
}

/** Returns who holds what is chosen. Behind a fork that left before it no further one is looked at: those left before it, too. */
export async function holdersOf(scope: Scope, selection: Selection): Promise<Holders> {
  const chosen = [...selection.chosen.values()]
  const recording = new Set([...chosen.map(({ conversationId }) => conversationId), ...selection.conversationIds])
  const places = chosen.flatMap(({ segmentId, depth }) =>
    segmentId === null || depth === null ? [] : { segmentId, depth },
  )
  return { recording, forks: await forksHolding(scope, recording, new HeldPoints(scope, places)) }
}

/** Returns the forks behind some conversations whose points hold one of some nodes that these recorded. */
async function forksHolding(
  scope: Scope,
  recording: Iterable<ConversationId>,
  held: HeldPoints,
): Promise<ReadonlySet<ConversationId>> {
  const reached = new Set<ConversationId>()
  for (let open = [...recording]; open.length > 0;) {
    const next: ConversationId[] = []
    for await (const [, forks] of forksOf(scope, open))
      for (const { id } of await held.among(forks)) {
        if (!reached.has(id)) next.push(id)
        reached.add(id)
      }
    open = next
  }
  return reached
}

/** Returns the ids of a conversation, of its forks and of the forks of those. */
export async function withForks(scope: Scope, id: ConversationId): Promise<ReadonlySet<ConversationId>> {
  const around = new Set([id])
  for (let open = [id]; open.length > 0;) {
    const next: ConversationId[] = []
    for await (const [, forks] of forksOf(scope, open))
      for (const fork of forks)
        if (!around.has(fork.id)) {
          around.add(fork.id)
          next.push(fork.id)
        }
    open = next
  }
  return around
}

/** Takes in the summaries of compactions whose span holds something chosen, what files say behind those, and the joins that carry something of it. */
export async function addDerived(scope: Scope, selection: Selection, { recording, forks }: Holders): Promise<void> {
  const nodes = nodesOf(selection)
  const bends = new Map<ObservationId, TreeNode>()
  const holders = [...new Set([...recording, ...forks])]
  for await (const [, tips] of listsOf(scope, 'tips', holders))
    for (const tip of tips as readonly TreeNode[]) if (tip.place.bendId !== null) bends.set(tip.place.bendId, tip)
  for (const tip of bends.values()) await addSummariesAbove(scope, selection, tip, nodes)
  await addSummaryTurns(scope, selection, holders)
  await addJoins(scope, selection)
}

/** Takes in the turns that `materialize` made of chosen summaries: they are in conversations that share nothing with their source. */
async function addSummaryTurns(scope: Scope, selection: Selection, ids: readonly ConversationId[]): Promise<void> {
  if (![...selection.chosen.values()].some(({ isMarker }) => isMarker)) return
  const made: ConversationId[] = []
  for await (const [, forks] of forksOf(scope, ids))
    made.push(...forks.filter(({ observationId }) => observationId === null).map(({ id }) => id))
  for await (const [, turns] of listsOf(scope, 'observationsOfConversation', made))
    await addAll(
      scope,
      selection,
      turns.filter(({ metadata }) => isSummaryOf(metadata, selection)),
      'derived',
    )
}

function isSummaryOf({ summaryOf }: Observation['metadata'], { chosen }: Selection): boolean {
  return typeof summaryOf === 'string' && chosen.get(summaryOf)?.isMarker === true
}

async function addSummariesAbove(scope: Scope, selection: Selection, tip: TreeNode, nodes: readonly EraseSelection[]) {
  const { all } = await bendsOf(scope.reads, tip.place.bendId)
  for (const { id, hiding } of all) {
    if (hiding === null || selection.chosen.has(id)) continue
    const within = nodes.filter(({ depth }) => depth !== null && depth >= hiding.span.from && depth <= hiding.span.to)
    const marker = within.length === 0 ? null : asTreeNode(await scope.reads.observation(id))
    if (marker === null || marker.marker?.summary == null || !(await holdsOne(scope, marker, within))) continue
    await addAll(scope, selection, [marker, ...(await summariesBehind(scope, marker))], 'derived')
  }
}

/** What a program left in the place of a summary. */
async function summariesBehind(scope: Scope, { id }: TreeNode): Promise<Observation[]> {
  const summaries: Observation[] = []
  for await (const children of walkList(unkept(scope), 'children', id, { limit: pageLength }))
    summaries.push(...children.filter(({ fields }) => fields['isCompactSummary'] === true))
  return summaries
}

async function holdsOne(scope: Scope, end: TreeNode, nodes: readonly EraseSelection[]): Promise<boolean> {
  for (const { id } of nodes) {
    const node = asTreeNode(await scope.reads.observation(id))
    if (node !== null && (await isOnPath(scope.reads, node, end))) return true
  }
  return false
}

const nodesOf = ({ chosen }: Selection): EraseSelection[] => [...chosen.values()].filter(({ depth }) => depth !== null)
