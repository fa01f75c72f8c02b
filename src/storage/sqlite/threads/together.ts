import type { Axis } from '../../graphStore.ts'
import type { Connection, SqlRow } from '../connection.ts'
import type { NodesWithMessages, ReadKinds } from '../readRequest.ts'
import { byId, ranges } from '../readSql.ts'
import * as sql from '../together/togetherSql.ts'

/** Where the columns of `placeOfNode` stand. */
const numberAt = { depth: 1, turn: 2, entry: 3 } as const

type Answers = 'grounds' | 'tails' | 'shown'

/** What is used together, read by one request. */
export const togetherReads: {
  readonly [N in Answers]: (
    connection: Connection,
    tenant: number,
    asked: ReadKinds[N]['asked'],
  ) => ReadKinds[N]['given']
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
      return nodesWithMessages(connection, axis, [tenant, place[0] ?? null, Number(to) - last + 1, to])
    }),
  shown: (connection, tenant, asked) =>
    asked.map(([axis, ...range]) => nodesWithMessages(connection, axis, [tenant, ...range])),
}

function nodesWithMessages(connection: Connection, axis: Axis, range: SqlRow): NodesWithMessages {
  return [connection.all(ranges[axis], ...range), connection.all(sql.messagesOfRange[axis], ...range)]
}
