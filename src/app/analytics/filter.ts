import type { Instant, Role } from '../../domain/model.ts'
import { badInput, notFound } from '../../domain/refusals.ts'
import type { ConversationSum } from '../../storage/graphStore.ts'
import { checkLookupId } from '../../domain/ids.ts'
import { foldersOf, type InFolders } from '../read/folders.ts'
import type { Scope } from '../scope.ts'
import { conversationsIn, slim, type KnownConversation } from './conversations.ts'

/** What `analytics` may be filtered by; times are inclusive. */
export interface AnalyticsFilter extends InFolders {
  readonly conversationIds?: readonly string[] | null
  readonly from?: Instant | null
  readonly to?: Instant | null
  readonly includeExperiments?: boolean | null
  readonly models?: readonly string[] | null
  readonly roles?: readonly Role[] | null
  readonly includeDeleted?: boolean | null
}

/** A stretch of time inside one day, both ends included. */
export interface Within {
  readonly from: Instant
  readonly to: Instant
}

/** What a filter leaves, as far as it needs no reading: days that count whole, and parts of days. */
export interface TimeSpan {
  /** Null: no day counts whole. */
  readonly days: { readonly from: string; readonly to: string } | null
  readonly parts: readonly Within[]
}

const firstOf = (day: string): Instant => `${day}T00:00:00.000000000Z`
const lastOf = (day: string): Instant => `${day}T23:59:59.999999999Z`
const next = (day: string, by: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)

/** Returns the days between two times, and what of the first and the last is not whole; refuses a range turned round. */
export function spanOf({ from = null, to = null }: Pick<AnalyticsFilter, 'from' | 'to'>): TimeSpan {
  if (from !== null && to !== null && from > to)
    throw badInput('"from" lies after "to".', { from, to }, ['filter', 'from'])
  const [start, end] = [from?.slice(0, 10) ?? null, to?.slice(0, 10) ?? null]
  const startsWhole = from === null || start === null || from === firstOf(start)
  const endsWhole = to === null || end === null || to === lastOf(end)
  if (start !== null && start === end && !(startsWhole && endsWhole))
    return { days: null, parts: [{ from: from as Instant, to: to as Instant }] }
  const parts: Within[] = []
  if (!startsWhole) parts.push({ from, to: lastOf(start) })
  if (!endsWhole) parts.push({ from: firstOf(end), to })
  const first = startsWhole ? (start ?? '') : next(start, 1)
  const last = endsWhole ? (end ?? '~') : next(end, -1)
  return { days: first <= last ? { from: first, to: last } : null, parts }
}

/** Returns the conversations that a filter names; null: it names none. Refuses one that is not there. */
export async function namedConversations(
  scope: Scope,
  { conversationIds }: AnalyticsFilter,
): Promise<KnownConversation[] | null> {
  if (conversationIds == null) return null
  const field = ['filter', 'conversationIds']
  if (conversationIds.length > scope.limits.list)
    throw badInput(`At most ${scope.limits.list} conversations may be named.`, { limit: scope.limits.list }, field)
  const ids = [...new Set(conversationIds.map(checkLookupId))]
  const conversations = await Promise.all(ids.map((id) => scope.reads.conversation(id)))
  return conversations.map((conversation, k) => {
    if (conversation === null) throw notFound('Conversation', ids[k] ?? '')
    return slim(conversation)
  })
}

/** Returns the conversations whose turns count under a filter, times, models and roles aside, deleted ones as it says. */
export async function conversationsLeft(scope: Scope, filter: AnalyticsFilter): Promise<KnownConversation[]> {
  const named = await namedConversations(scope, filter)
  const folders = foldersOf(filter)
  const all = named ?? (await conversationsIn(scope, folders))
  return all.filter(
    ({ cwd, deleted, experiment }) =>
      (folders === null || (cwd !== null && folders.includes(cwd))) &&
      (filter.includeDeleted !== false || !deleted) &&
      (filter.includeExperiments === true || !experiment),
  )
}

/** Returns what conversations come to that the store sums up itself; null where a filter or a store has no such sums. */
export async function storedSums(scope: Scope, filter: AnalyticsFilter): Promise<readonly ConversationSum[] | null> {
  const { conversationIds, from, to, models, roles, includeExperiments, includeDeleted } = filter
  if ([conversationIds, from, to, models, roles].some((one) => one != null)) return null
  const all = await scope.store.conversationSums({
    includeExperiments: includeExperiments === true,
    cwd: foldersOf(filter),
  })
  return all && all.filter(({ deleted }) => includeDeleted !== false || !deleted)
}
