import { notFound } from '../domain/refusals.ts'
import type { Act, AmendResult } from './act.ts'
import { amendmentOf, type Amendment } from './amendment.ts'
import { correct } from './corrections.ts'
import type { AmendMessage } from './inputs.ts'

/**
 * Corrects fields of a turn in place: they beat every store until the next correction of them. No path changes, and a
 * deleted message stays deleted (design §3).
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
    says: async (message) => {
      const amendment = amendmentOf(message, input.fields, act.limits.turnBytes)
      await checkAttachments(act, amendment)
      return amendment
    },
  })
}

async function checkAttachments(act: Act, { blocks }: Amendment): Promise<void> {
  const ids = blocks.flatMap((block) => (block.type === 'attachment' ? [block.attachmentId] : []))
  const found = await Promise.all(ids.map((id) => act.reads.attachment(id)))
  for (const [i, attachment] of found.entries()) if (attachment === null) throw notFound('Attachment', ids[i] as string)
}
