/** The statements that write what turns refer to. `?1` is the tenant throughout. One that changes no row was refused. */
export const addEntity = `
  INSERT INTO entities (tenant, id, version, type, created_at, listed, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
  ON CONFLICT (tenant, id) DO NOTHING`
export const changeEntity = `
  UPDATE entities SET version = ?3, type = ?4, created_at = ?5, listed = ?6, body = ?7
  WHERE tenant = ?1 AND id = ?2 AND version = ?8`

export const addEntityType = `
  INSERT INTO entity_types (tenant, type, version, body) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (tenant, type) DO NOTHING`
export const changeEntityType = `
  UPDATE entity_types SET version = ?3, body = ?4 WHERE tenant = ?1 AND type = ?2 AND version = ?5`

export const addRelationship = `
  INSERT INTO relationships (tenant, id, version, type, source, target, created_at, changed_at, deleted_at, body)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
  ON CONFLICT (tenant, id) DO NOTHING`
export const changeRelationship = `
  UPDATE relationships SET version = ?3, type = ?4, source = ?5, target = ?6, created_at = ?7, changed_at = ?8,
    deleted_at = ?9, body = ?10
  WHERE tenant = ?1 AND id = ?2 AND version = ?11`

export const addFact = `
  INSERT INTO facts (tenant, id, kind, owner, observed_at, ingested_at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`
export const moveFact = 'UPDATE facts SET owner = ?3 WHERE tenant = ?1 AND id = ?2'

export const addAttachment = `
  INSERT INTO attachments (tenant, id, created_at, file_name, body) VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (tenant, id) DO UPDATE SET file_name = excluded.file_name WHERE excluded.file_name IS NOT NULL`

export const putRun = `
  INSERT INTO runs (tenant, conversation_id, run_id, state, claimed_at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
  ON CONFLICT (tenant, conversation_id, run_id)
  DO UPDATE SET state = excluded.state, claimed_at = excluded.claimed_at, body = excluded.body`

export const addGuard = 'INSERT INTO guards (tenant, name, value) VALUES (?1, ?2, 1) ON CONFLICT DO NOTHING'
export const raiseGuard = 'UPDATE guards SET value = value + 1 WHERE tenant = ?1 AND name = ?2 AND value = ?3'

export const addThingEvent =
  'INSERT INTO thing_events (tenant, id, kind, at, path_hash, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)'
export const findThingEvent = 'SELECT 1 FROM thing_events WHERE tenant = ?1 AND id = ?2'
