import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { intercept } from '../../../src/storage/intercept.ts'
import { StoreUnavailable } from '../../../src/storage/graphStore.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { startApi, type Api } from '../support/api.ts'
import { pause, waitFor } from '../../support/waitFor.ts'

const secret = 'bolt://neo4j:hunter2@10.0.0.7'
const store =
  'mutation { storeTurn(input: { conversationId: "c", role: USER, text: "x" }) { observation { id } userErrors { code } } }'

describe('what goes wrong inside', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-errors-'))
  let api: Api
  /** What happens instead of a call of the store. */
  let instead: ((method: string) => Promise<unknown>) | null = null
  before(async () => {
    const open = await openSqliteStore({ path: join(folder, 'store.db') })
    const faulty = intercept(open, (method, call) => (instead ? instead(method) : call()))
    api = await startApi({ REQUEST_TIMEOUT_MS: '300' }, { store: faulty })
  })
  afterEach(() => {
    instead = null
  })
  after(async () => {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const driverError = () =>
    Promise.reject(
      Object.assign(new Error(`Cannot reach ${secret}`), { code: 'ServiceUnavailable', extensions: { secret } }),
    )

  it('leaves as an id alone, and is logged whole under that id', async () => {
    for (const query of ['{ conversation(id: "c") { id } }', '{ conversations { nodes { id } } }', store]) {
      instead = driverError
      const answer = await api.send(query)
      assert.equal(JSON.stringify(answer).includes('hunter2'), false)
      const [error] = answer.errors
      assert.equal(error?.message, 'Internal error.')
      assert.equal(error.extensions.code, 'INTERNAL')
      assert.deepEqual(Object.keys(error.extensions).sort(), ['code', 'errorId'])
      const line = api.logged.find((one) => one.includes(String(error.extensions.errorId)))
      assert.match(String(line), /hunter2.*stack|stack.*hunter2/)
    }
  })

  it('leaves the other paths of the server as an id, too', async () => {
    for (const [path, init] of [
      ['/export/c?format=CLAUDE_CODE', {}],
      [
        '/import',
        { method: 'POST', body: '{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"x"}}' },
      ],
      ['/health/ready', {}],
    ] as const) {
      instead = driverError
      const response = await fetch(api.url + path, init)
      const text = await response.text()
      assert.ok(response.status >= 500, `${path}: ${response.status} ${text}`)
      assert.equal(text.includes('hunter2'), false)
    }
  })

  it('is called a timeout when the store is away, and says whether a write may have been applied', async () => {
    instead = () => Promise.reject(new StoreUnavailable(secret))
    const read = await api.send('{ conversation(id: "c") { id } }')
    assert.equal(read.errors[0]?.extensions.code, 'TIMEOUT')
    assert.match(read.errors[0].message, /did not answer in time\. Try again/)
    instead = () => Promise.reject(new StoreUnavailable(secret, { uncertain: true }))
    const write = await api.send(store)
    assert.equal(write.errors[0]?.extensions.code, 'TIMEOUT')
    assert.match(write.errors[0].message, /same idempotency key/)
    assert.equal(JSON.stringify([read, write]).includes('hunter2'), false)
  })

  it('is given up when its time is over: the client is told, and the store is asked no more', async () => {
    const calls: string[] = []
    let answer = (_rows: object[]): void => undefined
    instead = (method) => {
      calls.push(method)
      return new Promise((done) => (answer = done))
    }
    // The store answers only once the client has been told.
    const { status, errors } = await api.send('{ conversation(id: "c") { head { id } } }')
    assert.equal(status, 504)
    assert.equal(errors[0]?.extensions.code, 'TIMEOUT')
    answer([{ id: 'c', headId: 'h' }])
    await pause(100, 'the store is asked no more')
    assert.deepEqual(calls, ['conversations'])
  })

  it('is given up when nobody waits for it any more', async () => {
    const calls: string[] = []
    instead = async (method) => {
      calls.push(method)
      await pause(100, 'the store takes so long')
      return [{ id: 'c', headId: 'h' }]
    }
    const controller = new AbortController()
    const asked = fetch(`${api.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ conversation(id: "c") { head { id } } }' }),
      signal: controller.signal,
    })
    await waitFor(() => calls.length > 0)
    controller.abort()
    await assert.rejects(asked)
    await pause(150, 'the store has answered, and is asked no more')
    assert.deepEqual(calls, ['conversations'])
  })
})

describe('what is wrong with a request', () => {
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  it('keeps its message: syntax, unknown fields, malformed variables', async () => {
    const syntax = await api.send('{')
    assert.equal(syntax.errors[0]?.extensions.code, 'GRAPHQL_PARSE_FAILED')
    const unknown = await api.send('{ conversaton(id: "c") { id } }')
    assert.equal(unknown.errors[0]?.extensions.code, 'GRAPHQL_VALIDATION_FAILED')
    assert.match(unknown.errors[0].message, /Did you mean "conversation"/)
    const variable = await api.send('query ($at: PointInput) { context(conversationId: "c", at: $at) { text } }', {
      at: { turn: 1, messageId: 'm' },
    })
    assert.equal(variable.errors[0]?.extensions.code, 'BAD_USER_INPUT')
    assert.match(variable.errors[0].message, /Exactly one key must be specified/)
  })

  it('is told in the same way for scalars', async () => {
    const send = (input: object) =>
      api.send('mutation ($input: StoreTurnInput!) { storeTurn(input: $input) { userErrors { code } } }', {
        input: { role: 'USER', text: 'x', ...input },
      })
    const wrong: [object, RegExp][] = [
      [{ observedAt: 'yesterday' }, /"yesterday" is no time/],
      [{ observedAt: '2026-02-30T00:00:00Z' }, /is no time/],
      [{ usage: { inputTokens: 9007199254740992 } }, /Long must be an integer up to 2\^53 - 1/],
      [{ usage: { inputTokens: 1.5 } }, /Long must be an integer/],
      [{ parent: {} }, /Exactly one key must be specified/],
      [{ content: [{ text: 'a', other: 1 }] }, /Exactly one key must be specified/],
      [{ content: [{ text: null }] }, /must be non-null/],
    ]
    for (const [input, message] of wrong) {
      const { errors } = await send(input)
      assert.equal(errors[0]?.extensions.code, 'BAD_USER_INPUT')
      assert.match(errors[0].message, message)
    }
  })

  it('holds one-of inputs to one member in the document, too', async () => {
    const { errors } = await api.send('{ commonAncestor(a: {}, b: { conversationId: "a", messageId: "b" }) { id } }')
    assert.equal(errors.length, 2)
    assert.equal(errors[0]?.extensions.code, 'GRAPHQL_VALIDATION_FAILED')
  })
})
