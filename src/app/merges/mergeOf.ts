import type { Event, TreeNode } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'

const pageLength = 200

/** Returns the event of the merge that made a join; null where its ledger lacks it. */
export async function mergeOf(scope: Scope, join: TreeNode): Promise<Event | null> {
  const { eventId } = join.fields
  const named = typeof eventId === 'string' ? await scope.reads.event(eventId) : null
  return named ?? searchedFor(scope, join)
}

/** Of a join that names no event, as those that were made before joins did. */
async function searchedFor(scope: Scope, { id, conversationId: owner }: TreeNode): Promise<Event | null> {
  for (let after: { sort: number; id: string } | null = null; ;) {
    const page: Event[] = await scope.reads.list({ list: 'headMoves', owner, after, limit: pageLength })
    const result = page.find(({ kind, details }) => kind === 'MERGE' && details['joinId'] === id)
    const last = page.at(-1)
    if (result) return result
    if (!last || page.length < pageLength) return null
    after = { sort: last.seq ?? 0, id: last.id }
  }
}
