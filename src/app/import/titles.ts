import type { Act } from '../act.ts'
import { afterOf, changesOf, createDraft } from '../drafts.ts'
import { eventOf } from '../events.ts'
import { treeNode } from '../paths.ts'
import { leftMark, readLeft, type Run } from './run.ts'
import { commitIfAny } from '../commitIfAny.ts'

/** Gives conversations the titles that lines of the file give to the branch of a node, wherever that was recorded. */
export async function titleBranches(act: Act, run: Run): Promise<void> {
  const titles = new Map(
    run.titles.flatMap(({ of, title, raw }) => ('externalId' in of ? [[of.externalId, { title, raw }] as const] : [])),
  )
  const ids = [...titles.keys()]
  for (let from = 0; from < ids.length; from += 500) {
    const part = ids.slice(from, from + 500)
    const found = await act.store.externals(act.tenant, part)
    for (const [i, id] of part.entries()) {
      const owner = found[i]?.find(({ copyOf }) => copyOf === null)?.conversationId
      const given = titles.get(id)
      const isOld = given !== undefined && given.raw.line <= (run.sources.get(given.raw.conversationId)?.held ?? 0)
      if (owner !== undefined && given !== undefined && !isOld) await giveTitle(act, run, owner, given.title)
    }
  }
}

async function giveTitle(act: Act, run: Run, id: string, title: string): Promise<void> {
  const [mark] = await act.store.importMarks(act.tenant, [leftMark(id)])
  const left = readLeft(mark?.value)
  if (left === null || left.rank > 1 || left.title === title) return
  await commitIfAny(act, [id], async ([standing]) => {
    const frontier = standing?.frontier
    const isOurs = frontier && (frontier.conversation.title === null || frontier.conversation.title === left.title)
    if (!isOurs || frontier.conversation.deletedAt !== null) return { changes: null, after: new Map(), result: null }
    const draft = createDraft(act, frontier, { ...frontier.conversation, title }, treeNode(frontier.head))
    draft.events.push(eventOf(act, 'IMPORT', id, { details: { fileName: run.fileName, title } }))
    const importMarks = [{ name: leftMark(id), value: { ...left, title, rank: 1 } }]
    return { changes: { ...changesOf([draft], null), importMarks }, after: afterOf([draft]), result: null }
  })
}
