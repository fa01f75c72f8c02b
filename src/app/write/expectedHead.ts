import { Refusal } from '../../domain/refusals.ts'
import type { Draft } from './draft/draft.ts'
import { messageOfTurn, placeOf, type ParentRef, type View } from '../read/view.ts'

export type OnConflict = 'REJECT' | 'FORK' | 'REBASE'

/** Turns, and what is expected of the head of the first one's conversation. */
export interface HeadExpectation {
  readonly turns: readonly { readonly turnId?: string | null; readonly parent?: ParentRef | null }[]
  /** Undefined: nothing is expected. */
  readonly expectedHeadId: string | null | undefined
  readonly onConflict: OnConflict
}

/** Refuses turns that expected another head with HEAD_MOVED, unless they may follow whatever is there. */
export async function checkHead(draft: Draft, batch: HeadExpectation): Promise<void> {
  const { expectedHeadId, onConflict } = batch
  if (await isAtHead(draft, expectedHeadId)) return
  if (onConflict === 'REBASE' && (await allNew(draft, batch))) return
  throw headMoved(draft, expectedHeadId)
}

/** Refuses what expected another head with HEAD_MOVED; undefined: it expected nothing. */
export async function checkExpected(view: View, expectedHeadId: string | null | undefined): Promise<void> {
  if (!(await isAtHead(view, expectedHeadId))) throw headMoved(view, expectedHeadId)
}

/** Says whether that is the head that was expected: a restatement stands for what it says again. */
async function isAtHead({ head, reads }: View, expected: string | null | undefined): Promise<boolean> {
  if (expected === undefined || expected === (head?.id ?? null)) return true
  return expected !== null && head !== null && (await placeOf(reads, expected))?.id === head.id
}

async function allNew(draft: Draft, batch: HeadExpectation): Promise<boolean> {
  if (batch.turns.some((turn) => turn.parent !== undefined)) return false
  const known = await Promise.all(
    batch.turns.map(async (turn) => (turn.turnId == null ? null : await messageOfTurn(draft, turn.turnId))),
  )
  return known.every((message) => message === null)
}

/** Returns the refusal of a write that expected another head; names both. */
function headMoved({ conversation, head }: View, expected: string | null = null): Refusal {
  const [conversationId, actual] = [conversation.id, head?.id ?? null]
  const name = (id: string | null) => (id === null ? 'the empty path' : `"${id}"`)
  const facts = { conversationId, expected, actual }
  return new Refusal(
    'HEAD_MOVED',
    facts,
    `The head of "${conversationId}" is ${name(actual)}, not ${name(expected)}.`,
    ['expectedHeadId'],
  )
}
