import { Refusal } from '../../domain/refusals.ts'
import type { Draft } from './draft/draft.ts'
import type { Reads } from '../read/reads.ts'
import { messageOfTurn, placeOf, type ParentRef } from '../read/view.ts'

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
  const actual = draft.head?.id ?? null
  if (await namesHead(draft.reads, batch.expectedHeadId, actual)) return
  if (batch.onConflict === 'REBASE' && (await allNew(draft, batch))) return
  throw headMoved(draft.conversation.id, batch.expectedHeadId ?? null, actual)
}

/** Says whether that is the head that was expected: a restatement stands for what it says again. */
export async function namesHead(
  reads: Pick<Reads, 'observation'>,
  expected: string | null | undefined,
  actual: string | null,
): Promise<boolean> {
  if (expected === undefined || expected === actual) return true
  return expected !== null && actual !== null && (await placeOf(reads, expected))?.id === actual
}

async function allNew(draft: Draft, batch: HeadExpectation): Promise<boolean> {
  if (batch.turns.some((turn) => turn.parent !== undefined)) return false
  const known = await Promise.all(
    batch.turns.map(async (turn) => (turn.turnId == null ? null : await messageOfTurn(draft, turn.turnId))),
  )
  return known.every((message) => message === null)
}

/** Returns the refusal of a write that expected another head; names both. */
export function headMoved(conversationId: string, expected: string | null, actual: string | null): Refusal {
  const name = (id: string | null) => (id === null ? 'the empty path' : `"${id}"`)
  const facts = { conversationId, expected, actual }
  return new Refusal(
    'HEAD_MOVED',
    facts,
    `The head of "${conversationId}" is ${name(actual)}, not ${name(expected)}.`,
    ['expectedHeadId'],
  )
}
