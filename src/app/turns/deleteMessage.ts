import type { Scope } from '../scope.ts'
import { type AmendResult, correct } from './correctMessage.ts'
import type { Delete } from '../write/draft/deletion.ts'
import { ifFound } from '../write/ifFound.ts'

/**
 * Deletes a message: from now on it is a placeholder in every transcript, its forks' too. Its history stays, and
 * nothing but a restoration revives it. One that never was is no error: there is nothing then (design §3).
 */
export async function deleteMessage(scope: Scope, input: Delete): Promise<AmendResult> {
  const deletion = correct(scope, {
    operation: 'deleteMessage',
    kind: 'DELETION',
    messageId: input.id,
    note: input.note,
    input,
    says: () => ({ fields: {}, blocks: [] }),
  })
  return ifFound(deletion, { message: null, observation: null, replayed: false })
}
