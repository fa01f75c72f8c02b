import { sumOf } from '../writing/rowChecksum.ts'

/** The columns that checksums are made of: a tenant's number is given as it is added. */
export const summedRegistry = {
  tenants: 'state, name, sealed, name_key, created_at',
  api_keys: 'tenant, id, label, secret_hash, scopes, created_at, expires_at, revoked_at, last_used_at',
}

const sumOfTenant = sumOf(summedRegistry.tenants.split(', '))

/**
 * Registers tenants, each with a key of its own that digests in names are made with, and makes room for keys. The number of
 * a tenant is a part of every row, so no row of it is ever deleted: it would be given again.
 */
export const addRegistry = `
ALTER TABLE tenants ADD COLUMN state TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'ERASING', 'ERASED'));
ALTER TABLE tenants ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tenants ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE tenants ADD COLUMN created_at TEXT;
ALTER TABLE tenants ADD COLUMN sum INTEGER;
UPDATE tenants SET name_key = lower(hex(randomblob(32)));
UPDATE tenants SET sum = ${sumOfTenant};
CREATE TABLE api_keys (
  tenant INTEGER NOT NULL REFERENCES tenants,
  id TEXT NOT NULL PRIMARY KEY,
  label TEXT,
  secret_hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT,
  last_used_at TEXT,
  sum INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX api_keys_of_tenant ON api_keys (tenant);
`
