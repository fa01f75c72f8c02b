import type { Entity } from '../../domain/records/entity.ts'
import { badInput } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { type EntityResult, addFact, changeEntity } from './entities.ts'
import { addEntity } from '../write/draft/newEntity.ts'
import { checkFields, type FactInput } from '../write/draft/newFact.ts'
import { checkId } from '../write/checks.ts'
import { mergedChain } from '../relationships/endpoints.ts'
import { findOneNamed } from '../relationships/namedEntity.ts'
import type { Json, Instant } from '../../domain/model.ts'
import type { ChangeSet } from '../write/draft/changeSet.ts'

export interface StoreEntity {
  readonly id?: string | null
  readonly type: string
  readonly name: string
  /** What becomes of one without an id whose type and name an entity has already; NEW unless said. */
  readonly ifNamed?: 'NEW' | 'REUSE' | null
  readonly fields?: Json
  readonly idempotencyKey?: string | null
  readonly observedAt?: Instant | null
  readonly priority?: number | null
  readonly specificity?: number | null
  readonly sourceKind?: string | null
}

/**
 * Stores what is known of an entity: one observation more of the one with that id, or a new entity. Without an id it is
 * new, unless the one of its type and name is to be used again. What is stored of a merged entity goes to the one that it was merged into.
 */
export async function storeEntity(scope: Scope, input: StoreEntity): Promise<EntityResult> {
  const factInput = fieldsOf(input)
  const named = { ...input, ifNamed: input.ifNamed ?? 'NEW' }
  return changeEntity(scope, {
    operation: 'storeEntity',
    event: 'STORE',
    input: named,
    decide: async (draft) => {
      const chain = input.id == null ? await reused(scope, draft, input) : await mergedChain(scope, input.id)
      const entity = chain.at(-1)
      const stored = entity
        ? await addFact(scope, draft, sameType(entity, chain, input.type), factInput, input.observedAt ?? null)
        : await addEntity(scope, draft, input, factInput)
      return { ...stored, observationsMoved: 0, relationshipsMoved: 0 }
    },
  })
}

async function reused(scope: Scope, draft: ChangeSet, { type, name, ifNamed }: StoreEntity): Promise<Entity[]> {
  const entity = ifNamed === 'REUSE' ? await findOneNamed(scope, draft, { type, name }) : null
  return entity ? [entity] : []
}

/** Returns what an input says of an entity, checked: its name is one of its fields. */
export function fieldsOf(input: StoreEntity): FactInput {
  if (input.id != null) checkId(input.id, 'id')
  checkId(input.type, 'type')
  const fields = checkFields(input.fields)
  if (fields['name'] !== undefined && fields['name'] !== input.name)
    throw badInput('"fields" has another name than "name".', { name: input.name }, ['fields', 'name'])
  const { priority, specificity, sourceKind } = input
  if (priority != null && (priority < 0 || priority > 999))
    throw badInput('"priority" must be from 0 to 999.', { priority }, ['priority'])
  if (specificity != null && (specificity < 0 || specificity > 1))
    throw badInput('"specificity" must be from 0 to 1.', { specificity }, ['specificity'])
  return {
    kind: 'FACT',
    fields: checkFields({ ...fields, name: input.name }),
    ...(priority != null && { priority }),
    specificity: specificity ?? null,
    sourceKind: sourceKind ?? null,
  }
}

function sameType(entity: Entity, chain: readonly Entity[], type: string): Entity {
  if (chain.some((one) => one.type === type)) return entity
  const facts = { id: entity.id, storedType: entity.type, givenType: type }
  throw badInput(`The entity "${entity.id}" is of the type "${entity.type}".`, facts, ['type'])
}
