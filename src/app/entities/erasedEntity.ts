import type { Entity } from '../../domain/records/entity.ts'
import { Refusal } from '../../domain/refusals.ts'

/** Returns the entity; refuses one that was erased: under its id nothing is stored any more. */
export function mustNotBeErased(entity: Entity): Entity {
  if (entity.erased === undefined) return entity
  const { id, erased } = entity
  const sentence = `Entity "${id}" was erased: nothing more is stored of it, and it cannot be changed, merged or split.`
  throw new Refusal('ERASED', { entityId: id, erasureId: erased.by }, `${sentence} Store it under another id.`, ['id'])
}
