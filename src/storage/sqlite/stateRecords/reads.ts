import type { GraphStore, StateRecordKindRequest } from '../../graphStore.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'
import type { ReadKinds } from '../reading/readRequest.ts'
import type { Ask } from '../records/records.ts'
import { tables } from '../schema.ts'
import { countSql, hasKindSql, listSql, nextKindSql } from './sql.ts'

/** Returns the reads of lists of state records. */
export function stateRecordReads(
  ask: Ask,
): Pick<GraphStore, 'stateRecordLists' | 'stateRecordCounts' | 'stateRecordKinds'> {
  return {
    stateRecordLists: async (tenant, requests) =>
      (await ask('stateRecordLists', tenant, requests)).map((rows) => rows.map(tables.stateRecords.read)),
    stateRecordCounts: (tenant, ranges, limit) => ask('stateRecordCounts', tenant, { ranges, limit }),
    stateRecordKinds: (tenant, request) => ask('stateRecordKinds', tenant, request),
  }
}

/** What a reader's thread answers. */
export const stateRecordAnswers = {
  stateRecordLists: (connection: Connection, tenant: number, requests: ReadKinds['stateRecordLists']['request']) =>
    requests.map((request): SqlRow[] => {
      const { sql, values } = listSql(tenant, request)
      return connection.all(sql, ...values)
    }),
  stateRecordCounts: (
    connection: Connection,
    tenant: number,
    { ranges, limit }: ReadKinds['stateRecordCounts']['request'],
  ) =>
    ranges.map((range) => {
      const { sql, values } = countSql(tenant, range, limit)
      return Number(connection.get(sql, ...values)?.[0])
    }),
  stateRecordKinds,
}

/** Kind after kind, each found by the index: there may be a million records of each. */
function stateRecordKinds(connection: Connection, tenant: number, request: StateRecordKindRequest): string[] {
  const kinds: string[] = []
  let last = request.after
  while (kinds.length < request.limit) {
    const next = nextKindSql(tenant, request, last)
    const kind = connection.get(next.sql, ...next.values)?.[0]
    if (kind == null) break
    last = String(kind)
    if (request.conversationId !== null || isOfLive(connection, tenant, last)) kinds.push(last)
  }
  return kinds
}

function isOfLive(connection: Connection, tenant: number, kind: string): boolean {
  const { sql, values } = hasKindSql(tenant, kind)
  return connection.get(sql, ...values) !== null
}
