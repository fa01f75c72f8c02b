import type { Act, AmendResult } from './act.ts'
import { correct } from './corrections.ts'
import type { Delete } from './inputs.ts'
import { unlessMissing } from './unlessMissing.ts'

/**
 * Deletes a message: from now on it is a placeholder in every transcript, its forks' too. Its history stays, and
 * nothing but a restoration revives it. One that never was is no error: there is nothing then (design §3).
 */
export async function deleteMessage(act: Act, input: Delete): Promise<AmendResult> {
  const { idempotencyKey: key, ...compared } = input
  const deletion = correct(act, {
    operation: 'deleteMessage',
    kind: 'DELETION',
    messageId: input.id,
    note: input.note,
    key,
    input: compared,
    says: () => ({ fields: {}, blocks: [] }),
  })
  return unlessMissing(deletion, { message: null, observation: null, replayed: false })
}
