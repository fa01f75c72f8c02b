import { importStates } from '../../../domain/records/importMarks.ts'
import type { Scope } from '../../scope.ts'
import { commitSettled } from '../../write/lanes/commit.ts'
import { afterOf, changesOf, createDraft, moveHead } from '../../write/draft/draft.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { asTreeNode } from '../../read/paths.ts'
import type { ImportJob } from '../job/importJob.ts'
import { pagesOf } from '../raw/pagesOf.ts'
import { mayMove } from '../job/mayMove.ts'

const conversationsAtOnce = 500

/**
 * Moves heads that a broken-off import left behind: where the file added nothing and yet the conversation does not
 * stand at the file's last node.
 */
export async function advanceHeads(scope: Scope, run: ImportJob): Promise<void> {
  for (const { id, lastId } of await leftBehind(scope, run)) {
    await catchUp(scope, run, id, lastId)
    run.onAdvance()
  }
}

interface LeftBehind {
  readonly id: string
  readonly lastId: string
}

async function leftBehind(scope: Scope, run: ImportJob): Promise<LeftBehind[]> {
  const behind: LeftBehind[] = []
  for (const page of pagesOf(unchanged(run), conversationsAtOnce)) {
    const stored = await scope.store.conversations(page.map(({ id }) => id))
    behind.push(
      ...page.filter(({ lastId }, i) => {
        const one = stored[i]
        return one != null && one.headId !== lastId && one.deletedAt === null
      }),
    )
    run.onAdvance()
  }
  return behind
}

/** Whatever a file repeats of another conversation does not say where that one stands. */
function* unchanged({ progress, sharesWith, sources }: ImportJob): Generator<LeftBehind> {
  const repeated = new Set([...sharesWith.entries()].map(([, last]) => last.conversationId))
  for (const [id, { added, last }] of progress.entries())
    if (added === 0 && last !== null && (sources.get(id) !== undefined || !repeated.has(id)))
      yield { id, lastId: last.id }
}

async function catchUp(scope: Scope, run: ImportJob, id: string, lastId: string): Promise<void> {
  const [mark] = await scope.store.importMarks([importStates.nameOf(id)])
  const importState = importStates.read(mark)
  await commitSettled(scope, [id], async ([laneState]) => {
    const nothing = { changes: null, after: new Map(), result: null }
    const frontier = laneState?.frontier
    const last = asTreeNode(await scope.reads.observation(lastId))
    if (!frontier || last === null || importState === null || last.conversationId !== id) return nothing
    const draft = createDraft(scope, frontier, frontier.conversation, asTreeNode(frontier.head))
    if (!(await mayMove(run, draft, importState, { headSeen: new Set(), continued: new Set() }, last))) return nothing
    const from = draft.conversation.headId
    await moveHead(draft, last)
    draft.events.push(
      newEvent(scope, 'IMPORT', id, {
        pathHash: last.place.pathHash,
        head: { from, to: last.id },
        details: { fileName: run.fileName, added: 0 },
      }),
    )
    const importMarks = [importStates.mark({ ...importState, head: last.id }, id)]
    return { changes: { ...changesOf([draft]), importMarks }, after: afterOf([draft]), result: null }
  })
}
