import type { Scope } from '../scope.ts'
import { type AmendResult, correct } from './correctMessage.ts'
import type { Delete } from '../write/draft/deletion.ts'

/** Revives a deleted message with everything that was said of it meanwhile; one that is not deleted stays as it is. */
export async function restoreMessage(scope: Scope, input: Delete): Promise<AmendResult> {
  return correct(scope, {
    operation: 'restoreMessage',
    kind: 'RESTORATION',
    messageId: input.id,
    note: input.note,
    input,
    says: () => ({ fields: {}, blocks: [] }),
  })
}
