import { artifactKey, artifactsIn } from '../../../domain/records/merge.ts'
import type { TreeNode } from '../../../domain/model.ts'
import { splitBatch } from '../../read/loaders.ts'
import { isPlaceOnPath, asTreeNode } from '../../read/paths.ts'
import { unkept, walkList } from '../../read/walkList.ts'
import type { Scope } from '../../scope.ts'
import { addAll, type EraseSelection, type Selection } from '../selection.ts'

const pageLength = 200

/** Yields the joins that are not erased, as the ledgers' lines of merges name them: no message and no edge leads to a join. */
export async function* liveJoins(scope: Scope): AsyncGenerator<readonly TreeNode[]> {
  for await (const events of walkList(unkept(scope), 'eventsOfKind', 'MERGE', { limit: pageLength })) {
    scope.signal?.throwIfAborted()
    const ids = events.flatMap(({ details: { joinId } }) => (typeof joinId === 'string' ? joinId : []))
    const joins = await splitBatch([...new Set(ids)], (some) => scope.store.observations(some))
    yield joins.flatMap((one) => (one?.erased === undefined ? (asTreeNode(one) ?? []) : []))
  }
}

/** Takes in the joins that carry an artifact which something chosen brought to them. */
export async function addJoins(scope: Scope, selection: Selection): Promise<void> {
  const bringing = [...selection.chosen.values()].filter(({ brings }) => brings.size > 0)
  if (bringing.length === 0) return
  for await (const joins of liveJoins(scope))
    for (const join of joins)
      if (!selection.chosen.has(join.id) && (await carriesOneOf(scope, bringing, join)))
        await addAll(scope, selection, [join], 'derived')
}

async function carriesOneOf(scope: Scope, bringing: readonly EraseSelection[], join: TreeNode): Promise<boolean> {
  const keys = artifactsIn(join.blocks).map(artifactKey)
  const carried = bringing.filter(({ brings }) => keys.some((key) => brings.has(key)))
  if (carried.length === 0) return false
  const parents = await splitBatch(join.place.otherParents, (some) => scope.store.observations(some))
  for (const { segmentId, depth } of carried) {
    if (segmentId === null || depth === null) continue
    const place = { segmentId, depth }
    if (await isPlaceOnPath(scope.reads, place, join)) continue
    for (const parent of parents.map(asTreeNode))
      if (parent !== null && (await isPlaceOnPath(scope.reads, place, parent))) return true
  }
  return false
}
