import type { Role, TreeShape } from '../../domain/model.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { promptsIn, shapeOfAll, shapeOfSums, type KnownConversation } from './conversations.ts'
import { namedConversations, storedSums, type AnalyticsFilter } from './filter.ts'
import { groupsOf, memo, type Group, type Groups } from './groups.ts'
import { totalsOf, usageBy, usageInclusive, type UsageDimension } from './usageBy.ts'
import { usageByAll } from './usageByAll.ts'
import { spendingBy, type SpentBucket, type SpentCell } from './unpriced.ts'
import type { Spending } from '../prices/spending.ts'
import { topConversations, type ConversationCount, type ConversationMeasure } from './topConversations.ts'
import { failureReasons } from './failureReasons.ts'
import { toolFailures, type ToolFailure } from './toolFailures.ts'
import { lazily, type CountedShape } from '../trees/counts/countedShape.ts'
import { own } from '../../runtime/own.ts'
import { totalOf } from '../trees/counts/promptCounts.ts'

/** Conversations in numbers. Each is computed when it is asked for. */
export interface Analytics {
  conversations(): Promise<number>
  forks(): Promise<number>
  messages(): Promise<number>
  observations(): Promise<number>
  turnsByRole(): Promise<{ readonly role: Role; readonly count: number }[]>
  treeShape(): Promise<CountedShape>
  usage(): Promise<Spending>
  usageBy(dimension: UsageDimension, top: number): Promise<SpentBucket[]>
  usageByAll(dimensions: readonly UsageDimension[], top: number): Promise<SpentCell[]>
  topConversations(by: ConversationMeasure, top: number): Promise<ConversationCount[]>
  toolFailures(top: number): Promise<ToolFailure[]>
  other(dimension: UsageDimension, top: number): Promise<Spending>
  usageInclusive(top: number): Promise<SpentBucket[]>
  tools(top: number): Promise<{ readonly name: string; readonly calls: number; readonly errors: number }[]>
  forkDepths(): Promise<readonly { readonly depth: number; readonly conversations: number }[]>
  messagesPerDay(): Promise<{ readonly day: string; readonly messages: number }[]>
  rewinds(): Promise<number>
  replacedTurns(): Promise<number>
  rewindRate(): Promise<number>
}

const mostDays = 10_000
const mostBuckets = 1000
const mostCells = 10_000
const roles: readonly Role[] = ['USER', 'ASSISTANT', 'SYSTEM', 'TOOL']

/** Returns what a filter leaves in numbers; refuses a filter that names nothing, or times turned round. */
export async function analytics(scope: Scope, filter: AnalyticsFilter): Promise<Analytics> {
  const groups = groupsOf(scope, filter)
  await namedConversations(scope, filter)
  const spent = spendingBy(groups)
  const counted = () => countedConversations(groups, filter)
  const depths = memo(async () => depthsOf((await storedSums(scope, filter)) ?? (await counted()).map(asSum)))
  const reasons = memo(() => failureReasons(scope, groups, filter))
  return {
    conversations: async () => countOf(await depths(), 0),
    forks: async () => countOf(await depths(), 1),
    messages: () => sumOf(groups, 'messages'),
    observations: () => sumOf(groups, 'observations'),
    turnsByRole: async () => turnsByRole(await groups.of('usage', 'role')),
    treeShape: async () => ({
      ...(await shapeOf(scope, filter, counted)),
      failedCalls: async () => (await groups.of('tools', 'total'))[0]?.sums['errors'] ?? 0,
      ...lazily(async () => totalOf([...(await promptsIn(scope, await counted())).values()])),
    }),
    usage: async () => spent.whole(totalsOf((await groups.of('usage', 'total'))[0]?.sums ?? {})),
    usageBy: async (dimension, top) =>
      spent.buckets(dimension, (await usageBy(groups, dimension, checkTop(top))).buckets),
    usageByAll: async (dimensions, top) =>
      spent.cells(dimensions, await usageByAll(groups, dimensions, checkTop(top, mostCells))),
    topConversations: async (by, top) => topConversations(scope, groups, counted, by, checkTop(top)),
    toolFailures: async (top) => toolFailures(groups, checkTop(top), reasons),
    other: async (dimension, top) => spent.other(dimension, await usageBy(groups, dimension, checkTop(top))),
    usageInclusive: async (top) => spent.inclusive(scope, await usageInclusive(scope, groups, checkTop(top))),
    tools: async (top) => toolCounts(await groups.of('tools', 'tool'), checkTop(top)),
    forkDepths: depths,
    messagesPerDay: async () => daysOf(await groups.of('usage', 'day')),
    rewinds: () => moves(groups, ['REWIND', 'UNDO']),
    replacedTurns: () => moves(groups, ['REPLACED']),
    rewindRate: () => rewindRate(groups),
  }
}

