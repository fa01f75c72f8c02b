import { importStates } from '../../../domain/records/importMarks.ts'
import { titleOfFile } from '../../../domain/prompts/title.ts'
import type { Scope } from '../../scope.ts'
import { afterOf, changesOf, createDraft } from '../../write/draft/draft.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { asTreeNode } from '../../read/paths.ts'
import { externalsOf } from '../nodes/externals.ts'
import type { ImportJob } from '../job/importJob.ts'
import { commitSettled } from '../../write/lanes/commit.ts'

/** Gives conversations the titles that lines of the file give to the branch of a node, wherever that was recorded. */
export async function titleBranches(scope: Scope, run: ImportJob): Promise<void> {
  const titles = new Map(
    run.titles.flatMap(({ of, title: text, raw }) => {
      const title = titleOfFile(run.format, text)
      return 'externalId' in of && title !== null ? [[of.externalId, { title, raw }] as const] : []
    }),
  )
  const ids = [...titles.keys()]
  for (let from = 0; from < ids.length; from += 500) {
    const part = ids.slice(from, from + 500)
    const results = await externalsOf(scope, part)
    for (const [i, id] of part.entries()) {
      const owner = results[i]?.find(({ copyOf }) => copyOf === null)?.conversationId
      const input = titles.get(id)
      const isOld = input !== undefined && input.raw.line <= (run.sources.get(input.raw.conversationId)?.held ?? 0)
      if (owner === undefined || input === undefined || isOld) continue
      await giveTitle(scope, run, owner, input.title)
      run.onAdvance()
    }
  }
}

async function giveTitle(scope: Scope, run: ImportJob, id: string, title: string): Promise<void> {
  const [mark] = await scope.store.importMarks([importStates.nameOf(id)])
  const importState = importStates.read(mark)
  if (importState === null || importState.rank > 1 || importState.title === title) return
  await commitSettled(scope, [id], async ([laneState]) => {
    const frontier = laneState?.frontier
    const isOurs =
      frontier && (frontier.conversation.title === null || frontier.conversation.title === importState.title)
    if (!isOurs || frontier.conversation.deletedAt !== null) return { changes: null, after: new Map(), result: null }
    const draft = createDraft(scope, frontier, { ...frontier.conversation, title }, asTreeNode(frontier.head))
    draft.events.push(newEvent(scope, 'IMPORT', id, { details: { fileName: run.fileName, title } }))
    const importMarks = [importStates.mark({ ...importState, title, rank: 1 }, id)]
    return { changes: { ...changesOf([draft]), importMarks }, after: afterOf([draft]), result: null }
  })
}
