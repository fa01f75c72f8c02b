import type { Instant } from '../../domain/model.ts'
import type { Erasure, ErasureState } from '../../domain/erasure/erasure.ts'
import { principalOf, principalValue } from './event.ts'

export interface ErasureRow {
  readonly id: string
  readonly version: number
  readonly at: Instant
  readonly state: ErasureState
  readonly body: string
}

/** Returns the erasure as it lies in a store. */
export function erasureRow({ id, version, at, state, principal, ...rest }: Erasure): ErasureRow {
  return { id, version, at, state, body: JSON.stringify({ ...rest, principal: principalValue(principal) }) }
}

type StoredBody = Omit<Erasure, keyof ErasureRow | 'principal'> & {
  readonly principal: Parameters<typeof principalOf>[0]
}

/** Returns the erasure that lies in a row. */
export function erasureOf({ id, version, at, state, body }: ErasureRow): Erasure {
  const { principal, ...rest } = JSON.parse(body) as StoredBody
  return { id, version, at, state, ...rest, principal: principalOf(principal) as Erasure['principal'] }
}
