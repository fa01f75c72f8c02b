import type { TreeNode } from '../../../domain/model.ts'
import { isAwaiting, isFlagged } from '../../../domain/records/importedFields.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import { isOnPath } from '../../read/paths.ts'
import type { Reads } from '../../read/reads.ts'
import type { Known } from '../job/importJob.ts'
import type { Lookups } from '../job/importReads.ts'
import type { Opening } from '../job/openImport.ts'
import { mayBeForkOf } from './forkLater.ts'
import { hasOwnFile } from './origins.ts'

/**
 * Says whether a stored node is to be stored again in another place. A root that was kept for want of its parent, and what
 * stands below it, is stored again where it belongs: below its parent, unless it stands there already or the parent came to
 * stand below it. So is what another conversation holds and the file has below an entry of this one, and what an exact file
 * now has below another entry than before.
 */
export async function belongsElsewhere(
  opening: Opening,
  lookups: Lookups,
  node: PlannedNode,
  held: TreeNode,
  known: Known | null,
): Promise<boolean> {
  const parent = known?.node ?? null
  if (parent === null) return false
  if (node.exact && known?.isNew === true && held.conversationId === parent.conversationId)
    return held.place.parentId !== parent.id
  const { reads } = opening.scope
  const isAbove = parent.conversationId !== held.conversationId && held.conversationId === node.conversationId
  if (
    isAbove &&
    (node.exact ? isAwaiting(held) : held.copyOf === null && !hasOwnFile(opening, lookups, node.conversationId))
  )
    return !(await isOnPath(reads, parent, held)) && mayBeForkOf(opening, node.conversationId, parent)
  if (held.copyOf !== null || parent.conversationId !== node.conversationId) return false
  if (held.conversationId !== node.conversationId) return !(await isOnPath(reads, held, parent))
  if (!isFlagged(held) && !(node.exact ? await stoodBelow(reads, held, parent) : parent.copyOf !== null)) return false
  return !(await isOnPath(reads, held, parent)) && !(await isOnPath(reads, parent, held))
}

/** Says whether a node stands below the place that its parent had before that was stored again. */
async function stoodBelow(reads: Reads, { place }: TreeNode, { copyOf, externalId }: TreeNode): Promise<boolean> {
  if (copyOf === null || place.parentId === null) return false
  return (await reads.observation(place.parentId))?.externalId === externalId
}
