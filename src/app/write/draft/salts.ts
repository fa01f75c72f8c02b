import type { Observation } from '../../../domain/model.ts'
import type { Scope } from '../../scope.ts'

/** Returns the salt of what is said for the first time; null in plain tenants. */
export function newSalt({ salted, fresh }: Pick<Scope, 'salted' | 'fresh'>): string | null {
  return salted ? fresh.salt() : null
}

/** Returns the salt of a copy that does not say all of its original: what was hidden once stays hidden. */
export function saltOfChanged(
  { salted, fresh }: Pick<Scope, 'salted' | 'fresh'>,
  { salt }: Observation,
): string | null {
  return salted || salt !== null ? fresh.salt() : null
}
