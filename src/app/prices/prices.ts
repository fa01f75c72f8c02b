import type { Price } from '../../domain/usage/prices.ts'
import { pricesMark, pricesOf } from '../../domain/usage/prices.ts'
import type { Scope } from '../scope.ts'

const read = new WeakMap<Scope, Promise<readonly Price[]>>()

/** Returns the tenant's price table, read once a request. */
export function pricesIn(scope: Scope): Promise<readonly Price[]> {
  const known = read.get(scope) ?? scope.store.importMarks([pricesMark]).then(([mark]) => pricesOf(mark))
  read.set(scope, known)
  return known
}
