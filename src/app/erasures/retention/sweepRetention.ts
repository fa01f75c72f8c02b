import { unkept, walkList } from '../../read/walkList.ts'
import type { Scope } from '../../scope.ts'
import { eraseAll, type Erased } from '../erase.ts'
import { finishErasure } from '../finishErasure.ts'
import { expired } from './expired.ts'

/** The guard that each sweep of a tenant raises in the write that begins it. */
const sweeps = 'sweeps by retention'

/**
 * Erases what was kept long enough, with one receipt; null where there is nothing. Of several servers that sweep at once one
 * begins the erasure; the others finish it with that one, and erase what it does not cover.
 */
export async function sweepRetention(scope: Scope): Promise<Erased | null> {
  for (;;) {
    // Read before all else: whatever another sweep begins from here on raises it.
    const [expected] = await scope.store.guards([sweeps])
    await finishOthers(scope)
    scope.reads.clear()
    const observationIds: string[] = []
    for await (const id of expired(scope)) observationIds.push(id)
    scope.reads.clear()
    if (observationIds.length === 0) return null
    const claim = { name: sweeps, expected: expected ?? 0 }
    const result = await eraseAll(scope, observationIds, { reason: 'RETENTION', claim })
    if (result !== null) return result
  }
}

/** A sweep that another server runs, or that a crash has broken off, is done before the next one begins. */
async function finishOthers(scope: Scope): Promise<void> {
  const open = []
  for await (const page of walkList(unkept(scope), 'erasuresIn', 'ERASING', { limit: 100 })) open.push(...page)
  for (const erasure of open) if (erasure.reason === 'RETENTION') await finishErasure(scope, erasure)
}
