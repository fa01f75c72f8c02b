import { setTimeout as sleep } from 'node:timers/promises'
import { noRecords } from '../../../domain/changes.ts'
import { defaultTenant } from '../../../domain/access/tenant.ts'
import { operator } from '../../../domain/access/principal.ts'
import type { Requester, TenantRecord } from '../../../domain/access/requester.ts'
import { noScope, type EraseReason, type EraseScope, type Erasure } from '../../../domain/erasure/erasure.ts'
import { isOfTenant, receiptTypes, tenantStatement } from '../../../domain/erasure/receipt.ts'
import { attachmentIds } from '../../../domain/records/attachment.ts'
import { badInput, mustFind } from '../../../domain/refusals.ts'
import type { GraphStore, WalkedKind } from '../../../storage/graphStore.ts'
import { endedWithinMs } from '../../access/registered.ts'
import { tenantGiven } from '../../access/tenants.ts'
import { splitBatch } from '../../read/loaders.ts'
import { unkept, walkList } from '../../read/walkList.ts'
import type { Scope } from '../../scope.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { changesOfRecords } from '../../write/draft/recordDraft.ts'
import { commitRecords } from '../../write/lanes/commit.ts'
import { signed } from '../receipt.ts'
import { inOrder } from '../residue.ts'

/** What an erasure of a tenant works with. */
export interface TenantErasing {
  readonly store: Pick<GraphStore, 'registry'>
  readonly scopeOf: (requester: Requester, signal?: AbortSignal) => Scope
}

export interface EraseTenant {
  readonly name: string
  readonly reason: EraseReason
  readonly note?: string | null
  /** How long servers may still let someone in; by default as long as they remember a tenant. */
  readonly settleMs?: number
  readonly signal?: AbortSignal
  /** Told how many rows were removed since it was told last. */
  readonly onRemoved?: (rows: number) => void
}

const batch = 1_000

/**
 * Erases all that a tenant has: its content in batches, its attachments, its keys and what keys its names. From the beginning nobody is
 * admitted, and its name is never free again. The receipt stays, and says what there was. One that was broken off is taken up where it was;
 * one that is done answers its receipt.
 */
export async function eraseTenant(parts: TenantErasing, order: EraseTenant): Promise<Erasure> {
  const { registry } = parts.store
  const name = tenantGiven(order.name)
  if (name === defaultTenant)
    throw badInput(
      'The tenant "default" is the one of callers without keys, and stays: erase its conversations.',
      { tenant: name },
      ['tenant'],
    )
  const before = mustFind(await registry.tenant(name), 'Tenant', name)
  const of = parts.scopeOf({ principal: operator, tenant: before }, order.signal)
  const scope: Scope = { ...of, isErasingTenant: true }
  if (before.state === 'ERASED') return mustFind(await wholeErasure(scope, 'ERASED'), 'Erasure', name)
  if (before.state !== 'ERASING') await registry.setTenantState(name, 'ERASING', ['ACTIVE', 'SUSPENDED'])
  const begun = await begunErasure(scope, order)
  const residue = await removeAll(scope, parts, before, order)
  const done = await close(scope, { ...begun, residue: inOrder([...begun.residue, ...residue]) })
  await registry.setTenantState(name, 'ERASED', ['ERASING'])
  scope.onErased?.()
  return done
}

/** Takes up erasures of tenants that were broken off; returns the names of those that are erased now. */
export async function resumeTenantErasures(parts: TenantErasing, signal?: AbortSignal): Promise<string[]> {
  const names: string[] = []
  for (const { name, state } of await parts.store.registry.tenants()) {
    if (state !== 'ERASING') continue
    await eraseTenant(parts, { name, reason: 'OTHER', ...(signal && { signal }) })
    names.push(name)
  }
  return names
}

/** Returns the receipt of an erasure that was begun, by this process or another; begins it once servers let nobody in any more. */
async function begunErasure(scope: Scope, order: EraseTenant): Promise<Erasure> {
  const known = async () => (await wholeErasure(scope, 'ERASING')) ?? (await wholeErasure(scope, 'ERASED'))
  const before = await known()
  if (before !== null) return before
  await sleep(order.settleMs ?? endedWithinMs + 1_000, undefined, { signal: order.signal })
  return (await known()) ?? (await begin(scope, order))
}

async function wholeErasure(scope: Scope, state: 'ERASING' | 'ERASED'): Promise<Erasure | null> {
  for (const one of state === 'ERASING' ? ['ERASING'] : ['ERASED', 'PURGED'])
    for await (const page of walkList(unkept(scope), 'erasuresIn', one, { limit: 100 }))
      for (const erasure of page) if (isOfTenant(erasure)) return erasure
  return null
}

