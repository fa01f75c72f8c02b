import type { Scope } from '../../scope.ts'
import type { Erased } from '../erase.ts'
import { sweepKeys } from './sweepKeys.ts'
import { sweepRetention } from './sweepRetention.ts'

/** What a sweep of a tenant took away. */
export interface Swept {
  /** Idempotency keys that had expired. */
  readonly keys: number
  /** What was kept long enough; null where there was nothing. */
  readonly erased: Erased | null
}

/** Takes away from a tenant all whose time is over, and out of the search index's files what was erased since they were made. */
export async function sweepTenant(scope: Scope): Promise<Swept> {
  const keys = await sweepKeys(scope)
  const erased = await sweepRetention(scope)
  await scope.search.renew()
  return { keys, erased }
}
