import { Option } from 'commander'
import { DrawTree, type TreeFormat } from '../client/documents/generated.ts'
import { byId, mustFind } from './ids/wholeIds.ts'
import { withGraph, type CommonOptions, type Work } from './withGraph.ts'
import { addCommand, wholeNumber, type Program } from './program.ts'

interface TreeOptions extends CommonOptions {
  readonly format: 'text' | 'mermaid' | 'dot'
  readonly maxNodes: number
  readonly unfold?: true
  readonly all?: true
  readonly family?: true
}

/** Adds `tree ID`: the conversation's tree drawn. */
export function addTree({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'tree <id>',
    'draw the tree of a conversation',
    'turngraph tree 4fd2 --format dot | dot -Tsvg > 4fd2.svg',
  )
    .addOption(new Option('--format <format>', 'the notation').choices(['text', 'mermaid', 'dot']).default('text'))
    .option('--max-nodes <number>', 'the most nodes to draw', wholeNumber(10_000), 500)
    .option('--unfold', 'draw straight stretches node by node, as far as the most nodes allow')
    .option('--family', 'draw its source and all forks as one tree, shared turns once')
    .option('--all', 'draw every leaf, and with --unfold every node; a server draws 10000 nodes at most')
    .action(async (id: string, options: TreeOptions) => {
      const run = withGraph(terminal, options, { writes: false }, async ({ graph, say }) => {
        const tree = await byId(graph, id, (whole) => drawn({ graph, terminal }, whole, options))
        await say(tree)
        return { document: { conversationId: id, format: options.format, tree }, ok: true }
      })
      ended(await run)
    })
}

/** Nodes that the API draws at most. */
const mostDrawn = 10_000

async function drawn({ graph, terminal }: Pick<Work, 'graph' | 'terminal'>, id: string, options: TreeOptions) {
  const format = options.format.toUpperCase() as TreeFormat
  const [unfold, family] = [options.unfold === true, options.family === true]
  if (options.all && options.url === undefined) {
    const { openLocalStore } = await import('./store/localStore.ts')
    const store = await openLocalStore(terminal.env, { writes: false, tenant: options.tenant })
    return store.tree(id, { format, unfold, family, maxNodes: null }).finally(() => store.close())
  }
  const maxNodes = options.all ? mostDrawn : options.maxNodes
  const { conversation } = await graph.query(DrawTree, { id, format, maxNodes, unfold, family })
  return mustFind(conversation, id).tree
}
