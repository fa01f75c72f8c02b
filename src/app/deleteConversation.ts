import { Refusal } from '../domain/refusals.ts'
import type { Act, DeletionResult } from './act.ts'
import { deleteOrRestore } from './conversationDeletion.ts'
import type { Delete } from './inputs.ts'

/**
 * Deletes a conversation: it leaves the lists, takes no turns and cannot be forked until it is restored. Its forks and
 * what they inherited are untouched. One that never was is no error (design §3).
 */
export async function deleteConversation(act: Act, input: Delete): Promise<DeletionResult> {
  try {
    return await deleteOrRestore(act, { operation: 'deleteConversation', kind: 'DELETE', input })
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.code !== 'NOT_FOUND') throw thrown
    return { conversation: null, replayed: false }
  }
}
