import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createClient as createEventClient } from 'graphql-sse'
import { createClient as createSocketClient, type ExecutionResult } from 'graphql-ws'
import { WebSocket } from 'ws'
import { intercept } from '../../src/storage/intercept.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { startApi, type Api, type GraphQLFault } from '../graphql/support/api.ts'
import { transports, type Transport } from '../graphql/support/follow.ts'
import { talk } from '../graphql/support/talk.ts'

const query = 'query ($id: ID!) { conversation(id: $id) { id } }'
const mutation =
  'mutation ($id: ID!) { updateConversation(input: { id: $id, title: "new" }) { conversation { title } } }'
const subscription = 'subscription ($id: ID!) { conversationChanged(id: $id, afterSeq: 0) { seq } }'
const variables = { id: 'c' }
const urql =
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed'

type Outcome = ExecutionResult<Record<string, unknown>, unknown>

describe('at /graphql the operation decides how it is answered', () => {
  let api: Api
  before(async () => {
    api = await startApi()
    await talk(api, 'c', 'one')
  })
  after(() => api.close())
  const post = (accept: string, body: object, path = '/graphql') =>
    fetch(api.url + path, {
      method: 'POST',
      headers: { accept, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const get = (accept: string, asked: string, path = '/graphql') =>
    fetch(`${api.url}${path}?query=${encodeURIComponent(asked)}&variables=${encodeURIComponent('{"id":"c"}')}`, {
      headers: { accept, 'apollo-require-preflight': '1' },
    })
  const told = async (response: Response) => {
    const { errors } = (await response.json()) as { errors: [GraphQLFault] }
    return { status: response.status, allow: response.headers.get('allow'), error: errors[0] }
  }

  it('queries and mutations as JSON for who takes JSON as gladly as events', async () => {
    for (const accept of [urql, 'text/event-stream, */*', 'text/event-stream;q=0.5, application/json;q=0.5', '*/*'])
      for (const asked of [query, mutation]) {
        const response = await post(accept, { query: asked, variables })
        assert.equal(response.status, 200)
        assert.match(response.headers.get('content-type') ?? '', /^application\/(graphql-response\+)?json/, accept)
        assert.ok(((await response.json()) as Outcome).data)
      }
    assert.match((await get(urql, query)).headers.get('content-type') ?? '', /json/)
  })

  it('queries and mutations as one event for who wants events more, and at their own address', async () => {
    const event = (data: object) => `event: next\ndata: ${JSON.stringify({ data })}\n\nevent: complete\ndata:\n\n`
    const answers = [
      post('text/event-stream', { query, variables }),
      post('text/event-stream, application/json;q=0.9', { query, variables }),
      post('*/*', { query, variables }, '/graphql/stream'),
      get('text/event-stream', query),
      get('*/*', query, '/graphql/stream'),
    ]
    for (const response of await Promise.all(answers)) {
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
      assert.equal(await response.text(), event({ conversation: { id: 'c' } }))
    }
    const renamed = await post('text/event-stream', { query: mutation, variables })
    assert.equal(await renamed.text(), event({ updateConversation: { conversation: { title: 'new' } } }))
    const wrong = await (await post('text/event-stream', { query: '{ nothing }' })).text()
    assert.match(wrong, /^event: next\ndata: \{"errors":\[.*GRAPHQL_VALIDATION_FAILED.*\n\nevent: complete\ndata:\n\n$/)
  })

  it('subscriptions as events for who takes these at all', async () => {
    const response = await post(urql, { query: subscription, variables })
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    await response.body?.cancel()
  })

  it('a subscription by plain HTTP with 405 and the places where it is served', async () => {
    const hash = createHash('sha256').update(subscription).digest('hex')
    const persisted = { extensions: { persistedQuery: { version: 1, sha256Hash: hash } }, variables }
    const accepts = [
      'application/json',
      '*/*',
      'multipart/mixed;boundary="graphql";subscriptionSpec=1.0,application/json',
    ]
    const answers = [
      ...accepts.map((accept) => post(accept, { query: subscription, variables })),
      post('*/*', {
        query: `${query} query Q { __typename } ${subscription.replace('n (', 'n S (')}`,
        operationName: 'S',
        variables,
      }),
      get('application/json', subscription),
      post('application/json', { query: subscription, ...persisted }),
    ]
    for (const [i, { status, allow, error }] of (
      await Promise.all(answers.map(async (one) => told(await one)))
    ).entries()) {
      assert.deepEqual([status, allow, error.extensions.code], [405, 'GET, POST', 'BAD_REQUEST'], `${i}`)
      assert.match(error.message, /WebSocket at \/graphql .*server-sent events at \/graphql\/stream/)
      assert.deepEqual(error.extensions.details, { webSocket: '/graphql', eventStream: '/graphql/stream' })
    }
    const unknown = await told(await post('application/json', persisted))
    assert.equal(unknown.error.extensions.code, 'PERSISTED_QUERY_NOT_FOUND')
    assert.equal(api.logged.filter((line) => line.includes('"level":50')).join('\n'), '')
  })

  it('a mutation by GET with 405, as events too', async () => {
    for (const path of ['/graphql', '/graphql/stream'])
      assert.equal((await told(await get('text/event-stream', mutation, path))).status, 405)
  })

  it('what nobody could read with 406, and does nothing', async () => {
    const create = 'mutation { createConversation(input: { id: "unread" }) { replayed } }'
    const { status, error } = await told(await post('image/png', { query: create }))
    assert.deepEqual([status, error.extensions.code], [406, 'BAD_REQUEST'])
    assert.deepEqual(await api.ask('{ conversation(id: "unread") { id } }'), { conversation: null })
  })
})

/** Sends one operation with the client that people use, and returns what it is told. */
async function operate(transport: Transport, url: string, asked: string, given: Record<string, unknown> = {}) {
  const client =
    transport === 'WebSocket'
      ? createSocketClient({ url: `${url}/graphql`.replace('http', 'ws'), webSocketImpl: WebSocket, retryAttempts: 0 })
      : createEventClient({ url: `${url}/graphql`, retryAttempts: 0 })
  const answers: unknown[] = []
  const over = await new Promise<unknown>((resolve) => {
    client.subscribe(
      { query: asked, variables: given },
      { next: (answer) => void answers.push(answer), error: resolve, complete: () => resolve('complete') },
    )
  })
  await client.dispose()
  return { answers, over }
}

for (const transport of transports)
  describe(`queries and mutations over ${transport}`, () => {
    let api: Api
    before(async () => {
      api = await startApi({ MAX_QUERY_DEPTH: '6' })
      await talk(api, 'c', 'one')
    })
    after(() => api.close())

    it('are answered once', async () => {
      assert.deepEqual(await operate(transport, api.url, query, variables), {
        answers: [{ data: { conversation: { id: 'c' } } }],
        over: 'complete',
      })
      assert.deepEqual(await operate(transport, api.url, mutation, variables), {
        answers: [{ data: { updateConversation: { conversation: { title: 'new' } } } }],
        over: 'complete',
      })
    })

    it('have their refusals as data, and the limits and checks of every request', async () => {
      const cases = {
        '{ nothing }': 'GRAPHQL_VALIDATION_FAILED',
        'query {': 'GRAPHQL_PARSE_FAILED',
        'query ($id: ID!) { conversation(id: $id) { id } }': 'BAD_USER_INPUT',
        'query A { __typename } query B { __typename }': 'OPERATION_RESOLUTION_FAILURE',
        '{ conversation(id: "c") { head { parent { parent { parent { parent { parent { id } } } } } } } }':
          'QUERY_TOO_EXPENSIVE',
      }
      for (const [asked, code] of Object.entries(cases)) {
        const { answers, over } = await operate(transport, api.url, asked)
        const [answer] = answers as { errors?: GraphQLFault[] }[]
        const errors = transport === 'WebSocket' ? (over as GraphQLFault[]) : answer?.errors
        assert.deepEqual(
          errors?.map(({ extensions }) => extensions.code),
          [code],
          asked,
        )
      }
      assert.match(
        await (await fetch(`${api.url}/metrics`)).text(),
        /duration_seconds_count\{operation="invalid"\} [1-9]/,
      )
    })
  })

describe('operations over WebSocket', () => {
  it('end in time, and are finished when the server ends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-slow-'))
    const gate = { reads: Promise.resolve(), writes: Promise.resolve() }
    const store = intercept(await openSqliteStore({ path: join(folder, 'store.db') }), async (name, call) => {
      if (name === 'conversations') await gate.reads
      if (name === 'write') await gate.writes
      return call()
    })
    const api = await startApi({ REQUEST_TIMEOUT_MS: '500' }, { store })
    await talk(api, 'c', 'one')

    let open = () => {}
    gate.reads = new Promise<void>((resolve) => (open = resolve))
    const { over } = await operate('WebSocket', api.url, query, variables)
    assert.deepEqual((over as GraphQLFault[])[0]?.extensions.code, 'TIMEOUT')
    open()

    let reached = () => {}
    const isReached = new Promise<void>((resolve) => (reached = resolve))
    let release = () => {}
    gate.writes = {
      then: (next: () => void) => {
        reached()
        release = next
      },
    } as Promise<void>
    const late = operate('WebSocket', api.url, mutation, variables)
    await isReached
    const closed = api.close()
    release()
    assert.deepEqual((await late).answers, [{ data: { updateConversation: { conversation: { title: 'new' } } } }])
    await closed
    rmSync(folder, { recursive: true, force: true })
  })
})
