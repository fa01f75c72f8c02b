import type { Scope } from '../scope.ts'
import { type AmendResult, correct } from './correctMessage.ts'
import { amendmentOf } from './amendment.ts'
import type { Json } from '../../domain/model.ts'
import { withFileNames } from '../attachments/fileNames.ts'

export interface AmendMessage {
  readonly messageId: string
  readonly fields: Json
  readonly idempotencyKey?: string | null
  readonly note?: string | null
}

/**
 * Corrects fields of a turn in place: they beat every store until the next correction of them. No path changes, and a
 * deleted message stays deleted (design §3). What corrected content embeds has its edges, as a stored turn's has.
 */
export async function amendMessage(scope: Scope, input: AmendMessage): Promise<AmendResult> {
  return correct(scope, {
    operation: 'amendMessage',
    kind: 'CORRECTION',
    messageId: input.messageId,
    note: input.note,
    input,
    async says(message) {
      const amendment = amendmentOf(message, input.fields, scope.limits.turnBytes)
      return { ...amendment, blocks: await withFileNames(scope, amendment.blocks) }
    },
  })
}
