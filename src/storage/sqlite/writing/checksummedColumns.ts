/** The columns of the tables of conversations and records in the order in which their checksums are made. */
export const checksummedColumns: Readonly<Record<string, string>> = {
  conversations:
    'tenant, id, version, last_seq, created_at, activity_at, deleted, origin, forked_from, fork_point, fork_turn, fork_hash, fork_event, sidechain_of, head_id, cwd_key, title_key, metadata_key, body',
  messages: 'tenant, id, conversation_id, created_at, body',
  segments: 'tenant, id, conversation_id, tip_id, tip_depth, tip_at, body',
  observations:
    'tenant, id, kind, conversation_id, message_id, external_id, role, observed_at, ingested_at, copy_of, content_hash, parent_id, segment_id, depth, turn, entry, path_hash, body',
  junctions: 'tenant, conversation_id, parent_id, children, kind, way',
  events: 'tenant, conversation_id, seq, id, kind, at, moves_head, head_from, head_to, path_hash, body',
  idempotency_keys: 'tenant, key, operation, input_hash, result, stored_at',
  raw_sources: 'tenant, conversation_id, position, source, line_count',
  raw_chunks: 'tenant, conversation_id, source, first_line, line_count, bytes',
  import_marks: 'tenant, name, value',
  loose_events: 'tenant, id, kind, at, path_hash, body',
  entities: 'tenant, id, version, type, created_at, body, listed',
  entity_types: 'tenant, type, version, body',
  relationships: 'tenant, id, source, target, version, type, created_at, changed_at, deleted_at, body',
  annotations: 'tenant, id, version, body',
  erasures: 'tenant, id, version, at, state, body',
  facts: 'tenant, id, owner, kind, observed_at, ingested_at, body',
  attachments: 'tenant, id, created_at, file_name, body',
  runs: 'tenant, conversation_id, run_id, state, claimed_at, body',
  guards: 'tenant, name, value',
}
