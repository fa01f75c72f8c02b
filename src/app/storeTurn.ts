import type { Act, StoreResult } from './act.ts'
import type { StoreTurn } from './inputs.ts'
import { storeBatch } from './storeTurns.ts'

/** Stores one turn and moves the conversation's head to it; makes the conversation when there is none of that id (design §3). */
export async function storeTurn(act: Act, turn: StoreTurn): Promise<StoreResult> {
  const { results } = await storeBatch(act, 'storeTurn', [turn], turn)
  return results[0] as StoreResult
}
