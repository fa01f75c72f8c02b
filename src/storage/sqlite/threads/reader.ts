import type { Connection, SqlRow, SqlValue } from '../connection/connection.ts'
import type { ListKey } from '../../graphStore.ts'
import { leavesBelow, transcriptsWith } from '../descendants/sql.ts'
import { decodeConversation } from '../reading/decode.ts'
import { lists } from '../lists/listSql.ts'
import type { ListSql } from '../lists/listStatement.ts'
import { faultsOf } from '../connection/faults.ts'
import type { ThreadAnswer } from './messages.ts'
import type { ConversationFilter, ReadName, ReadRequest, ReadKinds, RelationshipEnd } from '../reading/readRequest.ts'
import * as sql from '../reading/readSql.ts'
import { registryReads } from '../registry/registrySql.ts'
import { readConversationSums } from '../rollups/conversationSums.ts'
import { unfoldedDays } from '../rollups/days.ts'
import { readRollups } from '../rollups/read.ts'
import { answerParts } from '../rollups/sql.ts'
import { stateRecordAnswers } from '../stateRecords/reads.ts'
import { relationshipLists } from '../records/relationship.ts'
import { failureOf } from './writer.ts'
import { rowsOfEach } from './manyAtOnce.ts'
import { togetherReads } from './bundles.ts'
import { walkSql } from '../reading/walkSql.ts'
import { findTenant } from '../writing/writeSql.ts'

export type Read<N extends ReadName> = (
  connection: Connection,
  tenant: number,
  request: ReadKinds[N]['request'],
) => ReadKinds[N]['answer']

const reads: { readonly [N in ReadName]: Read<N> } = {
  byId: (connection, tenant, { kind, ids }) =>
    ids.map((id) =>
      typeof id === 'string'
        ? connection.get(sql.byId[kind], tenant, id)
        : connection.get(sql.byId[kind], tenant, ...id),
    ),
  externals: (connection, tenant, ids) =>
    rowsOfEach(
      connection,
      tenant,
      sql.externals,
      ids.map((id) => [id]),
    ),
  junctions: (connection, tenant, places) => places.map((place) => connection.get(sql.junction, tenant, ...place)),
  ...togetherReads,
  lineages: (connection, tenant, ids) => ids.map((id) => connection.all(sql.lineage, tenant, id)),
  lists: (connection, tenant, requests) =>
    requests.map((request) => pageOf(connection, tenant, lists[request.list], request)),
  counts: (connection, tenant, { lists: counted, limit }) =>
    counted.map(({ list, owner }) => Number(connection.get(lists[list].count, tenant, owner, limit)?.[0])),
  countsBelow: (connection, tenant, { nodes, limit }) =>
    nodes.map(({ what, conversationId, segmentId, depth }) => {
      const statement = what === 'leaves' ? leavesBelow : transcriptsWith
      const [walked, result] = connection.get(statement, tenant, segmentId, depth, conversationId, limit) ?? []
      return Number(walked) >= limit ? limit : Math.min(limit, Number(result))
    }),
  relationshipLists: (connection, tenant, requests) =>
    requests.map((request) => pageOf(connection, tenant, relationshipsSql(request), request)),
  relationshipCounts: (connection, tenant, { lists: counted, limit }) =>
    counted.map((list) => Number(connection.get(relationshipsSql(list).count, tenant, list.owner, limit)?.[0])),
  ...stateRecordAnswers,
  conversationList,
  conversationCount: (connection, tenant, filter) =>
    sides(filter).reduce((count, side) => {
      const { from, below, limit } = filter
      const rest = limit - count
      const row = isOfShelvesAlone(filter)
        ? connection.get(sql.conversationsOnShelf, tenant, side.deleted, side.shelf, from, below, rest)
        : connection.get(statements(filter).count, ...filterValues(tenant, side, filter, from, below, rest))
      return count + Number(row?.[0])
    }, 0),
  directories: (connection, tenant, { after, limit }) =>
    connection.all(sql.directories, tenant, after === null ? null : String(after.sort), after?.id ?? null, limit),
  rawSources: (connection, tenant, conversationId) => connection.all(sql.rawSources, tenant, conversationId),
  rawChunks: (connection, tenant, requests) => connection.allBytes(sql.rawChunks, tenant, ...requests),
  registry: (connection, _, { statement, values }) => connection.all(registryReads[statement], ...values),
  faults: faultsOf,
  walk: (connection, tenant, { table, after, limit }) =>
    connection.all(walkSql[table][after === null ? 'first' : 'later'], tenant, after, limit),
  rollups: readRollups,
  conversationSums: readConversationSums,
  unfoldedDays,
  answers: (connection, tenant, ids) => ids.map((id) => connection.get(answerParts, tenant, id)),
  rowCounts: (connection) =>
    Object.fromEntries(Object.entries(sql.rowCounts).map(([kind, text]) => [kind, Number(connection.get(text)?.[0])])),
}

