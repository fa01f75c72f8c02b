import type { Axis } from '../../graphStore.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'

/** A statement that finds rows for one thing that is asked (`?2` on), and the one that finds them for a JSON list of such. */
export interface OneOrMany {
  readonly one: string
  /** Its first column says for which of the list a row is; in the order of the list. */
  readonly many: string
}
export type RangeSql = Readonly<Record<Axis, OneOrMany>>
export type AskedRange = readonly [axis: Axis, segmentId: string, from: number, to: number]

/** Returns the rows of each thing that is asked. Many are found by one statement: to begin one costs more than most rows do. */
export function rowsOfEach(
  connection: Connection,
  tenant: number,
  { one, many }: OneOrMany,
  asked: readonly SqlRow[],
): SqlRow[][] {
  if (asked.length < 2) return asked.map((values) => connection.all(one, tenant, ...values))
  const found = asked.map((): SqlRow[] => [])
  for (const [at, ...row] of connection.all(many, tenant, JSON.stringify(asked))) found[Number(at)]?.push(row)
  return found
}

/** Returns the same of ranges, whichever axis each is on. */
export function rowsOfRanges(
  connection: Connection,
  tenant: number,
  sql: RangeSql,
  asked: readonly AskedRange[],
): SqlRow[][] {
  const found: SqlRow[][] = asked.map(() => [])
  for (const axis of new Set(asked.map(([of]) => of))) {
    const places = [...asked.keys()].filter((at) => asked[at]?.[0] === axis)
    const ranges = places.map((at) => (asked[at] as AskedRange).slice(1) as SqlRow)
    for (const [k, rows] of rowsOfEach(connection, tenant, sql[axis], ranges).entries())
      found[places[k] as number] = rows
  }
  return found
}
