/** The statements of a write. `?1` is the tenant throughout. */
import { insertSummed, setSummed, sumOf } from './rowChecksum.ts'
import { checksummedInsert, checksummedUpdate } from './checksummedInsert.ts'
import { idValue, instantValue, packedValue } from '../connection/values.ts'

export const findTenant = 'SELECT tenant FROM tenants WHERE name = ?1'
/** Registers a tenant that writes for the first time; the key is the caller's, for SQL would draw two. */
export const addTenant = `${insertSummed('tenants', { state: "'ACTIVE'", name: '?1', salted: '0', name_key: '?2', created_at: 'NULL' })} RETURNING tenant`

export const seqOfEvent = `SELECT seq FROM events WHERE tenant = ?1 AND id = ${idValue('?2')}`

/** In the order of writeRequest.ts, with the last seq behind the version. */
const conversationColumns = {
  tenant: 'asGiven',
  id: 'asGiven',
  version: 'asGiven',
  last_seq: 'asGiven',
  created_at: 'instant',
  activity_at: 'instant',
  deleted: 'asGiven',
  origin: 'asGiven',
  forked_from: 'asGiven',
  fork_point: 'id',
  fork_turn: 'asGiven',
  fork_hash: 'hash',
  fork_event: 'id',
  sidechain_of: 'asGiven',
  head_id: 'id',
  cwd_key: 'asGiven',
  title_key: 'asGiven',
  metadata_key: 'asGiven',
  body: 'asGiven',
} as const
const columnsOfConversation = Object.keys(conversationColumns)

/** Adds no row when it exists. */
export const addConversation = checksummedInsert(
  'conversations',
  conversationColumns,
  'ON CONFLICT (tenant, id) DO NOTHING',
)

/** Gives no row when its version is not `?3`. */
export const findConversation = 'SELECT last_seq FROM conversations WHERE tenant = ?1 AND id = ?2 AND version = ?3'

/** Each append changes one: SQL that called back for the checksum took a third more. */
export const changeConversation = checksummedUpdate('conversations', conversationColumns)

/** Gives no row when there is no such conversation. */
export const takeSeqs = `
  UPDATE conversations SET ${setSummed(columnsOfConversation, { last_seq: 'last_seq + ?3' })}
  WHERE tenant = ?1 AND id = ?2 RETURNING last_seq`

const messageValues = {
  tenant: '?1',
  id: '?2',
  conversation_id: '?3',
  created_at: instantValue('?4'),
  body: '?5',
}
export const addMessage = checksummedInsert(
  'messages',
  { tenant: 'asGiven', id: 'asGiven', conversation_id: 'asGiven', created_at: 'instant', body: 'asGiven' },
  'ON CONFLICT (tenant, id) DO NOTHING',
)
export const changeMessage = `
  UPDATE messages SET ${setSummed(Object.keys(messageValues), messageValues)} WHERE tenant = ?1 AND id = ?2`

const segmentValues = {
  tenant: '?1',
  id: '?2',
  conversation_id: '?3',
  tip_id: idValue('?4'),
  tip_depth: '?5',
  tip_at: instantValue('?6'),
  body: '?7',
}
export const addSegment = insertSummed('segments', segmentValues)
export const moveTip = `
  UPDATE segments SET ${setSummed(Object.keys(segmentValues), { tip_id: idValue('?3'), tip_depth: '?4', tip_at: instantValue('?5') })}
  WHERE tenant = ?1 AND id = ?2`

export const addObservation = checksummedInsert('observations', {
  tenant: 'asGiven',
  id: 'id',
  kind: 'asGiven',
  conversation_id: 'asGiven',
  message_id: 'asGiven',
  external_id: 'asGiven',
  role: 'asGiven',
  observed_at: 'instant',
  ingested_at: 'instant',
  copy_of: 'id',
  content_hash: 'hash',
  parent_id: 'id',
  segment_id: 'asGiven',
  depth: 'asGiven',
  turn: 'asGiven',
  entry: 'asGiven',
  path_hash: 'hash',
  body: 'asGiven',
})

export const putJunction = `
  ${insertSummed('junctions', { tenant: '?1', conversation_id: '?2', parent_id: idValue('?3'), children: '?4', kind: '?5', way: '?6' })}
  ON CONFLICT DO UPDATE SET children = excluded.children, kind = excluded.kind, way = excluded.way, sum = excluded.sum`

/** A source's position is the order in which it was first stored. */
export const putRawSource = `
  INSERT INTO raw_sources (tenant, conversation_id, position, source, line_count, sum)
  SELECT ?1, ?2, next, ?3, ?4, ${sumOf(['?1', '?2', 'next', '?3', '?4'])} FROM (
    SELECT 1 + coalesce(max(position), 0) AS next FROM raw_sources WHERE tenant = ?1 AND conversation_id = ?2)
  WHERE true
  ON CONFLICT (tenant, conversation_id, source) DO UPDATE SET ${setSummed(
    ['tenant', 'conversation_id', 'position', 'source', 'line_count'],
    { line_count: 'max(line_count, excluded.line_count)' },
  )}`
export const putRawChunk = `
  ${insertSummed('raw_chunks', { tenant: '?1', conversation_id: '?2', source: '?3', first_line: '?4', line_count: '?5', bytes: '?6' })}
  ON CONFLICT (tenant, conversation_id, source, first_line)
  DO UPDATE SET line_count = excluded.line_count, bytes = excluded.bytes, sum = excluded.sum`

export const putImportMark = `
  ${insertSummed('import_marks', { tenant: '?1', name: '?2', value: '?3' })}
  ON CONFLICT DO UPDATE SET value = excluded.value, sum = excluded.sum`

export const addEvent = checksummedInsert('events', {
  tenant: 'asGiven',
  conversation_id: 'givenId',
  seq: 'asGiven',
  id: 'id',
  kind: 'asGiven',
  at: 'instant',
  moves_head: 'asGiven',
  head_from: 'id',
  head_to: 'id',
  path_hash: 'hash',
  body: 'asGiven',
})

/** Gives when a line is dated, and no row where that is not after `?4`. */
export const laterLine = `
  SELECT ${packedValue('at')} FROM events
  WHERE tenant = ?1 AND conversation_id = ${idValue('?2')} AND seq = ?3 AND at > ${instantValue('?4')}`

/** By chance: bytes that are the same as before would not be written. */
export const fillRoom = 'INSERT OR REPLACE INTO disk_space (id, filler) VALUES (1, randomblob(?1))'

/** Of no conversation. */
export const addLooseEvent = insertSummed('loose_events', {
  tenant: '?1',
  id: '?2',
  kind: '?3',
  at: '?4',
  path_hash: '?5',
  body: '?6',
})
export const findLooseEvent = 'SELECT 1 FROM loose_events WHERE tenant = ?1 AND id = ?2'
