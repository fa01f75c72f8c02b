import { timingSafeEqual } from 'node:crypto'
import { readKeyText } from '../../../app/access/keyText.ts'
import { freshMs, type Registered } from '../../../app/access/registered.ts'
import { hasExpired, type ApiKey } from '../../../domain/access/apiKey.ts'
import type { TenantRecord } from '../../../domain/access/requester.ts'
import type { Registry } from '../../../storage/graphStore.ts'
import { Unauthenticated, type Identity } from './identity.ts'

/** What judging keys takes. */
export interface KeyParts {
  readonly registered: Registered
  readonly registry: Registry
  /** Told of a use that could not be noted. */
  readonly onFault: (error: unknown) => void
}

/** The hash that a secret is compared with where there is no such key, so that a refusal takes as long. */
const emptyHash = '0'.repeat(64)

/** Returns what finds the caller by a key. */
export function byKey({ registered, registry, onFault }: KeyParts): (text: string) => Promise<Identity> {
  const noteUse = usesOf(registry, onFault)
  return async (text) => {
    const readKey = readKeyText(text)
    if (!readKey) throw new Unauthenticated('The key is malformed.')
    const { id } = readKey
    const key = await registered.key(id)
    const isRight = timingSafeEqual(
      Buffer.from(readKey.secretHash, 'hex'),
      Buffer.from(key?.secretHash ?? emptyHash, 'hex'),
    )
    if (!key || !isRight) throw new Unauthenticated('The key is unknown.', id)
    const tenant = await tenantOf(registered, key)
    noteUse(id)
    return {
      requester: { tenant, principal: { kind: 'KEY', id, label: key.label, scopes: key.scopes } },
      endsAt: key.expiresAt === null ? null : Date.parse(key.expiresAt),
      holds: async () => {
        const now = await registered.key(id, freshMs)
        return now !== null && (await tenantOf(registered, now, freshMs).then(isThere, isNot))
      },
    }
  }
}

const isThere = () => true
const isNot = (error: unknown) => {
  if (error instanceof Unauthenticated) return false
  throw error
}

/** Returns the tenant of a key that holds; refuses one that does not, or whose tenant may not be asked. */
async function tenantOf(registered: Registered, key: ApiKey, mostMs?: number): Promise<TenantRecord> {
  if (key.revokedAt !== null) throw new Unauthenticated('The key is revoked.', key.id)
  if (hasExpired(key, Date.now())) throw new Unauthenticated('The key has expired.', key.id)
  const tenant = await registered.tenant(key.tenant, mostMs)
  if (tenant?.state !== 'ACTIVE') throw new Unauthenticated('The tenant of the key is not active.', key.id)
  return tenant
}

const minute = 60_000

/** Returns what notes that a key was used, once a minute, beside the request. */
function usesOf(registry: Registry, onFault: KeyParts['onFault']): (id: string) => void {
  const noted = new Map<string, number>()
  return (id) => {
    const now = Math.floor(Date.now() / minute)
    if (noted.get(id) === now) return
    noted.set(id, now)
    const at = new Date(now * minute).toISOString().replace('.000Z', '.000000000Z')
    registry.noteApiKeyUse(id, at).catch(onFault)
  }
}
