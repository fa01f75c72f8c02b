import type { Event, EventKind, JsonObject } from '../../domain/model.ts'
import { badInput, type Refusal } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { checkStand, type HeadResult, moveHeadTo, type HeadTarget } from './moveHead.ts'
import type { Draft } from '../write/draft/draft.ts'
import { asTreeNode } from '../read/paths.ts'

export interface Undo {
  readonly conversationId: string
  /** False: an undo that would empty the path is refused. */
  readonly toEmpty?: boolean | null
  readonly expectedHeadId?: string | null
  readonly idempotencyKey?: string | null
}

/** Takes back the last move of a head and, again, the one before it; what was stored stays in the tree (design §5). */
export function undo(scope: Scope, { toEmpty, ...input }: Undo): Promise<HeadResult> {
  return moveHeadTo(scope, {
    kind: 'UNDO',
    operation: 'undo',
    input,
    target: (draft) => lastMove(draft, toEmpty ?? true),
  })
}

function emptying({ conversation: { id }, head }: Draft): Refusal {
  const facts = { conversationId: id, headId: head?.id ?? null, empties: true }
  return badInput(`Undoing the last move of the head of "${id}" would leave its path empty.`, facts, ['toEmpty'])
}

/**
 * A marker or a join stands anywhere, also where a call waits, and a repair mends calls: without it the same calls wait. What moved a head
 * and stored nothing leads back to where it stood.
 */
const freeMoves: ReadonlySet<EventKind> = new Set([
  'COMPACT',
  'DROP',
  'CANCEL',
  'MERGE',
  'REPAIR',
  'REWIND',
  'SWITCH',
  'UNDO',
])

async function lastMove(draft: Draft, toEmpty: boolean): Promise<HeadTarget> {
  const move = await notTakenBack(draft)
  if (!move?.head)
    throw badInput(
      `The head of "${draft.conversation.id}" has no move left to undo.`,
      { conversationId: draft.conversation.id },
      ['conversationId'],
    )
  const { from } = move.head
  const node = from === null ? null : asTreeNode(await draft.reads.observation(from))
  if (node === null && !toEmpty) throw emptying(draft)
  if (!freeMoves.has(move.kind)) await checkStand(draft, node)
  return { node, details: { undoes: move.id, seq: move.seq } }
}

/**
 * The newest move that no undo has taken back: each undo names the one that it took, and all since are done with. One that
 * names none before itself takes nothing back.
 */
async function notTakenBack({ conversation, reads }: Draft): Promise<Event | null> {
  let after: { readonly sort: number; readonly id: string } | null = null
  for (;;) {
    const [move]: Event[] = await reads.list({ list: 'headMoves', owner: conversation.id, after, limit: 1 })
    if (!move || move.kind !== 'UNDO') return move ?? null
    const own: { readonly sort: number; readonly id: string } = { sort: move.seq ?? 0, id: move.id }
    const { seq, undoes }: JsonObject = move.details
    after = typeof seq === 'number' && typeof undoes === 'string' && seq < own.sort ? { sort: seq, id: undoes } : own
  }
}
