import type { BranchPoint, Conversation, TreeNode, TreeShape } from '../../domain/model.ts'
import { emptyShape, firstChild, wayOf, withChild } from '../../domain/tree/junctions.ts'
import { shapeOf } from '../markers/sidechains.ts'
import { nodeAt } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { messageOf } from '../transcripts/entries.ts'
import { lazily, type CountedShape } from './counts/countedShape.ts'
import { familyOf, type Family, type TreeSegment } from './family.ts'
import { promptsOfSegments } from './counts/promptCounts.ts'
import { recordedShape } from './recordedShape.ts'
import { endOf } from './segmentEnd.ts'

/** Returns the shape of a conversation, its sources, their forks and the forks of those as one tree: what they share once. */
export async function familyShape(scope: Scope, conversation: Conversation): Promise<CountedShape> {
  const family = await familyOf(scope, conversation)
  const failedCalls = async (): Promise<number> => {
    const counts = await Promise.all(family.members.map(({ id }) => scope.reads.failedCalls(id)))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  return {
    ...(await shapeOfFamily(scope, family)),
    failedCalls,
    ...lazily(() => promptsOfSegments(scope, family.segments)),
  }
}

/** Returns the shape of a family. */
export async function shapeOfFamily(scope: Scope, family: Family): Promise<TreeShape> {
  const members = new Set(family.members.map(({ id }) => id))
  const others = family.segments.filter(({ segment }) => !members.has(segment.conversationId))
  const parts = await Promise.all([
    ...family.members.map((member) => recordedIn(scope, member)),
    ...others.map((one) => sharedPart(scope, one)),
    ...forkedAt(family, members).map((place) => partingOf(scope, place, members)),
  ])
  return parts.reduce((sum, part) => added(sum, part))
}

async function recordedIn(scope: Scope, conversation: Conversation): Promise<TreeShape> {
  const { id, forkedFrom } = conversation
  const shape = await shapeOf(scope, conversation)
  return recordedShape(scope, { id, shape, forkPointId: forkedFrom?.observationId ?? null })
}

/** What a deleted conversation shares with others; its end counts as a leaf until something goes on from there. */
async function sharedPart({ reads }: Scope, one: TreeSegment): Promise<TreeShape> {
  const end = await endOf({ reads }, one)
  const { exit } = one.segment
  const above = exit && (await nodeAt(reads, end, 'depth', exit.depth))
  const nodes = one.to - (exit?.depth ?? -1)
  return {
    ...emptyShape,
    nodes,
    roots: exit ? 0 : 1,
    leaves: 1,
    toolCalls: end.place.calls - (above?.place.calls ?? 0),
  }
}

/** A place from which segments go on that its own conversation's tree does not count. */
interface Parting {
  readonly above: TreeSegment
  readonly depth: number
  readonly children: readonly TreeSegment[]
}

function forkedAt({ segments }: Family, members: ReadonlySet<string>): Parting[] {
  const byId = new Map(segments.map((one) => [one.segment.id, one]))
  const places = new Map<string, Parting>()
  for (const one of segments) {
    const { exit } = one.segment
    const above = exit && byId.get(exit.segmentId)
    if (!above) continue
    const key = `${exit.segmentId}:${exit.depth}`
    const below = [...(places.get(key)?.children ?? []), one]
    places.set(key, { above, depth: exit.depth, children: below })
  }
  return [...places.values()].filter(({ above: { segment }, children: below }) => {
    const isForeign = below.some((one) => one.segment.conversationId !== segment.conversationId)
    return isForeign || !members.has(segment.conversationId)
  })
}

/** What changes where a place is seen with all that goes on from it, in whatever conversation. */
async function partingOf(scope: Scope, parting: Parting, members: ReadonlySet<string>): Promise<TreeShape> {
  const { above, depth, children: below } = parting
  const { reads } = scope
  const parent = await endOf(scope, { segment: above.segment, to: depth })
  const isContinued = depth < above.to
  const ends = [...(isContinued ? [{ segment: above.segment, to: depth + 1 }] : []), ...below.map(beginOf)]
  const children = await Promise.all(ends.map((one) => endOf(scope, one)))
  const counted = [...new Set(children.map(({ conversationId }) => conversationId))].filter((id) => members.has(id))
  const before = await Promise.all(counted.map((id) => reads.junction(id, parent.id)))
  const after = await junctionOf(scope, parent, children)
  // Each segment counts its own tip as a leaf; one from which something goes on elsewhere is none.
  return {
    ...emptyShape,
    leaves: isContinued ? 0 : -1,
    branchPoints: ofKind('BRANCH', [after]) - ofKind('BRANCH', before),
    versionPoints: ofKind('VERSION', [after]) - ofKind('VERSION', before),
  }
}

const beginOf = ({ segment }: TreeSegment): TreeSegment => ({ segment, to: (segment.exit?.depth ?? -1) + 1 })
const ofKind = (kind: BranchPoint['kind'], junctions: readonly (BranchPoint | null)[]): number =>
  junctions.filter((junction) => junction?.kind === kind).length

async function junctionOf(scope: Scope, parent: TreeNode, children: readonly TreeNode[]): Promise<BranchPoint | null> {
  const messages = await Promise.all(children.map((child) => messageOf(scope.reads, child)))
  const ways = children.map((child, i) => wayOf(child, parent, messages[i]?.supersedesId ?? null))
  const [first = null, ...rest] = ways
  return rest.reduce((junction, way) => withChild(junction, way), firstChild(parent.conversationId, parent.id, first))
}

function added(a: TreeShape, b: TreeShape): TreeShape {
  return {
    nodes: a.nodes + b.nodes,
    roots: a.roots + b.roots,
    leaves: a.leaves + b.leaves,
    branchPoints: a.branchPoints + b.branchPoints,
    versionPoints: a.versionPoints + b.versionPoints,
    sidechains: a.sidechains + b.sidechains,
    toolCalls: a.toolCalls + b.toolCalls,
  }
}
