import { newEntity, withFacts, type Entity } from '../../domain/records/entity.ts'
import { badInput } from '../../domain/refusals.ts'
import type { Fact } from '../../domain/messages/snapshot.ts'
import type { Scope } from '../scope.ts'
import { type EntityResult, addFact, changeEntity, checkFields, factOf, type FactInput } from './entities.ts'
import { checkId } from '../write/checks.ts'
import { putEntity, putFact, type RecordDraft } from '../write/draft/recordDraft.ts'
import { mergedChain } from '../relationships/endpoints.ts'
import type { Json, Instant } from '../../domain/model.ts'

export interface StoreEntity {
  readonly id?: string | null
  readonly type: string
  readonly name: string
  readonly fields?: Json
  readonly idempotencyKey?: string | null
  readonly observedAt?: Instant | null
  readonly priority?: number | null
  readonly specificity?: number | null
  readonly sourceKind?: string | null
}

/**
 * Stores what is known of an entity: one observation more of the one with that id, or a new entity. Without an id it is
 * always new. What is stored of a merged entity goes to the one that it was merged into.
 */
export async function storeEntity(scope: Scope, input: StoreEntity): Promise<EntityResult> {
  const said = saidOf(input)
  const { idempotencyKey, ...compared } = input
  return changeEntity(scope, {
    operation: 'storeEntity',
    event: 'STORE',
    key: idempotencyKey,
    input: compared,
    decide: async (draft) => {
      const chain = input.id == null ? [] : await mergedChain(scope, input.id)
      const entity = chain.at(-1)
      const stored = entity
        ? await addFact(scope, draft, sameType(entity, chain, input.type), said, input.observedAt ?? null)
        : await addEntity(scope, draft, input, said)
      return { ...stored, observationsMoved: 0, relationshipsMoved: 0 }
    },
  })
}

/** Returns what an input says of an entity, checked: its name is one of its fields. */
export function saidOf(input: StoreEntity): FactInput {
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

/** Notes a new entity with its first fact, and with facts that come to it from another. */
export async function addEntity(
  scope: Scope,
  draft: RecordDraft,
  input: StoreEntity,
  said: FactInput,
  moved: readonly Fact[] = [],
): Promise<{ entity: Entity; observation: Fact }> {
  const id = input.id ?? scope.fresh.id()
  const last = moved.reduce<string | null>(
    (latest, { observedAt }) => (latest && latest > observedAt ? latest : observedAt),
    null,
  )
  const fact = factOf(scope, id, said, input.observedAt ?? null, last)
  putFact(draft, fact)
  const type = await scope.reads.entityType(input.type)
  const entity = withFacts(newEntity(id, input.type, input.name, fact.ingestedAt), [...moved, fact], type)
  return { entity: putEntity(draft, null, entity), observation: fact }
}

function sameType(entity: Entity, chain: readonly Entity[], type: string): Entity {
  if (chain.some((one) => one.type === type)) return entity
  const facts = { id: entity.id, storedType: entity.type, givenType: type }
  throw badInput(`The entity "${entity.id}" is of the type "${entity.type}".`, facts, ['type'])
}
