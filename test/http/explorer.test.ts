import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql'
import { root } from '../../scripts/root.ts'
import { tabs } from '../../src/explorer/graphiql/tabs.ts'
import { startApi, type Api } from '../graphql/support/api.ts'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** Asks without the decompression that `fetch` does by itself. */
function get(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) })
      })
    })
    asked.on('error', reject).end()
  })
}

describe('the built-in GraphiQL', () => {
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  it('opens with the first steps of the documents in their order, and what talk costs', async () => {
    const page = readFileSync(`${root}docs/start.md`, 'utf8')
    const steps = [...page.matchAll(/^### (\d)\. /gm)].map(([, number]) => number).slice(0, 5)
    const numbered = tabs.flatMap(({ query }) => /^# (\d)\. /.exec(query)?.[1] ?? [])
    assert.deepEqual(numbered, steps)
    assert.equal(tabs.length, 6)
    assert.match(tabs.at(-1)?.query ?? '', /^ {2}analytics \{$/m)
    const [first] = tabs
    const turns = [...(first?.query ?? '').matchAll(/text: "([^"]+)"/g)].map(([, text]) => text ?? '')
    for (const text of turns) assert.ok(page.includes(text), text)
    for (const { query } of tabs) {
      const data = await api.ask<Record<string, { userErrors?: unknown[] } | null>>(query)
      for (const payload of Object.values(data)) {
        assert.notEqual(payload, null)
        assert.deepEqual(payload?.userErrors ?? [], [])
      }
    }
  })

  it('may be framed by nobody, as a file neither, nor may Sandbox', async () => {
    const sandbox = await startApi({ SANDBOX: '1' })
    after(() => sandbox.close())
    const browser = { accept: 'text/html' }
    const pages = [
      await get(`${api.url}/graphql`, browser),
      await get(`${api.url}/explorer/graphiql/index.html`, {}),
      await get(`${api.url}/explorer/index.0.html`, {}),
      await get(`${sandbox.url}/graphql`, browser),
    ]
    for (const { status, headers } of pages) {
      assert.equal(status, 200)
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'no-referrer')
    }
  })

  it('is told what the schema says of itself', async () => {
    const data = await api.ask<IntrospectionQuery>(getIntrospectionQuery({ schemaDescription: true }))
    assert.match(data.__schema.description ?? '', /version graph/)
    assert.match(readFileSync(`${root}src/explorer/graphiql/index.tsx`, 'utf8'), /schemaDescription/)
  })

  it('is sent compressed, and only once', async () => {
    const plain = await get(`${api.url}/explorer/graphiql/index.js`, {})
    assert.equal(plain.headers['content-encoding'], undefined)
    for (const [encoding, expand] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const sent = await get(`${api.url}/explorer/graphiql/index.js`, { 'accept-encoding': encoding })
      assert.equal(sent.headers['content-encoding'], encoding)
      assert.match(String(sent.headers['vary']), /accept-encoding/)
      assert.ok(sent.body.length < plain.body.length / 2, `${sent.body.length} of ${plain.body.length}`)
      assert.ok(expand(sent.body).equals(plain.body))
      const tag = String(sent.headers['etag'])
      const again = await get(`${api.url}/explorer/graphiql/index.js`, {
        'accept-encoding': encoding,
        'if-none-match': tag,
      })
      assert.deepEqual([again.status, again.body.length], [304, 0])
    }
    const page = await get(`${api.url}/graphql`, { accept: 'text/html', 'accept-encoding': 'gzip, br;q=0' })
    assert.equal(page.headers['content-encoding'], 'gzip')
    const missing = await get(`${api.url}/explorer/graphiql/nothing.js`, {})
    assert.equal(missing.status, 404)
  })
})

describe('the explorer', () => {
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  it('is served at each of its addresses, under a strict policy, with files that never change', async () => {
    for (const path of [
      '/',
      '/c/a%2Fb',
      '/c/a/',
      '/c/a/tree',
      '/c/a/tree/',
      '/compare/a...b',
      '/m/x',
      '/search?q=y',
      '/stats',
      '/settings',
      '/activity',
      '/import',
      '/erasures',
      '/erasures/x',
    ]) {
      const page = await get(api.url + path, { accept: 'text/html' })
      assert.equal(page.status, 200, path)
      const policy = String(page.headers['content-security-policy'])
      for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        assert.ok(policy.includes(part), path)
      const script = /<script type="module" src="([^"]+)"/.exec(page.body.toString())?.[1] ?? ''
      const file = await get(new URL(script, api.url + path).href, { 'accept-encoding': 'br' })
      assert.deepEqual([file.status, file.headers['content-encoding']], [200, 'br'], path)
      assert.match(String(file.headers['cache-control']), /immutable/)
    }
    for (const path of ['/c', '/c/a/b', '/nowhere', '/explorer/graphiql', '/explorer/..%2f..%2fpackage.json'])
      assert.equal((await get(api.url + path, { accept: 'text/html' })).status, 404, path)
  })

  it('answers a wrong address with the page, to programs with JSON', async () => {
    for (const path of ['/nowhere', '/c/a/b/c/d']) {
      const page = await get(api.url + path, { accept: 'text/html,*/*' })
      assert.equal(page.status, 404, path)
      assert.match(String(page.headers['content-security-policy']), /default-src 'self'/)
      const script = /<script type="module" src="([^"]+)"/.exec(page.body.toString())?.[1] ?? ''
      assert.equal((await get(new URL(script, api.url + path).href, {})).status, 200, path)
      const told = await get(api.url + path, { accept: 'application/json' })
      assert.equal(told.status, 404)
      assert.equal((JSON.parse(told.body.toString()) as { error: { code: string } }).error.code, 'NOT_FOUND')
    }
  })
})
