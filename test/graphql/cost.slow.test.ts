import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { intercept } from '../../src/storage/intercept.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { startApi, type Answer, type Api } from './support/api.ts'
import { storeTurn, talk } from './support/talk.ts'
import { pause } from '../support/waitFor.ts'

const aliases = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ')} }`

describe('what a query costs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-cost-'))
  let api: Api
  /** Rows that the store gave since they were last counted. */
  let rows = 0
  let [root, head] = ['', '']
  before(async () => {
    const open = await openSqliteStore({ path: join(folder, 'store.db') })
    const counting = intercept(open, async (_, call) => {
      const answer = await call()
      rows += Array.isArray(answer) ? answer.flat().length : 0
      return answer
    })
    api = await startApi({}, { store: counting })
    const stored = await talk(api, 'long', ...Array.from({ length: 1000 }, (_, i) => `Turn ${i} of a long talk`))
    root = stored[0].observation.id
    head = stored.at(-1)?.observation.id ?? ''
  })
  after(async () => {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const refused = ({ status, data, errors }: Answer) => {
    assert.deepEqual([status, typeof data, errors.length], [200, 'undefined', 1])
    assert.equal(errors[0]?.extensions.code, 'QUERY_TOO_EXPENSIVE')
    const { given, limit } = errors[0].extensions.details ?? {}
    assert.ok(Number(given) > Number(limit), 'its details say what was asked and what the limit is')
  }

  it('is what comes: the whole context and long transcripts are answered', async () => {
    const { context } = await api.ask(
      '{ context(conversationId: "long") { role text content { __typename ... on TextBlock { text } } message { id } } }',
    )
    assert.equal(context.length, 1000)
    const { conversation } = await api.ask(
      `{ conversation(id: "long") { recentTurns(n: 1000) { text } transcript(last: 100) {
        nodes { position text content { ... on TextBlock { text } } message { id } observation { id usage { inputTokens } } } } } }`,
    )
    assert.equal(conversation.recentTurns.length, 1000)
    assert.equal(conversation.transcript.nodes.length, 100)
  })

  it('is refused where lists without a page size multiply, long before all of it is read', async () => {
    rows = 0
    const inner = `observation { path(to: "${root}") { path(to: "${head}") { id } } }`
    refused(await api.send(`{ context(conversationId: "long") { ${inner} } }`))
    assert.ok(rows < 60_000, `${rows} rows were read`)
  })

  it('is of heavy fields what they do, each time they are asked for', async () => {
    for (const field of [
      'export(conversationId: "long", format: CLAUDE_CODE)',
      `verifyPath(observationId: "${head}") { valid }`,
      'integrity(conversationId: "long") { ok }',
      'context(conversationId: "long") { position }',
      'conversation(id: "long") { recentTurns(n: 1000) { position } }',
      'conversation(id: "long") { transcript(first: 100) { totalCount } observations(first: 100) { totalCount } }',
      'conversations(filter: { title: "none" }) { totalCount }',
    ]) {
      refused(await api.send(aliases(400, field)))
      assert.deepEqual((await api.send(aliases(1, field))).errors, [], field)
    }
  })

  it('is of trees what is drawn', async () => {
    const turns = Array.from({ length: 200 }, (_, i) => ({
      conversationId: 'star',
      turnId: `v${i}`,
      role: 'USER',
      text: `Version ${i}`,
      parent: i === 0 ? undefined : { messageId: 'star:v0' },
    }))
    await api.ask(
      'mutation ($turns: [StoreTurnInput!]!) { storeTurns(input: { turns: $turns }) { userErrors { code } } }',
      { turns },
    )
    refused(await api.send(aliases(400, 'conversation(id: "star") { tree(maxNodes: 10000) }')))
    await api.ask('{ conversation(id: "star") { tree(maxNodes: 10000) } }')
  })

  it('is of introspection each of its fields', async () => {
    for (const schema of ['types { name }', 'types { name fields { name type { name } } }'])
      refused(await api.send(aliases(300, `__schema { ${schema} }`)))
    const deep = 'fields { type { ofType { fields { args { name type { name } } type { name } } } } }'
    refused(
      await api.send(`query ($name: String!) ${aliases(200, `__type(name: $name) { ${deep} }`)}`, {
        name: 'Conversation',
      }),
    )
    await api.ask('{ __type(name: "Conversation") { fields { name args { name } } } __schema { queryType { name } } }')
  })

  it('is of prompts more where their nodes are read, before any is', async () => {
    const prompts = (asked: string) => `conversation(id: "long") { prompts(first: 100) { nodes { ${asked} } } }`
    rows = 0
    refused(await api.send(aliases(300, prompts('loop { strip }'))))
    refused(await api.send(aliases(10, prompts('steps { nodes { list { nodes { callId } } } }'))))
    assert.equal(rows, 0)
    for (const asked of ['number', 'loop { strip }', 'steps { nodes { said } }'])
      assert.deepEqual((await api.send(`{ ${prompts(asked)} }`)).errors, [], asked)
  })

  it('is the same by GET', async () => {
    const query = aliases(60, 'context(conversationId: "long") { position }')
    const response = await fetch(`${api.url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { accept: 'application/graphql-response+json', 'apollo-require-preflight': '1' },
    })
    assert.equal(response.status, 400)
    assert.match(await response.text(), /"QUERY_TOO_EXPENSIVE"/)
  })
})

describe('an answer', () => {
  it('has no more bytes than it may, and what a mutation did stays done', async () => {
    const api = await startApi({ MAX_ANSWER_BYTES: '20000' })
    await storeTurn(api, { conversationId: 'c', turnId: 't1', role: 'USER', text: 'ü'.repeat(4000) })
    await api.ask('{ conversation(id: "c") { head { text } } }')
    const { data, errors } = await api.send(aliases(3, 'conversation(id: "c") { head { text fields } }'))
    assert.deepEqual([data, errors.length, errors[0]?.extensions.code], [undefined, 1, 'QUERY_TOO_EXPENSIVE'])
    assert.equal(errors[0]?.extensions.details?.['limit'], 20_000)
    const shown = 'conversation { head { text parent { text } } }'
    const mutation = await api.send(`mutation {
      storeTurn(input: { conversationId: "c", turnId: "t2", role: ASSISTANT, text: "${'ü'.repeat(4000)}" }) { ${shown} }
      again: storeTurn(input: { conversationId: "c", turnId: "t3", role: USER, text: "${'ü'.repeat(4000)}" }) { ${shown} } }`)
    assert.equal(mutation.errors[0]?.extensions.code, 'QUERY_TOO_EXPENSIVE')
    assert.equal((await api.ask('{ conversation(id: "c") { turnCount } }')).conversation.turnCount, 3)
    await api.close()
  })

  it('that is made of more than may be read at once is refused', async () => {
    const api = await startApi({ MAX_ANSWER_BYTES: '20000' })
    for (let i = 0; i < 5; i++)
      await storeTurn(api, { conversationId: `c${i}`, role: 'USER', text: 'x'.repeat(15_000) })
    const { errors } = await api.send('{ conversations { nodes { head { id } } } }')
    assert.equal(errors[0]?.extensions.code, 'QUERY_TOO_EXPENSIVE')
    await api.ask('{ conversations(first: 2) { nodes { head { id } } } }')
    await api.close()
  })
})

describe('the time of a request', () => {
  it('ends its mutations too: those that had not begun are not done', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-late-'))
    const open = await openSqliteStore({ path: join(folder, 'store.db') })
    let writes = 0
    const slow = intercept(open, async (method, call) => {
      if (method !== 'write') return call()
      writes++
      await pause(80, 'a write takes so long')
      return call()
    })
    const api = await startApi({ REQUEST_TIMEOUT_MS: '200' }, { store: slow })
    const one = (i: number) =>
      `a${i}: storeTurn(input: { conversationId: "c${i}", role: USER, text: "x" }) { replayed }`
    const { errors } = await api.send(`mutation { ${Array.from({ length: 12 }, (_, i) => one(i)).join(' ')} }`)
    assert.equal(errors[0]?.extensions.code, 'TIMEOUT')
    await pause(300, 'what was begun has ended')
    const begun = writes
    assert.ok(begun <= 4, `${begun} of 12 were begun`)
    await pause(200, 'nothing more is begun')
    assert.equal(writes, begun)
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
