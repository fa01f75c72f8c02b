import type { Act, EntityResult } from './act.ts'
import { setDeleted } from './entities.ts'
import type { Delete } from './inputs.ts'

/** Deletes an entity: it has no snapshot and leaves the lists until it is restored. Its history and its edges stay. */
export async function deleteEntity(act: Act, input: Delete): Promise<EntityResult> {
  return setDeleted(act, input, { operation: 'deleteEntity', event: 'DELETE', kind: 'DELETION' })
}
