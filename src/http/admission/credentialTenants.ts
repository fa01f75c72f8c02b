import { createHash } from 'node:crypto'
import { boundedCache } from '../../app/read/caches/boundedCache.ts'
import type { Tenant } from '../../domain/access/tenant.ts'

/** Whose requests with the same `Authorization` header were before: this lets nobody in, it only tells whose part they take. */
export interface CredentialTenants {
  readonly by: (authorization: string | undefined) => SeenTenant
}
/** What is known of one header. */
export interface SeenTenant {
  /** Empty while it is not known. */
  readonly tenant: string
  readonly note: (tenant: Tenant) => void
}

const remembered = 1_000

/** Returns a memory of tenants that holds no key and no token. */
export function credentialTenants(): CredentialTenants {
  const seen = boundedCache<Tenant>(remembered)
  let ofNobody: Tenant | undefined
  return {
    by(authorization) {
      if (authorization === undefined) return { tenant: ofNobody ?? '', note: (tenant) => (ofNobody = tenant) }
      const digest = digestOf(authorization)
      const known = seen.get(digest)
      return {
        tenant: known ?? '',
        note: (tenant) => {
          if (tenant !== known) seen.set(digest, tenant)
        },
      }
    },
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')
