import type { UsageSums } from '../../domain/model.ts'
import { sumsAt } from '../../domain/usage/pathPricing.ts'
import type { Scope } from '../scope.ts'
import { added, plus, type Group, type Groups, type Sums } from './groups.ts'
import { counterNames } from '../../domain/usage/counters.ts'

export type UsageDimension = 'MODEL' | 'ROLE' | 'DAY' | 'WEEK' | 'CONVERSATION' | 'TOOL' | 'FORK_DEPTH' | 'CWD'

/** What one value of a dimension comes to. */
export interface UsageBucket {
  readonly key: string
  readonly totals: UsageSums
}

/** The key of a day's week: its Monday in UTC. */
export function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

const columns = { MODEL: 'model', ROLE: 'role', DAY: 'day', CONVERSATION: 'conversation' } as const
/** What is spent. */
export const counted = [...counterNames, 'answers', 'pricedAnswers'] as const

/** Returns the largest buckets of a dimension, and what all the others come to: together they are the whole. */
export async function usageBy(
  groups: Groups,
  dimension: UsageDimension,
  top: number,
): Promise<{ readonly buckets: UsageBucket[]; readonly other: UsageSums }> {
  const { found: results, whole } = await groupsOfDimension(groups, dimension, top)
  const buckets = largest(results, top)
  const rest = buckets.reduce((left, { totals }) => plus(left, { ...totals }, -1), whole)
  if (dimension === 'DAY' || dimension === 'WEEK') buckets.sort((a, b) => (a.key < b.key ? -1 : 1))
  return { buckets, other: totalsOf(rest) }
}

/** Nothing spent. */
export const none: Sums = Object.fromEntries(counted.map((name) => [name, 0]))

/** Of few values all are read, which are the whole; of conversations only the largest. */
async function groupsOfDimension(groups: Groups, dimension: UsageDimension, top: number) {
  if (dimension === 'MODEL' || dimension === 'ROLE' || dimension === 'DAY') {
    const results = await groups.of('usage', columns[dimension])
    return { found: results, whole: results.reduce((sum, { sums }) => plus(sum, sums), none) }
  }
  if (dimension === 'WEEK') {
    const days = await groups.of('usage', 'day')
    const results = added(days.map(({ key, sums }) => ({ key: weekOf(key), sums })))
    return { found: results, whole: results.reduce((sum, { sums }) => plus(sum, sums), none) }
  }
  const [matches, [total]] = await Promise.all([groupsBy(groups, dimension, top), groups.of('usage', 'total')])
  return { found: matches, whole: total?.sums ?? none }
}

async function groupsBy(
  groups: Groups,
  dimension: Exclude<UsageDimension, 'WEEK'>,
  top: number,
): Promise<readonly Group[]> {
  if (dimension === 'TOOL') return byTool(groups)
  if (dimension === 'FORK_DEPTH') return byForkDepth(groups)
  if (dimension === 'CWD') return groups.of('usage', 'cwd')
  return groups.of('usage', columns[dimension], top)
}

/** What was spent without a tool is the bucket ''. */
async function byTool(groups: Groups): Promise<readonly Group[]> {
  const [tools, [whole]] = await Promise.all([groups.of('tools', 'tool'), groups.of('usage', 'total')])
  const rest = tools.reduce((left, { sums }) => plus(left, sums, -1), whole?.sums ?? none)
  return added([{ key: '', sums: rest }], tools)
}

async function byForkDepth(groups: Groups): Promise<readonly Group[]> {
  const [results, conversations] = await Promise.all([groups.of('usage', 'conversation'), groups.conversations()])
  const keys = new Map(conversations.map((one) => [one.id, `${one.forkLevel}`]))
  return added(results.map(({ key, sums }) => ({ key: keys.get(key) ?? '', sums })))
}

/** Returns the buckets of most tokens, those of nothing left out; equals by their keys. */
function largest(groups: readonly Group[], top: number): UsageBucket[] {
  const tokens = ({ totals }: UsageBucket) => totals.inputTokens + totals.outputTokens
  return groups
    .map(({ key, sums }) => ({ key, totals: totalsOf(sums) }))
    .filter(({ totals }) => counted.some((name) => totals[name] !== 0))
    .sort((a, b) => tokens(b) - tokens(a) || (a.key < b.key ? -1 : 1))
    .slice(0, top)
}

/** Returns sums as the API shows them: whole numbers that keep their value, and costs without the errors of adding. */
export function totalsOf(sums: Sums): UsageSums {
  const displayed = Object.fromEntries(
    counted.map((name) => [name, Math.min(sums[name] ?? 0, Number.MAX_SAFE_INTEGER)]),
  )
  const cost = Number((sums['costUsd'] ?? 0).toPrecision(12))
  return { ...(displayed as unknown as UsageSums), costUsd: Math.abs(cost) < 1e-12 ? 0 : cost }
}

/** Forks whose points are read in one call of the store. */
const forksAtOnce = 500

/** Returns the largest conversations, each with what it inherited at its fork's point: so these do not add up. */
export async function usageInclusive(scope: Scope, groups: Groups, top: number): Promise<UsageBucket[]> {
  const [own, conversations] = await Promise.all([groups.of('usage', 'conversation'), groups.conversations()])
  const forks = conversations.filter(({ forkPointId }) => forkPointId !== null)
  const inherited: Group[] = []
  for (let from = 0; from < forks.length; from += forksAtOnce) {
    const some = forks.slice(from, from + forksAtOnce)
    const points = await Promise.all(some.map(({ forkPointId }) => scope.reads.observation(forkPointId ?? '')))
    some.forEach(({ id }, k) => inherited.push({ key: id, sums: { ...sumsAt(points[k]?.place) } }))
  }
  return largest(added(inherited, own), top)
}
