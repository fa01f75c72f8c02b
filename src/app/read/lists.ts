import type { Conversation, Instant, Json, OriginKind } from '../../domain/model.ts'
import { isFit } from '../../domain/ids.ts'
import { isInstant } from '../../domain/instants.ts'
import { badInput } from '../../domain/refusals.ts'
import { isDated } from '../../domain/messages/newConversation.ts'
import { canonicalJson } from '../../domain/tree/pathHash.ts'
import type { ConversationQuery, ListKey, ListName, Lists } from '../../storage/graphStore.ts'
import { isByNumber, sortOf } from '../../storage/kinds.ts'
import type { Scope } from '../scope.ts'
import { checkFolders, foldersOf, type InFolders } from './folders.ts'
import { cursorOfParts, listIn, readParts, type StampedList } from './cursors.ts'
import { listed, pageSize, type ListPage } from './pages.ts'

/** Arguments of a list that is paged forward. */
export interface Forward {
  readonly first?: number | null
  readonly after?: string | null
}

type Item = Lists[ListName]
const idOf = (item: Item) => ('tipId' in item ? item.tipId : 'id' in item ? item.id : item.runId)

/** Returns where an item stands in such a list. */
export function placeIn<N extends ListName>(list: N, item: Lists[N]): ListKey {
  return { sort: sortOf(list, item), id: idOf(item) }
}

/** Returns a page of one of the store's lists, by keyset. `totalCount` is null where counting would walk too far. */
export async function listPage<N extends ListName>(
  scope: Scope,
  list: N,
  owner: string,
  args: Forward,
): Promise<ListPage<Lists[N]>> {
  const limit = pageSize(args).first ?? 0
  const name = listIn(scope, `${list}:${owner}`)
  const after = readKey(name, args, isByNumber(list) ? 'number' : 'time')
  const items = await scope.reads.list({ list, owner, after, limit: limit + 1 })
  return pageOf(
    name,
    items,
    limit,
    (item) => placeIn(list, item),
    after !== null,
    async () => {
      const count = await scope.reads.count(list, owner, scope.limits.count + 1)
      return count > scope.limits.count ? null : count
    },
  )
}

/**
 * Returns the length of a list that the API promises whatever it is: what is kept in the same write as its items is not
 * counted again.
 */
export async function promisedCount(scope: Scope, list: ListName, owner: string): Promise<number> {
  if (list === 'messagesOfConversation') return scope.reads.messageCount(owner)
  if (list !== 'events') return wholeCount(scope, list, owner)
  const [newest] = await scope.reads.list({ list, owner, after: null, limit: 1 })
  return newest?.seq ?? 0
}

/** Returns the length of a list that is counted whole. */
export async function wholeCount(scope: Scope, list: ListName, owner: string): Promise<number> {
  return scope.reads.count(list, owner, Number.MAX_SAFE_INTEGER)
}

/** Returns a page of items that were read with one more than it may hold. */
export function pageOf<T>(
  name: StampedList,
  items: readonly T[],
  limit: number,
  key: (item: T) => ListKey,
  hasPreviousPage: boolean,
  totalCount: () => Promise<number | null>,
): ListPage<T> {
  const visible = items.slice(0, limit)
  return {
    items: visible.map((item) => listed(item, () => keyCursor(name, key(item)))),
    hasNextPage: items.length > limit,
    hasPreviousPage,
    totalCount,
  }
}

/** Returns the place in a list by time, or by number, that a cursor names; refuses a broken one. */
export function readKey(list: StampedList, { after }: Forward, by: 'time' | 'number' = 'time'): ListKey | null {
  const place = readParts<readonly [string | number, string]>(
    list,
    after,
    'after',
    by === 'time' ? isPlaceInTime : isPlaceByNumber,
  )
  return place && { sort: place[0], id: place[1] }
}

/** Returns the cursor of a place in a list. */
export function keyCursor(list: StampedList, { sort, id }: ListKey): string {
  return cursorOfParts(list, [sort, id])
}

const isPlaceInTime = (value: unknown): value is [Instant, string] =>
  isPair(value) && typeof value[0] === 'string' && isInstant(value[0])
const isPlaceByNumber = (value: unknown): value is [number, string] => isPair(value) && Number.isSafeInteger(value[0])
const isPair = (value: unknown): value is [unknown, string] =>
  Array.isArray(value) && value.length === 2 && typeof value[1] === 'string' && isFit(value[1])

