/** Routes and subscriptions: what one tenant is answered for another's names is what it is answered for names of nothing. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, it } from 'node:test'
import type { Api } from '../graphql/support/api.ts'
import { forEachStore } from '../graphql/support/forEachStore.ts'
import { says, startModel, type Model } from '../graphql/support/model.ts'
import { storeTurn } from '../graphql/support/talk.ts'
import { comparable, nobodys, seed, type Named } from './support/named.ts'
import { tenantApi, type TenantApi } from './support/tenantApi.ts'

/** One request that names something: by an id, or by more than one. */
interface Probe {
  readonly name: string
  readonly of: (named: Named) => string
  readonly path: (value: string) => string
  readonly init?: (value: string) => RequestInit
}

const stream = (query: string) => ({
  path: () => '/graphql/stream',
  init: (id: string): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables: { id } }),
  }),
})
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Every route that takes a name, by its address in the server. */
const probes: Readonly<Record<string, readonly Probe[]>> = {
  '/export/:conversationId': ['', '?format=MARKDOWN', '?wholeTree=true', '?part=x'].map((more) => ({
    name: `an export${more}`,
    of: ({ ids }) => ids['plain'] ?? '',
    path: (id) => `/export/${id}${more}`,
  })),
  '/tree/:conversationId': ['', '?after=x'].map((more) => ({
    name: `a tree${more}`,
    of: ({ ids }) => ids['plain'] ?? '',
    path: (id) => `/tree/${id}${more}`,
  })),
  '/attachments/:id': [
    {},
    { method: 'HEAD' },
    { headers: { range: 'bytes=0-1' } },
    { headers: { 'if-none-match': '*' } },
  ].map((init) => ({
    name: `an attachment ${JSON.stringify(init)}`,
    of: ({ ids }) => ids['attachment'] ?? '',
    path: (id) => `/attachments/${id}`,
    init: () => init,
  })),
  '/import': [
    {
      name: 'an import into a conversation',
      of: ({ begin }) => `${begin}routed`,
      path: (id) => `/import?conversationId=${id}`,
      init: () => ({ method: 'POST', body: '{"role":"user","content":"x"}\n' }),
    },
  ],
  '/attachments': [
    {
      name: 'the bytes of another',
      of: ({ begin }) => `${begin}a`,
      path: () => '/attachments?mediaType=text/plain',
      init: (body) => ({ method: 'PUT', body }),
    },
  ],
  '/graphql/stream': [
    {
      name: 'a ledger',
      of: ({ ids }) => ids['plain'] ?? '',
      ...stream('subscription ($id: ID!) { conversationChanged(id: $id, afterSeq: 0) { seq } }'),
    },
  ],
}

/** Routes that take no name of anything: what they answer is the tenant's whole, an operation's, or everybody's. */
const nameless = [
  ...['/graphql', '/mcp', '/backup', '/export', '/metrics', '/health/live', '/health/ready'],
  // Public keys: the same for all.
  '/.well-known/turngraph-keys.json',
  // Pages: the same for all, whatever they are asked for.
  ...['/', '/c/:id', '/c/:id/', '/c/:id/tree', '/c/:id/tree/', '/compare/:places', '/compare/:places/'],
  ...[
    '/m/:id',
    '/m/:id/',
    '/search',
    '/search/',
    '/stats',
    '/stats/',
    '/new',
    '/new/',
    '/import/',
    '/settings',
    '/settings/',
    ...['/activity', '/activity/', '/erasures', '/erasures/', '/erasures/:id', '/erasures/:id/'],
    '/explorer/:file',
    '/explorer/graphiql/:file',
  ],
]

/** Returns the addresses of a tree of routes as it is drawn. */
function routesOf(drawn: string): string[] {
  const above: string[] = []
  const found = drawn.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S+)( \(.*)?/.exec(line) ?? []
    above.splice(indent.length / 4, Infinity, part)
    return methods === undefined || part === '*' ? [] : [above.join('')]
  })
  return [...new Set(found)].sort()
}

await forEachStore('routes, for names of another tenant', (start, onNeo4j) => {
  let [api, model]: [Api, Model] = [null as never, null as never]
  let [owner, first, second]: { readonly api: TenantApi; readonly named: Named }[] = []
  before(async () => {
    model = await startModel()
    model.does = says('An answer.')
    api = await start({ AUTH: 'keys', RATE_LIMIT: '0', RESPONDER_URL: model.url, RESPONDER_MODEL: 'm' })
    const made = []
    for (const tenant of ['owner', 'first', 'third']) {
      const asked = await tenantApi(api, `r-${tenant}`)
      made.push({ api: asked, named: await seed(asked, tenant === 'owner' ? 'owners-' : 'askers-') })
    }
    ;[owner, first, second] = made
    assert.ok(owner)
    await storeTurn(owner.api, { conversationId: 'owners-routed', turnId: 't', role: 'USER', text: 'theirs' })
  })
  after(async () => {
    await api.close()
    await model.close()
  })

  if (!onNeo4j)
    it('are all known here', () => {
      const ours = routesOf(api.app.server.printRoutes({ commonPrefix: false }))
      assert.deepEqual(ours, [...Object.keys(probes), ...nameless].sort())
    })

  for (const { name, of, path, init } of Object.values(probes).flat())
    it(`answer as for names of nothing: ${name}`, async () => {
      assert.ok(owner && first && second)
      const sent = async (to: TenantApi, value: string) => {
        const response = await to.fetch(path(encodeURIComponent(value)), init?.(value))
        const headers = [...response.headers].filter(([header]) => header !== 'date')
        const text = (await response.text()).replace(/\?tenant=[^"]*/, '?signed')
        return comparable([response.status, headers, text], [value, sha256(value)])
      }
      const foreign = of(owner.named)
      const none = nobodys(foreign, 'owners-')
      assert.notEqual(foreign, none)
      assert.equal(await sent(first.api, foreign), await sent(second.api, none))
    })

  it('tell who follows its own conversations nothing of the other', async () => {
    assert.ok(owner && first)
    const aborted = new AbortController()
    const { init } = stream('subscription { conversationsChanged { id } }')
    const response = await first.api.fetch('/graphql/stream', { ...init(''), signal: aborted.signal })
    const heard: string[] = []
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    // The first sign of life: from now on it is told.
    assert.ok(reader)
    await reader.read()
    await storeTurn(owner.api, { conversationId: 'owners-plain', role: 'USER', text: 'theirs' })
    await storeTurn(first.api, { conversationId: 'askers-plain', role: 'USER', text: 'ours' })
    for (let parts = 0; parts < 100 && !heard.join('').includes('askers-plain'); parts++) {
      const { value, done } = await reader.read()
      assert.ok(!done, heard.join(''))
      heard.push(value)
    }
    aborted.abort()
    assert.ok(!heard.join('').includes('owners'), heard.join(''))
  })
})
