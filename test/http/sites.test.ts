import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from '../graphql/support/api.ts'
import { talk } from '../graphql/support/talk.ts'

const routes = [
  'GET /',
  'GET /graphql',
  'POST /graphql',
  'GET /graphql/stream',
  'POST /graphql/stream',
  'GET /c/x/tree',
  'GET /explorer/graphiql/index.html',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'POST /import',
  'GET /export/c?format=CLAUDE_CODE',
  'PUT /attachments',
  'GET /attachments/x',
  'HEAD /attachments/x',
  'OPTIONS /graphql',
  'GET /nowhere',
  'UPGRADE /graphql',
  'UPGRADE /nowhere',
] as const

interface Raw {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Sends a request as it is written, and returns what comes until the connection ends. */
async function raw(url: string, route: string, headers: readonly string[]): Promise<Raw> {
  const [method = '', path] = route.split(' ')
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==',
  ]
  const own = method === 'UPGRADE' ? upgrade : ['Connection: close', 'Content-Length: 0']
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write([`${method === 'UPGRADE' ? 'GET' : method} ${path} HTTP/1.1`, ...headers, ...own, '', ''].join('\r\n'))
  let text = ''
  // An upgrade that is let in goes on forever.
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()).startsWith('HTTP/1.1 101') && socket.destroy())
  await once(socket, 'close')
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const entries = lines.map(
    (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)] as const,
  )
  return { status: Number(first.split(' ')[1]), headers: new Map(entries), body: body.join('\r\n\r\n') }
}

describe('who may ask', () => {
  let api: Api
  before(async () => {
    api = await startApi({
      ALLOWED_HOSTS: 'turngraph.lan',
      ALLOWED_ORIGINS: 'https://chat.example, http://localhost:5173',
    })
    await talk(api, 'c', 'one')
  })
  after(() => api.close())
  const logged = (part: string) => api.logged.filter((line) => line.includes('"level":40') && line.includes(part))

  it('is asked on every route and upgrade: by a name of the server', async () => {
    for (const route of routes) {
      for (const host of [['Host: evil.example'], [], ['Host:']]) {
        const { status, body } = await raw(api.url, route, host)
        assert.equal(status, 421, route)
        assert.match(body, route.startsWith('HEAD') ? /^$/ : /FORBIDDEN.*ALLOWED_HOSTS|ALLOWED_HOSTS.*FORBIDDEN/, route)
      }
      assert.equal((await raw(api.url, route, ['Host: localhost', 'Host: localhost'])).status, 400, route)
      for (const host of ['localhost:1', 'turngraph.lan'])
        assert.ok(![421, 403].includes((await raw(api.url, route, [`Host: ${host}`])).status), `${route} ${host}`)
    }
    assert.match(logged('evil.example')[0] ?? '', /ALLOWED_HOSTS/)
    assert.equal(logged('evil.example').length, routes.length)
  })

  it('is asked on every route and upgrade: from a page of the server, or one that is allowed', async () => {
    const foreign = ['https://evil.example', 'null', 'https://localhost:4000', 'http://127.0.0.1:1']
    for (const route of routes) {
      for (const origin of foreign) {
        const { status, headers, body } = await raw(api.url, route, ['Host: localhost:4000', `Origin: ${origin}`])
        assert.equal(status, 403, `${route} ${origin}`)
        assert.match(body, route.startsWith('HEAD') ? /^$/ : /ALLOWED_ORIGINS/, route)
        assert.equal(headers.get('access-control-allow-origin'), undefined)
      }
      for (const origin of [api.url, 'https://chat.example', 'http://localhost:5173'])
        assert.notEqual(
          (await raw(api.url, route, ['Host: localhost:4000', `Origin: ${origin}`])).status,
          403,
          `${route} ${origin}`,
        )
    }
    assert.match(logged('"origin":"null"')[0] ?? '', /ALLOWED_ORIGINS/)
  })

  it('is asked on every route that can write, and upgrade: by a page of another site that leaves its origin out', async () => {
    for (const route of [...routes.filter((one) => /^(POST|PUT|UPGRADE)/.test(one)), 'POST /mcp', 'DELETE /mcp']) {
      const { status, body } = await raw(api.url, route, ['Host: localhost', 'Sec-Fetch-Site: cross-site'])
      assert.equal(status, 403, route)
      assert.match(body, /FORBIDDEN/, route)
      const own = await raw(api.url, route, ['Host: localhost', 'Sec-Fetch-Site: same-origin'])
      assert.notEqual(own.status, 403, route)
    }
  })

  it('lets allowed pages read every answer, errors and streams too, and no others', async () => {
    const origin = 'https://chat.example'
    for (const route of routes.filter((one) => !one.startsWith('UPGRADE'))) {
      const { headers } = await raw(api.url, route, ['Host: localhost', `Origin: ${origin}`])
      assert.equal(headers.get('access-control-allow-origin'), origin, route)
      assert.match(headers.get('vary') ?? '', /Origin/i, route)
      assert.equal(headers.get('access-control-allow-credentials'), undefined)
    }
    const stream = await fetch(`${api.url}/graphql/stream`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'subscription { conversationChanged(id: "c") { seq } }' }),
    })
    assert.equal(stream.headers.get('access-control-allow-origin'), origin)
    await stream.body?.cancel()
    const own = await raw(api.url, 'GET /health/live', ['Host: localhost', `Origin: ${api.url}`])
    assert.equal(own.headers.get('access-control-allow-origin'), undefined)
  })

  it('answers a browser that asks first, for allowed pages', async () => {
    for (const route of [
      '/graphql',
      '/graphql/stream',
      '/import',
      '/attachments',
      '/attachments/x',
      '/export/c',
      '/health/live',
    ]) {
      const asked = [
        'Host: localhost',
        'Access-Control-Request-Method: PUT',
        'Access-Control-Request-Headers: authorization,content-type,x-mine',
      ]
      const { status, headers } = await raw(api.url, `OPTIONS ${route}`, [...asked, 'Origin: https://chat.example'])
      assert.equal(status, 204, route)
      assert.equal(headers.get('access-control-allow-origin'), 'https://chat.example')
      assert.match(headers.get('access-control-allow-methods') ?? '', /\bPOST\b.*\bPUT\b/)
      assert.match(headers.get('access-control-allow-headers') ?? '', /authorization.*content-type.*x-mine/)
      assert.ok(headers.has('access-control-max-age'))
      assert.equal((await raw(api.url, `OPTIONS ${route}`, [...asked, 'Origin: https://evil.example'])).status, 403)
    }
  })
})

describe('without settings', () => {
  it('no page of another site may ask, and none is told that it might', async () => {
    const api = await startApi()
    const preflight = ['Host: localhost', 'Origin: http://localhost:5173', 'Access-Control-Request-Method: POST']
    assert.equal((await raw(api.url, 'OPTIONS /graphql', preflight)).status, 403)
    assert.equal(
      (await raw(api.url, 'GET /health/live', ['Host: localhost'])).headers.get('access-control-allow-origin'),
      undefined,
    )
    await api.close()
  })
})
