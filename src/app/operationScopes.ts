import type { Scope } from './scope.ts'
import { worth, type Budget } from './read/budget.ts'

/** What one operation works with. */
export interface OperationScopes {
  /** For reading; its store is given up with the operation. */
  readonly scope: Scope
  /** For one mutation: reads of its own, and a store that finishes what it began. */
  readonly newScope: () => Scope
}

/**
 * Returns what an operation reads with until the signal, and what each of its mutations writes with; both draw on the budget.
 * What a server reads with for others may be made otherwise: `makeRead`.
 */
export function operationScopes(
  make: (signal?: AbortSignal, budget?: Budget) => Scope,
  signal: AbortSignal,
  budget: Budget,
  makeRead = make,
): OperationScopes {
  const newScope = () => {
    // Those of one request follow each other: none begins once the time is over.
    budget.spend(worth.mutation)
    return make()
  }
  return { scope: makeRead(signal, budget), newScope }
}
