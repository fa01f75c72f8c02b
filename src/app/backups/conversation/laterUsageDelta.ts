import type { Changes, Counting } from '../../../domain/changes.ts'
import type { CallNames } from '../../../domain/usage/counted.ts'
import type { Scope } from '../../scope.ts'
import { namesOf, recountsOf } from '../../write/draft/recounts.ts'
import { scopeWithPending } from '../../write/lanes/pendingWrite.ts'

/** Returns what the sums of analytics need to know of a later state; null where that is nothing. */
export async function usageDeltaOfLater(scope: Scope, changes: Changes): Promise<Counting | null> {
  const { reads } = scopeWithPending(scope, { changes, over: Promise.resolve() })
  const names = new Map<string, CallNames>()
  for (const one of changes.observations) {
    const callNames = await namesOf(reads, one)
    if (callNames.size > 0) names.set(one.id, callNames)
  }
  const stored = await scope.store.messages(changes.messages.map(({ value }) => value.id))
  const recounts: Counting['recounts'][number][] = []
  for (const [i, { value }] of changes.messages.entries())
    recounts.push(...(await recountsOf(reads, stored[i] ?? null, value)))
  return names.size + recounts.length === 0 ? null : { names, recounts }
}
