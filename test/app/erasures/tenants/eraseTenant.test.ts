import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createKey } from '../../../../src/app/access/keys.ts'
import { createTenant, resumeTenant, suspendTenant } from '../../../../src/app/access/tenants.ts'
import { putAttachment } from '../../../../src/app/attachments/attachments.ts'
import {
  eraseTenant,
  resumeTenantErasures,
  type TenantErasing,
} from '../../../../src/app/erasures/tenants/eraseTenant.ts'
import { forkConversation } from '../../../../src/app/forks/forkConversation.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { intercept } from '../../../../src/storage/intercept.ts'
import { StoreUnavailable, type Registry } from '../../../../src/storage/graphStore.ts'
import { onEveryStore, type TestStore } from '../../../support/scopes.ts'
import { say, tools, turnsOf } from '../../../support/talk.ts'
import { entries, imports, linesOf } from '../../../support/transcripts.ts'
import { tenantFor } from '../../../support/tenants.ts'

let count = 0
const fresh = { now: () => '2026-01-01T00:00:00.000000000Z' }
const order = { reason: 'OTHER', settleMs: 0 } as const

/** What an erasure works with; `broken`: its removing of rows breaks off after the first batch. */
function partsOf(on: TestStore, broken = false): TenantErasing {
  const { registry } = on.store()
  let batches = 0
  const removeRows: Registry['removeRows'] = (...args) =>
    broken && batches++ > 0 ? Promise.reject(new Error('killed')) : registry.removeRows(...args)
  return {
    store: { registry: { ...registry, removeRows } },
    scopeOf: ({ tenant }) => on.scope({ tenant: tenant.name }),
  }
}

async function filled(on: TestStore) {
  const name = `gone-${++count}`
  await createTenant(on.store().registry, fresh, name, false)
  const scope = on.scope({ tenant: name })
  await say(scope, 'c', 'u1')
  await tools(scope, 'c', 'a1', ['k'])
  await tools(scope, 'c', 't1', ['k'])
  await forkConversation(scope, { source: 'c', at: { turn: 1 }, newConversationId: 'f' })
  await say(scope, 'f', 'u2')
  await createKey(on.store().registry, fresh, {
    tenant: tenantFor(name),
    scopes: ['READ'],
    label: null,
    milliseconds: null,
  })
  const bytes = (async function* () {
    yield await Promise.resolve(Buffer.from(name))
  })()
  const { id } = await putAttachment(scope, { bytes, mediaType: 'text/plain', fileName: null, expected: null })
  return { name: tenantFor(name), scope, attachment: id }
}

async function holdsNothing(scope: Scope): Promise<void> {
  for (const kind of ['conversations', 'observations', 'keys', 'importMarks', 'entities'] as const)
    assert.deepEqual((await scope.store.walk(kind, { after: null, limit: 10 })).items, [], kind)
}

