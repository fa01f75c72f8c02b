import { comparedText } from './compare/comparedText.ts'
import { comparison } from './compare/comparison.ts'
import { withGraph, type CommonOptions } from './withGraph.ts'
import { addCommand, type Program } from './program.ts'

interface DiffOptions extends CommonOptions {
  readonly markdown?: true
}

/** Adds `diff A B`: how two conversations differ, as text for a terminal or as Markdown. */
export function addDiff({ root, terminal, ended }: Program): void {
  addCommand(root, 'diff <base> <target>', 'compare two conversations', 'turngraph diff 4fd2 4fd2-fork')
    .option('--markdown', 'as a page of Markdown')
    .action(async (base: string, target: string, options: DiffOptions) => {
      const run = withGraph(terminal, options, { writes: false }, async ({ graph, say }) => {
        const { left, right, ...compared } = await comparison(graph, base, target)
        const { markdown, baseOnlyCount, targetOnlyCount, changed } = compared.diff
        await say(options.markdown ? markdown : comparedText(compared, left, right))
        const counts = { baseOnlyCount, targetOnlyCount, changedCount: changed.length }
        const titles = { baseTitle: compared.base?.title, targetTitle: compared.target?.title }
        return { document: { base, target, ...titles, ...counts, markdown }, ok: true }
      })
      ended(await run)
    })
}
