import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql'
import { startApi, type Api } from './support/api.ts'
import { mutate, storeTurn, talk } from './support/talk.ts'

describe('limits', () => {
  let api: Api
  before(async () => {
    api = await startApi({ MAX_TURN_BYTES: '1000000', MAX_LIST_ITEMS: '20' })
    await talk(api, 'c', 'one', 'two', 'three')
    await talk(api, 'd', 'one')
  })
  after(() => api.close())
  const codeOf = async (query: string) => (await api.send(`{ ${query} }`)).errors[0]?.extensions.code

  it('refuse page sizes out of range', async () => {
    for (const size of [0, -1, 101, 1000]) {
      assert.equal(await codeOf(`conversations(first: ${size}) { nodes { id } }`), 'BAD_INPUT')
      assert.equal(await codeOf(`conversation(id: "c") { transcript(last: ${size}) { nodes { text } } }`), 'BAD_INPUT')
      assert.equal(await codeOf(`conversation(id: "c") { events(first: ${size}) { nodes { id } } }`), 'BAD_INPUT')
      assert.equal(await codeOf(`message(id: "c:t1") { ancestors(first: ${size}) { nodes { id } } }`), 'BAD_INPUT')
    }
    assert.equal(
      await codeOf('conversation(id: "c") { transcript(first: 1, last: 1) { nodes { text } } }'),
      'BAD_INPUT',
    )
  })

  it('take null written out for the default', async () => {
    const { conversation } = await api.ask(`{ conversation(id: "c") { events(first: null) { totalCount }
      transcript(view: null, first: null) { totalCount } recentTurns(n: null) { text } tree(format: null, maxNodes: null) } }`)
    assert.equal(conversation.transcript.totalCount, 3)
    assert.equal(conversation.recentTurns.length, 3)
  })

  it('refuse cursors that are broken or of another list', async () => {
    const { conversation } = await api.ask('{ conversation(id: "c") { transcript { pageInfo { endCursor } } } }')
    for (const cursor of ['', 'nonsense', '%', conversation.transcript.pageInfo.endCursor]) {
      assert.equal(await codeOf(`conversations(after: "${cursor}") { nodes { id } }`), 'BAD_INPUT', cursor)
      assert.equal(
        await codeOf(`conversation(id: "d") { transcript(after: "${cursor}") { nodes { text } } }`),
        'BAD_INPUT',
      )
    }
  })

  it('say so when what the cursor of a transcript names has left the path, and of no other list', async () => {
    await talk(api, 'left', 'one', 'two')
    const cursors = `{ conversation(id: "left") { transcript { pageInfo { endCursor } } } conversations(first: 1) { pageInfo { endCursor } } }`
    const { conversation, conversations } = await api.ask(cursors)
    await mutate(api, 'rewindConversation', { conversationId: 'left', to: { turn: 1 } }, 'leftTranscript')
    await mutate(api, 'deleteConversation', { id: 'left' }, 'replayed')
    const { endCursor } = conversation.transcript.pageInfo
    const page = `conversation(id: "left") { transcript(after: "${endCursor}") { nodes { text } } }`
    assert.equal(await codeOf(page), 'CURSOR_GONE')
    const { errors } = await api.send(
      `{ conversations(after: "${conversations.pageInfo.endCursor}") { nodes { id } } }`,
    )
    assert.deepEqual(errors, [])
  })

  it('refuse what a list without a cursor cannot hold', async () => {
    await talk(api, 'long', ...Array.from({ length: 20 }, (_, i) => `n${i}`))
    await storeTurn(api, { conversationId: 'long', role: 'USER', text: 'one more' })
    const { errors } = await api.send('{ context(conversationId: "long") { text } }')
    assert.equal(errors[0]?.extensions.code, 'LIMIT_EXCEEDED')
    assert.equal(errors[0].extensions.details?.['limit'], 20)
    const ids = JSON.stringify(Array.from({ length: 101 }, () => 'x'))
    assert.equal(await codeOf(`nodes(nodeIds: ${ids}) { nodeId }`), 'BAD_INPUT')
  })

  it('refuse a turn that is too large, and a body before it is parsed', async () => {
    const large = await storeTurn(api, { conversationId: 'large', role: 'USER', text: 'x'.repeat(1_000_001) })
    assert.equal(large.userErrors[0].code, 'LIMIT_EXCEEDED')
    assert.equal(large.userErrors[0].details.limit, 1_000_000)
    const query = 'mutation ($text: String!) { storeTurn(input: { role: USER, text: $text }) { userErrors { code } } }'
    const body = await api.send(query, { text: 'x'.repeat(10 * 1024 * 1024) })
    assert.equal(body.status, 413)
    assert.equal(body.errors[0]?.extensions.code, 'LIMIT_EXCEEDED')
  })

  it('refuse queries that are too deep or too large, before the store is asked', async () => {
    const deep = `${'{ observation(id: "x") { parent '.padEnd(32)}${'{ parent '.repeat(30)}{ id }${'}'.repeat(32)}`
    assert.equal((await api.send(deep)).errors[0]?.extensions.code, 'QUERY_TOO_EXPENSIVE')
    const wide = (size: string) => `conversations(first: ${size}) { nodes { messages(first: ${size}) { nodes {
      observations(first: ${size}) { nodes { id text } } } } } }`
    assert.equal(await codeOf(wide('100')), 'QUERY_TOO_EXPENSIVE')
    const byVariable = await api.send(`query ($n: Int) { ${wide('$n')} }`, { n: 100 })
    assert.equal(byVariable.errors[0]?.extensions.code, 'QUERY_TOO_EXPENSIVE')
    const byDefault = await api.send(`query ($n: Int = 100) { ${wide('$n')} }`)
    assert.equal(byDefault.errors[0]?.extensions.code, 'QUERY_TOO_EXPENSIVE')
    const bySpread = `{ ...F ...F } fragment F on Query { ${Array.from({ length: 40 }, (_, i) => `a${i}: ${wide('30')}`).join(' ')} }`
    assert.equal((await api.send(bySpread)).errors[0]?.extensions.code, 'QUERY_TOO_EXPENSIVE')
    const tokens = await api.send(`{ ${'__typename '.repeat(20_001)} }`)
    assert.equal(tokens.errors[0]?.extensions.code, 'GRAPHQL_PARSE_FAILED')
  })

  it('let through introspection and pages of 50 times 50', async () => {
    const { __schema } = await api.ask<IntrospectionQuery>(
      getIntrospectionQuery({ oneOf: true, specifiedByUrl: true, inputValueDeprecation: true }),
    )
    assert.ok(__schema.types.length > 50)
    await api.ask(`{ conversations(first: 50) { nodes { id title forks { nodes { id } } transcript(first: 50) {
      nodes { position role text message { id turnId } observation { id parent { id } metadata usage { inputTokens } } } } } } }`)
  })
})
