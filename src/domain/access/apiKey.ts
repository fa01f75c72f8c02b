import type { Hash, Instant } from '../model.ts'
import type { AccessScope } from './principal.ts'
import type { Tenant } from './tenant.ts'

/** A key as it is stored: its secret is not. */
export interface ApiKey {
  readonly id: string
  readonly tenant: Tenant
  /** SHA-256 of the secret, which is random enough to need no slower one. */
  readonly secretHash: Hash
  readonly scopes: readonly AccessScope[]
  readonly label: string | null
  readonly createdAt: Instant
  readonly expiresAt: Instant | null
  readonly revokedAt: Instant | null
  /** To the minute, and not certain: it is noted beside the requests. */
  readonly lastUsedAt: Instant | null
}

/** Says whether the key's time is over at `now`, in milliseconds since 1970. */
export function hasExpired({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now
}
