import type { ContentKind, Contents, StoredConversation } from '../../../domain/contents.ts'
import { valueText } from '../../../formats/ndjson/lines.ts'

/** Which of two states of one thing the store has: the later one, or the earlier. */
export type Relation = 'further' | 'behind'

/** Kinds that change, by a version of their own. */
export const grows: ReadonlySet<ContentKind> = new Set([
  'conversation',
  'entity',
  'relationship',
  'annotations',
  'entityType',
])

/**
 * Returns how what is stored stands to what a file says of the same thing; null where neither can have become the other.
 * A conversation grows by its version and by its ledger, which also others write to: who forks it, or annotates a turn.
 */
export function relationOf(kind: ContentKind, stored: unknown, fields: unknown): Relation | null {
  if (!grows.has(kind)) return null
  const steps = [Math.sign(versionOf(stored) - versionOf(fields))]
  if (kind === 'conversation') steps.push(Math.sign(lastSeqOf(stored) - lastSeqOf(fields)))
  if (steps.every((step) => step >= 0) && steps.includes(1)) return 'further'
  if (steps.every((step) => step <= 0) && steps.includes(-1)) return 'behind'
  return null
}

/** What a message is for good: a later state has the same, and no fewer observations. */
export function isLaterMessage(stored: Contents['message'], message: Contents['message']): boolean {
  const { role, turnId, createdAt } = stored
  const isSame = role === message.role && turnId === message.turnId && createdAt === message.createdAt
  return isSame && message.observationCount >= stored.observationCount
}

/** Says whether two facts are one that was moved to another entity, by a merge or a split. */
export function isMoved(stored: Contents['fact'], fact: Contents['fact']): boolean {
  if (stored.ownerKind !== 'ENTITY' || fact.ownerKind !== 'ENTITY' || stored.ownerId === fact.ownerId) return false
  return valueText({ ...stored, ownerId: '' }) === valueText({ ...fact, ownerId: '' })
}

/** The end of a conversation's ledger. */
export const lastSeqOf = (value: unknown): number => (value as StoredConversation).lastSeq

/** The number that grows with each write of a thing. */
export const versionOf = (value: unknown): number => (value as { readonly version: number }).version
