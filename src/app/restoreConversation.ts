import type { Act, ConversationResult } from './act.ts'
import { deleteOrRestore } from './conversationDeletion.ts'
import type { Delete } from './inputs.ts'

/** Brings a deleted conversation back as it was; one that is not deleted stays as it is. */
export async function restoreConversation(act: Act, input: Delete): Promise<ConversationResult> {
  return deleteOrRestore(act, { operation: 'restoreConversation', kind: 'RESTORE', input })
}
