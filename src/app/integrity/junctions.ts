import { isDeepStrictEqual } from 'node:util'
import { firstChild, wayOf, withChild } from '../../domain/junctions.ts'
import type { Conversation, Json, Junction, Observation, Segment, TreeNode } from '../../domain/model.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { forkPoint, nodeAt, treeNode } from '../read/paths.ts'
import type { Find } from './finding.ts'

/** Recomputes the junctions of a conversation from the segments that leave each other, and counts what they are. */
export async function checkJunctions(
  scope: Scope,
  conversation: Conversation,
  find: Find,
): Promise<{ branchPoints: number; versionPoints: number; leaves: number }> {
  const segments = await ownSegments(scope, conversation.id)
  const parents = new Map<string, Segment[]>()
  for (const segment of segments) {
    if (!segment.exit) continue
    const key = `${segment.exit.segmentId} ${segment.exit.depth}`
    parents.set(key, [...(parents.get(key) ?? []), segment])
  }
  const point = await forkPoint({ conversation, reads: scope.reads })
  let [branchPoints, versionPoints, pointUsed] = [0, 0, false]
  for (const leaving of parents.values()) {
    const exit = leaving[0]?.exit
    const [parent] = exit
      ? await scope.reads.range({ segmentId: exit.segmentId, axis: 'depth', from: exit.depth, to: exit.depth })
      : []
    const node = treeNode(parent ?? null)
    if (!node) {
      find('PARENT_MISSING', 'A segment leaves a node that is missing.', { exit: exit as unknown as Json })
      continue
    }
    pointUsed ||= node.id === point?.id
    const expected = await junctionOf(scope, conversation, node, leaving, point)
    const kept = await scope.reads.junction(conversation.id, node.id)
    if (!isDeepStrictEqual({ ...expected }, { ...kept }))
      find('JUNCTION_DIFFERS', `The children of ${node.id} are not as they were counted.`, {
        parentId: node.id,
        kept: kept as unknown as Json,
        found: expected as unknown as Json,
      })
    branchPoints += expected.kind === 'BRANCH' ? 1 : 0
    versionPoints += expected.kind === 'VERSION' ? 1 : 0
  }
  return { branchPoints, versionPoints, leaves: segments.length + (point && !pointUsed ? 1 : 0) }
}

async function junctionOf(
  scope: Scope,
  conversation: Conversation,
  parent: TreeNode,
  leaving: readonly Segment[],
  point: TreeNode | null,
): Promise<Junction> {
  const own = parent.conversationId === conversation.id
  const depth = parent.place.depth + 1
  const straight = own
    ? (await scope.reads.range({ segmentId: parent.place.segmentId, axis: 'depth', from: depth, to: depth }))[0]
    : point && (await nodeAt(scope.reads, point, 'depth', depth))
  const firsts = await Promise.all(
    leaving.map((segment) => scope.reads.range({ segmentId: segment.id, axis: 'depth', from: depth, to: depth })),
  )
  const children = [...(straight ? [straight] : []), ...firsts.flat()].sort((a, b) =>
    a.ingestedAt < b.ingestedAt ? -1 : 1,
  )
  const ways = await Promise.all(
    children.map(async (child) => wayOf(child, parent, await supersededBy(scope, child.messageId))),
  )
  const [first = null, ...rest] = ways
  return rest.reduce(withChild, firstChild(conversation.id, parent.id, first))
}

async function supersededBy(scope: Scope, messageId: string | null): Promise<string | null> {
  return messageId === null ? null : ((await scope.reads.message(messageId))?.supersedesId ?? null)
}

async function ownSegments(scope: Scope, conversationId: string): Promise<Segment[]> {
  const segments: Segment[] = []
  for (let after: ListKey | null = null; ;) {
    const tips: Observation[] = await scope.reads.list({ list: 'tips', owner: conversationId, after, limit: 500 })
    segments.push(...(await Promise.all(tips.map((tip) => scope.reads.segmentNow(tip.place?.segmentId ?? '')))))
    const last = tips.at(-1)
    if (tips.length < 500 || !last) return segments
    after = { sort: last.ingestedAt, id: last.id }
  }
}
