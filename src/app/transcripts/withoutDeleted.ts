import { lastUpTo, type ContextPiece } from '../../domain/context/contextView.ts'
import { leftByDeletions } from '../../domain/tree/deletedTurns.ts'
import { mended, shownTurn, type Item, type ShownTurn } from '../../domain/context/mending.ts'
import type { Block, Conversation, TreeNode } from '../../domain/model.ts'
import { noPairs } from '../../domain/context/toolPairs.ts'
import { walk } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { shownParts } from './contextEntries.ts'
import { messageOf } from './entries.ts'

/** Says whether a turn of the conversation, or of one that it was forked from or holds copies of, may be deleted now. */
export async function hasDeleted(scope: Scope, conversation: Conversation): Promise<boolean> {
  const ancestors = conversation.forkedFrom === null ? [] : await scope.reads.lineage(conversation.id)
  return [conversation, ...ancestors].some(({ deletedTurns, showsOthers }) => deletedTurns > 0 || showsOthers)
}

/**
 * Returns the pieces of CONTEXT without what is deleted. It can stand anywhere, so the whole path is looked at;
 * conversations without any never come here.
 */
export async function piecesWithoutDeleted(scope: Scope, head: TreeNode): Promise<ContextPiece[]> {
  const shown = await shownParts(scope.reads, head)
  const turns = await turnsOf(scope, head)
  const left = leftByDeletions(
    turns.map(({ turn: { node }, deleted }) => ({ id: node.id, blocks: node.blocks, deleted })),
  )
  const kept = turns.flatMap(({ turn }) => withBlocks(turn, left.get(turn.node.id)))
  const depthAt = (at: number) => (kept[at] as ShownTurn).node.place.depth
  const items: Item[] = []
  for (const part of shown) {
    if (part.kind === 'summary') items.push(part)
    else {
      const first = 1 + lastUpTo(kept.length, part.from - 1, depthAt)
      items.push(...kept.slice(first, 1 + lastUpTo(kept.length, part.to, depthAt)))
    }
  }
  return mended(items)
}

interface LookedAt {
  readonly turn: ShownTurn
  readonly deleted: boolean
}

async function turnsOf(scope: Scope, head: TreeNode): Promise<LookedAt[]> {
  const found: LookedAt[] = []
  let above: TreeNode | null = null
  for await (const nodes of walk(scope.reads, head)) {
    scope.signal?.throwIfAborted()
    const messages = await Promise.all(nodes.map((node) => messageOf(scope.reads, node)))
    for (const [i, node] of nodes.entries()) {
      const turn = shownTurn(node, above?.place ?? noPairs)
      if (node.kind === 'TURN') found.push({ turn, deleted: messages[i]?.deleted ?? false })
      above = node
    }
  }
  return found
}

/** The turn with what deletions leave of it: all of it, some blocks, or nothing at all (null). */
function withBlocks(turn: ShownTurn, left: readonly Block[] | null | undefined): ShownTurn[] {
  if (left === undefined) return [turn]
  if (left === null) return []
  return [{ ...turn, present: turn.present.filter((i) => left.includes(turn.node.blocks[i] as Block)) }]
}
