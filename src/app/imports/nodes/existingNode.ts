import type { Block, Conversation, TreeNode } from '../../../domain/model.ts'
import { isAwaiting } from '../../../domain/records/importedFields.ts'
import { contentHash } from '../../../domain/tree/pathHash.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import { forkPoint, isOnPath } from '../../read/paths.ts'
import type { Reads } from '../../read/reads.ts'
import type { Lookups } from '../job/importReads.ts'

/**
 * Returns the stored node that an entry is whose id alone does not tell. In its own conversation that is one that says
 * the same; in another one it is that only where the talk up to there is the same as well, as in a copy of a session.
 */
export function existingNode(
  lookups: Lookups,
  node: PlannedNode,
  parent: TreeNode | null,
  drafted: readonly TreeNode[],
): TreeNode | null {
  const treeNodes = [...drafted, ...lookups.externals(node.externalId)].filter((one) => saysSame(node, one))
  const own = treeNodes.filter(({ conversationId }) => conversationId === node.conversationId)
  if (own.length > 0) return own.sort((a, b) => rankOf(b, parent) - rankOf(a, parent))[0] ?? null
  return treeNodes.find((one) => continuesSame(node, one, parent)) ?? null
}

/**
 * Returns the root of another conversation that an entry was when a conversation was forked at it or behind it: its parent was
 * missing then, and has come since into a third conversation, where neither goes on from it.
 */
export async function inheritedRoot(
  reads: Reads,
  lookups: Lookups,
  node: PlannedNode,
  parent: TreeNode,
  conversation: Conversation | null,
): Promise<TreeNode | null> {
  if (!node.exact || conversation === null || parent.conversationId === conversation.id) return null
  const isRoot = (one: TreeNode) => one.place.parentId === null && isAwaiting(one) && saysSame(node, one)
  const isOfThird = (one: TreeNode) => ![conversation.id, parent.conversationId].includes(one.conversationId)
  const roots = lookups.externals(node.externalId).filter((one) => isOfThird(one) && isRoot(one))
  const point = roots.length === 0 ? null : await forkPoint({ reads, conversation })
  for (const one of roots) if (await isOnPath(reads, one, point)) return one
  return null
}

/** Prefers what stands below the entry's own parent, then copies, which stand where an import put them. */
function rankOf({ place, copyOf }: TreeNode, parent: TreeNode | null): number {
  return (place.parentId === (parent?.id ?? null) ? 2 : 0) + (copyOf === null ? 0 : 1)
}

function saysSame({ draft }: PlannedNode, treeNode: TreeNode): boolean {
  const { kind, role, blocks } = draft
  if (treeNode.kind !== kind) return false
  // An entry that has the id of what was erased is not compared with it: nothing is left to compare.
  if (treeNode.erased !== undefined) return true
  const { senderId, senderKind, salt } = treeNode
  if (treeNode.namesErased !== undefined) return saysRest(draft, treeNode)
  // What a marker hides is part of its hash, and not of what its entry says.
  return (
    kind === 'COMPACTION' ||
    treeNode.contentHash === contentHash({ kind, role, blocks, senderId, senderKind, marker: null, salt })
  )
}

/** Says whether an entry says what is left of a node that names of erased attachments were taken out of: it came without them. */
export function saysRest({ kind, role, blocks }: PlannedNode['draft'], treeNode: TreeNode): boolean {
  const { senderId, senderKind } = treeNode
  const hashOf = (all: readonly Block[]) => contentHash({ kind, role, blocks: all, senderId, senderKind, marker: null, salt: null }) // prettier-ignore
  return treeNode.kind === kind && treeNode.role === role && hashOf(blocks) === hashOf(treeNode.blocks)
}

function continuesSame({ draft, missingParent }: PlannedNode, treeNode: TreeNode, parent: TreeNode | null): boolean {
  if (draft.observedAt !== null && draft.observedAt !== treeNode.observedAt) return false
  if (parent === null) return treeNode.place.parentId === null || missingParent !== null
  return parent.conversationId === treeNode.conversationId && treeNode.place.parentId === parent.id
}
