import type { Conversation, TreeShape } from '../../domain/model.ts'
import { shapeOf } from '../markers/sidechains.ts'
import { cost } from '../read/budget.ts'
import { walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'

const pageLength = 500

/**
 * Returns the shape of what a conversation recorded and inherited, by the plain formula: every observation with several
 * children is a branch point, whatever those are, and none a place of versions.
 */
export async function storedShape(scope: Scope, conversation: Conversation): Promise<TreeShape> {
  const { reads, budget } = scope
  const { id, forkedFrom } = conversation
  const children = new Map<string, number>()
  for await (const page of walkList(reads, 'observationsOfConversation', id, { limit: pageLength })) {
    scope.signal?.throwIfAborted()
    budget.spend(page.length * cost.row)
    for (const { place } of page)
      if (place?.parentId != null) children.set(place.parentId, (children.get(place.parentId) ?? 0) + 1)
    reads.clear()
  }
  const several = [...children].filter(([, count]) => count > 1).length
  const inherited = forkedFrom === null ? 0 : await partings(scope, conversation, children)
  return { ...(await shapeOf(scope, conversation)), branchPoints: several + inherited, versionPoints: 0 }
}

/** Nodes above a fork's point from which something of its own goes on: the path to the point is their other child. */
async function partings(
  { reads }: Scope,
  { id, forkedFrom }: Conversation,
  children: ReadonlyMap<string, number>,
): Promise<number> {
  const once = [...children].flatMap(([parent, count]) =>
    count === 1 && parent !== forkedFrom?.observationId ? [parent] : [],
  )
  let result = 0
  for (let at = 0; at < once.length; at += pageLength) {
    const parents = await Promise.all(once.slice(at, at + pageLength).map((parent) => reads.observation(parent)))
    result += parents.filter((parent) => parent !== null && parent.conversationId !== id).length
    reads.clear()
  }
  return result
}