function checkTop(top: number, most = mostBuckets): number {
  if (Number.isInteger(top) && top >= 1 && top <= most) return top
  throw badInput(`"top" must be from 1 to ${most}.`, { top }, ['top'])
}

async function sumOf(groups: Groups, name: string): Promise<number> {
  const [total] = await groups.of('usage', 'total')
  return (total && own(total.sums, name)) ?? 0
}

/** Models and roles leave those that have such turns; times those that have turns then or were made then. */
async function countedConversations(groups: Groups, filter: AnalyticsFilter): Promise<readonly KnownConversation[]> {
  const all = await groups.conversations()
  const { from = null, to = null, models = null, roles = null } = filter
  if (from === null && to === null && models === null && roles === null) return all
  const active = await groups.of('usage', 'conversation')
  const ids = new Set(active.filter(({ sums }) => (sums['observations'] ?? 0) > 0).map(({ key }) => key))
  const isMadeThen = ({ createdAt }: KnownConversation) =>
    models === null && roles === null && createdAt >= (from ?? '') && createdAt <= (to ?? '~')
  return all.filter((one) => ids.has(one.id) || isMadeThen(one))
}

function turnsByRole(groups: readonly Group[]): { role: Role; count: number }[] {
  const counts = new Map(groups.map(({ key, sums }) => [key, sums['observations'] ?? 0]))
  return roles.map((role) => ({ role, count: counts.get(role) ?? 0 })).filter(({ count }) => count > 0)
}

function toolCounts(groups: readonly Group[], top: number) {
  return (
    groups
      .map(({ key, sums }) => ({ name: key, calls: sums['calls'] ?? 0, errors: sums['errors'] ?? 0 }))
      // A failure whose call is not there is no tool's.
      .filter(({ name, calls, errors }) => name !== '' && calls + errors > 0)
      .sort((a, b) => b.calls - a.calls || b.errors - a.errors || (a.name < b.name ? -1 : 1))
      .slice(0, top)
  )
}

type Depths = readonly { readonly depth: number; readonly conversations: number }[]

const asSum = ({ deleted, forkLevel }: KnownConversation) => ({ deleted, forkLevel, conversations: 1 })

/** Those that are not deleted. */
function depthsOf(sums: readonly { deleted: boolean; forkLevel: number; conversations: number }[]): Depths {
  const counts = new Map<number, number>()
  for (const { deleted, forkLevel, conversations } of sums)
    if (!deleted) counts.set(forkLevel, (counts.get(forkLevel) ?? 0) + conversations)
  return [...counts].sort(([a], [b]) => a - b).map(([depth, count]) => ({ depth, conversations: count }))
}

const countOf = (depths: Depths, from: number): number =>
  depths.reduce((sum, { depth, conversations }) => sum + (depth >= from ? conversations : 0), 0)

async function shapeOf(
  scope: Scope,
  filter: AnalyticsFilter,
  counted: () => Promise<readonly KnownConversation[]>,
): Promise<TreeShape> {
  const sums = await storedSums(scope, filter)
  return sums ? shapeOfSums(sums) : shapeOfAll(scope, await counted())
}

function daysOf(groups: readonly Group[]) {
  const days = groups
    .map(({ key, sums }) => ({ day: key, messages: sums['messages'] ?? 0 }))
    .filter((one) => one.messages > 0)
  if (days.length > mostDays)
    throw new Refusal('LIMIT_EXCEEDED', { limit: mostDays, days: days.length }, `There are more than ${mostDays} days.`)
  return days.sort((a, b) => (a.day < b.day ? -1 : 1))
}

async function moves(groups: Groups, kinds: readonly string[]): Promise<number> {
  const results = await groups.of('moves', 'kind')
  const sum = results.filter(({ key }) => kinds.includes(key)).reduce((all, { sums }) => all + (sums['count'] ?? 0), 0)
  return Math.min(sum, 2 ** 31 - 1)
}

/** How often users took something back, for each of their turns, of whatever model. */
async function rewindRate(groups: Groups): Promise<number> {
  const [taken, byRole] = await Promise.all([
    moves(groups, ['REWIND', 'UNDO', 'REPLACED']),
    groups.ofAllRoles('usage', 'role'),
  ])
  const turns = byRole.find(({ key }) => key === 'USER')?.sums['observations'] ?? 0
  return turns === 0 ? 0 : taken / turns
}
