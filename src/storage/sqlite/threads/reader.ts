import type { Connection, SqlRow } from '../connection/connection.ts'
import type { ListKey } from '../../graphStore.ts'
import { leavesBelow, transcriptsWith } from '../descendants/sql.ts'
import { conversationCount, conversationList } from '../lists/conversations.ts'
import { lists } from '../lists/listSql.ts'
import type { ListSql } from '../lists/listStatement.ts'
import { faultsOf } from '../connection/faults.ts'
import type { ThreadAnswer } from './messages.ts'
import type { ReadName, ReadRequest, ReadKinds, RelationshipEnd } from '../reading/readRequest.ts'
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
import { keysNaming } from '../writing/keySql.ts'
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
  conversationCount,
  directories: (connection, tenant, { after, limit }) =>
    connection.all(sql.directories, tenant, after === null ? null : String(after.sort), after?.id ?? null, limit),
  rawSources: (connection, tenant, conversationId) => connection.all(sql.rawSources, tenant, conversationId),
  rawChunks: (connection, tenant, requests) => connection.allBytes(sql.rawChunks, tenant, ...requests),
  registry: (connection, _, { statement, values }) => connection.all(registryReads[statement], ...values),
  faults: faultsOf,
  walk: (connection, tenant, { table, after, limit }) =>
    connection.all(walkSql[table][after === null ? 'first' : 'later'], tenant, after, limit),
  keysNaming: (connection, tenant, names) => connection.all(keysNaming, tenant, JSON.stringify(names)),
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
