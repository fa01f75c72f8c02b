/** The statements of one list. `?1` is the tenant, `?2` the owner, `?3` the limit, `?4` and `?5` the keyset position. */
export interface ListSql {
  /** The beginning. */
  readonly first: string
  /** What has the position's sort value, and a greater id. */
  readonly tied: string
  /** What has a later sort value. A range of its own, so that no tie is read twice. */
  readonly later: string
  readonly count: string
}
export interface ListShape {
  readonly columns: string
  readonly from: string
  readonly sort: string
  readonly id: string
  readonly newestFirst: boolean
  /** No two items have the same sort value: their ids order nothing. */
  readonly noTies?: boolean
  /** How the position's sort value and id are compared; as they are unless said otherwise. */
  readonly sortOf?: (parameter: string) => string
  readonly idOf?: (parameter: string) => string
}

/** Returns the statements of a list. */
export function listSql(shape: ListShape): ListSql {
  const { columns, from, sort, id, newestFirst, noTies = false, sortOf = String, idOf = String } = shape
  const order = `ORDER BY ${sort} ${newestFirst ? 'DESC' : 'ASC'}${noTies ? '' : `, ${id}`} LIMIT ?3`
  const orderOfTies = noTies ? '' : `ORDER BY ${id}`
  return {
    first: `SELECT ${columns} ${from} ${order}`,
    tied: `SELECT ${columns} ${from} AND ${sort} = ${sortOf('?4')} AND ${id} > ${idOf('?5')} ${orderOfTies} LIMIT ?3`,
    later: `SELECT ${columns} ${from} AND ${sort} ${newestFirst ? '<' : '>'} ${sortOf('?4')} ${order}`,
    count: `SELECT count(*) FROM (SELECT 1 ${from} LIMIT ?3)`,
  }
}
