/** What a receipt says and is signed with; who verifies one makes the same of what is stored. */
import type { Hash, ObservationId } from '../model.ts'
import { canonicalJson, sha256 } from '../tree/pathHash.ts'
import type { Erasure, Purge } from './erasure.ts'

/** Of which a signature is: the type in its head. */
export const receiptTypes = {
  erasure: 'turngraph-erasure+jws',
  tenant: 'turngraph-tenant-erasure+jws',
  purge: 'turngraph-purge+jws',
} as const

/** What stays of an observation. */
export interface Tombstone {
  readonly id: ObservationId
  readonly kind: string
  readonly contentHash: Hash
  readonly pathHash: Hash | null
}

/** Says whether everything of the tenant goes. */
export const isOfTenant = ({ plan }: Pick<Erasure, 'plan'>): boolean => plan?.wholeTenant === true

/** The order in which receipts have tombstones. */
export const byId = (a: Pick<Tombstone, 'id'>, b: Pick<Tombstone, 'id'>): number =>
  a.id < b.id ? -1 : Number(a.id > b.id)

/** Returns the digest of tombstones, which are by rising ids. */
export function digestOf(tombstones: readonly Tombstone[]): Hash {
  const lines = tombstones.map(({ id, kind, contentHash, pathHash }) =>
    canonicalJson({ id, kind, contentHash, pathHash }),
  )
  return sha256(lines.join('\n'))
}

const shared = ({ id, at, principal, reason, scope, residue }: Erasure) => ({
  ...{ id, at, principal: principal.id ?? principal.kind, reason, scope, residue },
})

/** Returns what the receipt of an erasure says: no content, no id that a host gave. */
export function erasureStatement(
  erasure: Erasure,
  observations: readonly Pick<Tombstone, 'id' | 'pathHash'>[],
): object {
  const { digest, things, residue } = erasure
  return {
    ...{ ...shared(erasure), digest, things },
    observations: observations.map(({ id, pathHash }) => ({ id, pathHash })),
    saltsDestroyed: !residue.includes('PLAIN_DIGEST'),
  }
}

/** Returns what the receipt of a tenant's erasure says. */
export function tenantStatement(erasure: Erasure, tenant: string): object {
  return { ...shared(erasure), tenant }
}

/** Returns what is said of an erasure whose files were dealt with. */
export function purgeStatement(id: string, purge: Omit<Purge, 'signature'>): object {
  return { ...purge, id }
}

/** Returns the member of an erasure that is otherwise than its state has it; null where none is. */
export function wrongInState(erasure: Erasure): 'signature' | 'digest' | 'purge' | 'plan' | null {
  const { state, signature, digest, purge, plan } = erasure
  const isDone = state !== 'ERASING'
  if ((signature !== null) !== isDone) return 'signature'
  if ((digest !== null) !== (isDone && !isOfTenant(erasure))) return 'digest'
  if ((purge !== null) !== (state === 'PURGED')) return 'purge'
  return (plan !== null) === (!isDone || isOfTenant(erasure)) ? null : 'plan'
}
