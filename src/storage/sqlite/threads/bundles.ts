import type { Connection } from '../connection/connection.ts'
import { epochOf } from '../reading/observationCache/epochs.ts'
import type { NodesWithMessages, RangeRequest, ReadKinds, TailRequest } from '../reading/readRequest.ts'
import { byId, ranges } from '../reading/readSql.ts'
import { rowsOfRanges } from './manyAtOnce.ts'
import * as sql from '../bundles/sql.ts'

/** Where the columns of `placeOfNode` stand. */
const numberAt = { depth: 1, turn: 2, entry: 3 } as const

type Answers = 'grounds' | 'observations' | 'ranges' | 'pages'

/** What is used together, read by one request, and observations with the epoch that says whether remembered ones are still valid. */
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
  observations: (connection, tenant, ids) => [
    epochOf(connection, tenant),
    ids.map((id) => connection.get(byId.observations, tenant, id)),
  ],
  ranges: (connection, tenant, requests) => [
    epochOf(connection, tenant),
    rowsOfRanges(connection, tenant, ranges, requests),
  ],
  pages: (connection, tenant, { places, messageIds }) => [
    epochOf(connection, tenant),
    nodesWithMessages(connection, tenant, places),
    messageIds.length === 0 ? [] : connection.all(sql.messagesById, tenant, JSON.stringify(messageIds)),
  ],
}

function nodesWithMessages(
  connection: Connection,
  tenant: number,
  places: readonly (RangeRequest | TailRequest)[],
): NodesWithMessages[] {
  const requests = places.map((place) => (place.length === 4 ? place : rangeOfTail(connection, tenant, place)))
  const messages = rowsOfRanges(connection, tenant, sql.messagesOfRange, requests)
  return rowsOfRanges(connection, tenant, ranges, requests).map((nodes, k) => [nodes, messages[k] ?? []])
}

/** Of a head without a number on the axis: a range of nothing. */
function rangeOfTail(connection: Connection, tenant: number, [axis, headId, last]: TailRequest): RangeRequest {
  const place = connection.get(sql.placeOfNode, tenant, headId)
  const to = place?.[numberAt[axis]] ?? null
  return place == null || to === null ? [axis, '', 1, 0] : [axis, String(place[0]), Number(to) - last + 1, Number(to)]
}
