/** One request that comes is one request that goes, and nobody gets the bytes of another caller. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createKey } from '../../../../src/app/access/keys.ts'
import { createTenant } from '../../../../src/app/access/tenants.ts'
import type { Tenant } from '../../../../src/domain/access/tenant.ts'
import { framingOf, mayBeUsedAgain } from '../../../../src/adapters/proxy/pass/framing.ts'
import { startApi, type Api } from '../../../graphql/support/api.ts'
import { describeOnce } from '../../../support/stores.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

const smuggled = 'GET /v1/slow HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sk-attacker\r\n\r\n'
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const bodies: Record<string, readonly [header: string, bytes: string]> = {
  none: ['', ''],
  length: [`Content-Length: ${smuggled.length}\r\n`, smuggled],
  chunked: ['Transfer-Encoding: chunked\r\n', `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`],
}
const usual = ['close', 'close, x-own', 'close, authorization']
const refused = ['Content-Length', 'transfer-encoding', 'close , HOST', 'x-own,content-length']

/** Sends bytes on a connection of their own, and returns what was answered until it is closed. */
async function sent(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')))
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

describeOnce('a request that is passed on', () => {
  let api: Api
  let upstream: Upstream
  const keys: string[] = []
  const ports: (number | undefined)[] = []
  before(async () => {
    upstream = await startUpstream()
    const upstreams = { PROXY_OPENAI_UPSTREAM: `${upstream.url}/v1`, PROXY_RECORD: 'off' }
    api = await startApi({ AUTH: 'keys', RATE_LIMIT: '0', ...upstreams })
    const { store, fresh } = api.app
    for (const name of ['acme', 'other']) {
      await createTenant(store.registry, fresh, name, true)
      const order = { tenant: name as Tenant, scopes: ['WRITE'], label: null, milliseconds: null } as const
      keys.push((await createKey(store.registry, fresh, order)).text)
    }
  })
  after(async () => {
    await api.close()
    await upstream.close()
  })
  beforeEach(() => {
    upstream.met.length = 0
    ports.length = 0
    upstream.answer = (_, response, request) => {
      ports.push(request.socket.remotePort)
      response.end('{}')
    }
  })
  const head = (method: string, connection: string, key = keys[0]) =>
    `${method} /v1/models HTTP/1.1\r\nHost: ${new URL(api.url).host}\r\nX-Turngraph-Key: ${key}\r\nConnection: ${connection}\r\n`

  it('is one request for the upstream, with one end of its body, whatever its method, its body and its connection say', async () => {
    for (const method of methods)
      for (const [kind, [header, bytes]] of Object.entries(bodies))
        for (const connection of usual) {
          const what = `${method} ${kind} ${connection}`
          upstream.met.length = 0
          assert.match(
            await sent(api.url, `${head(method, connection)}${header}\r\n${bytes}`),
            /^HTTP\/1\.1 200 /,
            what,
          )
          assert.deepEqual(
            upstream.met.map(({ url, body }) => [url, body.toString()]),
            [['/v1/models', kind === 'none' ? '' : smuggled]],
            what,
          )
          const names =
            upstream.met[0]?.rawHeaders.filter((_, k) => k % 2 === 0).map((name) => name.toLowerCase()) ?? []
          const framing = names.filter((name) => name === 'content-length' || name === 'transfer-encoding')
          const expected = kind === 'none' && ['GET', 'HEAD', 'DELETE'].includes(method) ? 0 : 1
          assert.equal(framing.length, expected, what)
        }
  })

  it('is none where its connection takes away where it ends or whom it is for', async () => {
    for (const method of methods)
      for (const [kind, [header, bytes]] of Object.entries(bodies))
        for (const connection of refused) {
          const answer = await sent(api.url, `${head(method, `close, ${connection}`)}${header}\r\n${bytes}`)
          assert.match(answer, /^HTTP\/1\.1 400 /, `${method} ${kind} ${connection}`)
        }
    assert.deepEqual(upstream.met, [])
  })

  it('goes over no connection of another tenant, and over the same one for the same tenant', async () => {
    for (const key of [keys[0], keys[1], keys[0], keys[1]]) await sent(api.url, `${head('GET', 'close', key)}\r\n`)
    const [first, second, third, fourth] = ports
    assert.notEqual(first, second)
    assert.deepEqual([third, fourth], [first, second])
  })

  it('goes over a connection that nothing follows where its method has no body and it has one', async () => {
    for (const [header, bytes] of Object.values(bodies))
      await sent(api.url, `${head('DELETE', 'close')}${header}\r\n${bytes}`)
    await sent(api.url, `${head('DELETE', 'close')}\r\n`)
    const [none, length, chunked, last] = ports
    assert.equal(new Set([none, length, chunked]).size, 3)
    assert.equal(last, none)
  })
})

describe('where a request ends', () => {
  it('is said by its length or by its pieces, and nowhere where it says neither', () => {
    assert.deepEqual(framingOf('POST', ['content-length', ' 7 ']), { body: 'length', length: '7' })
    assert.deepEqual(framingOf('GET', ['Transfer-Encoding', 'Chunked']), { body: 'chunked' })
    assert.deepEqual([framingOf('get', []), framingOf('POST', [])], [{ body: 'none' }, { body: 'length', length: '0' }])
  })

  it('is refused where it is said twice, or in a way that two readers may understand differently', () => {
    const odd = [
      ['Content-Length', '1', 'content-length', '1'],
      ['Content-Length', '1', 'Transfer-Encoding', 'chunked'],
      ['Transfer-Encoding', 'gzip, chunked'],
      ['Content-Length', '+1'],
      ['Content-Length', '0x1'],
      ['Content-Length', '1, 1'],
      ['Transfer-Encoding', 'chunked', 'Transfer-Encoding', 'chunked'],
      ['Transfer-Encoding', 'identity'],
    ]
    for (const raw of odd) assert.ok('refusal' in framingOf('POST', raw), raw.join(' '))
  })

  it('lets a connection be used again but where a method has a body that it has not by its meaning', () => {
    assert.ok(mayBeUsedAgain('POST', { body: 'chunked' }) && mayBeUsedAgain('GET', { body: 'none' }))
    assert.ok(!mayBeUsedAgain('GET', { body: 'length', length: '0' }) && !mayBeUsedAgain('DELETE', { body: 'chunked' }))
  })
})
