import { isKept } from '../../../domain/ids.ts'
import { later } from '../../../domain/instants.ts'
import type { Fact } from '../../../domain/messages/snapshot.ts'
import type { Instant, Json, JsonObject } from '../../../domain/model.ts'
import { badInput } from '../../../domain/refusals.ts'
import type { Scope } from '../../scope.ts'
import { checkMetadata } from '../checks.ts'

/** What one storing says; the rest of a fact follows from where it is stored. */
export type FactInput = Pick<Fact, 'kind' | 'fields'> &
  Partial<Pick<Fact, 'priority' | 'specificity' | 'sourceKind' | 'note'>>

const priorities = { FACT: 100, CORRECTION: 1000, DELETION: 1000, RESTORATION: 1001 } as const

/** Returns a fact of an entity; ours comes after everything that was said of it. */
export function factOf(
  scope: Scope,
  ownerId: string,
  { kind, fields, ...rest }: FactInput,
  observedAt: Instant | null,
  last: Instant | null,
): Fact {
  const now = scope.fresh.now()
  return {
    id: scope.fresh.id(),
    kind,
    ownerKind: 'ENTITY',
    ownerId,
    fields,
    priority: rest.priority ?? priorities[kind],
    specificity: rest.specificity ?? (kind === 'CORRECTION' ? 1 : null),
    sourceKind: rest.sourceKind ?? null,
    note: rest.note ?? null,
    observedAt: observedAt ?? later(now, last),
    ingestedAt: now,
  }
}

/** Returns fields as an object; refuses any other JSON, and a name that is no text. */
export function checkFields(fields: Json | undefined): JsonObject {
  const checked = checkMetadata(fields, 'fields')
  if ('name' in checked && (typeof checked['name'] !== 'string' || checked['name'].trim() === ''))
    throw badInput('The "name" of an entity is a text that is not blank.', {}, ['fields', 'name'])
  if (typeof checked['name'] === 'string' && !isKept(checked['name']))
    throw badInput('The "name" of an entity has NUL or half of a surrogate pair.', {}, ['fields', 'name'])
  return checked
}
