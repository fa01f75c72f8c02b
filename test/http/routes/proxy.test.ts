/** What the route of the proxy lets pass: never a page of this origin, and no path that says two things. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as ask, type IncomingMessage } from 'node:http'
import { after, before, beforeEach, it } from 'node:test'
import { createKey } from '../../../src/app/access/keys.ts'
import { inert } from '../../../src/http/responses/inert.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { describeOnce } from '../../support/stores.ts'
import { startUpstream, type Upstream } from '../../adapters/proxy/support/upstream.ts'

describeOnce('the route of the proxy', () => {
  let api: Api
  let upstream: Upstream
  let key = ''
  before(async () => {
    upstream = await startUpstream()
    const upstreams = {
      PROXY_OPENAI_UPSTREAM: `${upstream.url}/v1`,
      PROXY_ANTHROPIC_UPSTREAM: `${upstream.url}/anthropic`,
    }
    api = await startApi({ AUTH: 'keys', LOG_LEVEL: 'trace', ...upstreams })
    const { store, fresh, tenant } = api.app
    const order = { tenant: tenant.name, scopes: ['WRITE'], label: null, milliseconds: null } as const
    key = (await createKey(store.registry, fresh, order)).text
  })
  after(async () => {
    await api.close()
    await upstream.close()
  })
  beforeEach(() => {
    upstream.met.length = 0
  })
  /** Asks for a path as it is written. */
  const sent = async (path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> => {
    const { hostname, port } = new URL(api.url)
    const [response] = (await once(ask({ hostname, port, path, headers, agent: false }).end(), 'response')) as [
      IncomingMessage,
    ]
    response.resume()
    return response
  }

  it('gives back what an upstream answers as nothing that a browser runs, and without what it says of its origin', async () => {
    const theirs = {
      'content-type': 'text/html',
      'set-cookie': 'a=1',
      'access-control-allow-origin': '*',
      'service-worker-allowed': '/',
      'x-turngraph-conversation': 'x',
      'request-id': 'r',
    }
    upstream.answer = (_, response) => void response.writeHead(200, theirs).end('<script>steal()</script>')
    const { headers, statusCode } = await sent('/v1/files/f/content', { 'x-turngraph-key': key })
    assert.equal(statusCode, 200)
    for (const [name, value] of Object.entries(inert)) assert.equal(headers[name], value)
    for (const name of Object.keys(theirs).slice(1, 5)) assert.equal(headers[name], undefined, name)
    assert.deepEqual([headers['content-type'], headers['request-id']], ['text/html', 'r'])
  })

  it('opens nothing for a browser that would show or run it, also with a key in the address', async () => {
    for (const headers of [
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-dest': 'worker' },
      { 'sec-fetch-dest': 'script' },
    ])
      // prettier-ignore
      assert.equal((await sent(`/k/${key}/v1/files/f/content`, headers)).statusCode, 403)
    assert.deepEqual(upstream.met, [])
  })

  it('refuses a path that is spelled in another way than its route, passes none of it on and logs no key', async () => {
    const paths = [
      '/%6b/KEY/v1/models',
      '/k/KEY/%761/models',
      '/k/%74KEY/v1/models',
      '/k/KEY/%63/a/v1/models',
      '/%63/a/k/KEY/v1/models',
      '/%76%31/anything',
      '/k/KEY/%61pi/hello',
    ]
    for (const path of paths) {
      const text = path.replace('%74KEY', `%74${key.slice(1)}`).replace('KEY', key)
      assert.equal((await sent(text, { 'x-turngraph-key': key })).statusCode, 400, path)
    }
    await sent(`/%6b/${key}/nowhere`)
    await sent(`/%256b/${key}/v1/models`)
    assert.deepEqual(upstream.met, [])
    const logged = api.logged.join('\n')
    assert.ok(logged.includes('/%6b/…/v1/models') && !logged.includes(key) && !logged.includes(key.slice(4)))
  })

  it('passes a path on as it was sent behind the name of a conversation, which may be encoded', async () => {
    upstream.answer = (_, response) => void response.end('{}')
    assert.equal((await sent(`/k/${key}/c/a%20b%2Fc/v1/files/d%20e?x=%2F`)).statusCode, 200)
    assert.deepEqual(
      upstream.met.map(({ url }) => url),
      ['/v1/files/d%20e?x=%2F'],
    )
  })
})