/** Characters of one answer: it lies in memory twice while it travels between threads. */
const atOnce = 32 * 1024 * 1024

/** Answers requests one after the other, each as of one commit. */
export function readerOn(connection: Connection): (requests: readonly ReadRequest[]) => ThreadAnswer<unknown>[] {
  const tenants = new Map<string, number>()
  const tenantOf = (name: string): number => {
    const known = tenants.get(name)
    if (known !== undefined) return known
    const row = connection.get(findTenant, name)
    // None has written yet: no row has this number.
    if (row === null) return -1
    tenants.set(name, Number(row[0]))
    return Number(row[0])
  }
  return (requests) =>
    requests.map((request) => {
      try {
        connection.run('BEGIN')
        connection.allow(atOnce)
        const read = reads[request.name] as Read<ReadName>
        const value = read(connection, tenantOf(request.tenant), request.request)
        connection.run('COMMIT')
        return { value }
      } catch (error) {
        if (connection.inTransaction()) connection.run('ROLLBACK')
        return { failure: failureOf(error, false) }
      }
    })
}

interface ListPageRequest {
  readonly owner: string
  readonly after: ListKey | null
  readonly limit: number
}

function pageOf(
  connection: Connection,
  tenant: number,
  sqlOf: ListSql,
  { owner, after, limit }: ListPageRequest,
): SqlRow[] {
  const { first, tied, later } = sqlOf
  if (after === null) return connection.all(first, tenant, owner, limit)
  const ties = connection.all(tied, tenant, owner, limit, after.sort, after.id)
  if (ties.length === limit) return ties
  return [...ties, ...connection.all(later, tenant, owner, limit - ties.length, after.sort)]
}

function relationshipsSql({ end, type, deleted }: RelationshipEnd): ListSql {
  const result = relationshipLists[end].get(type)
  if (!result) throw new Error(`There are no relationships of the type "${type}".`)
  return deleted ? result.deleted : result.live
}

const statements = (filter: ConversationFilter) => (filter.forkedFrom === null ? sql.conversations : sql.forksOf)

/** Whether nothing of a row is compared but what the index by shelf has. */
function isOfShelvesAlone(filter: ConversationFilter): boolean {
  const { origins, cwdKey, titleKey, memberKeys, forkedFrom, withoutMembers, failing } = filter
  const compared = [origins, cwdKey, titleKey, memberKeys, forkedFrom, withoutMembers, failing]
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

function conversationList(
  connection: Connection,
  tenant: number,
  request: ReadKinds['conversationList']['request'],
): SqlRow[] {
  const { filter, after } = request
  const pages = sides(filter).map((side) => {
    const { tied, below } = statements(filter)
    const values = (from: string, to: string, limit: number) => filterValues(tenant, side, filter, from, to, limit)
    const sort = after === null ? null : String(after.sort)
    const inRange = after !== null && sort !== null && sort >= filter.from && sort < filter.below
    const ties = inRange ? connection.all(tied, ...values(sort, after.id, filter.limit)) : []
    const upper = sort !== null && sort < filter.below ? sort : filter.below
    return [...ties, ...connection.all(below, ...values(filter.from, upper, filter.limit))]
  })
  return pages.length === 1 ? (pages[0] ?? []).slice(0, filter.limit) : newestFirst(pages.flat()).slice(0, filter.limit)
}

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
  const { origins, cwdKey, titleKey, memberKeys, forkedFrom } = filter
  const without = [Number(filter.withoutForks), Number(filter.withoutSidechains), filter.withoutMembers, filter.failing]
  const values = [tenant, deleted, origins, cwdKey, titleKey, memberKeys, from, to, limit, ...without]
  return [...values, forkedFrom ?? shelf]
}
