import type { Instant } from '../../domain/model.ts'
import type { Fact } from '../../domain/messages/snapshot.ts'
import { factOwner } from '../graphStore.ts'

export interface FactRow {
  readonly id: string
  readonly kind: Fact['kind']
  /** See factOwner. */
  readonly owner: string
  readonly observedAt: Instant
  readonly ingestedAt: Instant
  readonly body: string
}

/** Returns the fact as it lies in a store. */
export function factRow(fact: Fact): FactRow {
  const { id, kind, ownerKind: _, ownerId: __, observedAt, ingestedAt, ...rest } = fact
  return { id, kind, owner: factOwner(fact), observedAt, ingestedAt, body: JSON.stringify(rest) }
}

/** Returns the fact that lies in a row. */
export function factOf({ owner, body, ...columns }: FactRow): Fact {
  const [ownerKind, ownerId] = JSON.parse(owner) as [Fact['ownerKind'], string]
  const rest = JSON.parse(body) as Omit<Fact, keyof FactRow | 'ownerKind' | 'ownerId'>
  return { ...columns, ownerKind, ownerId, ...rest }
}
