import type { Act } from '../act.ts'
import { commitIfAny } from '../commitIfAny.ts'
import { afterOf, changesOf, createDraft, moveHead } from '../drafts.ts'
import { eventOf } from '../events.ts'
import { treeNode } from '../paths.ts'
import { leftMark, readLeft, type Run } from './run.ts'
import { mayMove } from './decideBatch.ts'

/**
 * Moves heads that a broken-off import left behind: where the file added nothing and yet the conversation does not
 * stand at the file's last node.
 */
export async function catchUpHeads(act: Act, run: Run): Promise<void> {
  for (const [id, { added, last }] of run.progress) {
    if (added > 0 || last === null) continue
    const conversation = await act.reads.conversation(id)
    if (!conversation || conversation.headId === last.id || conversation.deletedAt !== null) continue
    await catchUp(act, run, id, last.id)
  }
}

async function catchUp(act: Act, run: Run, id: string, lastId: string): Promise<void> {
  const [mark] = await act.store.importMarks(act.tenant, [leftMark(id)])
  const left = readLeft(mark?.value)
  await commitIfAny(act, [id], async ([standing]) => {
    const nothing = { changes: null, after: new Map(), result: null }
    const frontier = standing?.frontier
    const last = treeNode(await act.reads.observation(lastId))
    if (!frontier || last === null || left === null || last.conversationId !== id) return nothing
    const draft = createDraft(act, frontier, frontier.conversation, treeNode(frontier.head))
    if (!(await mayMove(run, draft, left, { headSeen: new Set() }, last))) return nothing
    const from = draft.conversation.headId
    await moveHead(draft, last)
    draft.events.push(
      eventOf(act, 'IMPORT', id, {
        pathHash: last.place.pathHash,
        head: { from, to: last.id },
        details: { fileName: run.fileName, added: 0 },
      }),
    )
    const importMarks = [{ name: leftMark(id), value: { ...left, head: last.id } }]
    return { changes: { ...changesOf([draft], null), importMarks }, after: afterOf([draft]), result: null }
  })
}
