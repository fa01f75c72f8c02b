import type { ApiKey } from '../../domain/access/apiKey.ts'
import type { TenantRecord } from '../../domain/access/requester.ts'
import type { Tenant } from '../../domain/access/tenant.ts'
import type { Registry } from '../../storage/graphStore.ts'

/** What the registry says of tenants and keys, remembered for a while: most requests ask it nothing. */
export interface Registered {
  /** Null: there is none. What is known is no older than `mostMs`. */
  readonly tenant: (name: Tenant, mostMs?: number) => Promise<TenantRecord | null>
  readonly key: (id: string, mostMs?: number) => Promise<ApiKey | null>
}

/** What is under way for longer than this is followed: whether its caller may still. Most is answered sooner. */
export const followedAfterMs = 1_000
/** What follows a caller asks for need not be newer. */
export const freshMs = 1_000
/** How long what the registry says is remembered, and how often what is under way asks again. */
export const rememberedMs = 28_000
/** So long after a key is revoked, or a tenant suspended, nothing of it is under way in any process any more. */
export const endedWithinMs = rememberedMs + followedAfterMs + freshMs
/** Ids that do not exist are remembered too, and must not fill the memory. */
const mostRemembered = 10_000

/** Returns what reads the registry once in a while. */
export function registeredIn(registry: Registry, now: () => number = () => performance.now()): Registered {
  return {
    tenant: remembered((name) => registry.tenant(name as Tenant), now),
    key: remembered((id) => registry.apiKey(id), now),
  }
}

function remembered<T>(read: (name: string) => Promise<T>, now: () => number) {
  const known = new Map<string, { readonly at: number; readonly value: Promise<T> }>()
  return (name: string, mostMs = rememberedMs): Promise<T> => {
    const result = known.get(name)
    if (result && now() - result.at < mostMs) return result.value
    const value = read(name)
    known.delete(name)
    known.set(name, { at: now(), value })
    if (known.size > mostRemembered) for (const [oldest] of known) if (known.delete(oldest)) break
    // What could not be read is asked for again.
    value.catch(() => known.delete(name))
    return value
  }
}
