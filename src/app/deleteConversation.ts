import type { Act, DeletionResult } from './act.ts'
import { deleteOrRestore } from './conversationDeletion.ts'
import type { Delete } from './inputs.ts'
import { unlessMissing } from './unlessMissing.ts'

/**
 * Deletes a conversation: it leaves the lists, takes no turns and cannot be forked until it is restored. Its forks and
 * what they inherited are untouched. One that never was is no error (design §3).
 */
export async function deleteConversation(act: Act, input: Delete): Promise<DeletionResult> {
  const deletion = deleteOrRestore(act, { operation: 'deleteConversation', kind: 'DELETE', input })
  return unlessMissing(deletion, { conversation: null, replayed: false })
}
