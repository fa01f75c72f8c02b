/** Lists of conversations by latest activity, which a filter may leave few of. */
import type { Connection, SqlRow, SqlValue } from '../connection/connection.ts'
import { decodeConversation } from '../reading/decode.ts'
import type { ConversationFilter, ReadKinds } from '../reading/readRequest.ts'
import { unpackedText } from '../connection/values.ts'
import * as sql from '../reading/readSql.ts'

/**
 * Rows of the index that are walked through for a page of those with a title. Each is looked up, which takes four times as long as to
 * scan the table in its own order: a title that few have is looked for there.
 */
const walked = [2_000, 20_000]
/** The walk goes on where a page is likely to be full within this many times as many rows. */
const likely = 10

/** Whether nothing of a row is compared but what the index by shelf has. */
function isOfShelvesAlone(filter: ConversationFilter): boolean {
  const { origins, cwdKeys, titleKey, memberKeys, forkedFrom, withoutMembers, failing } = filter
  const compared = [origins, cwdKeys, titleKey, memberKeys, forkedFrom, withoutMembers, failing]
  return compared.every((value) => value === null) && !filter.withoutForks && !filter.withoutSidechains
}

/** Where in an index a list lies: live or deleted ones, of one shelf; those of a fork's source are not apart by shelf. */
interface IndexSide {
  readonly deleted: 0 | 1
  readonly shelf: number
}

function sides({ includeDeleted, shelves, forkedFrom }: ConversationFilter): IndexSide[] {
  const apart = forkedFrom === null ? shelves : [0]
  const deletions = includeDeleted ? ([0, 1] as const) : ([0] as const)
  return deletions.flatMap((deleted) => apart.map((shelf) => ({ deleted, shelf })))
}

/** Returns a page of conversations, newest first. */
export function conversationList(
  connection: Connection,
  tenant: number,
  request: ReadKinds['conversationList']['request'],
  steps: readonly number[] = walked,
): SqlRow[] {
  const { filter, after } = request
  const pages = sides(filter).map((side) => {
    const { tied } = statements(filter)
    const values = (from: string, to: string, limit: number) => filterValues(tenant, side, filter, from, to, limit)
    const sort = after === null ? null : String(after.sort)
    const inRange = after !== null && sort !== null && sort >= filter.from && sort < filter.below
    const ties = inRange ? connection.all(tied, ...values(sort, after.id, filter.limit)) : []
    const upper = sort !== null && sort < filter.below ? sort : filter.below
    return [...ties, ...rowsBelow({ connection, tenant, side, filter, upper, steps })]
  })
  return pages.length === 1 ? (pages[0] ?? []).slice(0, filter.limit) : newestFirst(pages.flat()).slice(0, filter.limit)
}

interface Below {
  readonly connection: Connection
  readonly tenant: number
  readonly side: IndexSide
  readonly filter: ConversationFilter
  /** They are older than this. */
  readonly upper: string
  readonly steps: readonly number[]
}

/** Returns the newest rows of one side. */
function rowsBelow({ connection, tenant, side, filter, upper, steps }: Below): SqlRow[] {
  const { below } = statements(filter)
  const { from, limit, titleKey, forkedFrom } = filter
  const values = (oldest: string) => filterValues(tenant, side, filter, oldest, upper, limit)
  if (titleKey === null || forkedFrom !== null) return connection.all(below, ...values(from))
  for (const rows of steps) {
    const last = connection.get(sql.activityBehind, tenant, side.deleted, side.shelf, from, upper, rows)?.[0]
    if (last == null) return connection.all(below, ...values(from))
    const page = connection.all(below, ...values(unpackedText(String(last))))
    if (page.length === limit) return page
    if (page.length * likely < limit) break
  }
  return connection.all(sql.scanned.below, ...values(from), titlePattern(titleKey))
}

/**
 * Returns a pattern that fits every body whose title has such a part: of its longest piece that JSON writes as it is and that has
 * none of the pattern's own signs. LIKE compares without regard to the case of ASCII letters, as the titles are that have no key of their own.
 */
function titlePattern(titleKey: string): string {
  // oxlint-disable-next-line no-control-regex
  const pieces = titleKey.split(/["\\%_\u0000-\u001f]/u)
  const longest = pieces.reduce((a, b) => (b.length > a.length ? b : a), '')
  return `%${Array.from(longest).slice(0, longestPiece).join('')}%`
}
const longestPiece = 64

/** Live and deleted conversations, and those of each shelf, lie apart in the index: short pages make one. */
function newestFirst(rows: SqlRow[]): SqlRow[] {
  const keyed = rows.map((row) => ({ row, it: decodeConversation(row) }))
  keyed.sort(({ it: left }, { it: right }) => {
    if (left.activityAt !== right.activityAt) return left.activityAt > right.activityAt ? -1 : 1
    return left.id < right.id ? -1 : 1
  })
  return keyed.map(({ row }) => row)
}

function filterValues(
  tenant: number,
  { deleted, shelf }: IndexSide,
  filter: ConversationFilter,
  from: string,
  to: string,
  limit: number,
): SqlValue[] {
  const { origins, cwdKeys, titleKey, memberKeys, forkedFrom } = filter
  const without = [Number(filter.withoutForks), Number(filter.withoutSidechains), filter.withoutMembers, filter.failing]
  const values = [tenant, deleted, origins, cwdKeys, titleKey, memberKeys, from, to, limit, ...without]
  return [...values, forkedFrom ?? shelf]
}

/** Returns how many conversations there are, counted no farther than the filter's limit. */
export function conversationCount(
  connection: Connection,
  tenant: number,
  filter: ReadKinds['conversationCount']['request'],
): number {
  return sides(filter).reduce(
    (count, side) => count + countOf(connection, tenant, side, filter, filter.limit - count),
    0,
  )
}

function countOf(
  connection: Connection,
  tenant: number,
  side: IndexSide,
  filter: ConversationFilter,
  limit: number,
): number {
  const { from, below, titleKey, forkedFrom } = filter
  const values = filterValues(tenant, side, filter, from, below, limit)
  const row = isOfShelvesAlone(filter)
    ? connection.get(sql.conversationsOnShelf, tenant, side.deleted, side.shelf, from, below, limit)
    : titleKey !== null && forkedFrom === null
      ? connection.get(sql.scanned.count, ...values, titlePattern(titleKey))
      : connection.get(statements(filter).count, ...values)
  return Number(row?.[0])
}

const statements = (filter: ConversationFilter) => (filter.forkedFrom === null ? sql.conversations : sql.forksOf)
