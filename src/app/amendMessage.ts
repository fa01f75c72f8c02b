import type { Act, AmendResult } from './act.ts'
import { amendmentOf } from './amendment.ts'
import { correct } from './corrections.ts'
import type { AmendMessage } from './inputs.ts'

/**
 * Corrects fields of a turn in place: they beat every store until the next correction of them. No path changes, and a
 * deleted message stays deleted (design §3). What corrected content embeds has its edges, as a stored turn's has.
 */
export async function amendMessage(act: Act, input: AmendMessage): Promise<AmendResult> {
  const { idempotencyKey: key, ...compared } = input
  return correct(act, {
    operation: 'amendMessage',
    kind: 'CORRECTION',
    messageId: input.messageId,
    note: input.note,
    key,
    input: compared,
    says: (message) => amendmentOf(message, input.fields, act.limits.turnBytes),
  })
}
