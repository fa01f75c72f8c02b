import { createHash } from 'node:crypto'
import { boundedCache } from '../../app/read/boundedCache.ts'
import type { Tenant } from '../../domain/tenant.ts'

/** Whose requests with the same `Authorization` header were before: this lets nobody in, it only tells whose part they take. */
export interface TenantsSeen {
  /** Returns the tenant; an empty name while that is not known. */
  readonly of: (authorization: string | undefined) => string
  readonly note: (authorization: string | undefined, tenant: Tenant) => void
}

const remembered = 1_000

/** Returns a memory of tenants that holds no key and no token. */
export function tenantsSeen(): TenantsSeen {
  const seen = boundedCache<Tenant>(remembered)
  let ofNobody: Tenant | undefined
  return {
    of: (authorization) => (authorization === undefined ? ofNobody : seen.get(digestOf(authorization))) ?? '',
    note(authorization, tenant) {
      if (authorization === undefined) ofNobody = tenant
      else if (seen.get(digestOf(authorization)) !== tenant) seen.set(digestOf(authorization), tenant)
    },
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')
