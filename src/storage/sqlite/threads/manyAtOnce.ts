import type { Axis } from '../../graphStore.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'
import type { RangeRequest } from '../reading/readRequest.ts'

/** A statement that finds rows for one thing that is asked (`?2` on), and the one that finds them for a JSON list of such. */
export interface OneOrMany {
  readonly one: string
  /** Its first column says for which of the list a row is; in the order of the list. */
  readonly many: string
}
export type RangeSql = Readonly<Record<Axis, OneOrMany>>

/** Returns the rows of each thing that is asked. Many are found by one statement: to begin one costs more than most rows do. */
export function rowsOfEach(
  connection: Connection,
  tenant: number,
  { one, many }: OneOrMany,
  requests: readonly SqlRow[],
): SqlRow[][] {
  if (requests.length < 2) return requests.map((values) => connection.all(one, tenant, ...values))
  const results = requests.map((): SqlRow[] => [])
  for (const [at, ...row] of connection.all(many, tenant, JSON.stringify(requests))) results[Number(at)]?.push(row)
  return results
}

/** Returns the same of ranges, whichever axis each is on. */
export function rowsOfRanges(
  connection: Connection,
  tenant: number,
  sql: RangeSql,
  requests: readonly RangeRequest[],
): SqlRow[][] {
  const results: SqlRow[][] = requests.map(() => [])
  for (const axis of new Set(requests.map(([of]) => of))) {
    const places = [...requests.keys()].filter((at) => requests[at]?.[0] === axis)
    const ranges = places.map((at) => (requests[at] as RangeRequest).slice(1) as SqlRow)
    for (const [k, rows] of rowsOfEach(connection, tenant, sql[axis], ranges).entries())
      results[places[k] as number] = rows
  }
  return results
}
