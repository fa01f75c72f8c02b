import type { ApiKey } from '../../../domain/access/apiKey.ts'
import type { TenantRecord } from '../../../domain/access/requester.ts'
import type { ReceiptKey, Registry } from '../../registry.ts'
import type { SqlRow } from '../connection/connection.ts'
import { emptyingSteps, type RegistryRead, type RegistryWrite } from './registrySql.ts'

/** How the registry reaches the threads of the store. */
export interface RegistryThreads {
  readonly read: (statement: RegistryRead, values: SqlRow) => Promise<SqlRow[]>
  /** Returns how many rows have changed. */
  readonly write: (statement: RegistryWrite, values: SqlRow) => Promise<number>
}

/** Returns the registry that lies in the store's file. */
export function registryOn({ read, write }: RegistryThreads): Registry {
  return {
    tenants: async () => (await read('tenants', [])).map(tenantOf),
    tenant: async (name) => firstOf(await read('tenant', [name]), tenantOf),
    addTenant: async (tenant) => (await write('addTenant', rowOf(tenant))) > 0,
    putTenant: async (tenant) => (await write('putTenant', rowOf(tenant))) > 0,
    saltTenant: async (name) => (await write('saltTenant', [name])) > 0,
    setTenantState: async (name, state, from) =>
      (await write('setTenantState', [name, state, JSON.stringify(from)])) > 0,
    async removeRows(name, most) {
      for (const step of emptyingSteps) {
        const rows = await write(step, [name, most])
        if (rows > 0) return rows
      }
      return 0
    },
    removeApiKeys: (name) => write('removeApiKeys', [name]),
    setNameKey: async (name, nameKey) => (await write('setNameKey', [name, nameKey])) > 0,
    receiptKeys: async () =>
      (await read('receiptKeys', [])).map(
        ([id, privateJwk, createdAt]) => ({ id, privateJwk, createdAt }) as unknown as ReceiptKey,
      ),
    addReceiptKey: async ({ id, privateJwk, createdAt }) =>
      (await write('addReceiptKey', [id, privateJwk, createdAt])) > 0,
    keepReceiptKey: async ({ id, privateJwk, createdAt }) => {
      await write('keepReceiptKey', [id, privateJwk, createdAt])
    },
    apiKeys: async () => (await read('apiKeys', [])).map(keyOf),
    apiKey: async (id) => firstOf(await read('apiKey', [id]), keyOf),
    addApiKey: async (key) => {
      const { tenant, id, label, secretHash, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = key
      const values = [tenant, id, label, secretHash, scopes.join(' '), createdAt, expiresAt, revokedAt, lastUsedAt]
      return (await write('addApiKey', values)) > 0
    },
    revokeApiKey: async (id, at) => (await write('revokeApiKey', [id, at])) > 0,
    noteApiKeyUse: async (id, at) => {
      await write('noteApiKeyUse', [id, at])
    },
  }
}

function firstOf<T>([row]: readonly SqlRow[], read: (row: SqlRow) => T): T | null {
  return row ? read(row) : null
}

const rowOf = ({ name, salted, nameKey, createdAt, state }: TenantRecord): SqlRow => [
  ...[name, Number(salted), nameKey, createdAt, state],
]

function tenantOf([name, state, salted, nameKey, createdAt = null]: SqlRow): TenantRecord {
  return { name, state, salted: salted === 1, nameKey, createdAt } as unknown as TenantRecord
}

function keyOf(row: SqlRow): ApiKey {
  const [id, tenant, secretHash, scopes, label, createdAt, expiresAt, revokedAt, lastUsedAt] = row
  const named = { id, tenant, secretHash, scopes: String(scopes).split(' ').filter(Boolean), label }
  return { ...named, createdAt, expiresAt, revokedAt, lastUsedAt } as unknown as ApiKey
}
