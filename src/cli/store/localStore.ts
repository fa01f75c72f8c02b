import type { Restored, RestoreOptions } from '../../app/backups/restore.ts'
import { backupStore, partOfStore, type BackupOptions } from '../../app/backups/backup.ts'
import { readBack, type UnreadableLine } from '../../app/backups/readBack.ts'
import { restoreStore } from '../../app/backups/restore.ts'
import { storeParts, type RestoreChoice } from '../../app/backups/restorePlaces.ts'
import { sweepTenant } from '../../app/erasures/retention/sweepTenant.ts'
import { walk } from '../../app/extracts/walk.ts'
import { integrity } from '../../app/integrity/integrity.ts'
import { reread, type RereadResult } from '../../app/rereads/reread.ts'
import { conversationOf } from '../../app/read/view.ts'
import { drawTree, type DrawOptions } from '../../app/trees/drawTree.ts'
import { presentTenants } from '../../app/access/registeredTenant.ts'
import type { Scope } from '../../app/scope.ts'
import type { TenantRecord } from '../../domain/access/requester.ts'
import { operator } from '../../domain/access/principal.ts'
import { sealOf } from '../../domain/access/keyedDigest.ts'
import { openParts, type OpenParts } from '../../compose.ts'
import { readConfig } from '../../config/config.ts'
import { CommandFailed } from '../../client/failures.ts'
import { refuseMissing, type OpenMode } from '../openGraph.ts'
import type { Environment } from '../terminal.ts'
import { forgotten, type Forgotten } from './forgotten.ts'
import { purged } from './purged.ts'
import { rebuilt, type Rebuilt } from './rebuilt.ts'
import { reindexed } from './reindexed.ts'
import { sizeOf, type StoreSize } from './sizes.ts'

type StoreFault = Awaited<ReturnType<OpenParts['store']['faults']>>[number]

/** Facts about the store itself, for its operator: the API does not return them. */
export interface LocalStore {
  /** Which kind of store it is. */
  readonly kind: string
  /** The tenants that it was opened for: the one that was named, else all whose content is there. */
  readonly tenants: readonly string[]
  /** Ids of all conversations of a tenant, of deleted ones too: each that is there when it begins, once. */
  conversationIds(tenant: string): AsyncIterable<string>
  /** `deep`: attachments are read and hashed, not only counted. */
  integrity(tenant: string, conversationId: string, deep: boolean): ReturnType<typeof integrity>
  /**
   * Damage of the store itself, rows of those tenants of which a restore would refuse a backup, and what does not follow from their raw
   * lines or their facts.
   */
  faults(): Promise<readonly (StoreFault | (UnreadableLine & { readonly tenant: string }))[]>
  sizes(): Promise<StoreSize>
  /** Rows of each kind. */
  rows(): Promise<Readonly<Record<string, number>>>
  /** Rebuilds the search index; answers from how many observations. */
  reindex(onProgress: (done: number, all: number) => void): Promise<number>
  /** Reads again what imports of a tenant have kept, and corrects what is understood better now. */
  reread(tenant: string, onProgress: (done: number, all: number) => void): Promise<RereadResult>
  /** Rewrites the files, looks at them and marks all erasures as purged; with an id that one alone, by the operator's word. */
  purge(id: string | null, how: string | null): ReturnType<typeof purged>
  /** Erases of a tenant what was kept long enough, null where there is nothing, and deletes the idempotency keys that have expired. */
  sweep(tenant: string): ReturnType<typeof sweepTenant>
  /** Destroys what imports know erased content by. */
  forget(): Promise<Forgotten>
  /** Writes all of it into an empty database, compares the hashes, and marks all erasures there as purged. */
  rebuild(address: string): Promise<Rebuilt>
  /** All that is stored as one file: of every tenant, or of one. */
  backup(options: BackupAsked): AsyncIterable<Uint8Array>
  restore(options: RestoreAsked): Promise<Restored>
  /** A tree drawn whole, however large: the API draws so many nodes. */
  tree(conversationId: string, options: DrawOptions): Promise<string>
  close(): Promise<void>
}

