import type { Conversation, BranchPoint, Observation, TreeNode } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'
import { versionsAmong, type Versions } from '../../domain/tree/versions.ts'
import { childrenOwner } from '../../storage/graphStore.ts'
import { forkPoint, nodeAt, asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { messageOf } from './entries.ts'
import type { TranscriptEntry } from './transcripts.ts'

/**
 * Returns where an entry stands among the turns at its place in the conversation's tree, what it inherited included; null
 * where it has none beside it. Of a page's entries only those whose parent has a junction here cost more than that look-up.
 */
export async function versionsOfEntry(scope: Scope, entry: TranscriptEntry): Promise<Versions | null> {
  const { conversationId, deleted, synthetic } = entry
  const node = asTreeNode(entry.observation)
  if (!node || deleted || synthetic || node.kind !== 'TURN' || node.role === 'TOOL') return null
  const conversation = await scope.reads.conversation(conversationId)
  if (!conversation) return null
  const { parentId } = node.place
  if (parentId === null) return versionsOfRoot(scope, conversation, node)
  const junction = await scope.reads.junction(conversationId, parentId)
  if (junction === null) return null
  const [parent, children] = await Promise.all([
    scope.reads.observation(parentId),
    childrenOf(scope, conversation, junction),
  ])
  return among(scope, node, parent, children)
}

async function versionsOfRoot(scope: Scope, conversation: Conversation, node: TreeNode): Promise<Versions | null> {
  if (node.role !== 'USER' || conversation.shape.roots < 2) return null
  const roots = await listed(scope, 'roots', conversation.id, conversation.shape.roots)
  return among(scope, node, null, withInherited(roots, await inheritedAt(scope, conversation, 0)))
}

async function childrenOf(
  scope: Scope,
  conversation: Conversation,
  { parentId, children: count }: BranchPoint,
): Promise<Observation[]> {
  const [parent, children] = await Promise.all([
    scope.reads.observation(parentId),
    listed(scope, 'childrenHere', childrenOwner(conversation.id, parentId), count),
  ])
  const above = asTreeNode(parent)
  if (!above || above.conversationId === conversation.id) return children
  const next = await inheritedAt(scope, conversation, above.place.depth + 1)
  return withInherited(children, next?.place.parentId === parentId ? next : null)
}

/** The node of the inherited path at a depth, null where the conversation inherited none there. */
async function inheritedAt({ reads }: Scope, conversation: Conversation, depth: number): Promise<TreeNode | null> {
  const point = await forkPoint({ reads, conversation })
  return point && nodeAt(reads, point, 'depth', depth)
}

/** As many as are known to be there: a page of each place costs what it brings. */
async function listed(
  scope: Scope,
  list: 'roots' | 'childrenHere',
  owner: string,
  count: number,
): Promise<Observation[]> {
  const limit = scope.limits.list
  if (count <= limit) return scope.reads.list({ list, owner, after: null, limit: count })
  const message = `${count} turns are at this place, more than the ${limit} that can be listed as versions; page through the children of its parent.`
  throw new Refusal('LIMIT_EXCEEDED', { limit, children: count }, message)
}

function withInherited(own: readonly Observation[], inherited: TreeNode | null): Observation[] {
  const all = inherited === null ? [...own] : [...own, inherited]
  return all.sort((a, b) =>
    a.ingestedAt === b.ingestedAt ? (a.id < b.id ? -1 : 1) : a.ingestedAt < b.ingestedAt ? -1 : 1,
  )
}

/** Where a node stands among those of the same place whose messages are not deleted. */
async function among(
  scope: Scope,
  node: TreeNode,
  parent: Observation | null,
  children: readonly Observation[],
): Promise<Versions | null> {
  const messages = await Promise.all(children.map((child) => messageOf(scope.reads, child)))
  const turns = new Map(children.map(({ id, messageId }, i) => [id, messages[i]?.supersedesId ?? messageId]))
  const observations = children.filter((_, i) => !messages[i]?.deleted)
  return versionsAmong(node, parent, observations, ({ id }) => turns.get(id) ?? null)
}
