import type { Observation } from '../../../domain/model.ts'
import type { Scope } from '../../scope.ts'

/** Returns the salt of what is said for the first time; null in plain tenants. */
export function newSalt({ sealed, fresh }: Pick<Scope, 'sealed' | 'fresh'>): string | null {
  return sealed ? fresh.salt() : null
}

/** Returns the salt of a copy that does not say all of its original: what was hidden once stays hidden. */
export function saltOfChanged(
  { sealed, fresh }: Pick<Scope, 'sealed' | 'fresh'>,
  { salt }: Observation,
): string | null {
  return sealed || salt !== null ? fresh.salt() : null
}
