/** The statements that go through whole tables: `?1` is the tenant, `?2` the id after which to begin, `?3` the limit. */
import { conversationColumns, eventColumns, observationColumns } from './readSql.ts'
import { givenIdValue } from './values.ts'

const pages = (columns: string, table: string, id: string) => ({
  first: `SELECT ${columns} FROM ${table} WHERE tenant = ?1 AND ?2 IS NULL ORDER BY id LIMIT ?3`,
  later: `SELECT ${columns} FROM ${table} WHERE tenant = ?1 AND id > ${id} ORDER BY id LIMIT ?3`,
})

const thingEvent = 'id, NULL, NULL, kind, at, body, 0, NULL, NULL, path_hash'

/** Events of no conversation lie in a table of their own. */
export const walkSql = {
  conversations: pages(conversationColumns, 'conversations', '?2'),
  observations: pages(observationColumns, 'observations', givenIdValue('?2')),
  events: pages(eventColumns, 'events', givenIdValue('?2')),
  thingEvents: pages(thingEvent, 'thing_events', '?2'),
}
export type WalkedTable = keyof typeof walkSql
