import { byId } from '../ids/wholeIds.ts'
import { perform, type CommonOptions } from '../withGraph.ts'
import { addCommand, type Program } from '../program.ts'
import { columns, counted, minuteOf, sizeText } from '../text.ts'
import { statsOf, type ConversationStats } from './numbers.ts'
import type { Spent } from './spent.ts'
import { storeFacts } from './storeFacts.ts'
import { totalsOf, type Totals } from './totals.ts'

interface StatsOptions extends CommonOptions {
  readonly store?: true
  readonly experiments?: true
}

/** Adds `stats [ID]`: a conversation, or all of them, in numbers. */
export function addStats({ root, terminal, ended }: Program): void {
  const example = 'turngraph stats\nturngraph stats 4fd2\nturngraph stats --store'
  addCommand(root, 'stats [id]', 'show a conversation, or all of them, in numbers', example)
    .option('--store', 'show what the store holds of them as well')
    .option('--experiments', 'count conversations of experiments too, when all are counted')
    .action(async (id: string | undefined, options: StatsOptions) => {
      const run = perform(terminal, options, { writes: false }, async ({ graph, say }) => {
        const stats =
          id === undefined
            ? await totalsOf(graph, await storeFacts(terminal.env, options), options.experiments === true)
            : await byId(graph, id, (whole) => statsOf(graph, whole))
        const [text, inside] =
          'rows' in stats ? [totalsText(stats), storeText(stats)] : [conversationText(stats), treeText(stats)]
        await say(text + (options.store ? inside : ''))
        return { document: stats, ok: true }
      })
      ended(await run)
    })
}

type Rows = readonly (readonly [string, string | number])[]
const rowIf = (shown: boolean, name: string, value: string | number): Rows => (shown ? [[name, value]] : [])

const originWords = { HOST: 'stored by hosts', IMPORT: 'imported', EXPERIMENT: 'experiments' } as const
type Origin = keyof typeof originWords

const tooMany = 'too many to count'

function totalsText(totals: Totals): string {
  const { conversations, forks, sidechains, turns, firstActive, lastActive, size, omissions } = totals
  const among = [counted(forks, 'fork', 'forks'), counted(sidechains, "sub-agent's", "sub-agents'")]
  const from = Object.entries(totals.origins).filter(([, count]) => count > 0)
  return columns([
    ['conversations', `${conversations}, ${among.join(' and ')} among them`],
    ['from', from.map(([origin, count]) => `${count} ${originWords[origin as Origin]}`).join(', ') || 'nowhere yet'],
    ...rowIf(
      omissions.experiments > 0,
      'not counted',
      `${counted(omissions.experiments, 'experiment', 'experiments')} (--experiments)`,
    ),
    ['turns', `${turns}, each counted once`],
    ...rowIf(firstActive !== null, 'dates', `${firstActive?.slice(0, 10)} to ${lastActive?.slice(0, 10)}`),
    ...spentRows(totals.spent),
    ...(size === null ? [] : sizeRows(size)),
  ])
}

const oneLine = (name: string) => name.replaceAll(/\s+/g, ' ')

/** Returns what answers cost, where any says so, and by whom and with what. */
export function spentRows({ usage, models, tools }: Spent): Rows {
  const cached = usage.cacheReadTokens + usage.cacheWriteTokens
  const parts = [
    `${usage.inputTokens} sent`,
    ...(cached > 0 ? [`${cached} cached`] : []),
    `${usage.outputTokens} answered`,
  ]
  const named = models.filter(({ key }) => key !== '')
  const tokens = ({ totals }: (typeof models)[number]) => totals.inputTokens + totals.outputTokens
  const failed = (errors: number) => (errors === 0 ? '' : `, ${errors} failed`)
  return [
    ...rowIf(
      usage.inputTokens + cached + usage.outputTokens > 0,
      'tokens',
      `${parts.join(', ')}, in ${counted(usage.answers, 'answer', 'answers')}`,
    ),
    ...rowIf(usage.costUsd > 0, 'cost', `$${usage.costUsd.toFixed(2)}`),
    ...rowIf(named.length > 0, 'models', named.map((one) => `${oneLine(one.key)} (${tokens(one)} tokens)`).join(', ')),
    ...rowIf(
      tools.length > 0,
      'tools',
      tools.map(({ name, calls, errors }) => `${oneLine(name) || 'unknown'} (${calls}${failed(errors)})`).join(', '),
    ),
  ]
}

function sizeRows({ store, attachments }: NonNullable<Totals['size']>): Rows {
  const parts = [
    ...(store === null ? [] : [sizeText(store)]),
    ...(attachments === null || attachments === 0 ? [] : [`${sizeText(attachments)} of attachments`]),
  ]
  return rowIf(parts.length > 0, 'size', parts.join(' and '))
}

function storeText({ store, rows, ...totals }: Totals): string {
  const list = columns([
    ['kind', store],
    ['nodes', `${totals.nodes}, counted once`],
    ['branch points', totals.branchPoints],
    ['version points', totals.versionPoints],
  ])
  return `store\n${list}${rows === null ? '' : `rows\n${columns(Object.entries(rows))}`}`
}

function conversationText({ id, title, shape, forkedFrom, ...stats }: ConversationStats): string {
  const source = forkedFrom && `${forkedFrom.conversationId}, sharing ${counted(forkedFrom.turn ?? 0, 'turn', 'turns')}`
  return `${id}: ${title}\n${columns([
    ['from', originWords[stats.origin]],
    ['stored', minuteOf(stats.createdAt)],
    ['last active', minuteOf(stats.updatedAt)],
    ...rowIf(source !== null, 'forked from', source ?? ''),
    ['transcript', counted(stats.turnCount, 'turn', 'turns')],
    ['stored in all', stats.messages === null ? tooMany : counted(stats.messages, 'turn', 'turns')],
    ['ways it went', `${shape.leaves}, from ${counted(shape.branchPoints, 'branch point', 'branch points')}`],
    ['tool calls', shape.toolCalls],
    ['forks', stats.forks ?? tooMany],
    ['sub-agents', shape.sidechains],
    ...spentRows(stats.spent),
  ])}`
}

function treeText({ shape, messages, events }: ConversationStats): string {
  return `store\n${columns([
    ['nodes', shape.nodes],
    ['roots', shape.roots],
    ['leaves', shape.leaves],
    ['version points', shape.versionPoints],
    ['messages', messages ?? tooMany],
    ['events', events ?? tooMany],
  ])}`
}
