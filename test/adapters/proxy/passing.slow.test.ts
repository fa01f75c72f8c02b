/** What a caller and an upstream see of each other with the proxy between them, beside what they see without it. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { after, before, beforeEach, it } from 'node:test'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { describeOnce } from '../../support/stores.ts'
import { conversationIds, recorded, whenRecorded } from './support/recorded.ts'
import { shownHeaders } from './support/tap.ts'
import { answerAsAsked, anthropicEvents, startUpstream, type Met, type Upstream } from './support/upstream.ts'
import { pause } from '../../support/waitFor.ts'

interface Seen {
  readonly status: number | undefined
  readonly message: string | undefined
  readonly headers: readonly string[]
  readonly body: string
  readonly isWhole: boolean
}

async function seen(
  url: string,
  path: string,
  body: Buffer | null,
  headers: readonly string[],
  method = 'POST',
): Promise<Seen> {
  const { host, hostname, port } = new URL(url)
  const raw = ['Host', host, ...headers, ...(body ? ['Content-Length', String(body.length)] : [])]
  const request = ask({ hostname, port, path, method, headers: raw as unknown as Record<string, string>, agent: false })
  request.end(body ?? undefined)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const pieces: Buffer[] = []
  response.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => undefined)
  await new Promise((resolve) => response.on('close', resolve))
  const { statusCode, statusMessage, rawHeaders, complete } = response
  return {
    status: statusCode,
    message: statusMessage,
    headers: shownHeaders(rawHeaders),
    body: Buffer.concat(pieces).toString('base64'),
    isWhole: complete,
  }
}

describeOnce('a request that passes the proxy', () => {
  let api: Api
  let upstream: Upstream
  before(async () => {
    upstream = await startUpstream()
    api = await startApi({
      PROXY_OPENAI_UPSTREAM: `${upstream.url}/v1`,
      PROXY_ANTHROPIC_UPSTREAM: `${upstream.url}/v1/`,
    })
  })
  after(async () => {
    await api.close()
    await upstream.close()
  })
  beforeEach(() => {
    upstream.answer = answerAsAsked
    upstream.met.length = 0
  })
  let count = 0

  /** Sends the same with and without the proxy, and compares all that both sides see. */
  const compare = async (
    path: string,
    body: Buffer | null,
    headers: readonly string[] = [],
    answer?: Upstream['answer'],
    method?: string,
  ): Promise<Seen> => {
    if (answer) upstream.answer = answer
    const direct = await seen(upstream.url, path, body, headers, method)
    const passed = await seen(api.url, path, body, headers, method)
    const [one, other] = upstream.met as [Met, Met]
    assert.deepEqual([other.method, other.url, other.body], [one.method, one.url, one.body])
    assert.deepEqual(shownHeaders(other.rawHeaders, ['host']), shownHeaders(one.rawHeaders, ['host']))
    assert.deepEqual(passed, direct)
    return passed
  }
  const chat = (text: string, more: object = {}) =>
    Buffer.from(JSON.stringify({ model: 'gpt-x', messages: [{ role: 'user', content: text }], ...more }))
  const headers = [
    'Content-Type',
    'application/json',
    'Authorization',
    'Bearer sk-secret',
    'X-Odd',
    'one',
    'X-Odd',
    'two',
    'Accept-Encoding',
    'gzip, br',
  ]
  const same =
    (bytes: Buffer | string, more: Record<string, string | string[]> = {}, status = 200): Upstream['answer'] =>
    (_: Met, response: ServerResponse) =>
      void response.writeHead(status, 'As It Was', { 'content-type': 'application/json', ...more }).end(bytes)

  it('is the same byte for byte as JSON and as a stream, its odd spelling kept', async () => {
    const odd = Buffer.from(
      '{ "messages":[ {"content":"caf\\u00e9", "role":"user"}],\n "model" : "gpt-x", "seed":1.0 }',
    )
    await compare(
      '/v1/chat/completions?x=%2F&y',
      odd,
      headers,
      same('{"id":1.0,  "choices":[]}', { 'x-cost': ['a=1', 'b=2'], 'request-id': 'r' }),
    )
    upstream.met.length = 0
    const events = anthropicEvents(1, 'streamed words')
    await compare(
      '/v1/messages?beta=true',
      chat('s', { stream: true }),
      ['anthropic-beta', 'a,b', ...headers],
      (_, response) => {
        // prettier-ignore
        response.writeHead(200, { 'content-type': 'text/event-stream', 'x-ratelimit-remaining': '7' })
        for (const event of events) response.write(event)
        response.end()
      },
    )
    await whenRecorded(api, (count += 2))
  })

  it('is the same compressed, and is read all the same', async () => {
    const body = JSON.stringify({
      id: 'chatcmpl-gz',
      model: 'gpt-x',
      choices: [{ message: { role: 'assistant', content: 'packed' }, finish_reason: 'stop' }],
    })
    const packed: [string, Buffer][] = [
      ['gzip', gzipSync(body)],
      ['br', brotliCompressSync(body)],
    ]
    for (const [encoding, bytes] of packed) {
      upstream.met.length = 0
      const named = ['x-session-id', `packed-${encoding}`, ...headers]
      await compare('/v1/chat/completions', chat('pack'), named, same(bytes, { 'content-encoding': encoding }))
      await whenRecorded(api, ++count)
      assert.deepEqual((await recorded(api, `packed-${encoding}`)).path, ['USER: pack', 'ASSISTANT: packed'])
    }
  })

  it('is the same where the upstream refuses, answers no JSON, sends a bomb, or is asked what is not recorded', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const cases: [string, Buffer | null, Upstream['answer'], string?][] = [
      [
        '/v1/chat/completions',
        chat('a'),
        same('{"error":{"message":"no sk-secret","type":"invalid_request_error"}}', {}, 400),
      ],
      ['/v1/chat/completions', chat('b'), same('slow down', { 'retry-after': '3' }, 429)],
      ['/v1/chat/completions', chat('c'), same('<html>', { 'content-type': 'text/html' }, 500)],
      ['/v1/chat/completions', chat('d'), same('<html>')],
      ['/v1/chat/completions', chat('e'), same(bomb, { 'content-encoding': 'gzip' })],
      ['/v1/chat/completions', Buffer.from('no JSON'), same('{}')],
      ['/v1/embeddings', Buffer.from('{}'), same('[]')],
      ['/v1/models', null, same('[]'), 'GET'],
      ['/v1/messages/count_tokens', chat('f'), same('{"input_tokens":1}')],
      ['/api/hello', null, same(''), 'HEAD'],
      ['/v1/responses/resp_1', null, same('', {}, 204), 'DELETE'],
    ]
    for (const [path, body, answer, method] of cases) {
      upstream.met.length = 0
      await compare(path, body, headers, answer, method)
    }
    // The bomb is recorded without its answer, and counted beside.
    await whenRecorded(api, (count += 8))
    const metrics = await (await fetch(`${api.url}/metrics`)).text()
    assert.match(metrics, /turngraph_proxy_unrecorded_total\{code="UNREADABLE"\} 2/)
    assert.match(metrics, /turngraph_proxy_unrecorded_total\{code="TOO_LONG"\} 1/)
  })

  it('is cut off where the upstream cuts it off or lies about its length, and what came is stored', async () => {
    const events = anthropicEvents(2, 'half of it, and no more')
    const half: Upstream['answer'] = async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(events.slice(0, 4).join(''))
      await pause(20, 'what was written is sent before the end')
      response.destroy()
    }
    const passed = await compare('/v1/messages', chat('half'), ['x-session-id', 'half', ...headers], half)
    assert.equal(passed.isWhole, false)
    await whenRecorded(api, ++count)
    assert.deepEqual((await recorded(api, 'half')).path, ['USER: half', 'ASSISTANT: half of it'])
    upstream.met.length = 0
    const lie: Upstream['answer'] = async (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"choices":[]}')
      await pause(20, 'what was written is sent before the end')
      response.socket?.destroy()
    }
    assert.equal((await compare('/v1/chat/completions', chat('lie'), headers, lie)).isWhole, false)
    await whenRecorded(api, ++count)
  })

  it('ends at the upstream where its caller goes away, and what came is stored as aborted', async () => {
    const ended = new Promise<void>((resolve) => {
      upstream.answer = (_, response) => {
        response.on('close', resolve)
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(anthropicEvents(3, 'words for nobody').slice(0, 4).join(''))
      }
    })
    const abort = new AbortController()
    const response = await fetch(`${api.url}/c/gone/v1/messages`, {
      ...{ method: 'POST', body: chat('go'), signal: abort.signal, headers: { 'content-type': 'application/json' } },
    })
    assert.equal(response.headers.get('x-turngraph-conversation'), 'gone')
    await response.body?.getReader().read()
    abort.abort()
    await ended
    await whenRecorded(api, ++count)
    const { conversation } = await api.ask<{
      conversation: { transcript: { nodes: { observation: { metadata: { stopReason?: string } } }[] } }
    }>(`{ conversation(id: "gone") { transcript(view: RAW) { nodes { observation { metadata } } } } }`)
    assert.equal(conversation.transcript.nodes[1]?.observation.metadata.stopReason, 'aborted')
  })

  it('comes piece by piece, as fast as the upstream sends it', async () => {
    const taken = new EventEmitter()
    const pieces = ['data: 1\n\n', 'data: 2\n\n']
    upstream.answer = async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      for (const piece of pieces) {
        const next = once(taken, 'piece')
        response.write(piece)
        await next
      }
      response.end()
    }
    const response = await fetch(`${api.url}/v1/chat/completions`, { method: 'POST', body: chat('slow') })
    const reader = response.body!.getReader()
    for (const expected of pieces) {
      // The next one is sent only when this one has come.
      assert.equal(Buffer.from((await reader.read()).value ?? []).toString(), expected)
      taken.emit('piece')
    }
    await whenRecorded(api, ++count)
  })

  it('is refused where it names a host, leads out of the path, has a header that is not known, or comes from another page', async () => {
    const statusOf = async (path: string, more: readonly string[] = []) => {
      const { status, body } = await seen(api.url, path, chat('x'), [...headers, ...more])
      return [status, (JSON.parse(Buffer.from(body, 'base64').toString()) as { error: { code: string } }).error.code]
    }
    assert.deepEqual(await statusOf('http://elsewhere.example/v1/chat/completions'), [421, 'FORBIDDEN'])
    assert.deepEqual(await statusOf(`${api.url}/v1/chat/completions`), [400, 'BAD_REQUEST'])
    assert.deepEqual(await statusOf('/v1/../admin'), [400, 'BAD_REQUEST'])
    assert.deepEqual(await statusOf('/v1/%2e%2e/admin'), [400, 'BAD_REQUEST'])
    assert.deepEqual(await statusOf('/v1/chat/completions', ['x-turngraph-upstream', 'http://e.example']), [
      400,
      'BAD_REQUEST',
    ])
    assert.deepEqual(await statusOf('/v1/chat/completions', ['origin', 'http://e.example']), [403, 'FORBIDDEN'])
    assert.deepEqual(upstream.met, [])
  })

  it('is not recorded where it says so', async () => {
    const before = await conversationIds(api)
    await compare('/v1/chat/completions', chat('off'), ['x-turngraph-record', 'off'], same('{"choices":[]}'))
    await whenRecorded(api, count)
    assert.deepEqual(await conversationIds(api), before)
  })
})

describeOnce('a proxy whose upstream cannot be reached, or that has one of two', () => {
  it('says so, and keeps what was asked', async () => {
    const api = await startApi({ PROXY_OPENAI_UPSTREAM: 'http://127.0.0.1:1/v1' })
    try {
      const body = JSON.stringify({ messages: [{ role: 'user', content: 'anyone?' }] })
      const post = (path: string) => fetch(`${api.url}${path}`, { method: 'POST', body })
      const refused = await post('/c/unreached/v1/chat/completions')
      const { error } = (await refused.json()) as { error: { code: string } }
      assert.deepEqual([refused.status, error.code], [502, 'UPSTREAM_UNREACHABLE'])
      await whenRecorded(api, 1)
      assert.deepEqual((await recorded(api, 'unreached')).path, ['USER: anyone?'])
      const other = await post('/v1/messages')
      assert.deepEqual(
        [other.status, ((await other.json()) as { error: { details: unknown } }).error.details],
        [404, { variable: 'PROXY_ANTHROPIC_UPSTREAM' }],
      )
    } finally {
      await api.close()
    }
  })
})
