import type { Scope } from '../../scope.ts'
import type { EraseResult } from '../erase.ts'
import { sweepKeys } from './sweepKeys.ts'
import { sweepRetention } from './sweepRetention.ts'

/** What a sweep of a tenant took away. */
export interface Swept {
  /** Idempotency keys that had expired. */
  readonly keys: number
  /** What was kept long enough; null where there was nothing. */
  readonly erased: EraseResult | null
}

/** Takes away from a tenant all whose time is over. */
export async function sweepTenant(scope: Scope): Promise<Swept> {
  const keys = await sweepKeys(scope)
  return { keys, erased: await sweepRetention(scope) }
}
