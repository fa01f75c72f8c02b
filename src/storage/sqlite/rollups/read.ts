import type { RollupQuery } from '../../graphStore.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'
import { foldedFor } from './days.ts'
import { rollupSql } from './sql.ts'

const listOf = (values: readonly string[] | null): string | null => values && JSON.stringify(values)

/** The groups of a query: their keys, then their sums; and whether days should be folded, as it read many rows. */
export interface ReadRollups {
  readonly rows: SqlRow[]
  readonly isWorthFolding: boolean
}

/** Returns the groups of a query. */
export function readRollups(connection: Connection, tenant: number, query: RollupQuery): ReadRollups {
  const { includeExperiments, from, to, conversationIds, models, roles, limit } = query
  const lists = [conversationIds, models, roles].map(listOf)
  const { anyFolded, isWorth } = foldedFor(connection, tenant, query)
  const sql = rollupSql(query, anyFolded)
  const rows = connection.all(sql, tenant, Number(includeExperiments), from, to, ...lists, limit)
  return { rows, isWorthFolding: isWorth }
}
