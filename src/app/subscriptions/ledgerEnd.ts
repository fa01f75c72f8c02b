import { setTimeout as pause } from 'node:timers/promises'
import type { ConversationId } from '../../domain/model.ts'
import { badInput, mustFind } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import type { Ledgers } from './ledger.ts'

/**
 * Returns the number of the last line of a conversation's ledger. Refuses an unknown conversation, and a place to begin
 * (`afterSeq`) that its ledger does not have.
 */
export async function ledgerEnd(
  { tenant, reads }: Scope,
  ledgers: Pick<Ledgers, 'end'>,
  id: ConversationId,
  afterSeq: number | null,
  waitMs: number,
): Promise<number> {
  if (afterSeq !== null && (!Number.isInteger(afterSeq) || afterSeq < 0))
    throw badInput('"afterSeq" must be 0 or the seq of an event.', { afterSeq }, ['afterSeq'])
  mustFind(await reads.conversation(id), 'Conversation', id)
  const end = await ledgers.end(tenant, id)
  if (afterSeq === null || afterSeq <= end) return end
  // Another server may have shown an event that cannot be read here yet.
  await pause(waitMs)
  const later = await ledgers.end(tenant, id)
  if (afterSeq <= later) return later
  throw badInput(`The ledger of "${id}" ends at ${later}.`, { afterSeq, lastSeq: later }, ['afterSeq'])
}
