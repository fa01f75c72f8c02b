import type { Scope } from '../scope.ts'
import { type DeletionResult, deleteOrRestore } from './conversationDeletion.ts'
import type { Delete } from '../write/draft/deletion.ts'
import { ifFound } from '../write/ifFound.ts'

/**
 * Deletes a conversation: it leaves the lists, takes no turns and cannot be forked until it is restored. Its forks and
 * what they inherited are untouched. One that never was is no error (design §3).
 */
export async function deleteConversation(scope: Scope, input: Delete): Promise<DeletionResult> {
  const deletion = deleteOrRestore(scope, { operation: 'deleteConversation', kind: 'DELETE', input })
  return ifFound(deletion, { conversation: null, replayed: false })
}
