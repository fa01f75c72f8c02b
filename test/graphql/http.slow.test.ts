import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { serverAudits } from 'graphql-http'
import type { ImportReport } from '../../src/graphql/models.ts'
import { startApi, type Api, type GraphQLFault } from './support/api.ts'
import { ofEachServer } from './support/severalServers.ts'
import { talk } from './support/talk.ts'
import { pause } from '../support/waitFor.ts'

type Imported = ImportReport & { readonly conversationIds: readonly [string] }
interface Refused {
  readonly error: { readonly code: string; readonly message: unknown; readonly details: unknown }
}

describe('the HTTP server', () => {
  let api: Api
  before(async () => {
    api = await startApi()
    await talk(api, 'c', 'one', 'two')
  })
  after(() => api.close())
  const get = (path: string, headers: Record<string, string> = {}) => fetch(api.url + path, { headers })

  it('passes every audit of GraphQL over HTTP', async () => {
    const withPreflight = (url: string, init: RequestInit = {}) =>
      fetch(url, { ...init, headers: { ...(init.headers as object), 'apollo-require-preflight': 'true' } })
    const audits = serverAudits({ url: `${api.url}/graphql`, fetchFn: withPreflight })
    const results = await Promise.all(audits.map((audit) => audit.fn()))
    assert.deepEqual(
      results.flatMap((result) => (result.status === 'ok' ? [] : [`${result.name}: ${result.reason}`])),
      [],
    )
    assert.equal(results.length, 61)
  })

  it('takes queries by GET from those who send a header that a form cannot, and no mutations', async () => {
    const query = `/graphql?query=${encodeURIComponent('{ conversation(id: "c") { id } }')}`
    const response = await get(query, { 'apollo-require-preflight': '1' })
    assert.deepEqual(await response.json(), { data: { conversation: { id: 'c' } } })
    const forged = await get(query)
    assert.equal(forged.status, 400)
    const { errors } = (await forged.json()) as { errors: [GraphQLFault] }
    assert.equal(errors[0].extensions.code, 'BAD_REQUEST')
    const mutation = `/graphql?query=${encodeURIComponent('mutation { createConversation(input: {}) { replayed } }')}`
    assert.equal((await get(mutation, { 'apollo-require-preflight': '1' })).status, 405)
  })

  it('keeps members of JSON that are called like parts of JavaScript', async () => {
    const metadata = JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":2}}') as object
    const query =
      'mutation ($m: JSON) { createConversation(input: { id: "proto", metadata: $m }) { conversation { metadata } } }'
    const { createConversation } = await api.ask(query, { m: metadata })
    assert.equal(JSON.stringify(createConversation.conversation.metadata), JSON.stringify(metadata))
    const literal = '{ metadata: { __proto__: { a: 1 }, deep: [{ b: null }] }, id: "literal" }'
    const answer = await api.ask(`mutation { createConversation(input: ${literal}) { conversation { metadata } } }`)
    assert.equal(
      JSON.stringify(answer.createConversation.conversation.metadata),
      '{"__proto__":{"a":1},"deep":[{"b":null}]}',
    )
  })

  it('gives back lone surrogates as they came', async () => {
    const body =
      '{"query":"mutation($t: String!) { storeTurn(input: { role: USER, text: $t }) { message { text } } }","variables":{"t":"a\\ud83d!"}}'
    const response = await fetch(`${api.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    assert.match(await response.text(), /"text":"a\\ud83d!"/)
  })

  it('shows a browser GraphiQL, all of it from this server', async () => {
    const page = await get('/graphql', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    assert.match(String(page.headers.get('content-type')), /^text\/html/)
    const html = await page.text()
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => String(address))
    const files = addresses.filter((address) => !address.startsWith('data:'))
    assert.ok(files.length >= 2)
    for (const file of files) {
      const response = await get(`/${file}`)
      assert.equal(response.status, 200, file)
      const text = await response.text()
      assert.equal(/(?:import|from|url\()\s*["']?https?:/.test(text.slice(0, 5000)), false)
    }
    assert.equal((await get('/explorer/..%2f..%2fpackage.json')).status, 404)
  })

  it('says whether it lives and can work', async () => {
    assert.deepEqual(await (await get('/health/live')).json(), { status: 'live' })
    assert.deepEqual(await (await get('/health/ready')).json(), { status: 'ready', store: 'sqlite' })
  })

  it('counts what it does', async () => {
    const one = await startApi({}, {}, { oneServer: ofEachServer.metrics })
    await talk(one, 'c', 'one')
    await one.ask('{ conversation(id: "c") { id } }')
    await one.send('{')
    const metrics = await (await fetch(`${one.url}/metrics`)).text()
    await one.close()
    for (const operation of ['query', 'mutation', 'invalid'])
      assert.match(metrics, new RegExp(`turngraph_request_duration_seconds_count\\{operation="${operation}"\\} [1-9]`))
    assert.match(metrics, /turngraph_errors_total\{code="GRAPHQL_PARSE_FAILED"\} [1-9]/)
    assert.match(metrics, /turngraph_store_call_duration_seconds_count\{call="write"\} [1-9]/)
    assert.match(metrics, /process_cpu_seconds_total/)
  })

  it('answers JSON at a path that leads nowhere, and logs a line for each request without its query', async () => {
    const response = await get('/nowhere?secret=1')
    assert.equal(response.status, 404)
    const body = (await response.json()) as Refused
    assert.equal(body.error.code, 'NOT_FOUND')
    const line = api.logged.find((one) => one.includes('"/nowhere"'))
    assert.match(String(line), /"method":"GET".*"status":404/)
    assert.equal(
      api.logged.some((one) => one.includes('secret=1')),
      false,
    )
  })
})

const sessionId = 'b7f9c1de-0d1c-4b52-9f0a-1f3a5d8e2c11'
const line = (uuid: string, parentUuid: string | null, type: string, content: unknown) =>
  JSON.stringify({
    type,
    uuid,
    parentUuid,
    sessionId,
    timestamp: '2026-01-31T09:30:00.000Z',
    cwd: '/w',
    version: '2.0.1',
    message: { role: type, content },
  })
const file = Buffer.from(
  [
    line('u1', null, 'user', 'Fix the “tests”, please'),
    line('a1', 'u1', 'assistant', [{ type: 'text', text: 'Done.' }]),
    '{"type":"mystery",  "kept": "verbatim"}',
    line('u2', 'a1', 'user', 'Thanks'),
  ].join('\n') + '\n',
)

describe('import and export over HTTP', () => {
  let api: Api
  before(async () => {
    api = await startApi({ MAX_IMPORT_BYTES: '300000' })
  })
  after(() => api.close())
  const post = (query: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${api.url}/import${query}`, { method: 'POST', body, headers })

  it('stores a file that is sent as the body, and adds nothing the second time', async () => {
    const report = (await (await post('?fileName=a.jsonl', file)).json()) as Imported
    assert.equal(report.fileName, 'a.jsonl')
    assert.equal(report.format, 'CLAUDE_CODE')
    assert.ok(report.added > 0)
    assert.equal(report.conversationIds.length, 1)
    const again = (await (await post('', file)).json()) as Imported
    assert.deepEqual([again.added, again.unchanged], [0, report.nodes])
  })

  it('gives the same bytes back, by HTTP and by GraphQL', async () => {
    const { conversationIds: ids } = (await (await post('', file)).json()) as Imported
    const [id] = ids
    const exported = await fetch(`${api.url}/export/${encodeURIComponent(id)}?format=CLAUDE_CODE&wholeTree=true`)
    assert.equal(exported.status, 200)
    assert.match(String(exported.headers.get('content-type')), /ndjson/)
    assert.deepEqual(Buffer.from(await exported.arrayBuffer()), file)
    const query = 'query ($id: ID!) { export(conversationId: $id, format: CLAUDE_CODE, wholeTree: true) }'
    assert.equal((await api.ask(query, { id })).export, file.toString())
  })

  it('names the format, and what that cannot hold, in headers', async () => {
    for (const text of ['one', 'two'])
      await api.ask(
        `mutation { storeTurn(input: { conversationId: "h", turnId: "t", role: USER, text: "${text}" }) { replayed } }`,
      )
    const headersOf = async (query: string) => {
      const { status, headers } = await fetch(`${api.url}/export/h?${query}`)
      return [status, headers.get('x-turngraph-format'), headers.get('x-turngraph-left-out')]
    }
    assert.deepEqual(await headersOf('format=openai'), [200, 'OPENAI', 'branches=1'])
    assert.deepEqual(await headersOf('format=neo-jsonl&part=meta'), [200, 'NEO_JSONL', 'branches=1'])
    assert.deepEqual(await headersOf('wholeTree=true'), [200, 'NDJSON', null])
  })

  it('imports through the mutation, too', async () => {
    const query = `mutation ($input: ImportInput!) { importTranscript(input: $input) {
      report { fileName format entries nodes added unchanged skipped roots leaves branchPoints danglingParents repaired
        unansweredToolCalls orphanToolResults reachable findings { line code message } }
      conversations { id origin events { nodes { kind } } } userErrors { code message } } }`
    const { importTranscript } = await api.ask(query, { input: { content: file.toString(), fileName: 'b.jsonl' } })
    assert.deepEqual(importTranscript.userErrors, [])
    assert.equal(importTranscript.report.added, 0)
    assert.equal(importTranscript.conversations[0].origin, 'IMPORT')
    const refused = await api.ask(query, { input: { content: 'nothing known' } })
    assert.deepEqual([refused.importTranscript.report, refused.importTranscript.conversations], [null, []])
    assert.equal(refused.importTranscript.userErrors[0].code, 'BAD_INPUT')
  })

  it('refuses as JSON what cannot be imported or exported', async () => {
    const cases: [Promise<Response>, number, string][] = [
      [post('', 'nothing known'), 400, 'BAD_INPUT'],
      [post('', ''), 400, 'BAD_INPUT'],
      [post('?format=NONE', file), 400, 'BAD_INPUT'],
      [post('?format=a&format=b', file), 400, 'BAD_INPUT'],
      [post('', Buffer.alloc(300_001, 'x')), 413, 'LIMIT_EXCEEDED'],
      [post('', file, { origin: 'https://evil.example' }), 403, 'FORBIDDEN'],
      [fetch(`${api.url}/export/nobody?format=CLAUDE_CODE`), 404, 'NOT_FOUND'],
      [fetch(`${api.url}/export/nobody?format=WORD`), 400, 'BAD_INPUT'],
      [fetch(`${api.url}/export/nobody`), 404, 'NOT_FOUND'],
      [fetch(`${api.url}/export/nobody?format=CLAUDE_CODE&wholeTree=maybe`), 400, 'BAD_INPUT'],
      [fetch(`${api.url}/export/nobody?format=MARKDOWN&wholeTree=true`), 400, 'BAD_INPUT'],
      [fetch(`${api.url}/export/nobody?format=NEO_JSONL&part=COLD`), 400, 'BAD_INPUT'],
    ]
    for (const [asked, status, code] of cases) {
      const response = await asked
      const { error } = (await response.json()) as Refused
      assert.deepEqual([response.status, error.code, typeof error.message], [status, code, 'string'])
      assert.ok('details' in error)
    }
  })

  it('refuses a file over the limit before any of it is sent', async () => {
    const url = new URL(`${api.url}/import`)
    const headers = { 'content-length': '300001' }
    const status = await new Promise<number | undefined>((done, failed) => {
      const asked = request(url, { method: 'POST', agent: false, headers }, (response) => {
        done(response.statusCode)
        asked.destroy()
      })
      asked.on('error', failed)
      asked.flushHeaders()
    })
    assert.equal(status, 413)
  })

  it('takes an upload that breaks off for no fault of its own', async () => {
    const sent = request(`${api.url}/import`, { method: 'POST', agent: false })
    sent.on('error', () => undefined)
    sent.write(file)
    await pause(50, 'it breaks off while the server reads')
    sent.destroy()
    await pause(50, 'nothing is logged')
    assert.equal(
      api.logged.some((one) => one.includes('Internal error')),
      false,
    )
  })

  it('takes a file without a content type, as a stream of unknown length', async () => {
    const url = new URL(`${api.url}/import`)
    const status = await new Promise<number | undefined>((done, failed) => {
      const sent = request(url, { method: 'POST', agent: false }, (response) => done(response.resume().statusCode))
      sent.on('error', failed)
      for (let at = 0; at < file.length; at += 10_000) sent.write(file.subarray(at, at + 10_000))
      sent.end()
    })
    assert.equal(status, 200)
  })
})

describe('the sandbox', () => {
  it('stands in for GraphiQL when it is asked for', async () => {
    const api = await startApi({ SANDBOX: '1' })
    try {
      const page = await fetch(`${api.url}/graphql`, { headers: { accept: 'text/html' } })
      assert.match(await page.text(), /apollographql\.com/)
      const origin = 'https://sandbox.embed.apollographql.com'
      const asked = {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: '{"query":"{__typename}"}',
      }
      const answer = await fetch(`${api.url}/graphql`, asked)
      assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, origin])
      const other = { ...asked, headers: { ...asked.headers, origin: 'https://example.org' } }
      assert.equal((await fetch(`${api.url}/graphql`, other)).status, 403)
    } finally {
      await api.close()
    }
  })

  it('is given to who has no key, whatever else that takes, and answers nothing', async () => {
    const api = await startApi({ SANDBOX: '1', AUTH: 'keys' })
    try {
      for (const accept of ['text/html', 'application/json, text/html', 'text/html;q=0.1, */*']) {
        const page = await fetch(`${api.url}/graphql`, { headers: { accept, 'apollo-require-preflight': '1' } })
        assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html'], accept)
        assert.match(await page.text(), /apollographql\.com/)
      }
      for (const more of ['query={__typename}', 'extensions={}', 'query=']) {
        const headers = { accept: 'text/html', 'apollo-require-preflight': '1' }
        assert.equal((await fetch(`${api.url}/graphql?${more}`, { headers })).status, 401, more)
      }
    } finally {
      await api.close()
    }
  })
})
