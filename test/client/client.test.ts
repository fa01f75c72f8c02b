import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connect, TurngraphError, type GraphClient } from '../../src/client/client.ts'
import { everyWay, type Connected } from './support.ts'

const store = `mutation ($input: StoreTurnInput!) {
  storeTurn(input: $input) { message { id } replayed userErrors { code message field details } }
}`
interface Stored {
  readonly storeTurn: { readonly message: { readonly id: string }; readonly replayed: boolean }
}

const failureOf = (asked: Promise<unknown>): Promise<TurngraphError> =>
  asked.then(
    () => assert.fail('It was not refused.'),
    (thrown: unknown) => {
      assert.ok(thrown instanceof TurngraphError, String(thrown))
      return thrown
    },
  )

for (const { name, skip, connect: open } of await everyWay())
  describe(`the client (${name})`, { skip }, () => {
    let connected: Connected
    let client: GraphClient
    before(async () => {
      connected = await open()
      client = connected.client
    })
    after(() => connected.end())

    it('answers what an operation asks', async () => {
      const input = { conversationId: 'c', turnId: '1', role: 'USER', text: 'One.' }
      assert.equal((await client.query<Stored>(store, { input })).storeTurn.message.id, 'c:1')
      const query = 'query ($id: ID!) { conversation(id: $id) { title turnCount } }'
      assert.deepEqual(await client.query(query, { id: 'c' }), { conversation: { title: 'One.', turnCount: 1 } })
    })

    it('throws what userErrors say, with code, details and field', async () => {
      const input = { conversationId: 'c', turnId: '1', role: 'ASSISTANT', text: 'Two.' }
      const { code, details } = await failureOf(client.query(store, { input }))
      assert.equal(code, 'ROLE_CONFLICT')
      assert.equal((details as { storedRole: string }).storedRole, 'USER')
      const blank = await failureOf(client.query(store, { input: { ...input, conversationId: '' } }))
      assert.deepEqual([blank.code, blank.field], ['BAD_INPUT', ['conversationId']])
    })

    it('throws what the request is refused with', async () => {
      const { code, message } = await failureOf(client.query('{ nothing }'))
      assert.equal(code, 'GRAPHQL_VALIDATION_FAILED')
      assert.match(message, /nothing/)
      const id = '{ conversation(id: "c") { transcript(first: 1000) { nodes { text } } } }'
      assert.equal((await failureOf(client.query(id))).code, 'BAD_INPUT')
    })

    it('holds documents to the limits of a server', async () => {
      const deep = `{ conversation(id: "c") { head { ${'parent { '.repeat(40)} id ${'} '.repeat(42)} }`
      const { code } = await failureOf(client.query(deep))
      assert.equal(code, 'QUERY_TOO_EXPENSIVE')
    })

    it('gives a question up with its signal', async () => {
      const signal = AbortSignal.abort(new Error('Enough.'))
      await assert.rejects(client.query('{ conversations { nodes { id } } }', {}, { signal }), /Enough\./)
    })

    it('writes once what is sent twice with a key', async () => {
      const input = { conversationId: 'k', turnId: '1', role: 'USER', text: 'One.', idempotencyKey: 'key-1' }
      const first = await client.query<Stored>(store, { input })
      const second = await client.query<Stored>(store, { input })
      assert.deepEqual([first.storeTurn.replayed, second.storeTurn.replayed], [false, true])
    })
  })

describe('connecting', () => {
  it('refuses an address that is none, and a configuration that is not understood', async () => {
    assert.equal((await failureOf(connect({ url: 'nowhere' }))).code, 'BAD_INPUT')
    const { code, message } = await failureOf(connect({ env: { STORE: 'oracle' } }))
    assert.equal(code, 'CONFIG_REFUSED')
    assert.match(message, /STORE/)
  })
})
