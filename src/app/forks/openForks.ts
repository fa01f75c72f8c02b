import type { Conversation, ObservationId, TreeNode } from '../../domain/model.ts'
import { placeIn } from '../read/lists.ts'
import type { Scope } from '../scope.ts'
import type { Warning } from '../write/warning.ts'

const pageLength = 200

/**
 * Returns the warning that with one more fork more are open at a place than the operator wants (`MAX_OPEN_FORKS`); none
 * where there is no such limit. A fork is open until it is deleted. Forks of the conversation count, and those of its
 * ancestors where it inherits the place from them.
 */
export async function manyOpenForks(scope: Scope, source: Conversation, point: TreeNode | null): Promise<Warning[]> {
  const limit = scope.limits.openForks
  if (limit === null) return []
  let open = 1
  for (const owner of await ownersOf(scope, source, point)) {
    open += await forksAt(scope, owner, point?.id ?? null, limit + 1 - open)
    if (open > limit) return [warningOf(limit, source, point)]
  }
  return []
}

/** The conversations of whose forks some begin at the place: from the one that is forked up to the one that recorded it. */
async function ownersOf(scope: Scope, source: Conversation, point: TreeNode | null): Promise<string[]> {
  if (point === null || point.conversationId === source.id) return [source.id]
  const above = (await scope.reads.lineage(source.id)).map(({ id }) => id)
  const recorder = above.indexOf(point.conversationId)
  return [source.id, ...(recorder === -1 ? above : above.slice(0, recorder + 1))]
}

/** How many of a conversation's forks begin at a place, counted no farther than `most`. */
async function forksAt(scope: Scope, owner: string, pointId: ObservationId | null, most: number): Promise<number> {
  let count = 0
  for (let after: ReturnType<typeof placeIn> | null = null; count < most;) {
    const page: Conversation[] = await scope.reads.list({ list: 'forks', owner, after, limit: pageLength })
    count += page.filter(({ forkedFrom }) => forkedFrom?.observationId === pointId).length
    const last = page.at(-1)
    if (!last || page.length < pageLength) break
    after = placeIn('forks', last)
  }
  return Math.min(count, most)
}

function warningOf(limit: number, source: Conversation, point: TreeNode | null): Warning {
  return {
    code: 'MANY_OPEN_FORKS',
    message: `With this fork more than ${limit} are open at this place of "${source.id}"; the operator wants no more (MAX_OPEN_FORKS).`,
    details: { limit, conversationId: source.id, observationId: point?.id ?? null },
  }
}
