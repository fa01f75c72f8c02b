import { createHash, type Hash } from 'node:crypto'
import { contentKinds, identityOf, orderOf, type ContentKind, type DumpBatch } from '../../domain/contents.ts'
import type { ApiKey } from '../../domain/access/apiKey.ts'
import type { TenantRecord } from '../../domain/access/requester.ts'
import type { Tenant } from '../../domain/access/tenant.ts'
import type { Attachment } from '../../domain/records/attachment.ts'
import { formatInstant } from '../../domain/instants.ts'
import type { Fresh } from '../../domain/model.ts'
import { notFound } from '../../domain/refusals.ts'
import { lineOf, valueText, version, type Header, type TenantCounts } from '../../formats/ndjson/lines.ts'
import { faultOf } from '../../formats/ndjson/schema.ts'
import { textOf } from '../../formats/ndjson/values.ts'
import type { GraphStore, ReceiptKey } from '../../storage/graphStore.ts'
import { isNoRoom, temporaryFull } from '../../storage/storeFull.ts'
import { publicHalf } from '../erasures/receipt.ts'
import type { Scope } from '../scope.ts'
import { holdsContent, recordOf } from './tenantRecords.ts'
import type { OpenSorter, Sorter, SorterPart } from './sorter.ts'

export interface BackupOptions {
  readonly openSorter: OpenSorter
  /** What becomes of attachments' bytes: in lines of the backup, or wherever `take` puts them; null: they are left out. */
  readonly attachments: 'INLINE' | { take(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void> } | null
  /** Told what was written so far. */
  readonly onProgress?: ((lines: number) => void) | undefined
  /** Told of attachments whose bytes are not there. */
  readonly onMissing?: ((id: string) => void) | undefined
  /** Told, before the first byte, of rows that a restore would refuse. */
  readonly onUnreadable?: ((kind: ContentKind, id: string, fault: string) => void) | undefined
}

/** A whole store, and what works on each of its tenants. */
export interface StoreParts {
  readonly store: Pick<GraphStore, 'registry' | 'dumpTenants' | 'loadTenants'>
  readonly scopeOf: (tenant: TenantRecord) => Scope
  readonly fresh: Pick<Fresh, 'now'>
}

/** A tenant of which a file is made. */
interface BackupTenant {
  readonly record: TenantRecord
  readonly scope: Scope
  /** Null: they are left out. */
  readonly apiKeys: readonly ApiKey[] | null
}

/** What a file is made of. */
interface Source {
  readonly holds: 'STORE' | 'TENANT'
  readonly tenants: readonly BackupTenant[]
  readonly now: () => string
  readonly dump: (take: (tenant: Tenant, portion: DumpBatch) => void) => Promise<void>
  readonly receiptKeys: () => Promise<readonly ReceiptKey[]>
}

/**
 * Yields all that is stored of the scope's tenant as one file, as the store hands it over while writes go on. It has no API
 * keys: those are known to the operator alone.
 */
export async function* backup(scope: Scope, options: BackupOptions): AsyncGenerator<Uint8Array> {
  const { store, tenant, fresh } = scope
  yield* fileFrom(
    {
      holds: 'TENANT',
      tenants: [{ record: await recordOf(scope), scope, apiKeys: null }],
      now: () => fresh.now(),
      dump: (take) => store.dump((portion) => take(tenant, portion)),
      receiptKeys: () => store.receiptKeys(),
    },
    options,
  )
}

/** Yields a whole store as one file: every tenant with its record and its API keys; or that one tenant of it. */
export async function* backupStore(
  parts: StoreParts,
  name: string | null,
  options: BackupOptions,
): AsyncGenerator<Uint8Array> {
  const records = await parts.store.registry.tenants()
  const wanted = records.filter((one) => name === null || (one.name === name && holdsContent(one)))
  if (name !== null && wanted.length === 0) throw notFound('Tenant', name)
  yield* fileOfTenants(parts, wanted, name === null ? 'STORE' : 'TENANT', options)
}

/** Yields what a file of a whole store has of one of its tenants, also of one whose content is gone. */
export function partOfStore(
  parts: StoreParts,
  tenant: TenantRecord,
  options: BackupOptions,
): AsyncGenerator<Uint8Array> {
  return fileOfTenants(parts, [tenant], 'STORE', options)
}

async function* fileOfTenants(
  { store, scopeOf, fresh }: StoreParts,
  records: readonly TenantRecord[],
  holds: Source['holds'],
  options: BackupOptions,
): AsyncGenerator<Uint8Array> {
  const keys = await store.registry.apiKeys()
  const tenants = records.map((record) => ({
    record,
    scope: scopeOf(record),
    apiKeys: keys.filter(({ tenant }) => tenant === record.name),
  }))
  // One that is erased has its receipts.
  const dumped = records.filter(({ state }) => state !== 'ERASING').map((one) => one.name)
  yield* fileFrom(
    {
      holds,
      tenants,
      now: () => fresh.now(),
      dump: (take) => store.dumpTenants(dumped, take),
      receiptKeys: () => store.registry.receiptKeys(),
    },
    options,
  )
}

/** All rows are there before the first byte is: the first line says how many there are of each tenant. */
async function* fileFrom(source: Source, options: BackupOptions): AsyncGenerator<Uint8Array> {
  const sorter = options.openSorter()
  try {
    const take = countingRoom(sorter)
    await source.dump((tenant, portion) => {
      take.portion(tenant, portion)
      if (options.onUnreadable) tellUnreadable(portion, options.onUnreadable)
    })
    take.refuseFull()
    const tenants = source.tenants.map((one) => countsOf(one, sorter.part(one.record.name)))
    const { holds, now } = source
    const header: Header = {
      format: 'turngraph',
      version,
      madeAt: formatInstant(now()),
      conversationId: null,
      holds,
      tenants,
    }
    yield* fileOf(header, allLines(source, tenants, { sorter, options }))
  } finally {
    sorter.close()
  }
}

/** Returns what sorts portions; where the temporary folder has no room for them it counts the rest, to say how much is needed. */
function countingRoom(sorter: Sorter) {
  let [bytes, full]: [number, unknown] = [0, null]
  return {
    portion(tenant: Tenant, portion: DumpBatch) {
      try {
        bytes += full === null ? sortIn(sorter.part(tenant), portion) : sizeOf(portion)
      } catch (thrown) {
        if (!isNoRoom(thrown)) throw thrown
        full = thrown
        bytes += sizeOf(portion)
      }
    },
    refuseFull() {
      if (full === null) return
      throw temporaryFull('a backup of this store', bytes, full)
    },
  }
}

function countsOf({ record, apiKeys }: BackupTenant, sorter: SorterPart): TenantCounts {
  return {
    name: record.name,
    conversations: sorter.count('conversation'),
    observations: sorter.count('observation'),
    attachments: sorter.count('attachment'),
    entities: sorter.count('entity'),
    erasures: sorter.count('erasure'),
    apiKeys: apiKeys === null ? null : apiKeys.length,
  }
}

function tellUnreadable({ kind, values }: DumpBatch, tell: NonNullable<BackupOptions['onUnreadable']>): void {
  for (const value of values) {
    const fault = faultOf(kind, JSON.parse(textOf(kind, value as never)))
    if (fault !== null) tell(kind, identityOf(kind, value as never), fault)
  }
}

/** Returns how many characters values have as texts. */
export const sizeOf = ({ kind, values }: DumpBatch): number =>
  values.reduce((sum: number, value) => sum + textOf(kind, value as never).length, 0)

/** Takes values into their places; returns how many characters they have. */
export function sortIn(sorter: SorterPart, { kind, values }: DumpBatch): number {
  if (kind === 'conversation')
    for (const { id, forkLevel } of values) sorter.place(`=${id}`, `${String(forkLevel).padStart(9, '0')}${id}`)
  else sorter.place('', '')
  let size = 0
  for (const value of values) {
    const { conversationId, sort } = orderOf(kind, value)
    const text = textOf(kind, value as never)
    sorter.put(kind, conversationId === null ? '' : `=${conversationId}`, sort, text)
    size += text.length
  }
  return size
}

interface Sorted {
  readonly sorter: Sorter
  readonly options: BackupOptions
}

/** Receipts come with the public keys by which they are verified, each tenant with all that the store knows of it. */
async function* allLines(
  { tenants, receiptKeys }: Source,
  counts: readonly TenantCounts[],
  { sorter, options }: Sorted,
): AsyncGenerator<string> {
  if (counts.some(({ erasures }) => erasures > 0))
    for (const key of await receiptKeys())
      yield lineOf('receiptKey', valueText({ id: key.id, createdAt: key.createdAt, jwk: publicHalf(key) }))
  for (const { record, apiKeys, scope } of tenants) {
    yield lineOf('tenant', valueText(record))
    for (const { tenant: _, ...key } of apiKeys ?? []) yield lineOf('apiKey', valueText(key))
    yield* linesOf(scope, sorter.part(record.name), options)
  }
}

/** Yields the lines of what was put in order. */
export async function* linesOf(scope: Scope, sorter: SorterPart, options: BackupOptions): AsyncGenerator<string> {
  for (const kind of contentKinds)
    for (const text of sorter.taken(kind)) {
      scope.signal?.throwIfAborted()
      yield lineOf(kind, text)
      if (kind === 'attachment') yield* bytesOf(scope, JSON.parse(text) as Attachment, options)
    }
}

async function* bytesOf(
  scope: Scope,
  { id, byteSize, erased }: Attachment,
  options: BackupOptions,
): AsyncGenerator<string> {
  if (byteSize === null || erased || options.attachments === null) return
  const bytes = await scope.attachmentBytes.get(scope.tenant, id, null)
  if (bytes === null) options.onMissing?.(id)
  else if (options.attachments === 'INLINE') yield* byteLines(id, bytes)
  else await options.attachments.take(id, bytes)
}

async function* byteLines(id: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let offset = 0
  let isEmpty = true
  for await (const piece of bytes) {
    yield lineOf('bytes', valueText({ attachmentId: id, offset, base64: Buffer.from(piece).toString('base64') }))
    offset += piece.length
    isEmpty = false
  }
  if (isEmpty) yield lineOf('bytes', valueText({ attachmentId: id, offset: 0, base64: '' }))
}

const pieceLength = 64 * 1024

/** Yields a file of lines in pieces: the first line, those between, and the last one. */
export async function* fileOf(header: Header, lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let count = 1
  let text = lineOf('header', valueText(header))
  for await (const line of lines) {
    count++
    text += line
    if (text.length < pieceLength) continue
    yield hashed(hash, text)
    text = ''
  }
  yield hashed(hash, text)
  yield Buffer.from(lineOf('end', valueText({ lines: count, sha256: hash.digest('hex') })))
}

function hashed(hash: Hash, text: string): Uint8Array {
  const bytes = Buffer.from(text)
  hash.update(bytes)
  return bytes
}
