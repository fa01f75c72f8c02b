import { noRecords } from '../../domain/changes.ts'
import { noRewrites } from '../../domain/erasure/rewrites.ts'
import { attachmentIds, embeddingGuard, emptiedAttachment } from '../../domain/records/attachment.ts'
import type { Erasure, Residue } from '../../domain/erasure/erasure.ts'
import type { Hash } from '../../domain/model.ts'
import { splitBatch } from '../read/loaders.ts'
import type { Scope } from '../scope.ts'
import { newEvent } from '../write/draft/additions.ts'
import { changesOfRecords } from '../write/draft/recordDraft.ts'
import { embeddersOf } from './things/embedders.ts'
import { liveJoins } from './things/joins.ts'

/** Which attachments an erasure took away, and what of them may be left. */
export interface ErasedAttachments {
  readonly erased: readonly Hash[]
  readonly residue: readonly Residue[]
}

/** Takes away the bytes and names of attachments that were asked for, and of those that nothing says any more. */
export async function eraseAttachments(scope: Scope, erasure: Erasure): Promise<ErasedAttachments> {
  const [erased, residue]: [Hash[], Residue[]] = [[], []]
  const askedIds = erasure.plan?.askedAttachmentIds ?? []
  const ids = [...askedIds, ...(erasure.plan?.attachmentIds ?? [])]
  const seen = await lookAround(scope, ids)
  for (const [k, id] of ids.entries()) {
    const look = { counter: seen.counters[k] ?? 0, isInJoin: seen.inJoins.has(id) }
    if (!(await emptyAttachment(scope, erasure, id, askedIds.includes(id), look))) continue
    erased.push(id)
    // A crash may have come between the two: bytes of what is empty already go all the same. Who sends them again meanwhile keeps them.
    const { hasVersions } = await scope.attachmentBytes.remove(scope.tenant, id, () => isStillErased(scope, id))
    if (hasVersions) residue.push('OBJECT_VERSIONS')
  }
  return { erased, residue }
}

/** Of an attachment: how often something has embedded it, and whether a join does that is not erased, as it was seen after that. */
interface Look {
  readonly counter: number
  readonly isInJoin: boolean
}

/** Looks for many attachments at once: the joins of a store are walked once for all. Counters come first, for whatever embeds one raises its. */
async function lookAround(scope: Scope, ids: readonly Hash[]) {
  const counters = await splitBatch(ids.map(embeddingGuard), (some) => scope.store.guards(some))
  const inJoins = new Set<string>()
  if (ids.length > 0)
    for await (const joins of liveJoins(scope))
      for (const { blocks } of joins) for (const id of attachmentIds(blocks)) inJoins.add(id)
  return { counters, inJoins }
}

/**
 * Empties the row of an attachment, unless something says it that is not erased; returns whether it is empty then. Whatever embeds it raises a
 * counter, which must not have moved since that was looked for.
 */
async function emptyAttachment(
  scope: Scope,
  erasure: Erasure,
  id: Hash,
  isAsked: boolean,
  first: Look,
): Promise<boolean> {
  const name = embeddingGuard(id)
  for (let look: Look | null = first; ; look = null) {
    const [attachment] = await scope.store.attachments([id])
    const { counter: expected, isInJoin } = look ?? (await lookAt(scope, id))
    scope.reads.clear()
    if (!attachment || (!isAsked && (isInJoin || (await isSaid(scope, id))))) return false
    if (attachment.erased) return true
    // A counter must be there for two to wait for each other at it.
    const isCounted = isAsked || expected > 0
    const guards = [{ name, expected: isAsked || !isCounted ? null : expected }]
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
    const rewrites = { ...noRewrites, attachments: isCounted ? [emptiedAttachment(attachment)] : [] }
    const changes = { ...changesOfRecords(event, { ...noRecords, guards }), rewrites }
    const { kind } = await scope.store.write(changes)
    if (kind === 'written' && isCounted) return true
    if (kind !== 'written' && kind !== 'guardChanged') throw new Error(`An attachment was not emptied: ${kind}.`)
  }
}

async function lookAt(scope: Scope, id: Hash): Promise<Look> {
  const { counters, inJoins } = await lookAround(scope, [id])
  return { counter: counters[0] ?? 0, isInJoin: inJoins.has(id) }
}

async function isStillErased({ store }: Scope, id: Hash): Promise<boolean> {
  const [attachment] = await store.attachments([id])
  return attachment?.erased === true
}

/** Says whether an observation of a message that is not erased embeds an attachment. */
async function isSaid(scope: Scope, id: Hash): Promise<boolean> {
  for await (const _ of embeddersOf(scope, id)) return true
  return false
}
