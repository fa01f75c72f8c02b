/** The columns that checksums are made of: a tenant's number is given as it is added. */
export const summedRegistry = {
  tenants: 'state, name, salted, name_key, created_at',
  api_keys: 'tenant, id, label, secret_hash, scopes, created_at, expires_at, revoked_at, last_used_at',
  receipt_keys: 'position, id, private_jwk, created_at',
}

/**
 * Tenants, each with a key of its own that digests in names are made with, API keys, and the keys that sign receipts, of which
 * the first one does: all servers on the store sign with it. The number of a tenant is a part of every row, so no row of
 * it is ever deleted: it would be given again.
 */
export const registryTables = `
CREATE TABLE tenants (
  tenant INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'SUSPENDED', 'ERASING', 'ERASED')),
  salted INTEGER NOT NULL DEFAULT 0,
  name_key TEXT NOT NULL DEFAULT '',
  created_at TEXT,
  sum INTEGER
) STRICT;
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
CREATE TABLE receipt_keys (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  private_jwk TEXT NOT NULL,
  created_at TEXT NOT NULL,
  sum INTEGER
) STRICT;
`
