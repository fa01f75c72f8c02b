/** Who may use the proxy, and what of a request is kept nowhere. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { createKey } from '../../../src/app/access/keys.ts'
import type { AccessScope } from '../../../src/domain/access/principal.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { describeOnce } from '../../support/stores.ts'
import { whenRecorded } from './support/recorded.ts'
import { startUpstream, type Met, type Upstream } from './support/upstream.ts'

const secrets = [
  'sk-caller',
  'sk-other',
  'cookie-secret',
  'org-secret',
  'device-secret',
  'account-secret',
  'installation-secret',
  'error-secret',
]

describeOnce('the proxy under AUTH', () => {
  let api: Api
  let upstream: Upstream
  const data = mkdtempSync(join(tmpdir(), 'turngraph-proxy-'))
  const keys: Record<string, string> = {}
  before(async () => {
    upstream = await startUpstream()
    const upstreams = { PROXY_OPENAI_UPSTREAM: `${upstream.url}/v1`, PROXY_ANTHROPIC_UPSTREAM: upstream.url }
    api = await startApi({ DATA: data, AUTH: 'keys', METRICS_TOKEN: 'm'.repeat(16), ...upstreams })
    const { store, fresh, tenant } = api.app
    for (const scope of ['READ', 'WRITE'] as AccessScope[]) {
      const order = { tenant: tenant.name, scopes: [scope], label: null, milliseconds: null }
      keys[scope] = (await createKey(store.registry, fresh, order)).text
    }
  })
  after(async () => {
    await api.close()
    await upstream.close()
    rmSync(data, { recursive: true, force: true })
  })
  const body = JSON.stringify({
    model: 'claude-x',
    messages: [{ role: 'user', content: 'hello' }],
    metadata: {
      user_id: JSON.stringify({ device_id: 'device-secret', account_uuid: 'account-secret', session_id: 's' }),
    },
    client_metadata: { installation_id: 'installation-secret' },
    user: 'account-secret',
  })
  const post = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${api.url}${path}`, { method: 'POST', body, headers: { authorization: 'Bearer sk-caller', ...headers } })

  it('takes a key by a header or in the path, passes the caller’s own on, and needs the scope WRITE', async () => {
    const { READ = '', WRITE = '' } = keys
    assert.equal((await post('/v1/messages')).status, 401)
    assert.equal((await post('/v1/messages', { 'x-turngraph-key': 'tg_wrong' })).status, 401)
    assert.equal((await post('/v1/messages', { authorization: `Bearer ${WRITE}` })).status, 401)
    assert.equal((await post(`/k/${READ}/v1/messages`)).status, 403)
    assert.equal(upstream.met.length, 0)
    assert.equal((await post('/v1/messages', { 'x-turngraph-key': WRITE })).status, 200)
    assert.equal((await post(`/k/${WRITE}/v1/messages?beta=true`)).status, 200)
    assert.equal((await post(`/k/${WRITE}/c/named/v1/chat/completions`)).status, 200)
    assert.equal((await fetch(`${api.url}/k/${WRITE}/api/hello`, { method: 'HEAD' })).status, 200)
    assert.deepEqual(
      upstream.met.map(({ url }) => url),
      ['/v1/messages', '/v1/messages?beta=true', '/v1/chat/completions', '/api/hello'],
    )
    const sent: string[] = upstream.met.flatMap(({ rawHeaders }: Met) => rawHeaders)
    assert.equal(sent.filter((value) => value === 'Bearer sk-caller').length, 3)
    assert.ok(!sent.some((value) => value.includes(WRITE) || value.startsWith('x-turngraph')))
  })

  it('keeps no credential, no id of a device and nothing of an error in the store or in the log', async () => {
    const { WRITE = '' } = keys
    upstream.answer = (_, response) =>
      void response.writeHead(401).end('{"error":{"type":"authentication_error","message":"error-secret"}}')
    const headers = {
      'x-api-key': 'sk-other',
      cookie: 'c=cookie-secret',
      'openai-organization': 'org-secret',
      'x-turngraph-key': WRITE,
    }
    for (const path of ['/v1/messages', '/v1/chat/completions']) assert.equal((await post(path, headers)).status, 401)
    await post('/v1/messages', { ...headers, host: 'elsewhere' }).catch(() => null)
    await fetch(`${api.url}/k/${WRITE}/nowhere`)
    await whenRecorded(api, 5, 'm'.repeat(16))
    const files = readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name))
    const kept = [
      ...files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'latin1')),
      api.logged.join('\n'),
    ]
    assert.ok(kept.some((text) => text.includes('authentication_error')))
    for (const secret of [...secrets, WRITE]) assert.ok(!kept.some((text) => text.includes(secret)), secret)
  })
})