/** Where attachments' bytes go, and what is called for those that are missing. */
export interface BackupAsked {
  /** Null: all of them. */
  readonly tenant: string | null
  readonly attachments: 'inline' | 'none' | { take(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void> }
  readonly onMissing: (id: string) => void
}
export type RestoreAsked = Pick<RestoreOptions, 'open' | 'merge' | 'beside' | 'onProgress'> & RestoreChoice

/** Opens the store that the environment names. One that is not there is made for a command that `writes`. */
export async function openLocalStore(env: Environment, { writes, tenant }: OpenMode): Promise<LocalStore> {
  if (!writes) refuseMissing(env)
  // A command speaks for itself; what the store logs is for a server's operator, unless asked for.
  const config = readConfig({ ...env, LOG_LEVEL: env['LOG_LEVEL'] || 'silent' })
  const parts = await openParts(config, {}, tenant)
  const { store } = parts
  const records = tenant === undefined ? await presentTenants(store.registry) : [parts.tenant]
  // Reads remember what they saw, so each question has its own.
  const scopeIn = (name: string): Scope => {
    const record = records.find((one) => one.name === name)
    if (!record) throw new Error('A tenant that the store was not opened for.')
    return parts.scopeOf({ principal: operator, tenant: record })
  }
  const tenants = records.map(({ name }) => name)
  return {
    kind: store.name,
    tenants,
    conversationIds: (name) => idsOf(scopeIn(name)),
    integrity: (name, id, deep) => integrity(scopeIn(name), id, { deep }),
    faults: () => faultsOf(parts, records, tenant === undefined),
    sizes: () => sizeOf(config),
    rows: () => store.rowCounts(),
    reindex: (onProgress) => reindexed(parts.search, onProgress),
    async reread(name, onProgress) {
      return reread(scopeIn(name), { openScratch: await parts.loadScratch(), onProgress })
    },
    async purge(id, how) {
      // Erased tenants too: their receipts stay.
      const all = tenant === undefined ? await store.registry.tenants() : records
      const scopes = all.map((one) => parts.scopeOf({ principal: operator, tenant: one }))
      return purged(parts, id, how, scopes)
    },
    sweep: (name) => sweepTenant(scopeIn(name)),
    forget: () => forgotten(parts, config.data),
    rebuild: (address) => rebuiltAt(address, parts, env),
    async *backup({ tenant, attachments, onMissing }) {
      const openSorter = await parts.loadSorter()
      yield* backupStore(storeParts(parts), tenant, { openSorter, attachments: ways(attachments), onMissing })
    },
    async restore({ tenant, into, ...options }) {
      const [openSorter, openScratch] = await Promise.all([parts.loadSorter(), parts.loadScratch()])
      return restoreStore(storeParts(parts), { tenant, into }, { ...options, openSorter, openScratch })
    },
    async tree(id, options) {
      const scope = parts.scope()
      return drawTree(scope, await conversationOf(scope, id), options)
    },
    close: () => parts.close(),
  }
}

async function rebuiltAt(address: string, parts: OpenParts, env: Environment): Promise<Rebuilt> {
  const config = readConfig({ ...env, STORE: address, LOG_LEVEL: env['LOG_LEVEL'] || 'silent' })
  if (config.store.kind === 'sqlite')
    throw new CommandFailed('BAD_INPUT', 'Name a Neo4j database: only "purge" rewrites a SQLite file.', {
      address,
    })
  const target = await openParts(config)
  return rebuilt(parts, target).finally(() => target.close())
}

/**
 * A store that cannot be read says so itself; all rows of each tenant of a sound one are written to a backup, and read again, with its API keys,
 * and where none is named with what is left of tenants whose content is gone.
 */
async function faultsOf(parts: OpenParts, tenants: readonly TenantRecord[], isAll: boolean) {
  const faults = await parts.store.faults()
  if (faults.length > 0) return faults
  const [openSorter, openScratch] = await Promise.all([parts.loadSorter(), parts.loadScratch()])
  const unreadable: (UnreadableLine & { readonly tenant: string })[] = []
  for (const record of isAll ? await parts.store.registry.tenants() : tenants) {
    const open = () => partOfStore(storeParts(parts), record, { openSorter, attachments: null })
    const seal = sealOf(parts.scopeOf({ principal: operator, tenant: record }))
    for (const line of await readBack(open, () => openScratch(), seal))
      unreadable.push({ tenant: record.name, ...line })
  }
  return unreadable
}

function ways(attachments: BackupAsked['attachments']): BackupOptions['attachments'] {
  if (attachments === 'inline') return 'INLINE'
  return attachments === 'none' ? null : attachments
}

/** By their ids: who is written to meanwhile would move in a list by activity, past who reads it. */
async function* idsOf(scope: Scope): AsyncGenerator<string> {
  for await (const page of walk(scope, 'conversations')) for (const { id } of page) yield id
}
