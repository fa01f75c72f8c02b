import { hasExpired, type ApiKey } from '../../domain/access/apiKey.ts'
import { instantOf } from '../../domain/instants.ts'
import type { Fresh } from '../../domain/model.ts'
import type { AccessScope } from '../../domain/access/principal.ts'
import { mustFind, notFound } from '../../domain/refusals.ts'
import type { Tenant } from '../../domain/access/tenant.ts'
import type { Registry } from '../../storage/graphStore.ts'
import { newKeyText } from './keyText.ts'

/** What a new key is to be. */
export interface KeyOrder {
  readonly tenant: Tenant
  readonly scopes: readonly AccessScope[]
  readonly label: string | null
  /** Null: it never expires. */
  readonly milliseconds: number | null
}

/** Returns a new key of a tenant that is there and active, and its text, which is stored nowhere. */
export async function createKey(
  registry: Registry,
  fresh: Pick<Fresh, 'now'>,
  { tenant, scopes, label, milliseconds }: KeyOrder,
): Promise<{ readonly text: string; readonly key: ApiKey }> {
  if ((await registry.tenant(tenant))?.state !== 'ACTIVE') throw notFound('Tenant', tenant)
  const { text, key: read } = newKeyText()
  const createdAt = fresh.now()
  const expiresAt = milliseconds === null ? null : instantOf(BigInt(Date.parse(createdAt) + milliseconds) * 1_000_000n)
  const key = { ...read, tenant, scopes, label, createdAt, expiresAt, revokedAt: null, lastUsedAt: null }
  if (!(await registry.addApiKey(key))) throw notFound('Tenant', tenant)
  return { text, key }
}

/** Returns the key after it was revoked; one that was revoked before stays as it was. */
export async function revokeKey(registry: Registry, fresh: Pick<Fresh, 'now'>, id: string): Promise<ApiKey> {
  const revoked = await registry.revokeApiKey(id, fresh.now())
  return mustFind(revoked ? await registry.apiKey(id) : null, 'Key', id)
}

/** Says whether there is a key that is valid at a time, in milliseconds since 1970. */
export async function anyKeyHolds(registry: Registry, at: number): Promise<boolean> {
  const keys = await registry.apiKeys()
  return keys.some((key) => key.revokedAt === null && !hasExpired(key, at))
}
