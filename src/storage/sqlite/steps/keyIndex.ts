import { keyNames } from '../../../domain/erasure/names.ts'
import { instantOf } from '../../../domain/instants.ts'
import type { Json } from '../../../domain/model.ts'
import type { Connection } from '../connection/connection.ts'
import { instantValue } from '../connection/values.ts'
import { addKeyName } from '../writing/keySql.ts'
import { checksummedColumns } from '../writing/checksummedColumns.ts'
import { setSummed } from '../writing/rowChecksum.ts'

const hasTimes = "SELECT 1 FROM pragma_table_info('idempotency_keys') WHERE name = 'stored_at'"
const tables = `
CREATE INDEX IF NOT EXISTS keys_by_time ON idempotency_keys (tenant, stored_at);
CREATE TABLE IF NOT EXISTS key_names (
  tenant INTEGER NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (tenant, name, key)
) STRICT, WITHOUT ROWID;
`
const columns = (checksummedColumns['idempotency_keys'] ?? '').split(', ')
const dateAll = `UPDATE idempotency_keys SET ${setSummed(columns, { stored_at: instantValue('?1') })} WHERE stored_at IS NULL`
const undated = 'SELECT tenant, key, result FROM idempotency_keys WHERE stored_at IS NULL'

/** Keys know when they were bound, and are found by what their records name. Those of before are dated now: they are kept as long as new ones. */
export function keyIndex(connection: Connection): void {
  if (connection.get(hasTimes) === null) connection.exec('ALTER TABLE idempotency_keys ADD COLUMN stored_at ANY')
  connection.exec(tables)
  for (const [tenant = null, key = null, result] of connection.all(undated))
    for (const name of keyNames(JSON.parse(String(result)) as Json)) connection.run(addKeyName, tenant, name, key)
  connection.run(dateAll, instantOf(BigInt(Date.now()) * 1_000_000n))
}
