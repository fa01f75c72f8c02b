import { byId } from '../ids/wholeIds.ts'
import { withGraph, type Work, type WorkResult } from '../withGraph.ts'
import { withEveryTenant } from '../store/everyTenant.ts'
import type { Terminal } from '../terminal.ts'
import { addCommand, type Program } from '../program.ts'
import { plainWord } from '../../domain/messages/plainText.ts'
import { moneyText } from '../../domain/usage/costText.ts'
import { columns, counted, minuteOf, numberText, sizeText } from '../text.ts'
import { allRawStats, allRawText, rawStatsOf, rawText } from './raw.ts'
import { statsOf, type ConversationStats } from './numbers.ts'
import { addTableOptions, type StatsOptions } from './options.ts'
import type { SpentNumbers } from './spent.ts'
import { storeFacts } from './storeFacts.ts'
import { isTableAsked, tableOf } from './tables.ts'
import { totalsOf, type StoreFacts, type Totals } from './totals.ts'
import { own } from '../../runtime/own.ts'

/** Adds `stats [ID]`: a conversation, or all of them, in numbers. */
export function addStats({ root, terminal, ended }: Program): void {
  const example =
    'turngraph stats 4fd2\nturngraph stats 4fd2 --raw\nturngraph stats --by week,model\nturngraph stats --top cost --limit 5'
  const command = addCommand(root, 'stats [id]', 'show a conversation, or all of them, in numbers', example)
  addTableOptions(command)
    .option('--store', 'show what the store holds of them as well')
    .option('--experiments', 'count conversations of experiments too, when all are counted')
    .option('--raw', 'count files by the ids and parents of their entries alone, and say why the trees differ')
    .action(async (id: string | undefined, options: StatsOptions) => {
      const run =
        id === undefined
          ? await ofAll(terminal, options)
          : await withGraph(terminal, options, { writes: false }, (work) => ofConversation(work, id, options))
      ended(run)
    })
}

async function ofConversation({ graph, say }: Work, id: string, options: StatsOptions): Promise<WorkResult> {
  if (options.raw) {
    const stats = await byId(graph, id, (whole) => rawStatsOf(graph, whole))
    await say(rawText(stats))
    return { document: stats, ok: true }
  }
  const table = await tableOf(graph, id, options)
  if (table) {
    await say(table.text)
    return { document: table.document, ok: true }
  }
  const stats = await byId(graph, id, (whole) => statsOf(graph, whole))
  await say(conversationText(stats) + (options.store ? treeText(stats) : ''))
  return { document: stats, ok: true }
}

/** Of each tenant alone: ids and prices are its own. What the store holds is said once, of all of them. */
async function ofAll(terminal: Terminal, options: StatsOptions): Promise<number> {
  const isTable = options.raw === true || isTableAsked(options)
  const facts = once(() => storeFacts(terminal.env, options))
  // One tenant's numbers are the store's where it has no other, and none was chosen.
  const isStore = (tenants: readonly string[]) => tenants.length === 1 && options.tenant === undefined
  return withEveryTenant<object>(terminal, options, {
    async ask({ graph }, tenants) {
      if (options.raw) {
        const document = await allRawStats(graph)
        return { document, text: allRawText(document) }
      }
      const table = await tableOf(graph, undefined, options)
      if (table) return { document: table.document as object, text: table.text }
      const whole = await facts()
      const isWhole = isStore(tenants)
      const own = isWhole ? whole : { ...whole, size: null, rows: null }
      const document = await totalsOf(graph, own, options.experiments === true)
      return { document, text: totalsText(document) + (options.store ? storeText(document) : '') }
    },
    async ending(tenants) {
      if (isTable || isStore(tenants)) return ''
      const { size, rows } = await facts()
      const held = options.store && rows !== null ? Object.entries(rows) : []
      const lines = [...(size === null ? [] : sizeRows(size)), ...held]
      return lines.length === 0 ? '' : `All tenants of the store together:\n${columns(lines)}`
    },
    async merged(all) {
      const [only] = all
      if (all.length === 1) return { ...only, ...(!isTable && wholeOf(await facts())) }
      return { tenants: all, ...(!isTable && wholeOf(await facts())) }
    },
  })
}

const wholeOf = ({ store, size, rows }: StoreFacts) => ({ store, size, rows })

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined
  return () => (known ??= work())
}

type Rows = readonly (readonly [string, string | number])[]
const rowIf = (displayed: boolean, name: string, value: string | number): Rows => (displayed ? [[name, value]] : [])

const originWords = { HOST: 'stored by hosts', IMPORT: 'imported', EXPERIMENT: 'experiments' } as const
const tooMany = 'too many to count'

