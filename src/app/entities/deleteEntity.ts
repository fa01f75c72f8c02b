import type { Scope } from '../scope.ts'
import { type EntityResult, setDeleted } from './entities.ts'
import type { Delete } from '../write/deletion.ts'

/** Deletes an entity: it has no snapshot and leaves the lists until it is restored. Its history and its edges stay. */
export async function deleteEntity(scope: Scope, input: Delete): Promise<EntityResult> {
  return setDeleted(scope, input, { operation: 'deleteEntity', event: 'DELETE', kind: 'DELETION' })
}
