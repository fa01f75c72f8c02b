import type { Block, Conversation, TreeNode } from '../../domain/model.ts'
import { leftByDeletions, type Shown } from '../../domain/omitted.ts'
import type { Act } from '../act.ts'
import { messageOf } from '../entries.ts'
import { walk } from '../paths.ts'
import { hasDeleted } from '../transcript.ts'

/** What deletions leave of observations of which they leave less; null: nothing. */
export type Left = ReadonlyMap<string, readonly Block[] | null>

/** Returns what deletions leave of the path to a node, tool pairs whole, as CONTEXT shows it (design §3). */
export async function leftOnPath(act: Act, conversation: Conversation, head: TreeNode | null): Promise<Left> {
  if (head === null || !(await hasDeleted(act, conversation))) return new Map()
  const seen: Shown[] = []
  for await (const nodes of walk(act.reads, head)) {
    const messages = await Promise.all(nodes.map((node) => messageOf(act.reads, node)))
    nodes.forEach(({ id, blocks }, i) => {
      const deleted = messages[i]?.deleted ?? false
      if (deleted || blocks.some(({ type }) => type === 'toolCall' || type === 'toolResult'))
        seen.push({ id, blocks, deleted })
    })
  }
  return leftByDeletions(seen)
}