/** Says in the tenant's own records what there is, before anything of it goes. */
async function begin(scope: Scope, { reason, note }: EraseTenant): Promise<Erasure> {
  const erasure: Erasure = {
    ...{ id: scope.fresh.id(), version: 1, at: scope.fresh.now(), state: 'ERASING', principal: scope.principal },
    ...{ reason, note: note ?? null, scope: await countsOf(scope), observationIds: [], things: [], digest: null },
    residue: ['STORE_FILES', 'TRANSACTION_LOGS', 'BACKUPS'],
    ...{ signature: null, purge: null },
    plan: { ...{ conversationIds: [], attachmentIds: [], askedAttachmentIds: [], entityIds: [] }, wholeTenant: true },
  }
  await commitRecords(scope, async () => {
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
    const erasures = [{ expected: null, value: erasure }]
    return { changes: changesOfRecords(event, { ...noRecords, erasures }), result: null }
  })
  return erasure
}

/** What was erased before is not counted again. */
async function countsOf(scope: Scope): Promise<EraseScope> {
  let [observations, bytes, conversations, forks, entities] = [0, 0, 0, 0, 0]
  const [messages, embeddedIds] = [new Set<string>(), new Set<string>()]
  await eachPage(scope, 'observations', (page) => {
    for (const { blocks, fields, metadata, messageId, erased } of page) {
      if (erased !== undefined) continue
      observations++
      for (const id of attachmentIds(blocks)) embeddedIds.add(id)
      bytes += Buffer.byteLength(JSON.stringify([blocks, fields, metadata]))
      if (messageId !== null) messages.add(messageId)
    }
  })
  await eachPage(scope, 'conversations', (page) => {
    conversations += page.length
    forks += page.filter(({ forkedFrom }) => forkedFrom !== null).length
  })
  await eachPage(scope, 'entities', (page) => void (entities += page.filter(({ erased }) => !erased).length))
  const attachments = await attachmentsOf(scope, embeddedIds)
  const counts = {
    observations,
    conversations,
    forks,
    entities,
    messages: messages.size,
    attachments: attachments.count,
  }
  return { ...noScope, ...counts, bytes: bytes + attachments.bytes }
}

/** Counts the attachments that something embeds or whose bytes are kept. */
async function attachmentsOf(scope: Scope, embeddedIds: ReadonlySet<string>) {
  const ids = new Set(embeddedIds)
  for await (const { id, place } of scope.attachmentBytes.kept(scope.tenant)) if (!place.startsWith('.')) ids.add(id)
  const [all, sum] = [[...ids], { count: 0, bytes: 0 }]
  for (let from = 0; from < all.length; from += batch)
    for (const one of await splitBatch(all.slice(from, from + batch), (some) => scope.store.attachments(some)))
      if (one !== null && one.erased === undefined) {
        sum.count++
        sum.bytes += one.byteSize ?? 0
      }
  return sum
}

async function eachPage<K extends WalkedKind>(
  scope: Scope,
  kind: K,
  take: (page: Awaited<ReturnType<typeof scope.store.walk<K>>>['items']) => void | Promise<void>,
): Promise<void> {
  for (let after: string | null = null; ;) {
    scope.signal?.throwIfAborted()
    const page: Awaited<ReturnType<typeof scope.store.walk<K>>> = await scope.store.walk(kind, { after, limit: batch })
    await take(page.items)
    after = page.next
    if (after === null) return
  }
}

/** Removes everything; what was removed before it was broken off is not there any more. */
async function removeAll(
  scope: Scope,
  { store: { registry } }: TenantErasing,
  { name }: TenantRecord,
  order: EraseTenant,
) {
  // Once: each time that an index forgets, it is written again.
  const ids: string[] = []
  await eachPage(scope, 'observations', (page) => void ids.push(...page.map(({ id }) => id)))
  if (ids.length > 0) await scope.search.forget(name, ids)
  for (;;) {
    scope.signal?.throwIfAborted()
    const rows = await registry.removeRows(name, batch)
    if (rows === 0) break
    order.onRemoved?.(rows)
  }
  const { hasVersions } = await scope.attachmentBytes.removeAll(name)
  await registry.removeApiKeys(name)
  await registry.setNameKey(name, '')
  return hasVersions ? (['OBJECT_VERSIONS'] as const) : []
}

/** Signs the receipt: no content, no id that a host gave. */
async function close(scope: Scope, erasure: Erasure): Promise<Erasure> {
  const { id } = erasure
  const signature = await signed(scope, receiptTypes.tenant, tenantStatement(erasure, scope.tenant))
  const { result } = await commitRecords(scope, async () => {
    const [now] = await scope.store.erasures([id])
    if (!now || now.state !== 'ERASING') return { changes: null, result: now ?? erasure }
    const value: Erasure = { ...erasure, signature, state: 'ERASED', version: now.version + 1 }
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: id } })
    return {
      changes: changesOfRecords(event, { ...noRecords, erasures: [{ expected: now.version, value }] }),
      result: value,
    }
  })
  return result
}