await onEveryStore('the erasure of a tenant', (on) => {
  const keysOf = async (name: string) => (await on.store().registry.apiKeys()).filter(({ tenant }) => tenant === name)

  it('removes its content, attachments and keys, counts them in a signed receipt, and never frees its name', async () => {
    const { name, scope, attachment } = await filled(on)
    await say(on.scope({ tenant: 'stays' }), 'c', 'u1')
    const receipt = await eraseTenant(partsOf(on), { name, ...order, note: 'asked for' })
    const { observations, conversations, forks, messages, attachments } = receipt.scope
    assert.deepEqual([receipt.state, observations, conversations, forks, messages], ['ERASED', 4, 2, 1, 4])
    assert.equal(attachments, 1)
    assert.match(receipt.signature ?? '', /^[\w-]+\.[\w-]+\.[\w-]+$/)
    scope.reads.clear()
    assert.deepEqual(await scope.store.conversations(['c', 'f']), [null, null])
    await holdsNothing(scope)
    assert.equal(await scope.attachmentBytes.has(name, attachment), false)
    assert.deepEqual(await keysOf(name), [])
    const record = await on.store().registry.tenant(name)
    assert.deepEqual([record?.state, record?.nameKey], ['ERASED', ''])
    await assert.rejects(createTenant(on.store().registry, fresh, name, false), { code: 'ALREADY_EXISTS' })
    assert.deepEqual(await turnsOf(on.scope({ tenant: 'stays' }), 'c'), ['u1'])
    assert.equal((await eraseTenant(partsOf(on), { name, ...order })).id, receipt.id)
  })

  it('that was broken off goes on with the same receipt, by the same command or beside a server', async () => {
    for (const goOn of [
      (name: string) => eraseTenant(partsOf(on), { name, ...order }),
      () => resumeTenantErasures(partsOf(on)),
    ]) {
      const { name, scope } = await filled(on)
      await assert.rejects(eraseTenant(partsOf(on, true), { name, ...order }), /killed/)
      assert.equal((await on.store().registry.tenant(name))?.state, 'ERASING')
      await goOn(name)
      const receipt = await eraseTenant(partsOf(on), { name, ...order })
      assert.deepEqual([receipt.state, receipt.scope.observations], ['ERASED', 4])
      assert.deepEqual((await scope.store.walk('observations', { after: null, limit: 10 })).items, [])
    }
  })

  it('is refused for default and for a tenant that is not there, and removes nothing of one that is not being erased', async () => {
    await assert.rejects(eraseTenant(partsOf(on), { name: 'default', ...order }), { code: 'BAD_INPUT' })
    await assert.rejects(eraseTenant(partsOf(on), { name: 'nobody-here', ...order }), { code: 'NOT_FOUND' })
    const { name } = await filled(on)
    assert.deepEqual(
      [await on.store().registry.removeRows(name, 10), await on.store().registry.removeApiKeys(name)],
      [0, 0],
    )
    assert.equal((await keysOf(name)).length, 1)
  })

  it('says that the store is away where it is, and not that there is no tenant; it is taken up again', async () => {
    const { name } = await filled(on)
    let writes = 0
    const store = intercept(on.store(), async (method, call) => {
      if (method === 'write' && ++writes === 2) throw new StoreUnavailable('The store is away.')
      return call()
    })
    const away = { ...partsOf(on), scopeOf: () => on.scope({ tenant: name, store }) }
    await assert.rejects(eraseTenant(away, { name, ...order }), StoreUnavailable)
    assert.equal((await on.store().registry.tenant(name))?.state, 'ERASING')
    assert.equal((await eraseTenant(partsOf(on), { name, ...order })).state, 'ERASED')
  })

  it('says a fault of its own writes as it is, the last one too, and not that there is no tenant; it is taken up again', async () => {
    const { name } = await filled(on)
    for (const broken of [1, 2]) {
      let writes = 0
      const store = intercept(on.store(), async (method, call) => {
        if (method === 'write' && ++writes === broken) throw new TypeError('a fault')
        return call()
      })
      const faulty = { ...partsOf(on), scopeOf: () => on.scope({ tenant: name, store }) }
      await assert.rejects(eraseTenant(faulty, { name, ...order }), { name: 'TypeError', message: 'a fault' })
      assert.equal((await on.store().registry.tenant(name))?.state, 'ERASING')
    }
    assert.equal((await eraseTenant(partsOf(on), { name, ...order })).state, 'ERASED')
  })

  it('refuses what was under way for it, and leaves none of it: an import, the bytes of an upload', async () => {
    const { name, scope } = await filled(on)
    let writes = 0
    const erasedAt = (write: number) =>
      intercept(on.store(), async (method, call) => {
        if (method === 'write' && writes++ === write) await eraseTenant(partsOf(on), { name, ...order })
        return call()
      })
    const importing = on.scope({ tenant: name, process: 1, store: erasedAt(2) })
    const file = linesOf(entries('u1 a1<u1 u2<a1 a2<u2 u3<a2 a3<u3 u4<a3 a4<u4'))
    await assert.rejects(imports(importing, file, { batchSize: { nodes: 2, bytes: 1e6 } }), {
      code: 'NOT_FOUND',
      facts: { kind: 'Tenant', id: name },
    })
    assert.ok(writes > 2, String(writes))
    const ids: string[] = []
    const bytes = (async function* () {
      yield await Promise.resolve(Buffer.from('late'))
    })()
    const put: typeof scope.attachmentBytes.put = async (...args) => {
      const kept = await scope.attachmentBytes.put(...args)
      ids.push(kept.id)
      return kept
    }
    const attachmentBytes = { ...scope.attachmentBytes, put }
    await assert.rejects(
      putAttachment({ ...scope, attachmentBytes }, { bytes, mediaType: 'text/plain', fileName: null, expected: null }),
      { code: 'NOT_FOUND' },
    )
    assert.equal(ids.length, 1)
    assert.equal(await scope.attachmentBytes.has(name, ids[0] ?? ''), false)
    await holdsNothing(scope)
    assert.equal((await on.store().registry.tenant(name))?.state, 'ERASED')
  })

  it('is possible of a suspended one, which keeps what it has and is active once it is resumed; one that is erased is neither again', async () => {
    const { name, scope } = await filled(on)
    const { registry } = on.store()
    assert.equal((await suspendTenant(registry, name)).state, 'SUSPENDED')
    assert.deepEqual(await turnsOf(scope, 'f'), ['u1', 'u2'])
    assert.equal((await resumeTenant(registry, name)).state, 'ACTIVE')
    await eraseTenant(partsOf(on), { name, ...order })
    for (const change of [suspendTenant, resumeTenant])
      await assert.rejects(change(registry, name), { code: 'NOT_FOUND' })
  })
})
