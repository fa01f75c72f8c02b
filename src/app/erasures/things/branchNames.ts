import type { Erasure } from '../../../domain/erasure/erasure.ts'
import { noRecords } from '../../../domain/changes.ts'
import { noRewrites } from '../../../domain/erasure/rewrites.ts'
import type { ConversationId, Mark } from '../../../domain/model.ts'
import { branchMarksOf } from '../../../domain/records/importMarks.ts'
import { unkept, walkList } from '../../read/walkList.ts'
import type { Scope } from '../../scope.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { commitSettled } from '../../write/lanes/commit.ts'
import { changesOfRecords } from '../../write/draft/recordDraft.ts'
import { walkAll, type Emptied } from '../aftermath.ts'

const pageLength = 500

/** Takes away the names of branches of which no turn is left; of the others the mark is of the newest one that says something. */
export async function dropBranchNames(
  scope: Scope,
  erasure: Erasure,
  { conversationIds, ids }: Emptied,
): Promise<void> {
  for (const conversationId of conversationIds)
    await commitSettled(scope, [conversationId], async ([laneState]) => {
      const conversation = laneState?.frontier?.conversation
      const gone = conversation ? await marksWithout(scope, conversationId, ids) : null
      if (!conversation || gone === null) return { changes: null, after: new Map(), result: null }
      const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
      // Who stores a turn of a branch meanwhile changes the version: then it is looked at again.
      const value = { ...conversation, version: conversation.version + 1 }
      const changes = {
        ...changesOfRecords(event, noRecords),
        conversations: [{ expected: conversation.version, value }],
        importMarks: gone.left,
        rewrites: { ...noRewrites, importMarks: gone.names },
      }
      return { changes, after: new Map(), result: null }
    })
}

/** Returns the marks of branches that point elsewhere without these turns, and the names of those that point nowhere; null: none does. */
async function marksWithout(scope: Scope, conversationId: ConversationId, ids: Emptied['ids']) {
  const marks = await marksOf(scope, conversationId)
  const isGone = ({ value }: Mark) => typeof value === 'string' && ids.has(value)
  if (!marks.some(isGone)) return null
  const newest = await newestOfBranches(scope, conversationId)
  const prefix = branchMarksOf(conversationId)
  const nameOf = ({ name }: Mark) => JSON.parse(name.slice(prefix.length, -1)) as string
  const [left, names] = [[] as Mark[], [] as string[]]
  for (const mark of marks.filter(isGone)) {
    const value = newest.get(nameOf(mark))
    if (value === undefined) names.push(mark.name)
    else left.push({ name: mark.name, value })
  }
  return { left, names }
}

async function marksOf(scope: Scope, conversationId: ConversationId): Promise<Mark[]> {
  const prefix = branchMarksOf(conversationId)
  const marks: Mark[] = []
  for await (const page of walkAll(scope, 'importMarks', { from: prefix, limit: 100 }))
    for (const mark of page) {
      if (!mark.name.startsWith(prefix)) return marks
      marks.push(mark)
    }
  return marks
}

/** Returns the newest observation of each branch that is not erased. */
async function newestOfBranches(scope: Scope, id: ConversationId): Promise<ReadonlyMap<string, string>> {
  const newest = new Map<string, string>()
  for await (const page of walkList(unkept(scope), 'observationsOfConversation', id, { limit: pageLength }))
    for (const one of page)
      if (one.branchId !== null && one.erased === undefined && !newest.has(one.branchId))
        newest.set(one.branchId, one.id)
  return newest
}
