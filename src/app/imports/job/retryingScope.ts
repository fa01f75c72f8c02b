import { intercept } from '../../../storage/intercept.ts'
import { createReads, createSegmentCache } from '../../read/reads.ts'
import type { Scope } from '../../scope.ts'
import type { Lanes } from '../../write/lanes/lanes.ts'
import type { Retry } from './retry.ts'

/**
 * Returns the scope with a store that is waited for: whatever is asked of it is asked again, for the same changes are
 * written once however often they are sent. What is decided in a lane whose conversation could not be read is decided
 * again.
 */
export function retryingScope(scope: Scope, retry: Retry): Scope {
  const store = intercept(scope.store, (_, call) => retry(call))
  const { lanes } = scope
  const reads = createReads(store, scope.tenant, createSegmentCache())
  // What the request itself has read is old after a write, too.
  const clear = () => {
    reads.clear()
    scope.reads.clear()
  }
  const run: Lanes['run'] = (tenant, ids, decide) => retry(() => lanes.run(tenant, ids, decide))
  return {
    ...scope,
    store,
    reads: { ...reads, clear },
    lanes: { ...lanes, run },
  }
}
