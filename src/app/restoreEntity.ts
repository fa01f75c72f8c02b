import type { Act, EntityResult } from './act.ts'
import { setDeleted } from './entities.ts'
import type { Delete } from './inputs.ts'

/** Restores a deleted entity; nothing else revives one. */
export async function restoreEntity(act: Act, input: Delete): Promise<EntityResult> {
  return setDeleted(act, input, { operation: 'restoreEntity', event: 'RESTORE', kind: 'RESTORATION' })
}
