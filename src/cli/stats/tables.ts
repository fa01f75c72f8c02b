import {
  ConversationsOfMost,
  FailedTools,
  SumsBy,
  TitleOf,
  type AnalyticsFilter,
  type SumsByQuery,
} from '../../client/documents/generated.ts'
import { CommandFailed } from '../../client/failures.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import { byId, mustFind } from '../ids/wholeIds.ts'
import { costLegend, costText, moneyText } from '../../domain/usage/costText.ts'
import { numberText, tableText } from '../text.ts'
import { dimensions, filterOf, measures, type Dimension, type Measure, type StatsOptions } from './options.ts'

/** A table for people, and the same for programs. */
export interface StatsTable {
  readonly text: string
  readonly document: unknown
}

/** Says whether a table is asked for in place of the overview. */
export function isTableAsked({ by, top, tools }: StatsOptions): boolean {
  return by !== undefined || top !== undefined || tools !== undefined
}

/** Returns the table that was asked for; null where the overview was. */
export async function tableOf(
  graph: GraphClient,
  id: string | undefined,
  options: StatsOptions,
): Promise<StatsTable | null> {
  const { by, top, tools, limit } = options
  if (!isTableAsked(options)) return null
  if (id !== undefined && top !== undefined)
    throw new CommandFailed('BAD_INPUT', 'Name a conversation, or rank all with --top, not both.', { id, top })
  const whole = id === undefined ? undefined : await wholeIdOf(graph, id)
  const filter = filterOf(options, whole)
  const parts = [
    ...(by === undefined ? [] : [await sumsBy(graph, filter, by, limit)]),
    ...(top === undefined ? [] : [await conversationsOfMost(graph, filter, top as Measure, limit)]),
    ...(tools === undefined ? [] : [await failedTools(graph, filter, limit)]),
  ]
  return {
    text: parts.map(({ text }) => text).join('\n'),
    document: Object.assign({}, ...parts.map(({ document }) => document)) as unknown,
  }
}

const wholeIdOf = (graph: GraphClient, id: string): Promise<string> =>
  byId(graph, id, async (known) => mustFind((await graph.query(TitleOf, { id: known })).conversation, known).id)

type Cell = SumsByQuery['analytics']['usageByAll'][number]

/** Tokens and cost by some dimensions; where no answer states a cost it is unknown, not 0. */
async function sumsBy(
  graph: GraphClient,
  filter: AnalyticsFilter,
  by: readonly Dimension[],
  limit: number,
): Promise<StatsTable> {
  const request = { filter, dimensions: by.map((name) => dimensions[name]), top: limit + 1 }
  const results = (await graph.query(SumsBy, request)).analytics.usageByAll
  const cells = largest(results, limit)
  const titles = await titlesOf(graph, cells, by.indexOf('conversation'))
  const rows = cells.map(({ keys, totals }) => ({
    ...Object.fromEntries(by.map((name, k) => [name, keys[k] ?? ''])),
    ...(titles && { title: titles.get(keys[by.indexOf('conversation')] ?? '') ?? null }),
    ...totals,
    costSource: costSourceOf(totals),
  }))
  const names = [...by, 'sent', 'cached', 'answered', 'answers', 'cost', ...(titles ? ['title'] : [])]
  const lines = cells.map(({ keys, totals }, k) => [
    ...keys.map((key) => key || 'none'),
    numberText(totals.inputTokens),
    numberText(totals.cacheReadTokens + totals.cacheWriteTokens),
    numberText(totals.outputTokens),
    numberText(totals.answers),
    costText(totals),
    ...(titles ? [rows[k]?.title ?? ''] : []),
  ])
  const numbers = names.map((_, k) => k >= by.length && k < by.length + 5)
  const hasMore = results.length > limit
  const text =
    tableText(names, lines, numbers) + moreText(hasMore) + costLegend(cells.map(({ totals }) => costText(totals)))
  return { text, document: { by, rows, hasMore } }
}

/** Returns the largest by tokens, in the order in which they came: by time, where that is a dimension. */
function largest(cells: readonly Cell[], limit: number): readonly Cell[] {
  const tokens = ({ totals }: Cell) => totals.inputTokens + totals.outputTokens
  if (cells.length <= limit) return cells
  const smallest = cells.reduce((least, cell) => (tokens(cell) < tokens(least) ? cell : least))
  return cells.filter((cell) => cell !== smallest)
}

async function titlesOf(graph: GraphClient, cells: readonly Cell[], at: number): Promise<Map<string, string> | null> {
  if (at === -1) return null
  const titles = new Map<string, string>()
  for (const id of new Set(cells.map(({ keys }) => keys[at] ?? ''))) {
    const { conversation } = await graph.query(TitleOf, { id })
    if (conversation) titles.set(id, conversation.title)
  }
  return titles
}

type Totals = Cell['totals']

/** How the cost is known; null where there is no answer. */
function costSourceOf({ answers, costUsd, estimatedCostUsd }: Totals): 'STATED' | 'ESTIMATED' | 'UNKNOWN' | null {
  if (costUsd !== null) return 'STATED'
  if (estimatedCostUsd !== null) return 'ESTIMATED'
  return answers > 0 ? 'UNKNOWN' : null
}

async function conversationsOfMost(
  graph: GraphClient,
  filter: AnalyticsFilter,
  measure: Measure,
  limit: number,
): Promise<StatsTable> {
  const request = { filter, by: measures[measure], top: limit }
  const rows = (await graph.query(ConversationsOfMost, request)).analytics.topConversations
  const countText = (count: number) => (measure === 'cost' ? moneyText(count) : numberText(count))
  const lines = rows.map(({ count, conversation }) => [countText(count), conversation.id, conversation.title])
  const document = { top: measure, conversations: rows.map(({ count, conversation }) => ({ ...conversation, count })) }
  const none = measure === 'cost' ? 'No answer states what it cost.\n' : `No conversation has any ${measure}.\n`
  const text = rows.length === 0 ? none : tableText([measure, 'id', 'title'], lines, [true, false, false])
  return { text, document }
}

async function failedTools(graph: GraphClient, filter: AnalyticsFilter, limit: number): Promise<StatsTable> {
  const rows = (await graph.query(FailedTools, { filter, top: limit })).analytics.toolFailures
  const lines = rows.map(({ name, calls, errors, since, weeks }) => [
    name || 'unknown',
    numberText(calls),
    numberText(errors),
    `${numberText(Math.round((1000 * errors) / Math.max(1, calls)) / 10)} %`,
    lastFailure(since, weeks),
  ])
  const names = ['tool', 'calls', 'failed', 'rate', 'week of the last failure']
  const text = rows.length === 0 ? 'No tool has failed.\n' : tableText(names, lines, [false, true, true, true, false])
  return { text, document: { tools: rows } }
}

/** Returns the Monday of the last week that has a failure. */
function lastFailure(since: string, weeks: readonly number[]): string {
  const last = weeks.findLastIndex((failures) => failures > 0)
  if (last === -1) return `before ${since}`
  return new Date(Date.parse(since) + last * 7 * 86_400_000).toISOString().slice(0, 10)
}

const moreText = (hasMore: boolean): string => (hasMore ? '… and more; --limit lists them\n' : '')
