import type { Scope } from '../scope.ts'
import type { StoreResult } from './storeInDraft.ts'
import type { StoreTurn } from './turnInput.ts'
import { storeBatch } from './storeTurns.ts'

/** Stores one turn and moves the conversation's head to it; makes the conversation when there is none of that id (design §3). */
export async function storeTurn(scope: Scope, turn: StoreTurn): Promise<StoreResult> {
  const { results } = await storeBatch(scope, 'storeTurn', [turn], turn)
  return results[0] as StoreResult
}
