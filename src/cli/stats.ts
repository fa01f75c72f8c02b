import type { ConversationStats, Totals } from '../client/graph.ts'
import { perform, type CommonOptions } from './perform.ts'
import { addCommand, type Program } from './program.ts'
import { columns, counted } from './text.ts'

/** Adds `stats [ID]`: a conversation, or all of them, in numbers. */
export function addStats({ root, terminal, ended }: Program): void {
  addCommand(
    root,
    'stats [id]',
    'show a conversation, or all of them, in numbers',
    'turngraph stats\nturngraph stats 4fd2',
  ).action(async (id: string | undefined, options: CommonOptions) => {
    const run = perform(terminal, options, { writes: false }, async ({ graph, say }) => {
      const stats = id === undefined ? await graph.totals() : await graph.conversation(id)
      await say('rows' in stats ? totalsText(stats) : conversationText(stats))
      return { document: stats, ok: true }
    })
    ended(await run)
  })
}

function totalsText({ store, rows, origins, ...totals }: Totals): string {
  const from = Object.entries(origins).filter(([, count]) => count > 0)
  const list = columns([
    ['store', store],
    ['conversations', `${totals.conversations}, ${counted(totals.forks, 'fork', 'forks')} among them`],
    ['from', from.map(([origin, count]) => `${origin} ${count}`).join(', ') || 'nowhere yet'],
    ['nodes', `${totals.nodes}, counted once`],
    ['branch points', totals.branchPoints],
    ['version points', totals.versionPoints],
    ['sidechains', totals.sidechains],
  ])
  return list + (rows === null ? '' : `rows\n${columns(Object.entries(rows))}`)
}

function conversationText({ id, title, shape, forkedFrom, ...stats }: ConversationStats): string {
  const source = forkedFrom && `${forkedFrom.conversationId}, sharing ${counted(forkedFrom.turn ?? 0, 'turn', 'turns')}`
  return `${id}: ${title}\n${columns([
    ['origin', stats.origin],
    ['created', stats.createdAt],
    ['active', stats.updatedAt],
    ...(source === null ? [] : [['forked from', source] as const]),
    ['transcript', counted(stats.turnCount, 'turn', 'turns')],
    ['nodes', shape.nodes],
    ['roots', shape.roots],
    ['leaves', shape.leaves],
    ['branch points', shape.branchPoints],
    ['version points', shape.versionPoints],
    ['sidechains', shape.sidechains],
    ['tool calls', shape.toolCalls],
    ['messages', stats.messages],
    ['forks', stats.forks ?? 'too many to count'],
    ['events', stats.events],
  ])}`
}