/** What `conversations` may be filtered by. */
export interface ConversationFilter extends InFolders {
  readonly origin?: readonly OriginKind[] | null
  readonly title?: string | null
  readonly activeAfter?: Instant | null
  readonly activeBefore?: Instant | null
  readonly forkedFrom?: string | null
  readonly includeDeleted?: boolean | null
  readonly forks?: boolean | null
  readonly sidechains?: boolean | null
  /** False, as left out, lists none of them; true them alone; null both. */
  readonly archived?: boolean | null
  /** True lists them alone, false none of them. */
  readonly pinned?: boolean | null
  readonly metadata?: Json
  /** True lists those in which a tool failed alone, false none of them. */
  readonly failures?: boolean | null
  /** In any of their turns as they are now; see conversationsWithText.ts. */
  readonly text?: string | null
}

/** Where a conversation stands among all: `isUndated` behind all others. */
interface Shelved extends ListKey {
  readonly isUndated: boolean
}

/** Returns a page of the tenant's conversations, newest activity first; those in which nothing came with a time stand behind. */
export async function conversationsPage(
  scope: Scope,
  filter: ConversationFilter | null,
  args: Forward,
): Promise<ListPage<Conversation>> {
  const limit = pageSize(args).first ?? 0
  checkFolders(scope.limits.list, filter ?? {}, ['filter'])
  const query = queryOf(filter ?? {})
  const name = listIn(scope, `conversations:${nameOf(query)}`)
  const after = readShelved(name, args)
  const items = await conversationsAfter(scope, query, after, limit + 1)
  const visible = items.slice(0, limit)
  return {
    items: visible.map((item) => listed(item, () => shelvedCursor(name, item))),
    hasNextPage: items.length > limit,
    hasPreviousPage: after !== null,
    totalCount: async () => {
      const count = await scope.reads.conversationCount({ ...query, after: null, limit: 0 }, scope.limits.count + 1)
      return count > scope.limits.count ? null : count
    },
  }
}

type WholeQuery = Omit<ConversationQuery, 'after' | 'limit'>

/** Returns what sets a list of conversations apart from others. */
export function nameOf(query: WholeQuery): string {
  return canonicalJson(query)
}

/** Both shelves are read in their own order: a page of the first one that is full needs no other. */
async function conversationsAfter(
  { reads }: Scope,
  query: WholeQuery,
  after: Shelved | null,
  limit: number,
): Promise<Conversation[]> {
  const dated: WholeQuery = { ...query, leaveOut: [...query.leaveOut, 'undated'] }
  const first = after?.isUndated === true ? [] : await reads.conversations({ ...dated, after, limit })
  if (first.length === limit) return first
  const undated = { ...query, undatedOnly: true, after: after?.isUndated === true ? after : null }
  return [...first, ...(await reads.conversations({ ...undated, limit: limit - first.length }))]
}

function readShelved(list: StampedList, { after }: Forward): Shelved | null {
  const place = readParts<readonly [string, string, true?]>(list, after, 'after', isShelved)
  return place && { sort: place[0], id: place[1], isUndated: place[2] === true }
}

const isShelved = (value: unknown): value is [string, string, true?] =>
  Array.isArray(value) &&
  isPlaceInTime(value.slice(0, 2)) &&
  (value.length === 2 || (value.length === 3 && value[2] === true))

const shelvedCursor = (list: StampedList, conversation: Conversation): string =>
  cursorOfParts(list, [conversation.activityAt, conversation.id, ...(isDated(conversation) ? [] : [true])])

/** Returns what a store is asked for by a filter. */
export function queryOf(filter: ConversationFilter): WholeQuery {
  const { metadata } = filter
  if (metadata != null && (typeof metadata !== 'object' || Array.isArray(metadata)))
    throw badInput('"metadata" must be a JSON object.', {}, ['filter', 'metadata'])
  const request = { archived: false, ...filter }
  const members = [
    ...Object.entries(metadata ?? {}),
    ...(['archived', 'pinned'] as const).filter((kind) => request[kind] === true).map((kind) => [kind, true] as const),
  ]
  return {
    origin: filter.origin ?? null,
    cwd: foldersOf(filter),
    title: filter.title ?? null,
    activeAfter: filter.activeAfter ?? null,
    activeBefore: filter.activeBefore ?? null,
    forkedFrom: filter.forkedFrom ?? null,
    includeDeleted: filter.includeDeleted ?? false,
    leaveOut: [
      ...(['forks', 'sidechains', 'archived', 'pinned'] as const).filter((kind) => request[kind] === false),
      ...(filter.failures == null ? [] : [filter.failures ? ('notFailing' as const) : ('failing' as const)]),
    ],
    metadata: members.map(([member, value]) => ({ name: member, json: canonicalJson(value) })),
  }
}
