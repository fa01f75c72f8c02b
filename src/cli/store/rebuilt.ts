import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { backup } from '../../app/backups/backup.ts'
import { restore } from '../../app/backups/restore.ts'
import { heldSentence, markPurged, unpurged } from '../../app/erasures/purge.ts'
import { isOwn } from '../../app/erasures/receipt.ts'
import type { Scope } from '../../app/scope.ts'
import { CommandFailed } from '../../client/failures.ts'
import type { OpenParts } from '../../compose.ts'
import { operator } from '../../domain/access/principal.ts'
import type { TenantRecord } from '../../domain/access/requester.ts'

/** What a rebuilt database holds. */
export interface Rebuilt {
  readonly tenants: number
  /** Observations whose content and path hashes were compared. */
  readonly observations: number
  readonly purged: readonly { readonly id: string; readonly how: string }[]
}

/**
 * Writes all that a store holds into an empty database: tenants with their keys, the keys that sign receipts, and the contents as
 * NDJSON. Compares the hashes of both, and says PURGED of the erasures in the new one: it never held what they took away.
 */
export async function rebuilt(source: OpenParts, target: OpenParts): Promise<Rebuilt> {
  await refuseFilled(target)
  const tenants = await source.store.registry.tenants()
  await refuseUnfinished(source, tenants)
  for (const tenant of tenants) await addTenant(target, tenant)
  for (const key of await source.store.registry.apiKeys()) await target.store.registry.addApiKey(key)
  for (const key of await source.store.registry.receiptKeys())
    await (isOwn(key) ? target.store.registry.addReceiptKey(key) : target.store.registry.keepReceiptKey(key))
  const scopes = tenants
    .filter(({ state }) => state !== 'ERASING')
    .map((tenant) => [source, target].map((parts) => parts.scopeOf({ principal: operator, tenant })) as [Scope, Scope])
  for (const [from, into] of scopes) await copyContents(source, from, into)
  let observations = 0
  for (const [from, into] of scopes) observations += await sameHashes(from, into)
  const how = `rebuilt into an empty database from NDJSON; content and path hashes of ${observations} observations are equal`
  const purged: { id: string; how: string }[] = []
  for (const [, into] of scopes)
    for (const { id } of await unpurged(into)) {
      const marked = await markPurged(into, id, { how, files: [newFiles] })
      if ('held' in marked)
        throw new CommandFailed('STORE_UNAVAILABLE', `Not purged: ${heldSentence(marked.held)}.`, { id })
      purged.push({ id, how })
    }
  return { tenants: scopes.length, observations, purged }
}

/** A database that was empty has files of nothing else. */
const newFiles = { place: 'files of the new database', looked: 'it was empty before, and holds what was written now' }

/** A store that was opened for the first time has a tenant of its own, and nothing else. */
async function refuseFilled({ store }: OpenParts): Promise<void> {
  const rows = Object.entries(await store.rowCounts()).filter(([, count]) => count > 0)
  const [tenants, keys, receiptKeys] = await Promise.all([
    store.registry.tenants(),
    store.registry.apiKeys(),
    store.registry.receiptKeys(),
  ])
  const filled = [...rows.map(([kind]) => kind), ...(tenants.length > 1 ? ['tenants'] : [])]
  if (keys.length + receiptKeys.length > 0) filled.push('keys')
  if (filled.length === 0) return
  const message = `The database is not empty: it holds ${filled.join(', ')}. Name one that is; nothing was written.`
  throw new CommandFailed('ALREADY_EXISTS', message, { holds: filled })
}

async function refuseUnfinished(source: OpenParts, tenants: readonly TenantRecord[]): Promise<void> {
  for (const tenant of tenants) {
    const { store } = source.scopeOf({ principal: operator, tenant })
    const [open = []] = await store.lists([{ list: 'erasuresIn', owner: 'ERASING', after: null, limit: 1 }])
    if (open.length === 0 && tenant.state !== 'ERASING') continue
    const message = `An erasure of the tenant "${tenant.name}" is under way: start a server, which finishes it, and stop it again.`
    throw new CommandFailed('STORE_UNAVAILABLE', message, { tenant: tenant.name })
  }
}

async function addTenant({ store: { registry } }: OpenParts, tenant: TenantRecord): Promise<void> {
  if (!(await registry.addTenant(tenant))) await registry.putTenant(tenant)
}

/** Bytes of attachments lie outside the database, and stay where they are. */
async function copyContents(source: OpenParts, from: Scope, into: Scope): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'turngraph-rebuild-'))
  const file = join(folder, 'contents.ndjson')
  try {
    const [openSorter, openScratch] = await Promise.all([source.loadSorter(), source.loadScratch()])
    await pipeline(backup(from, { openSorter, attachments: null }), createWriteStream(file, { mode: 0o600 }))
    await restore(into, { open: () => createReadStream(file), merge: false, openSorter, openScratch })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns how many observations both have; refuses a difference: somebody wrote meanwhile, or something was lost. */
async function sameHashes(from: Scope, into: Scope): Promise<number> {
  const [one, other] = await Promise.all([hashesOf(from), hashesOf(into)])
  if (one.sum === other.sum && one.count === other.count) return one.count
  const message = `The new database has ${other.count} observations of the tenant "${from.tenant}", and the old one ${one.count}, or their hashes differ: stop all servers, and rebuild into an empty database again.`
  throw new CommandFailed('STORE_UNAVAILABLE', message, { tenant: from.tenant, old: one.count, new: other.count })
}

const pageLength = 1000
const modulus = 2n ** 256n

/** A sum over all observations, whose order is each store's own. */
async function hashesOf({ store }: Scope): Promise<{ readonly sum: bigint; readonly count: number }> {
  let [sum, count] = [0n, 0]
  for (let after: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof store.walk<'observations'>>> = await store.walk('observations', {
      after,
      limit: pageLength,
    })
    for (const { id, contentHash, place } of page.items) {
      const digest = createHash('sha256')
        .update(JSON.stringify([id, contentHash, place?.pathHash ?? null]))
        .digest('hex')
      sum = (sum + BigInt(`0x${digest}`)) % modulus
      count++
    }
    after = page.next
    if (after === null) return { sum, count }
  }
}
