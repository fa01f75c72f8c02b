import { lastUpTo, type ContextPiece } from '../../domain/context/contextView.ts'
import type { ContextSpan } from '../../domain/context/markers.ts'
import { erasedGroups, isInErased } from '../../domain/erasure/erasedGroups.ts'
import { leftByDeletions } from '../../domain/tree/deletedTurns.ts'
import { mended, shownTurn, type Item, type ShownTurn } from '../../domain/context/mending.ts'
import { currentBlocks } from '../../domain/messages/messageSnapshot.ts'
import type { Block, Conversation, Message, TreeNode } from '../../domain/model.ts'
import { noPairs, pairsAfter, type PairState } from '../../domain/context/toolPairs.ts'
import { walk } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { shownParts } from './contextEntries.ts'
import { messageOf } from './entries.ts'
import type { TranscriptOptions } from './transcripts.ts'

/** Says whether a turn of the conversation, or of one that it was forked from or holds copies of, may be deleted now. */
export async function hasDeleted(scope: Scope, conversation: Conversation): Promise<boolean> {
  return (await shownConversations(scope, conversation)).some((one) => one.deletedTurns > 0 || one.showsOthers)
}

/** Says whether content of such a turn may be other than it was stored. */
export async function hasCorrected(scope: Scope, conversation: Conversation): Promise<boolean> {
  return (await shownConversations(scope, conversation)).some((one) => one.hasCorrections || one.showsOthers)
}

/** Says whether something of those conversations was erased. */
export async function hasErased(scope: Scope, conversation: Conversation): Promise<boolean> {
  return (await shownConversations(scope, conversation)).some((one) => one.hasErased === true)
}

async function shownConversations({ reads }: Scope, conversation: Conversation): Promise<readonly Conversation[]> {
  return [conversation, ...(conversation.forkedFrom === null ? [] : await reads.lineage(conversation.id))]
}

/**
 * Returns the pieces of CONTEXT where deletions or corrections change what is shown: legal over what each turn says then,
 * whose blocks they name. Either can stand anywhere, so the whole path is looked at; conversations without any never come
 * here.
 */
export async function shownPieces(scope: Scope, head: TreeNode, options: TranscriptOptions): Promise<ContextPiece[]> {
  const contextSpans = await withoutErasedSummaries(scope, await shownParts(scope.reads, head))
  const turns = await turnsOf(scope, head, options)
  const visibleBlocks = leftByDeletions(
    turns.map(({ turn: { node }, deleted }) => ({ id: node.id, blocks: node.blocks, deleted })),
  )
  const remaining = turns.flatMap(({ turn }) => withBlocks(turn, visibleBlocks.get(turn.node.id)))
  const depthAt = (at: number) => (remaining[at] as ShownTurn).node.place.depth
  const items: Item[] = []
  for (const part of contextSpans) {
    if (part.kind === 'summary') items.push(part)
    else {
      const first = 1 + lastUpTo(remaining.length, part.from - 1, depthAt)
      items.push(...remaining.slice(first, 1 + lastUpTo(remaining.length, part.to, depthAt)))
    }
  }
  return mended(items)
}

/** What is kept of markers in the process may be of before. */
async function withoutErasedSummaries({ reads }: Scope, spans: readonly ContextSpan[]): Promise<ContextSpan[]> {
  const isThere = async (part: ContextSpan) =>
    part.kind !== 'summary' || (await reads.observation(part.id))?.erased === undefined
  const there = await Promise.all(spans.map(isThere))
  return spans.filter((_, i) => there[i])
}

interface LookedAt {
  readonly turn: ShownTurn
  readonly deleted: boolean
}

async function turnsOf(scope: Scope, head: TreeNode, options: TranscriptOptions): Promise<LookedAt[]> {
  const lookedAts: LookedAt[] = []
  let above: PairState = noPairs
  for await (const nodes of walk(scope.reads, head)) {
    scope.signal?.throwIfAborted()
    const messages = await Promise.all(nodes.map((node) => messageOf(scope.reads, node)))
    for (const [i, stored] of nodes.entries()) {
      const node = valueOf(stored, messages[i] ?? null, options, above)
      const deleted = !options.includeDeleted && (messages[i]?.deleted ?? false)
      if (node.kind === 'TURN') lookedAts.push({ turn: shownTurn(node, above), deleted })
      above = node.place
    }
  }
  return withErasedGroups(lookedAts)
}

/** An erased turn goes with its whole tool group: who calls the model must not be sent a part of it. */
function withErasedGroups(turns: readonly LookedAt[]): LookedAt[] {
  const groups = erasedGroups(turns.map(({ turn }) => turn.node))
  return turns.map((one) => ({ ...one, deleted: one.deleted || isInErased(one.turn.node, groups) }))
}

/** A node with what it says in those values, and with the tool calls that are open then. */
function valueOf(node: TreeNode, message: Message | null, { values }: TranscriptOptions, above: PairState): TreeNode {
  if (values === 'AS_STORED') return node
  const blocks = currentBlocks(node, message)
  const side = { role: node.role, blocks, answerId: node.usage?.answerId ?? null }
  return { ...node, blocks, place: { ...node.place, ...pairsAfter(above, side, node.place.depth) } }
}

/** The turn with what deletions leave of it: all of it, some blocks, or nothing at all (null). */
function withBlocks(turn: ShownTurn, left: readonly Block[] | null | undefined): ShownTurn[] {
  if (left === undefined) return [turn]
  if (left === null) return []
  return [{ ...turn, present: turn.present.filter((i) => left.includes(turn.node.blocks[i] as Block)) }]
}
