import type { Scope } from '../scope.ts'
import type { ConversationResult } from './createConversation.ts'
import { deleteOrRestore } from './conversationDeletion.ts'
import type { Delete } from '../write/draft/deletion.ts'

/** Brings a deleted conversation back as it was; one that is not deleted stays as it is. */
export async function restoreConversation(scope: Scope, input: Delete): Promise<ConversationResult> {
  return deleteOrRestore(scope, { operation: 'restoreConversation', kind: 'RESTORE', input })
}
