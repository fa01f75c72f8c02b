/** A tenant that is being erased, or was, lets nobody in: neither its keys, nor tokens, nor addresses that were signed. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { SignJWT } from 'jose'
import { putAttachment } from '../../src/app/attachments/attachments.ts'
import { erase } from '../../src/app/erasures/erase.ts'
import { operator } from '../../src/domain/access/principal.ts'
import { signedAddresses } from '../../src/http/signedAddresses.ts'
import type { TenantRecord } from '../../src/domain/access/requester.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { subscribe, transports } from '../graphql/support/follow.ts'
import { describeOnce } from '../support/stores.ts'
import { tenantFor } from '../support/tenants.ts'
import { tenantApi } from '../tenants/support/tenantApi.ts'
import { waitFor } from '../support/waitFor.ts'

const secret = 's'.repeat(32)
const access = {
  ...{ AUTH: 'keys,jwt', JWT_ISSUER: 'us', JWT_AUDIENCE: 'it', JWT_SECRET: secret, URL_SECRET: secret },
  RATE_LIMIT: '0',
}
const viewer = '{ viewer { tenant } }'

function tokenOf(tenant: string): Promise<string> {
  const claims = new SignJWT({ tenant, scope: 'read write', sub: 'ada' }).setProtectedHeader({ alg: 'HS256' })
  const key = new TextEncoder().encode(secret)
  return claims.setIssuer('us').setAudience('it').setExpirationTime('5m').sign(key)
}

describeOnce('a tenant', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-gone-'))
  /** What has become of each since it was made; what is not named is active. */
  const states = new Map<string, TenantRecord['state']>()
  let api: Api
  before(async () => {
    const open = await openSqliteStore({ path: join(folder, 'store.db') })
    const tenant: typeof open.registry.tenant = async (name) => {
      const found = await open.registry.tenant(name)
      return found && { ...found, state: states.get(name) ?? found.state }
    }
    const store = { ...open, registry: { ...open.registry, tenant } }
    api = await startApi(access, { store }, { recheckMs: 50 })
  })
  after(async () => {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })
  /** Has a tenant keep something, past the door: what is known there of a tenant is remembered for a while. */
  const keptBy = async (name: string, content = Buffer.from('hello')) => {
    const tenant = await api.app.store.registry.tenant(tenantFor(name))
    assert.ok(tenant)
    const bytes = (async function* () {
      yield content
    })()
    const scope = api.app.scopeOf({ principal: operator, tenant })
    return putAttachment(scope, { bytes, mediaType: 'text/plain', fileName: null, expected: null })
  }

  const signedFor = (name: string, id: string) => {
    const { sign } = signedAddresses(new TextEncoder().encode(secret), 300)
    const signed = new URLSearchParams(sign({ tenant: tenantFor(name), id, fileName: null })).toString()
    return (init: RequestInit = {}) => fetch(`${api.url}/attachments/${id}?${signed}`, init)
  }

  for (const state of ['ERASING', 'ERASED'] as const)
    it(`that is ${state} lets nobody in, in the words of every refusal`, async () => {
      const name = state.toLowerCase()
      const gone = await tenantApi(api, name)
      const { id } = await keptBy(name)
      states.set(name, state)
      for (const bearer of [gone.key, await tokenOf(name)]) {
        const { status, errors } = await api.send(viewer, {}, { authorization: `Bearer ${bearer}` })
        const [{ message, extensions } = { message: '', extensions: { code: '' } }] = errors
        assert.deepEqual(
          [status, extensions.code, message],
          [401, 'UNAUTHENTICATED', 'A valid key or token is needed.'],
        )
      }
      assert.equal((await signedFor(name, id)()).status, 404)
      assert.ok(api.logged.some((line) => line.includes('is not active') && line.includes(gone.keyId)))
    })

  for (const state of ['SUSPENDED', 'ERASING', 'ERASED'] as const)
    it(`that is ${state} has no signed address that opens anything, also where one was opened just before`, async () => {
      const name = `opened-${state.toLowerCase()}`
      await tenantApi(api, name)
      const { id } = await keptBy(name)
      const open = signedFor(name, id)
      assert.equal((await open()).status, 200)
      states.set(name, state)
      for (const method of ['GET', 'HEAD']) assert.equal((await open({ method })).status, 404)
    })

  it('has no signed address that opens an attachment which was erased, or tells of it', async () => {
    const name = 'erases'
    await tenantApi(api, name)
    const { id } = await keptBy(name)
    const open = signedFor(name, id)
    assert.equal((await open({ headers: { 'if-none-match': `"${id}"` } })).status, 304)
    const tenant = await api.app.store.registry.tenant(tenantFor(name))
    assert.ok(tenant)
    await erase(api.app.scopeOf({ principal: operator, tenant }), { attachmentIds: [id], reason: 'OTHER' })
    const before = api.logged.length
    for (const method of ['GET', 'HEAD'])
      for (const headers of [{}, { 'if-none-match': `"${id}"` }, { range: 'bytes=0-1' }, { range: 'bytes=99-' }]) {
        const response = await open({ method, headers })
        assert.deepEqual([response.status, response.headers.get('content-range')], [404, null])
      }
    assert.ok(!api.logged.slice(before).some((line) => line.includes('missing')))
  })

  it('that goes while somebody reads by a signed address cuts that off', async () => {
    const name = 'read'
    await tenantApi(api, name)
    const { id } = await keptBy(name, Buffer.alloc(32 * 1024 * 1024))
    const response = await signedFor(name, id)()
    assert.equal(response.status, 200)
    states.set(name, 'ERASING')
    const connections = () =>
      new Promise<number>((resolve) => api.app.server.server.getConnections((_, n) => resolve(n)))
    const before = await connections()
    await waitFor(async () => (await connections()) < before)
    await assert.rejects(response.arrayBuffer())
  })

  it('that goes while somebody follows ends all streams, those of keys as those of tokens', async () => {
    const asked = await tenantApi(api, 'leaving')
    await asked.ask('mutation { createConversation(input: {id: "c"}) { conversation { id } } }')
    const query = 'subscription { conversationChanged(id: "c", afterSeq: 0) { seq kind } }'
    const bearers = [asked.key, await tokenOf('leaving')]
    const streams = bearers.flatMap((bearer) =>
      transports.map((transport) => subscribe(transport, api.url, { query }, { bearer })),
    )
    for (const stream of streams) await stream.reach(1)
    states.set('leaving', 'ERASING')
    for (const { over, errors } of streams) {
      const reason = (await over) as { readonly code?: number } | null
      assert.ok(reason?.code === 4403 || errors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED'))
    }
    await Promise.all(streams.map((stream) => stream.stop()))
  })
})
