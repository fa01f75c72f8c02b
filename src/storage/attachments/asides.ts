import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hash, Tenant } from '../../domain/model.ts'
import { folderOf } from './place.ts'
import { isAbandoned, ownPath } from './spool.ts'

/** Bytes that a removal has put aside, until it is known whether somebody needs them. */
export interface Aside {
  readonly path: string
  readonly id: Hash
}

/** Returns the path of a file of this process at which the bytes of a tenant lie aside: its name says whose and which they are. */
export const asidePath = (folder: string, tenant: Tenant, id: Hash): string =>
  `${ownPath(folder)}.${folderOf(tenant)}.${id}`

/** Returns what removals that were broken off have left of a tenant's bytes. */
export async function leftAside(folder: string, tenant: Tenant): Promise<Aside[]> {
  const asides: Aside[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const [owner, id] = name.split('.').slice(-2)
    const path = join(folder, name)
    if (owner === folderOf(tenant) && id !== undefined && (await isAbandoned(path))) asides.push({ path, id })
  }
  return asides
}

/** Puts back what somebody needs of what was left aside; the rest goes. */
export async function settleAsides(
  asides: readonly Aside[],
  isLive: (id: Hash) => Promise<boolean>,
  putBack: (aside: Aside) => Promise<void>,
): Promise<void> {
  for (const aside of asides) {
    if (await isLive(aside.id)) await putBack(aside)
    await rm(aside.path, { force: true })
  }
}
