import { thingMark } from '../../domain/access/keyedDigest.ts'
import type { Erasure } from '../../domain/erasure/erasure.ts'
import { wholeCount, listPage, type Forward } from '../read/lists.ts'
import type { Scope } from '../scope.ts'

/** Returns the erasure of that id to who may see erasures, else null: what was said beside one is not for everybody who reads. */
export async function erasureShown(scope: Scope, id: string): Promise<Erasure | null> {
  const maySee = scope.principal.scopes.some((one) => one === 'ERASE' || one === 'ADMIN')
  return maySee ? scope.reads.erasure(id) : null
}

/** Returns a page of erasures, newest first. */
export async function erasuresPage(scope: Scope, args: Forward) {
  const page = await listPage(scope, 'erasures', '', args)
  return { ...page, totalCount: () => wholeCount(scope, 'erasures', '') }
}

/** Of what it is asked whether an erasure emptied it. */
interface ErasedTarget {
  readonly observationId?: string | null
  readonly messageId?: string | null
  readonly entityId?: string | null
  readonly attachmentId?: string | null
}

/** Says whether an erasure emptied an observation, all that a message has, an entity or an attachment. */
export async function covers(
  scope: Scope,
  { observationIds, things }: Erasure,
  { observationId, messageId, entityId, attachmentId }: ErasedTarget,
): Promise<boolean> {
  if (observationId != null && observationIds.includes(observationId)) return true
  if (entityId != null && things.includes(thingMark(scope.nameKey, 'ENTITY', entityId))) return true
  if (attachmentId != null && things.includes(thingMark(scope.nameKey, 'ATTACHMENT', attachmentId))) return true
  const message = messageId == null ? null : await scope.reads.message(messageId)
  return message?.erased === true && observationIds.includes(message.latestId)
}
