import { Compare } from '../client/documents/generated.ts'
import { byIds } from './ids/wholeIds.ts'
import { perform, type CommonOptions } from './withGraph.ts'
import { addCommand, type Program } from './program.ts'

/** Adds `diff A B`: how two conversations differ, as Markdown. */
export function addDiff({ root, terminal, ended }: Program): void {
  addCommand(root, 'diff <base> <target>', 'compare two conversations', 'turngraph diff 4fd2 4fd2-fork').action(
    async (base: string, target: string, options: CommonOptions) => {
      const run = perform(terminal, options, { writes: false }, async ({ graph, say }) => {
        const { diff } = await byIds(graph, [base, target], ([left = '', right = '']) =>
          graph.query(Compare, { base: left, target: right }),
        )
        const { markdown, baseOnlyCount, targetOnlyCount, changed } = diff
        await say(markdown)
        const counts = { baseOnlyCount, targetOnlyCount, changedCount: changed.length }
        return { document: { base, target, ...counts, markdown }, ok: true }
      })
      ended(await run)
    },
  )
}
