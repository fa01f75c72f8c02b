import type { Block, Conversation, TreeNode } from '../../domain/model.ts'
import { leftByDeletions, type VisibleEntry } from '../../domain/tree/deletedTurns.ts'
import type { Scope } from '../scope.ts'
import { messageOf } from '../transcripts/entries.ts'
import { walk } from '../read/paths.ts'
import { hasDeleted } from '../transcripts/withoutDeleted.ts'

/** What deletions leave of observations of which they leave less; null: nothing. */
export type LeftBlocks = ReadonlyMap<string, readonly Block[] | null>

/** Returns what deletions leave of the path to a node, tool pairs whole, as CONTEXT shows it (design §3). */
export async function leftOnPath(scope: Scope, conversation: Conversation, head: TreeNode | null): Promise<LeftBlocks> {
  if (head === null || !(await hasDeleted(scope, conversation))) return new Map()
  const seen: VisibleEntry[] = []
  for await (const nodes of walk(scope.reads, head)) {
    const messages = await Promise.all(nodes.map((node) => messageOf(scope.reads, node)))
    nodes.forEach(({ id, blocks }, i) => {
      const deleted = messages[i]?.deleted ?? false
      if (deleted || blocks.some(({ type }) => type === 'toolCall' || type === 'toolResult'))
        seen.push({ id, blocks, deleted })
    })
  }
  return leftByDeletions(seen)
}
