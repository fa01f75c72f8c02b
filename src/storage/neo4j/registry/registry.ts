import type { Record as DriverRecord } from 'neo4j-driver'
import type { ApiKey } from '../../../domain/access/apiKey.ts'
import type { TenantRecord } from '../../../domain/access/requester.ts'
import type { Registry } from '../../graphStore.ts'
import type { ReceiptKey } from '../../registry.ts'
import type { Connection, Parameters } from '../connection/connection.ts'
import { repeatedWrite } from '../connection/repeatedWrite.ts'
import { numberFrom } from '../properties/rows.ts'
import { unique } from '../records/label.ts'
import { removeNodes } from './tenantNodes.ts'

const TENANT = 't {.name, .state, .salted, .nameKey, .createdAt} AS found'
const KEY = 'k {.id, .tenant, .secretHash, .scopes, .label, .createdAt, .expiresAt, .revokedAt, .lastUsedAt} AS found'

/** The statements of the registry, which is over all tenants. */
export const registryCypher = {
  tenants: `MATCH (t:Tenant) RETURN ${TENANT} ORDER BY t.name`,
  tenant: `MATCH (t:Tenant {name: $q.name}) RETURN ${TENANT}`,
  // A node that is there keeps its own mark, so that of two servers that add one, one learns that it did.
  addTenant: `MERGE (t:Tenant {name: $q.name})
ON CREATE SET t.state = $q.state, t.salted = $q.salted, t.nameKey = $q.nameKey, t.createdAt = $q.createdAt
RETURN t.nameKey = $q.nameKey AS done`,
  putTenant: `MATCH (t:Tenant {name: $q.name})
SET t.state = $q.state, t.salted = $q.salted, t.nameKey = $q.nameKey, t.createdAt = $q.createdAt
RETURN true AS done`,
  saltTenant: 'MATCH (t:Tenant {name: $q.name}) SET t.salted = true RETURN true AS done',
  setTenantState: `MATCH (t:Tenant {name: $q.name}) WHERE t.state IN $q.from
SET t.state = $q.state RETURN true AS done`,
  removeApiKeys: `MATCH (:Tenant {name: $q.name, state: 'ERASING'})
MATCH (k:ApiKey {tenant: $q.name})
DETACH DELETE k
RETURN count(*) AS removed`,
  setNameKey: 'MATCH (t:Tenant {name: $q.name}) SET t.nameKey = $q.nameKey RETURN true AS done',
  apiKeys: `MATCH (k:ApiKey) RETURN ${KEY} ORDER BY k.createdAt, k.id`,
  apiKey: `MATCH (k:ApiKey {id: $q.id}) RETURN ${KEY}`,
  addApiKey: `MATCH (:Tenant {name: $q.key.tenant})
MERGE (k:ApiKey {id: $q.key.id})
ON CREATE SET k += $q.key
RETURN k.secretHash = $q.key.secretHash AS done`,
  receiptKeys: 'MATCH (k:ReceiptKey) RETURN k {.id, .privateJwk, .createdAt} AS found ORDER BY k.position',
  addReceiptKey: `MERGE (k:ReceiptKey {position: 1})
ON CREATE SET k += $q.key
RETURN k.id = $q.key.id AS done`,
  // The first place is that of the store's own key, which may be made later.
  keepReceiptKey: `OPTIONAL MATCH (other:ReceiptKey)
WITH coalesce(max(other.position), 1) + 1 AS position, collect(other.id) AS known
WITH position WHERE NOT $q.key.id IN known
CREATE (k:ReceiptKey {position: position})
SET k += $q.key`,
  revokeApiKey: 'MATCH (k:ApiKey {id: $q.id}) SET k.revokedAt = coalesce(k.revokedAt, $q.at) RETURN true AS done',
  noteApiKeyUse: 'MATCH (k:ApiKey {id: $q.id}) WHERE coalesce(k.lastUsedAt, "") < $q.at SET k.lastUsedAt = $q.at',
} as const

/** Returns the registry that lies in the store's database. */
export function registryOn(connection: Connection, writeTime: number): Registry {
  const read = async <T>(statement: string, q: Parameters, from: (record: DriverRecord) => T): Promise<T[]> =>
    (await connection.read(statement, q)).map(from)
  // Each may be done twice, so what failed in passing is sent again.
  const change = async (statement: string, q: Parameters): Promise<boolean> => {
    const [record] = await repeatedWrite(() => connection.write(statement, q, writeTime))
    return record?.get('done') === true
  }
  const count = async (statement: string, q: Parameters): Promise<number> => {
    const [record] = await repeatedWrite(() => connection.write(statement, q, writeTime))
    return record ? numberFrom(record.get('removed')) : 0
  }
  return {
    tenants: () => read(registryCypher.tenants, {}, tenantFrom),
    tenant: async (name) => (await read(registryCypher.tenant, { name }, tenantFrom))[0] ?? null,
    addTenant: (tenant) => change(registryCypher.addTenant, { ...tenant }),
    putTenant: (tenant) => change(registryCypher.putTenant, { ...tenant }),
    saltTenant: (name) => change(registryCypher.saltTenant, { name }),
    setTenantState: (name, state, from) => change(registryCypher.setTenantState, { name, state, from: [...from] }),
    removeRows: (name, most) =>
      removeNodes(connection, most, (statement, left) => count(statement, { name, most: connection.int(left) })),
    removeApiKeys: (name) => count(registryCypher.removeApiKeys, { name }),
    setNameKey: (name, nameKey) => change(registryCypher.setNameKey, { name, nameKey }),
    receiptKeys: () => read(registryCypher.receiptKeys, {}, (record) => record.get('found') as ReceiptKey),
    addReceiptKey: (key) => change(registryCypher.addReceiptKey, { key: { ...key } }),
    apiKeys: () => read(registryCypher.apiKeys, {}, keyFrom),
    apiKey: async (id) => (await read(registryCypher.apiKey, { id }, keyFrom))[0] ?? null,
    addApiKey: (key) => change(registryCypher.addApiKey, { key: { ...key, scopes: [...key.scopes] } }),
    keepReceiptKey: async (key) => {
      await change(registryCypher.keepReceiptKey, { key: { ...key } })
    },
    revokeApiKey: (id, at) => change(registryCypher.revokeApiKey, { id, at }),
    noteApiKeyUse: async (id, at) => {
      await connection.write(registryCypher.noteApiKeyUse, { id, at }, writeTime)
    },
  }
}

function tenantFrom(record: DriverRecord): TenantRecord {
  return record.get('found') as TenantRecord
}

function keyFrom(record: DriverRecord): ApiKey {
  return record.get('found') as ApiKey
}

/** Of several servers that make a key for receipts, the first one's stays. */
export const registrySchema = [
  unique('tenant_name', 'Tenant', ['name']),
  unique('api_key_id', 'ApiKey', ['id']),
  unique('receipt_key_position', 'ReceiptKey', ['position']),
]
