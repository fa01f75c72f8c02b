import type { Scope } from '../../scope.ts'
import { eraseAll, type EraseResult } from '../erase.ts'
import { expired } from './expired.ts'

/** Erases what was kept long enough, with one receipt; null where there is nothing. */
export async function sweepRetention(scope: Scope): Promise<EraseResult | null> {
  const observationIds: string[] = []
  for await (const id of expired(scope)) observationIds.push(id)
  scope.reads.clear()
  return observationIds.length === 0 ? null : eraseAll(scope, observationIds, 'RETENTION')
}
