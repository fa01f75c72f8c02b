import { residues, type Residue } from '../../domain/erasure/erasure.ts'
import type { Scope } from '../scope.ts'
import type { Selection } from './selection.ts'

/** Returns what an erasure will leave whatever it does: files of before, and what is known of the contents' names. */
export function firstResidue(selection: Selection): Residue[] {
  const { hasPlain, hasHostIds, attachmentIds, askedAttachmentIds, chosen, entityIds } = selection
  if (chosen.size + askedAttachmentIds.length + entityIds.length === 0) return []
  return inOrder([
    ...(hasPlain ? (['PLAIN_DIGEST'] as const) : []),
    ...(attachmentIds.size + askedAttachmentIds.length > 0 ? (['ATTACHMENT_ID'] as const) : []),
    ...(hasHostIds ? (['HOST_ID'] as const) : []),
    ...(['STORE_FILES', 'TRANSACTION_LOGS', 'BACKUPS'] as const),
  ])
}

/** Returns whether conversations have state records left: a program's own state may repeat what was said, under any name. */
export async function recordsLeft(scope: Scope, conversationIds: Iterable<string>): Promise<Residue[]> {
  for (const conversationId of conversationIds) {
    const kinds = await scope.store.stateRecordKinds({ conversationId, prefix: '', after: null, limit: 1 })
    if (kinds.length > 0) return ['STATE_RECORDS']
  }
  return []
}

/** Returns each once, in the order in which they are listed. */
export function inOrder(unordered: readonly Residue[]): Residue[] {
  return residues.filter((one) => unordered.includes(one))
}
