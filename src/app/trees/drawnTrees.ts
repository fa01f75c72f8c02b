import { counted } from '../../domain/tree/drawing.ts'
import type { Conversation, ConversationId, Observation, ObservationId, Segment, TreeNode } from '../../domain/model.ts'
import { labelsOf } from '../conversations/labels.ts'
import { cost } from '../read/budget.ts'
import { forkPoint, headOf, asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import { familyOf, type TreeSegment } from './family.ts'
import { shapeOfFamily } from './familyShape.ts'

/** What is drawn of a tree. */
export interface TreePlan {
  readonly title: string
  /** Those whose heads and checkpoints are drawn. */
  readonly members: readonly Conversation[]
  /** What was recorded, oldest end first: each with all that lies above it there. */
  readonly segments: readonly TreeSegment[]
  /** The end of what a conversation inherited, where that is drawn as one line. */
  readonly point: TreeNode | null
  /** Leaves that are left out. */
  readonly omitted: number
}

/** Returns a conversation's own tree with its newest leaves, about so many. */
export async function planOfOne(scope: Scope, conversation: Conversation, leaves: number): Promise<TreePlan> {
  const { id, shape } = conversation
  const tips = await newestTips(scope, id, leaves)
  const results = await Promise.all(tips.map((tip) => scope.reads.segmentNow(asTreeNode(tip)?.place.segmentId ?? '')))
  const segments = (await withAbove(scope, results)).map((segment) => ({ segment, to: segment.tipDepth }))
  const forks = await scope.reads.count('forks', id, scope.limits.count + 1)
  const words = forks === 0 ? '' : `, ${forksIn(forks, scope.limits.count)}`
  return {
    title: `${(await labelsOf(scope, conversation)).title} (${id}): ${countsOf(shape)}${words}`,
    members: [conversation],
    segments,
    point: await forkPoint({ ...scope, conversation }),
    omitted: Math.max(0, shape.leaves - Math.max(1, segments.length)),
  }
}

const forksIn = (forks: number, most: number) => (forks > most ? `over ${most} forks` : counted(forks, 'fork', 'forks'))

/** Returns the tree of a conversation's family with its newest leaves, about so many. */
export async function planOfFamily(scope: Scope, conversation: Conversation, leaves: number): Promise<TreePlan> {
  const family = await familyOf(scope, conversation)
  const shape = await shapeOfFamily(scope, family)
  const ends = leafSegments(family.segments)
  const newest = ends.sort((a, b) => (a.segment.tipAt < b.segment.tipAt ? 1 : -1)).slice(0, leaves)
  scope.budget.spend(newest.length * cost.drawn)
  const { title } = await labelsOf(scope, conversation)
  return {
    title: `${title} (${conversation.id}), ${counted(family.members.length, 'conversation', 'conversations')}: ${countsOf(shape)}`,
    members: family.members,
    segments: withAboveIn(family.segments, newest),
    point: null,
    omitted: ends.length - newest.length,
  }
}

function countsOf({ nodes, roots, leaves, branchPoints }: Conversation['shape']): string {
  return [
    counted(nodes, 'node', 'nodes'),
    ...(roots > 1 ? [counted(roots, 'root', 'roots')] : []),
    counted(leaves, 'leaf', 'leaves'),
    counted(branchPoints, 'branch point', 'branch points'),
  ].join(', ')
}

/** Those at whose end nothing goes on. */
function leafSegments(segments: readonly TreeSegment[]): TreeSegment[] {
  const placeOf = (segmentId: string, depth: number) => `${segmentId}:${depth}`
  const continued = new Set(
    segments.flatMap(({ segment: { exit } }) => (exit ? [placeOf(exit.segmentId, exit.depth)] : [])),
  )
  return segments.filter(({ segment, to }) => !continued.has(placeOf(segment.id, to)))
}

function withAboveIn(all: readonly TreeSegment[], some: readonly TreeSegment[]): TreeSegment[] {
  const byId = new Map(all.map((one) => [one.segment.id, one]))
  const taken = new Set<string>()
  for (const one of some)
    for (
      let at: TreeSegment | undefined = one;
      at && !taken.has(at.segment.id);
      at = byId.get(at.segment.exit?.segmentId ?? '')
    )
      taken.add(at.segment.id)
  return all.filter(({ segment }) => taken.has(segment.id))
}

/** Adds what lies above segments in their own conversation: the end of that may be older than those that are drawn. */
async function withAbove(scope: Scope, newestFirst: readonly Segment[]): Promise<Segment[]> {
  const known = new Set(newestFirst.map(({ id }) => id))
  const segments = [...newestFirst]
  for (let below: readonly Segment[] = segments; below.length > 0;) {
    scope.signal?.throwIfAborted()
    const ids = new Set(below.flatMap(({ exit }) => (exit && !known.has(exit.segmentId) ? [exit.segmentId] : [])))
    for (const id of ids) known.add(id)
    scope.budget.spend(ids.size * cost.drawn)
    const above = await Promise.all([...ids].map((id) => scope.reads.segmentNow(id)))
    below = above.filter(({ conversationId }) => conversationId === newestFirst[0]?.conversationId)
    segments.push(...below)
  }
  return segments.sort((a, b) => (a.tipAt < b.tipAt ? -1 : 1))
}

/** Each page is paid for before the next one is asked for. */
async function newestTips(scope: Scope, owner: string, most: number): Promise<Observation[]> {
  const observations: Observation[] = []
  for (let after: ListKey | null = null; observations.length < most;) {
    const limit = Math.min(tipsAtOnce, most - observations.length)
    const page: Observation[] = await scope.reads.list({ list: 'tips', owner, after, limit })
    scope.budget.spend(page.length * cost.drawn)
    observations.push(...page)
    const last = page.at(-1)
    if (page.length < limit || !last) break
    after = { sort: last.ingestedAt, id: last.id }
  }
  return observations
}
const tipsAtOnce = 1000

/** Where conversations stand. */
interface Heads {
  readonly nodes: readonly TreeNode[]
  /** By node those of the family that stand there, the conversation that is drawn aside. */
  readonly ids: ReadonlyMap<ObservationId, readonly ConversationId[]>
}

/** Returns the heads of a tree's conversations. */
export async function headsIn(
  scope: Scope,
  conversation: Conversation,
  members: readonly Conversation[],
): Promise<Heads> {
  const nodes = await Promise.all(members.map((member) => headOf(scope, member)))
  const ids = new Map<ObservationId, ConversationId[]>()
  for (const { id, headId } of members)
    if (headId !== null && id !== conversation.id) ids.set(headId, [...(ids.get(headId) ?? []), id])
  return { nodes: nodes.flatMap((node) => node ?? []), ids }
}
