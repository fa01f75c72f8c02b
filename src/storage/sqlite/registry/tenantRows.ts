/**
 * Tables whose rows are a tenant's, in the order in which they are emptied: what names others before what it names. Null: by its
 * row number, else by the columns of its key. A tenant's own row stays, and so do the receipts of its erasures.
 */
export const tenantTables = {
  raw_chunks: null,
  raw_sources: ['tenant', 'conversation_id', 'position'],
  observations: null,
  segments: null,
  messages: null,
  junctions: ['tenant', 'conversation_id', 'parent_id'],
  runs: null,
  state_records: null,
  events: ['tenant', 'conversation_id', 'seq'],
  loose_events: null,
  key_names: ['tenant', 'name', 'key'],
  idempotency_keys: ['tenant', 'key'],
  import_marks: ['tenant', 'name'],
  entities: null,
  entity_types: ['tenant', 'type'],
  relationships: null,
  facts: null,
  attachments: ['tenant', 'id'],
  guards: ['tenant', 'name'],
  annotations: ['tenant', 'id'],
  answers: ['tenant', 'id'],
  usage_sums: ['tenant', 'conversation_id', 'day', 'role', 'model'],
  tool_sums: ['tenant', 'conversation_id', 'day', 'role', 'model', 'tool'],
  move_sums: ['tenant', 'conversation_id', 'day', 'kind'],
  conversations: ['tenant', 'id'],
  usage_days: ['tenant', 'day', 'role', 'model', 'experiment'],
  usage_cwd_days: ['tenant', 'day', 'role', 'model', 'experiment', 'cwd_key'],
  tool_days: ['tenant', 'day', 'role', 'model', 'tool', 'experiment'],
  move_days: ['tenant', 'day', 'kind', 'experiment'],
  sum_days: ['tenant', 'day'],
  conversation_sums: ['tenant', 'experiment', 'deleted', 'cwd_key', 'fork_level'],
  observation_epochs: null,
} as const satisfies Readonly<Record<string, readonly string[] | null>>

/** What stays of a tenant that is erased. */
export const keptTables: readonly string[] = ['tenants', 'erasures']

/** Only of a tenant that is being erased, whoever asks. */
const number = "(SELECT tenant FROM tenants WHERE name = ?1 AND state = 'ERASING')"

/** Parents are let go first: then a batch may take any rows, in the order of an index. */
const unlinked = `UPDATE observations SET parent_id = NULL WHERE rowid IN
  (SELECT rowid FROM observations WHERE tenant = ${number} AND parent_id IS NOT NULL LIMIT ?2)`

function emptied(table: string, key: readonly string[] | null): string {
  const columns = key === null ? 'rowid' : key.join(', ')
  const row = key === null ? 'rowid' : `(${columns})`
  return `DELETE FROM ${table} WHERE tenant = ${number} AND ${row} IN (SELECT ${columns} FROM ${table} WHERE tenant = ${number} LIMIT ?2)`
}

/** The statements that empty them, in order: each takes at most `?2` rows of the tenant `?1`. */
export const emptyingTenant: readonly string[] = Object.entries(tenantTables).flatMap(([table, key]) =>
  table === 'observations' ? [unlinked, emptied(table, key)] : [emptied(table, key)],
)
