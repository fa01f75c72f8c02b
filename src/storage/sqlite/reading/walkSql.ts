/** The statements that walk whole tables: `?1` is the tenant, `?2` the id after which to begin, `?3` the limit. */
import { idValue } from '../connection/values.ts'
import { keyColumns } from '../writing/keySql.ts'
import { conversation, event, looseEvent, observation } from './readSql.ts'

const pages = (columns: string, table: string, id: string, key = 'id') => ({
  first: `SELECT ${columns} FROM ${table} WHERE tenant = ?1 AND ?2 IS NULL ORDER BY ${key} LIMIT ?3`,
  later: `SELECT ${columns} FROM ${table} WHERE tenant = ?1 AND ${key} > ${id} ORDER BY ${key} LIMIT ?3`,
})

/** Events of no conversation lie in a table of their own. */
export const walkSql = {
  conversations: pages(conversation, 'conversations', '?2'),
  observations: pages(observation, 'observations', idValue('?2')),
  events: pages(event, 'events', idValue('?2')),
  looseEvents: pages(looseEvent, 'loose_events', '?2'),
  keys: pages(keyColumns, 'idempotency_keys', '?2', 'key'),
  importMarks: pages('name, value', 'import_marks', '?2', 'name'),
  entities: pages('id, version, type, created_at, body', 'entities', '?2'),
}

export type WalkedTable = keyof typeof walkSql
