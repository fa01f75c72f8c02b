/** The statements of a write. `?1` is the tenant throughout. */

export const findTenant = 'SELECT tenant FROM tenants WHERE name = ?1'
export const addTenant = 'INSERT INTO tenants (name) VALUES (?1) RETURNING tenant'

export const seqOfEvent = 'SELECT seq FROM events WHERE tenant = ?1 AND id = ?2'
export const findKey = 'SELECT key, operation, input_hash, result FROM idempotency_keys WHERE tenant = ?1 AND key = ?2'
export const addKey =
  'INSERT INTO idempotency_keys (tenant, key, operation, input_hash, result) VALUES (?1, ?2, ?3, ?4, ?5)'

/** Gives no row when it exists. */
export const addConversation = `
  INSERT INTO conversations (tenant, id, last_seq, version, created_at, activity_at, deleted, origin, forked_from,
    sidechain_of, head_id, cwd_key, title_key, metadata_key, body)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
  ON CONFLICT (tenant, id) DO NOTHING RETURNING last_seq`

/** Gives no row when its version is not `?16`. */
export const changeConversation = `
  UPDATE conversations SET last_seq = last_seq + ?3, version = ?4, created_at = ?5, activity_at = ?6, deleted = ?7,
    origin = ?8, forked_from = ?9, sidechain_of = ?10, head_id = ?11, cwd_key = ?12, title_key = ?13,
    metadata_key = ?14, body = ?15
  WHERE tenant = ?1 AND id = ?2 AND version = ?16 RETURNING last_seq`

/** Gives no row when there is no such conversation. */
export const takeSeqs =
  'UPDATE conversations SET last_seq = last_seq + ?3 WHERE tenant = ?1 AND id = ?2 RETURNING last_seq'

export const addMessage = `
  INSERT INTO messages (tenant, id, conversation_id, created_at, body) VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (tenant, id) DO NOTHING`
export const changeMessage = `
  UPDATE messages SET conversation_id = ?3, created_at = ?4, body = ?5 WHERE tenant = ?1 AND id = ?2`

export const addSegment = `
  INSERT INTO segments (tenant, id, conversation_id, tip_id, tip_depth, tip_at, body)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`
export const moveTip = 'UPDATE segments SET tip_id = ?3, tip_depth = ?4, tip_at = ?5 WHERE tenant = ?1 AND id = ?2'

export const addObservation = `
  INSERT INTO observations (tenant, id, kind, conversation_id, message_id, external_id, role, observed_at, ingested_at,
    copy_of, content_hash, parent_id, segment_id, depth, turn, entry, path_hash, body)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)`

export const putJunction = `
  INSERT INTO junctions (tenant, conversation_id, parent_id, children, kind, way) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
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
  INSERT INTO events (tenant, conversation_id, seq, id, kind, at, moves_head, body)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`
