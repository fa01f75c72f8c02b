import { withFacts, type Entity } from '../../domain/records/entity.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'
import type { Fact } from '../../domain/messages/snapshot.ts'
import type { Scope } from '../scope.ts'
import { type EntityResult, allFacts, changeEntity } from './entities.ts'
import { mustNotBeErased } from './erasedEntity.ts'
import { fieldsOf, type StoreEntity } from './storeEntity.ts'
import { addEntity } from '../write/draft/newEntity.ts'
import { putEntity } from '../write/draft/recordDraft.ts'
import { resolveEntity } from '../relationships/endpoints.ts'
import type { ChangeSet } from '../write/draft/changeSet.ts'

export interface SplitEntity {
  readonly source: string
  readonly observationIds: readonly string[]
  readonly newEntity: StoreEntity
  readonly idempotencyKey?: string | null
}

/**
 * Makes a new entity of some observations of another; its edges stay with the source. Refuses none of them, all of them
 * and observations of something else.
 */
export async function splitEntity(scope: Scope, input: SplitEntity): Promise<EntityResult> {
  const factInput = fieldsOf(input.newEntity)
  if (input.newEntity.idempotencyKey != null)
    throw badInput('The new entity has no key of its own: the key is that of the whole split.', {}, [
      'newEntity',
      'idempotencyKey',
    ])
  return changeEntity(scope, {
    operation: 'splitEntity',
    event: 'ENTITY_SPLIT',
    input,
    decide: async (draft) => {
      const source = mustNotBeErased(await resolveEntity(scope, input.source))
      const { taken, left } = parted(source, await allFacts(scope, 'ENTITY', source.id), input.observationIds)
      const { newEntity } = input
      if (newEntity.id != null && (await scope.reads.entity(newEntity.id))) throw idTaken(newEntity.id)
      const made = await addEntity(scope, draft, newEntity, factInput, taken)
      for (const fact of taken) moveFact(draft, fact, made.entity.id)
      putEntity(draft, source, withFacts(source, left, await scope.reads.entityType(source.type)))
      return { ...made, observationsMoved: taken.length, relationshipsMoved: 0 }
    },
  })
}

function moveFact(draft: ChangeSet, fact: Fact, ownerId: string): void {
  draft.facts.set(fact.id, { isNew: false, value: { ...fact, ownerId } })
}

function parted(
  source: Entity,
  facts: readonly Fact[],
  observationIds: readonly string[],
): { readonly taken: Fact[]; readonly left: Fact[] } {
  const ids = new Set(observationIds)
  const refuse = (message: string, facts = {}) => badInput(message, { source: source.id, ...facts }, ['observationIds'])
  if (ids.size === 0) throw refuse('Name at least one observation to split off.')
  const known = new Set(facts.map(({ id }) => id))
  const foreign = [...ids].filter((id) => !known.has(id))
  if (foreign.length > 0)
    throw refuse(`The entity "${source.id}" has no observation ${foreign.join(', ')}.`, { foreign })
  if (ids.size === facts.length) throw refuse('Leave the source at least one observation.')
  return { taken: facts.filter(({ id }) => ids.has(id)), left: facts.filter(({ id }) => !ids.has(id)) }
}

function idTaken(id: string): Refusal {
  return new Refusal('ALREADY_EXISTS', { kind: 'Entity', id }, `An entity has the id "${id}" already.`, [
    'newEntity',
    'id',
  ])
}
