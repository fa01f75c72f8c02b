import type { RollupQuery } from '../../graphStore.ts'
import type { Connection, SqlRow } from '../connection.ts'
import { rollupSql } from './sql.ts'

const listOf = (values: readonly string[] | null): string | null => values && JSON.stringify(values)

/** Returns the groups of a query: their keys, then their sums. */
export function readRollups(connection: Connection, tenant: number, query: RollupQuery): SqlRow[] {
  const { includeExperiments, from, to, conversationIds, models, roles, limit } = query
  const lists = [conversationIds, models, roles].map(listOf)
  return connection.all(rollupSql(query), tenant, Number(includeExperiments), from, to, ...lists, limit)
}