function totalsText(totals: Totals): string {
  const { conversations, forks, sidechains, turns, firstActive, lastActive, size, omissions } = totals
  const among = [counted(forks, 'fork', 'forks'), counted(sidechains, "sub-agent's", "sub-agents'")]
  const from = Object.entries(totals.origins).filter(([, count]) => count > 0)
  return columns([
    ['conversations', `${numberText(conversations)}, ${among.join(' and ')} among them`],
    [
      'from',
      from.map(([origin, count]) => `${numberText(count)} ${own(originWords, origin) ?? origin}`).join(', ') ||
        'nowhere yet',
    ],
    ...rowIf(
      omissions.experiments > 0,
      'not counted',
      `${counted(omissions.experiments, 'experiment', 'experiments')} (--experiments)`,
    ),
    ['turns', `${numberText(turns)}, each counted once`],
    ...rowIf(firstActive !== null, 'dates', `${firstActive?.slice(0, 10)} to ${lastActive?.slice(0, 10)}`),
    ...spentRows(totals.spent),
    ...(size === null ? [] : sizeRows(size)),
  ])
}

const oneLine = (name: string) => name.replaceAll(/\s+/g, ' ')

/** Returns what answers cost, where any says so, and by whom and with what. */
export function spentRows({ usage, models, tools }: Omit<SpentNumbers, 'answersWithoutCost'>): Rows {
  const cached = usage.cacheReadTokens + usage.cacheWriteTokens
  const parts = [
    `${numberText(usage.inputTokens)} sent`,
    ...(cached > 0 ? [`${numberText(cached)} cached`] : []),
    `${numberText(usage.outputTokens)} answered`,
  ]
  const named = models.filter(({ key }) => key !== '')
  const tokens = ({ totals }: (typeof models)[number]) => totals.inputTokens + totals.outputTokens
  const failed = (errors: number) => (errors === 0 ? '' : `, ${numberText(errors)} failed`)
  return [
    ...rowIf(
      usage.inputTokens + cached + usage.outputTokens > 0,
      'tokens',
      `${parts.join(', ')}, in ${counted(usage.answers, 'answer', 'answers')}`,
    ),
    ...rowIf(usage.answers > 0, 'cost', costText(usage)),
    ...rowIf(
      named.length > 0,
      'models',
      named.map((one) => `${oneLine(one.key)} (${numberText(tokens(one))} tokens)`).join(', '),
    ),
    ...rowIf(
      tools.length > 0,
      'tools',
      tools
        .map(({ name, calls, errors }) => `${oneLine(name) || 'unknown'} (${numberText(calls)}${failed(errors)})`)
        .join(', '),
    ),
  ]
}

/** What is stated, estimated and unknown, never added up. */
function costText(usage: SpentNumbers['usage']): string {
  const { costUsd, pricedAnswers, estimatedCostUsd, estimatedAnswers, unpricedAnswers } = usage
  if (costUsd === null && estimatedCostUsd === null) return 'unknown: no answer states one'
  const of = (count: number) => `for ${counted(count, 'answer', 'answers')}`
  return [
    ...(costUsd === null ? [] : [`${moneyText(costUsd)} stated ${of(pricedAnswers)}`]),
    ...(estimatedCostUsd === null
      ? []
      : [`about ${moneyText(estimatedCostUsd)} by your prices ${of(estimatedAnswers)}`]),
    ...(unpricedAnswers > 0 ? [`${numberText(unpricedAnswers)} unknown`] : []),
  ].join(', ')
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
    ['nodes', `${numberText(totals.nodes)}, counted once`],
    ['branch points', totals.branchPoints],
    ['version points', totals.versionPoints],
  ])
  return `store\n${list}${rows === null ? '' : `rows\n${columns(Object.entries(rows))}`}`
}

function conversationText({ id, title, shape, forkedFrom, ...stats }: ConversationStats): string {
  const source = forkedFrom && `${forkedFrom.conversationId}, sharing ${counted(forkedFrom.turn ?? 0, 'turn', 'turns')}`
  return `${plainWord(`${id}: ${title}`)}\n${columns([
    ['from', originWords[stats.origin]],
    ['stored', minuteOf(stats.createdAt)],
    ['last active', minuteOf(stats.updatedAt)],
    ...rowIf(source !== null, 'forked from', source ?? ''),
    ['transcript', counted(stats.turnCount, 'turn', 'turns')],
    ['in the tree', stats.messages === null ? tooMany : counted(stats.messages, 'turn', 'turns')],
    [
      'tree',
      `${counted(shape.leaves, 'leaf', 'leaves')}, ${counted(shape.branchPoints, 'branch point', 'branch points')}`,
    ],
    ['tool calls', shape.toolCalls],
    ['forks', stats.forks ?? tooMany],
    ['sub-agents', shape.sidechains],
    ...spentRows(stats.spent),
  ])}`
}

function treeText({ shape, messages, events, stateRecords }: ConversationStats): string {
  return `store\n${columns([
    ['nodes', shape.nodes],
    ['roots', shape.roots],
    ['leaves', shape.leaves],
    ['version points', shape.versionPoints],
    ['messages', messages ?? tooMany],
    ['events', events ?? tooMany],
    ['state records', stateRecords ?? tooMany],
  ])}`
}
