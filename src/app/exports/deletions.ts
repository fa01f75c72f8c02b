import type { Block, Conversation, TreeNode } from '../../domain/model.ts'
import { leftByDeletions, type Shown } from '../../domain/deletedTurns.ts'
import type { Scope } from '../scope.ts'
import { messageOf } from '../transcripts/entries.ts'
import { bendsOf, type KnownBend } from '../read/bends.ts'
import { walk } from '../read/paths.ts'
import { hasDeleted } from '../transcripts/withoutDeleted.ts'

/**
 * Returns the markers on the path to a node that a boundary in a file, which hides all talk before it, cannot stand for:
 * those that are cancelled, and those that leave some of it.
 */
export async function unwritableMarkers(scope: Scope, head: TreeNode | null): Promise<LeftBlocks> {
  const { all, holds } = await bendsOf(scope.reads, head?.place.bendId ?? null)
  const holding = new Set(holds.map(({ id }) => id))
  const unwritable = all.filter((bend) => bend.hiding !== null && !(holding.has(bend.id) && hidesAll(bend)))
  return new Map(unwritable.map(({ id }) => [id, null]))
}

function hidesAll({ hiding, edges, entries }: KnownBend): boolean {
  const { from, to } = hiding?.span ?? { from: 0, to: -1 }
  const above = edges.find(({ depth }) => depth === from - 1)
  const last = edges.find(({ depth }) => depth === to)
  return (above?.turns ?? 0) === 0 && (last?.entries ?? 0) === entries
}

/** What deletions leave of observations of which they leave less; null: nothing. */
export type LeftBlocks = ReadonlyMap<string, readonly Block[] | null>

/** Returns what deletions leave of the path to a node, tool pairs whole, as CONTEXT shows it (design §3). */
export async function leftOnPath(scope: Scope, conversation: Conversation, head: TreeNode | null): Promise<LeftBlocks> {
  if (head === null || !(await hasDeleted(scope, conversation))) return new Map()
  const seen: Shown[] = []
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
