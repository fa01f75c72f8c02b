import type { Hash, Tenant } from '../../domain/model.ts'
import { sha256 } from '../../domain/tree/pathHash.ts'

const plainTenant = /^[a-z0-9][a-z0-9_-]{0,63}$/
const hashForm = /^[0-9a-f]{64}$/

/**
 * Returns the steps to where a tenant's bytes of a hash lie; null for what is no hash. A tenant of any other letters
 * goes by its hash: so no two share a folder, not even where the case of letters is ignored, and none leads elsewhere.
 */
export function placeOf(tenant: Tenant, id: Hash): readonly [tenant: string, shelf: string, name: string] | null {
  if (!hashForm.test(id)) return null
  return [folderOf(tenant), id.slice(0, 2), id]
}

/** Returns the name of the folder, or of the part of a prefix, where all bytes of a tenant lie. */
export const folderOf = (tenant: Tenant): string => (plainTenant.test(tenant) ? tenant : `~${sha256(tenant)}`)
