import { InvalidArgumentError, type Command } from 'commander'
import type { AnalyticsFilter, ConversationMeasure, UsageDimension } from '../../client/documents/generated.ts'
import { choiceOf, wholeNumber } from '../program.ts'
import type { CommonOptions } from '../withGraph.ts'

/** What `stats` may be given. */
export interface StatsOptions extends CommonOptions {
  readonly store?: true
  readonly experiments?: true
  readonly raw?: true
  readonly by?: readonly Dimension[]
  readonly top?: string
  readonly tools?: true
  readonly limit: number
  readonly from?: string
  readonly to?: string
}

/** What sums are grouped by, as tables name their columns. */
export const dimensions = {
  day: 'DAY',
  week: 'WEEK',
  model: 'MODEL',
  role: 'ROLE',
  tool: 'TOOL',
  project: 'CWD',
  conversation: 'CONVERSATION',
  'fork-depth': 'FORK_DEPTH',
} as const satisfies Readonly<Record<string, UsageDimension>>
export type Dimension = keyof typeof dimensions

/** What conversations are ranked by. */
export const measures = {
  forks: 'FORKS',
  cost: 'COST',
  turns: 'TURNS',
  tokens: 'TOKENS',
  branches: 'BRANCHES',
  failures: 'FAILURES',
} as const satisfies Readonly<Record<string, ConversationMeasure>>
export type Measure = keyof typeof measures

const mostDimensions = 3

/** Adds the options that ask for a table in place of the overview, and those that say what is counted. */
export function addTableOptions(command: Command): Command {
  const names = Object.keys(dimensions).join(', ')
  return command
    .option(`--by <dimensions>`, `a table of tokens and cost by up to three of ${names}: --by week,model`, dimensionsOf)
    .addOption(
      choiceOf('--top <measure>', 'rank the conversations by this', Object.keys(measures)).conflicts(['by', 'tools']),
    )
    .option('--tools', 'a table of the tools that failed, most failures first')
    .option('--limit <number>', 'for a table: how many rows at most', wholeNumber(1000), 20)
    .option('--from <time>', 'for a table: from this day or time on, like 2026-01-31', timeOf('T00:00:00Z'))
    .option('--to <time>', 'for a table: up to the end of this day, or this time', timeOf('T23:59:59.999999999Z'))
}

function dimensionsOf(text: string): Dimension[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase().replaceAll('_', '-'))
  const known = names.filter((name): name is Dimension => Object.hasOwn(dimensions, name))
  if (known.length < names.length || names.length > mostDimensions || new Set(names).size < names.length)
    throw new InvalidArgumentError(
      `Give one to ${mostDimensions} of ${Object.keys(dimensions).join(', ')}, each once, separated by commas.`,
    )
  return known
}

const timeOf = (rest: string) => (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text + rest : text)

/** Returns what of the store a table counts. */
export function filterOf({ from, to, experiments }: StatsOptions, id: string | undefined): AnalyticsFilter {
  return {
    ...(id !== undefined && { conversationIds: [id] }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    // One conversation is counted whatever it is of.
    includeExperiments: experiments === true || id !== undefined,
  }
}
