/** The statements of the registry. It is over all tenants: the store's own, and no request of a tenant reaches it. */
import { goneStates } from '../../../domain/access/requester.ts'
import { insertSummed, setSummed, sumOf } from '../writing/rowChecksum.ts'
import { summedRegistry } from './tables.ts'
import { emptyingTenant } from './tenantRows.ts'

const tenantColumns = 'name, state, salted, name_key, created_at'
const keyColumns =
  'k.id, t.name, k.secret_hash, k.scopes, k.label, k.created_at, k.expires_at, k.revoked_at, k.last_used_at'
const keysOfTenants = 'FROM api_keys k JOIN tenants t ON t.tenant = k.tenant'

/** What is read of it. */
export const registryReads = {
  tenants: `SELECT ${tenantColumns} FROM tenants ORDER BY name`,
  tenant: `SELECT ${tenantColumns} FROM tenants WHERE name = ?1`,
  apiKeys: `SELECT ${keyColumns} ${keysOfTenants} ORDER BY k.created_at, k.id`,
  receiptKeys: 'SELECT id, private_jwk, created_at FROM receipt_keys ORDER BY position',
  apiKey: `SELECT ${keyColumns} ${keysOfTenants} WHERE k.id = ?1`,
} as const

const tenantValues = { state: '?5', name: '?1', salted: '?2', name_key: '?3', created_at: '?4' }
const { name: _, ...putValues } = tenantValues
const keyValues = {
  label: '?3',
  secret_hash: '?4',
  scopes: '?5',
  created_at: '?6',
  expires_at: '?7',
  revoked_at: '?8',
  last_used_at: '?9',
}
const allKeyValues = { tenant: 't.tenant', id: '?2', ...keyValues }
const setTenant = (input: Readonly<Record<string, string>>) => setSummed(summedRegistry.tenants.split(', '), input)
const setKey = (input: Readonly<Record<string, string>>) => setSummed(summedRegistry.api_keys.split(', '), input)

const receiptKey = { position: '1', id: '?1', private_jwk: '?2', created_at: '?3' }
/** The first place is that of the store's own key, which may be made later. */
const keptReceiptKey = { ...receiptKey, position: 'p.position' }

/** What is written to it. Each answers by how many rows it has changed. */
export const registryWrites = {
  addTenant: `${insertSummed('tenants', tenantValues)} ON CONFLICT DO NOTHING`,
  saltTenant: `UPDATE tenants SET ${setTenant({ salted: '1' })} WHERE name = ?1`,
  putTenant: `UPDATE tenants SET ${setTenant(putValues)} WHERE name = ?1`,
  setTenantState: `UPDATE tenants SET ${setTenant({ state: '?2' })}
    WHERE name = ?1 AND state IN (SELECT value FROM json_each(?3))`,
  removeApiKeys:
    "DELETE FROM api_keys WHERE tenant = (SELECT tenant FROM tenants WHERE name = ?1 AND state = 'ERASING')",
  setNameKey: `UPDATE tenants SET ${setTenant({ name_key: '?2' })} WHERE name = ?1`,
  addApiKey: `INSERT INTO api_keys (${Object.keys(allKeyValues).join(', ')}, sum)
    SELECT ${Object.values(allKeyValues).join(', ')}, ${sumOf(Object.values(allKeyValues))}
    FROM tenants t WHERE t.name = ?1 ON CONFLICT DO NOTHING`,
  addReceiptKey: `${insertSummed('receipt_keys', receiptKey)} ON CONFLICT DO NOTHING`,
  keepReceiptKey: `INSERT INTO receipt_keys (${Object.keys(keptReceiptKey).join(', ')}, sum)
    SELECT ${Object.values(keptReceiptKey).join(', ')}, ${sumOf(Object.values(keptReceiptKey))}
    FROM (SELECT coalesce(max(position), 1) + 1 AS position FROM receipt_keys) p WHERE true ON CONFLICT DO NOTHING`,
  revokeApiKey: `UPDATE api_keys SET ${setKey({ revoked_at: 'coalesce(revoked_at, ?2)' })} WHERE id = ?1`,
  noteApiKeyUse: `UPDATE api_keys SET ${setKey({ last_used_at: '?2' })}
    WHERE id = ?1 AND (last_used_at IS NULL OR last_used_at < ?2)`,
} as const

/** A statement that empties a tenant, by its number. */
type EmptyingStep = `empty${number}`
export const emptyingSteps = emptyingTenant.map((_, n): EmptyingStep => `empty${n}`)
const emptying = Object.fromEntries(emptyingTenant.map((sql, n) => [`empty${n}`, sql]))
const writes = new Map<string, string>(Object.entries({ ...registryWrites, ...emptying }))

/** Returns the text of a statement that writes. */
export const writingText = (statement: RegistryWrite): string => writes.get(statement) ?? ''

export type RegistryRead = keyof typeof registryReads
export type RegistryWrite = keyof typeof registryWrites | EmptyingStep

/** Gives a row where the tenant is erased, or is being erased. */
export const findGoneTenant = `SELECT 1 FROM tenants WHERE tenant = ?1 AND state IN (${goneStates.map((state) => `'${state}'`).join(', ')})`
