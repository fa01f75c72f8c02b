import { isDeepStrictEqual } from 'node:util'
import { firstChild, wayOf, withChild } from '../../domain/tree/junctions.ts'
import type { Json, BranchPoint, Observation, TreeNode } from '../../domain/model.ts'
import { childrenOwner, type ListKey } from '../../storage/graphStore.ts'
import { nodeAt } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import type { Nodes } from './tally.ts'
import { walkList } from '../read/walkList.ts'

const pageLength = 500

/**
 * Counts the children of a node anew, once: when the oldest of those that begin a segment there is looked at. Other
 * junctions are none: a path that goes on in its segment has one child.
 */
export async function checkJunction(scope: Scope, nodes: Nodes, parent: TreeNode, child: Observation): Promise<void> {
  const { conversation, point, tally, find } = nodes
  // Only one child goes on in the segment of its parent.
  const oldest = await childrenHere(scope, conversation.id, parent, null, 2)
  if (oldest.find((one) => one.place?.segmentId !== parent.place.segmentId)?.id !== child.id) return
  tally.pointUsed ||= parent.id === point?.id
  const expected = await junctionOf(scope, nodes, parent)
  const branchPoint = await scope.reads.junction(conversation.id, parent.id)
  if (!isDeepStrictEqual({ ...expected }, { ...branchPoint }))
    find('JUNCTION_DIFFERS', `The children of ${parent.id} are not as they were counted.`, {
      parentId: parent.id,
      kept: branchPoint as unknown as Json,
      found: expected as unknown as Json,
    })
  tally.branchPoints += expected?.kind === 'BRANCH' ? 1 : 0
  tally.versionPoints += expected?.kind === 'VERSION' ? 1 : 0
}

async function junctionOf(scope: Scope, { conversation, point }: Nodes, parent: TreeNode): Promise<BranchPoint | null> {
  const isInherited = parent.conversationId !== conversation.id
  const straight = isInherited && point ? await nodeAt(scope.reads, point, 'depth', parent.place.depth + 1) : null
  let junction: BranchPoint | null = null
  const count = async (children: readonly Observation[]) => {
    const ways = await Promise.all(
      children.map(async (one) => wayOf(one, parent, await supersededBy(scope, one.messageId))),
    )
    for (const way of ways)
      junction = junction === null ? firstChild(conversation.id, parent.id, way) : withChild(junction, way)
  }
  if (straight) await count([straight])
  const owner = childrenOwner(conversation.id, parent.id)
  for await (const page of walkList(scope.reads, 'childrenHere', owner, { limit: pageLength })) {
    scope.signal?.throwIfAborted()
    await count(page)
  }
  return junction
}

function childrenHere(scope: Scope, conversationId: string, { id }: TreeNode, after: ListKey | null, limit: number) {
  return scope.reads.list({ list: 'childrenHere', owner: childrenOwner(conversationId, id), after, limit })
}

async function supersededBy(scope: Scope, messageId: string | null): Promise<string | null> {
  return messageId === null ? null : ((await scope.reads.message(messageId))?.supersedesId ?? null)
}
