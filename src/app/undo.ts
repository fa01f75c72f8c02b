import type { Event } from '../domain/model.ts'
import { badInput } from '../domain/refusals.ts'
import type { Act, HeadResult } from './act.ts'
import type { Draft } from './drafts.ts'
import { moveHeadOf, type Target } from './heads.ts'
import type { Undo } from './inputs.ts'
import { treeNode } from './paths.ts'
import { checkBoundary } from './points.ts'

/** Takes back the last move of a head and, again, the one before it; what was stored stays in the tree (design §5). */
export function undo(act: Act, input: Undo): Promise<HeadResult> {
  return moveHeadOf(act, { kind: 'UNDO', operation: 'undo', input, target: lastMove })
}

async function lastMove(draft: Draft): Promise<Target> {
  const move = await notTakenBack(draft)
  if (!move?.head)
    throw badInput(
      `The head of "${draft.conversation.id}" has made no move that is not taken back already.`,
      { conversationId: draft.conversation.id },
      ['conversationId'],
    )
  const { from } = move.head
  const node = from === null ? null : treeNode(await draft.reads.observation(from))
  await checkBoundary(draft, { node }, 'MESSAGE')
  return { node, details: { undoes: move.id, seq: move.seq } }
}

/** The newest move that no undo has taken back: each undo names the one that it took, and all since are done with. */
async function notTakenBack({ conversation, reads }: Draft): Promise<Event | null> {
  let after: { sort: number; id: string } | null = null
  for (;;) {
    const [move]: Event[] = await reads.list({ list: 'headMoves', owner: conversation.id, after, limit: 1 })
    if (!move || move.kind !== 'UNDO') return move ?? null
    after = { sort: move.details['seq'] as number, id: move.details['undoes'] as string }
  }
}
