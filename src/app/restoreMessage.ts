import type { Act, AmendResult } from './act.ts'
import { correct } from './corrections.ts'
import type { Delete } from './inputs.ts'

/** Revives a deleted message with everything that was said of it meanwhile; one that is not deleted stays as it is. */
export async function restoreMessage(act: Act, input: Delete): Promise<AmendResult> {
  const { idempotencyKey: key, ...compared } = input
  return correct(act, {
    operation: 'restoreMessage',
    kind: 'RESTORATION',
    messageId: input.id,
    note: input.note,
    key,
    input: compared,
    says: () => ({ fields: {}, blocks: [] }),
  })
}
