import type { Connection } from '../connection/connection.ts'
import type { NodesWithMessages, ReadKinds } from '../reading/readRequest.ts'
import { byId, ranges } from '../reading/readSql.ts'
import { rowsOfRanges, type RangeRequest } from './manyAtOnce.ts'
import * as sql from '../bundles/sql.ts'

/** Where the columns of `placeOfNode` stand. */
const numberAt = { depth: 1, turn: 2, entry: 3 } as const

type Answers = 'grounds' | 'tails' | 'shown'

/** What is used together, read by one request. */
export const togetherReads: {
  readonly [N in Answers]: (
    connection: Connection,
    tenant: number,
    request: ReadKinds[N]['request'],
  ) => ReadKinds[N]['answer']
} = {
  grounds: (connection, tenant, ids) =>
    ids.map((id) => {
      const row = connection.get(byId.frontiers, tenant, id)
      if (row === null) return null
      const first = connection.get(sql.firstUser, tenant, id)
      return [row, first, connection.all(sql.messagesOfGround, tenant, id)]
    }),
  tails: (connection, tenant, tails) =>
    tails.map(([axis, headId, last]) => {
      const place = connection.get(sql.placeOfNode, tenant, headId)
      const to = place?.[numberAt[axis]] ?? null
      if (place === null || to === null) return [[], []]
      const range = [axis, String(place[0]), Number(to) - last + 1, Number(to)] as const
      return nodesWithMessages(connection, tenant, [range])[0] ?? [[], []]
    }),
  shown: nodesWithMessages,
}

function nodesWithMessages(
  connection: Connection,
  tenant: number,
  requests: readonly RangeRequest[],
): NodesWithMessages[] {
  const messages = rowsOfRanges(connection, tenant, sql.messagesOfRange, requests)
  return rowsOfRanges(connection, tenant, ranges, requests).map((nodes, k) => [nodes, messages[k] ?? []])
}
