/** The statements that go through whole tables: `?1` is the tenant, `?2` the id after which to begin, `?3` the limit. */
import { conversation, event, looseEvent, observation } from './readSql.ts'
import { idValue } from '../connection/values.ts'

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
  keys: pages('key, operation, input_hash, result', 'idempotency_keys', '?2', 'key'),
  importMarks: pages('name, value', 'import_marks', '?2', 'name'),
  entities: pages('id, version, type, created_at, body', 'entities', '?2'),
}
/** So many texts are looked for one by one. */
export const fewTexts = 16
/** Keys by what stands in their records, `?2` a list of texts as JSON: few are looked for as they are written, many in what is read of it. */
export const keysNaming = {
  few: `SELECT key, operation, input_hash, result FROM idempotency_keys k WHERE tenant = ?1
    AND EXISTS (SELECT 1 FROM json_each(?2) t WHERE instr(k.result, t.value))`,
  many: `SELECT key, operation, input_hash, result FROM idempotency_keys k WHERE tenant = ?1
    AND EXISTS (SELECT 1 FROM json_tree(k.result) t WHERE t.atom IN (SELECT value FROM json_each(?2)))`,
}

export type WalkedTable = keyof typeof walkSql
