/** The statements of a write. `?1` is the tenant throughout. */
import { givenIdValue, hashValue, idValue, instantValue } from './values.ts'

export const findTenant = 'SELECT tenant FROM tenants WHERE name = ?1'
export const addTenant = 'INSERT INTO tenants (name) VALUES (?1) RETURNING tenant'

export const seqOfEvent = `SELECT seq FROM events WHERE tenant = ?1 AND id = ${idValue('?2')}`
export const findKey = 'SELECT key, operation, input_hash, result FROM idempotency_keys WHERE tenant = ?1 AND key = ?2'
export const addKey =
  'INSERT INTO idempotency_keys (tenant, key, operation, input_hash, result) VALUES (?1, ?2, ?3, ?4, ?5)'

/** The columns of a conversation that a write gives whole, in the order of writeRequest.ts, from `?4` on. */
const conversationColumns = {
  version: '?4',
  created_at: instantValue('?5'),
  activity_at: instantValue('?6'),
  deleted: '?7',
  origin: '?8',
  forked_from: '?9',
  fork_point: idValue('?10'),
  fork_turn: '?11',
  fork_hash: hashValue('?12'),
  fork_event: idValue('?13'),
  sidechain_of: '?14',
  head_id: idValue('?15'),
  cwd_key: '?16',
  title_key: '?17',
  metadata_key: '?18',
  body: '?19',
}

/** Gives no row when it exists. */
export const addConversation = `
  INSERT INTO conversations (tenant, id, last_seq, ${Object.keys(conversationColumns).join(', ')})
  VALUES (?1, ?2, ?3, ${Object.values(conversationColumns).join(', ')})
  ON CONFLICT (tenant, id) DO NOTHING RETURNING last_seq`

/** Gives no row when its version is not `?20`. */
export const changeConversation = `
  UPDATE conversations SET last_seq = last_seq + ?3, ${Object.entries(conversationColumns)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ')}
  WHERE tenant = ?1 AND id = ?2 AND version = ?20 RETURNING last_seq`

/** Gives no row when there is no such conversation. */
export const takeSeqs =
  'UPDATE conversations SET last_seq = last_seq + ?3 WHERE tenant = ?1 AND id = ?2 RETURNING last_seq'

export const addMessage = `
  INSERT INTO messages (tenant, id, conversation_id, created_at, body) VALUES (?1, ?2, ?3, ${instantValue('?4')}, ?5)
  ON CONFLICT (tenant, id) DO NOTHING`
export const changeMessage = `
  UPDATE messages SET conversation_id = ?3, created_at = ${instantValue('?4')}, body = ?5 WHERE tenant = ?1 AND id = ?2`

export const addSegment = `
  INSERT INTO segments (tenant, id, conversation_id, tip_id, tip_depth, tip_at, body)
  VALUES (?1, ?2, ?3, ${idValue('?4')}, ?5, ${instantValue('?6')}, ?7)`
export const moveTip = `
  UPDATE segments SET tip_id = ${idValue('?3')}, tip_depth = ?4, tip_at = ${instantValue('?5')} WHERE tenant = ?1 AND id = ?2`

export const addObservation = `
  INSERT INTO observations (tenant, id, kind, conversation_id, message_id, external_id, role, observed_at, ingested_at,
    copy_of, content_hash, parent_id, segment_id, depth, turn, entry, path_hash, body)
  VALUES (?1, ${idValue('?2')}, ?3, ?4, ?5, ?6, ?7, ${instantValue('?8')}, ${instantValue('?9')}, ${idValue('?10')}, ${hashValue('?11')}, ${idValue('?12')}, ?13, ?14,
    ?15, ?16, ${hashValue('?17')}, ?18)`

export const putJunction = `
  INSERT INTO junctions (tenant, conversation_id, parent_id, children, kind, way) VALUES (?1, ?2, ${idValue('?3')}, ?4, ?5, ?6)
  ON CONFLICT DO UPDATE SET children = excluded.children, kind = excluded.kind, way = excluded.way`

/** A source's position is the order in which it was first stored. */
export const putRawSource = `
  INSERT INTO raw_sources (tenant, conversation_id, position, source, line_count)
  SELECT ?1, ?2, 1 + coalesce((SELECT max(position) FROM raw_sources WHERE tenant = ?1 AND conversation_id = ?2), 0), ?3, ?4
  WHERE true
  ON CONFLICT (tenant, conversation_id, source) DO UPDATE SET line_count = max(line_count, excluded.line_count)`
export const putRawChunk = `
  INSERT INTO raw_chunks (tenant, conversation_id, source, first_line, line_count, bytes) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
  ON CONFLICT (tenant, conversation_id, source, first_line)
  DO UPDATE SET line_count = excluded.line_count, bytes = excluded.bytes`

export const putImportMark = `
  INSERT INTO import_marks (tenant, name, value) VALUES (?1, ?2, ?3)
  ON CONFLICT DO UPDATE SET value = excluded.value`

export const addEvent = `
  INSERT INTO events (tenant, conversation_id, seq, id, kind, at, moves_head, head_from, head_to, path_hash, body)
  VALUES (?1, ${givenIdValue('?2')}, ?3, ${idValue('?4')}, ?5, ${instantValue('?6')}, ?7, ${idValue('?8')}, ${idValue('?9')}, ${hashValue('?10')}, ?11)`

/** By chance: bytes that are the same as before would not be written. */
export const fillRoom = 'INSERT OR REPLACE INTO room (id, filler) VALUES (1, randomblob(?1))'

/** Of no conversation. */
export const addThingEvent =
  'INSERT INTO thing_events (tenant, id, kind, at, path_hash, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)'
export const findThingEvent = 'SELECT 1 FROM thing_events WHERE tenant = ?1 AND id = ?2'
