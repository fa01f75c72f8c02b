import { currentBlocks } from '../../domain/messages/messageSnapshot.ts'
import type { Block, Conversation, TreeNode } from '../../domain/model.ts'
import { leftByDeletions, type VisibleEntry } from '../../domain/tree/deletedTurns.ts'
import { erasedGroups, isInErased } from '../../domain/erasure/erasedGroups.ts'
import { walk } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'
import type { Scope } from '../scope.ts'
import { messageOf } from '../transcripts/entries.ts'
import { hasCorrected, hasDeleted, hasErased } from '../transcripts/shownPieces.ts'
import type { TranscriptValues } from '../transcripts/transcripts.ts'

/** What is shown of observations that are not shown as they were stored; null: nothing. */
export type ShownBlocks = ReadonlyMap<string, readonly Block[] | null>

/**
 * Returns what is shown of the path to a node where that is not what was stored: what deletions leave, tool pairs whole,
 * and what corrections made of it where the values are CURRENT, as CONTEXT shows it (design §3). What was erased is not shown, unless
 * `isErasedShown`: then it is what is stored of it.
 */
export async function shownOnPath(
  scope: Scope,
  conversation: Conversation,
  head: TreeNode | null,
  values: TranscriptValues,
  isErasedShown = false,
): Promise<ShownBlocks> {
  const isCorrected = values === 'CURRENT' && (await hasCorrected(scope, conversation))
  const isErasedIn = !isErasedShown && (await hasErased(scope, conversation))
  if (head === null || !(isCorrected || isErasedIn || (await hasDeleted(scope, conversation)))) return new Map()
  const groups = isErasedIn ? await groupsOnPath(scope, head) : new Set<number>()
  const seen: VisibleEntry[] = []
  const corrected = new Map<string, readonly Block[]>()
  for await (const nodes of walk(scope.reads, head)) {
    scope.signal?.throwIfAborted()
    const messages = await Promise.all(nodes.map((node) => messageOf(scope.reads, node)))
    for (const [i, node] of nodes.entries()) {
      const blocks = isCorrected ? currentBlocks(node, messages[i] ?? null) : node.blocks
      if (blocks !== node.blocks) corrected.set(node.id, blocks)
      const deleted = (messages[i]?.deleted ?? false) || isInErased(node, groups)
      if (deleted || blocks.some(({ type }) => type === 'toolCall' || type === 'toolResult'))
        seen.push({ id: node.id, blocks, deleted })
    }
  }
  return new Map([...corrected, ...leftByDeletions(seen)])
}

async function groupsOnPath(scope: Scope, head: TreeNode): Promise<ReadonlySet<number>> {
  const groups = new Set<number>()
  for await (const nodes of walk(scope.reads, head)) for (const start of erasedGroups(nodes)) groups.add(start)
  return groups
}

/** Returns what nodes say in those values. */
export async function contentsIn(
  reads: Reads,
  nodes: readonly TreeNode[],
  values: TranscriptValues,
): Promise<readonly (readonly Block[])[]> {
  if (values === 'AS_STORED') return nodes.map(({ blocks }) => blocks)
  const messages = await Promise.all(nodes.map((node) => messageOf(reads, node)))
  return nodes.map((node, i) => currentBlocks(node, messages[i] ?? null))
}
