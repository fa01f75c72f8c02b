import type { Scope } from '../scope.ts'
import { type EntityResult, setDeleted } from './entities.ts'
import type { Delete } from '../write/draft/deletion.ts'

/** Restores a deleted entity; nothing else revives one. */
export async function restoreEntity(scope: Scope, input: Delete): Promise<EntityResult> {
  return setDeleted(scope, input, { operation: 'restoreEntity', event: 'RESTORE', kind: 'RESTORATION' })
}
