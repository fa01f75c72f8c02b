import { setTimeout as pause } from 'node:timers/promises'
import type { ConversationId } from '../../domain/model.ts'
import { badInput, notFound } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'

/**
 * Returns the number of the last line of a conversation's ledger. Refuses an unknown conversation, and a place to begin
 * (`afterSeq`) that its ledger does not have.
 */
export async function ledgerEnd(
  scope: Scope,
  id: ConversationId,
  afterSeq: number | null,
  patienceMs: number,
): Promise<number> {
  if (afterSeq !== null && (!Number.isInteger(afterSeq) || afterSeq < 0))
    throw badInput('"afterSeq" must be 0 or the seq of an event.', { afterSeq }, ['afterSeq'])
  if (!(await scope.reads.conversation(id))) throw notFound('Conversation', id)
  const end = await lastSeq(scope, id)
  if (afterSeq === null || afterSeq <= end) return end
  // Another server may have shown an event that cannot be read here yet.
  await pause(patienceMs)
  const later = await lastSeq(scope, id)
  if (afterSeq <= later) return later
  throw badInput(`The ledger of "${id}" ends at ${later}.`, { afterSeq, lastSeq: later }, ['afterSeq'])
}

async function lastSeq(scope: Scope, id: ConversationId): Promise<number> {
  const [[last] = []] = await scope.store.lists(scope.tenant, [{ list: 'events', owner: id, after: null, limit: 1 }])
  return last?.seq ?? 0
}
