import type { ApiKey } from '../domain/access/apiKey.ts'
import type { Instant } from '../domain/model.ts'
import type { TenantRecord, TenantState } from '../domain/access/requester.ts'
import type { Tenant } from '../domain/access/tenant.ts'

/** A key that signs receipts of erasures, or has signed those that a backup brought; its public half is shown to everybody. */
export interface ReceiptKey {
  /** The thumbprint of its public half (RFC 7638). */
  readonly id: string
  /** A JSON Web Key as JSON text, the private half with it; of a key that came with a backup the public half alone. */
  readonly privateJwk: string
  readonly createdAt: Instant
}

/**
 * Who there is: tenants and their keys, over all tenants. It is for what asks who comes, and for the operator; a request of
 * a tenant never sees it. Everything is durable once it is answered.
 */
export interface Registry {
  /** All of them by name, those that are erased too. */
  tenants(): Promise<TenantRecord[]>
  tenant(name: Tenant): Promise<TenantRecord | null>
  /** Says whether it was added, with the state that it has: a name that was ever there is not free. */
  addTenant(tenant: TenantRecord): Promise<boolean>
  /** Seals what the tenant stores from now on; says whether there is such a tenant. */
  saltTenant(name: Tenant): Promise<boolean>
  /** Gives a tenant that is there all that another record says of it; says whether there is one of that name. */
  putTenant(tenant: TenantRecord): Promise<boolean>
  /** Gives a tenant another state where it has one of those; says whether it did. */
  setTenantState(name: Tenant, state: TenantState, from: readonly TenantState[]): Promise<boolean>
  /**
   * Removes at most so many rows of a tenant that is being erased, what follows from them too; receipts of erasures stay. Answers how
   * many those were; 0: none are left.
   */
  removeRows(name: Tenant, most: number): Promise<number>
  /** Removes the API keys of a tenant that is being erased; answers how many there were. */
  removeApiKeys(name: Tenant): Promise<number>
  /** Gives a tenant the key for names of a backup that is restored into it; says whether there is such a tenant. */
  setNameKey(name: Tenant, nameKey: string): Promise<boolean>

  /** All of them by the time when they were made, those that are revoked too. */
  apiKeys(): Promise<ApiKey[]>
  apiKey(id: string): Promise<ApiKey | null>
  /** Says whether it was added: its tenant is there, and no key has its id. */
  addApiKey(key: ApiKey): Promise<boolean>
  /** Says whether it is revoked now; the first time stays. */
  revokeApiKey(id: string, at: Instant): Promise<boolean>
  noteApiKeyUse(id: string, at: Instant): Promise<void>

  /** The keys of receipts, the store's own first: it has none before its first receipt. Those behind it came with backups. */
  receiptKeys(): Promise<ReceiptKey[]>
  /** Adds the key that the store signs with; says whether it was added: the first one stays. */
  addReceiptKey(key: ReceiptKey): Promise<boolean>
  /** Keeps the public half of a key by which receipts of a backup are signed; one that is there stays as it is. */
  keepReceiptKey(key: ReceiptKey): Promise<void>
}
