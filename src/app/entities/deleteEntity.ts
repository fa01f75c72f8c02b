import type { Scope } from '../scope.ts'
import { type EntityResult, setDeleted } from './entities.ts'
import type { Delete } from '../write/draft/deletion.ts'
import { ifFound } from '../write/ifFound.ts'

/** Null where there was nothing to delete. */
export interface EntityDeletion extends Omit<EntityResult, 'entity'> {
  readonly entity: EntityResult['entity'] | null
}

/**
 * Deletes an entity: it has no snapshot and leaves the lists until it is restored. Its history and its edges stay. One
 * that never was is no error (design §3).
 */
export async function deleteEntity(scope: Scope, input: Delete): Promise<EntityDeletion> {
  const deletion = setDeleted(scope, input, { operation: 'deleteEntity', event: 'DELETE', kind: 'DELETION' })
  return ifFound(deletion, {
    ...{ entity: null, observation: null, replayed: false },
    ...{ observationsMoved: 0, relationshipsMoved: 0 },
  })
}
