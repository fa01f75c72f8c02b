import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connect, TurngraphError, type ConnectedGraph } from '../../src/client/client.ts'
import { createReadStream } from 'node:fs'
import { bytesSource } from '../../src/formats/importSource.ts'
import { textOf } from '../../src/cli/files/pieces.ts'
import { edited, temporaryFolder, turngraph } from '../cli/support.ts'
import { everyWay, type Connected } from './support.ts'
import { describeOnce } from '../support/stores.ts'

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
    let client: ConnectedGraph
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

    it('takes files in and gives them out, piece by piece', async () => {
      const file = bytesSource('edited.jsonl', new TextEncoder().encode(edited))
      let taken = 0
      const came = await client.import(file, { onProgress: (bytes) => void (taken = bytes) })
      assert.deepEqual([came.conversationIds, came.report.format, came.report.added], [['edited'], 'CLAUDE_CODE', 6])
      assert.equal(taken, edited.length)
      assert.equal((await client.import(file)).report.added, 0)
      const { format, omissions, pieces } = await client.export('edited', { wholeTree: true })
      assert.deepEqual([format, omissions, await textOf(pieces)], ['CLAUDE_CODE', null, edited])
      assert.equal((await client.export('edited', { format: 'MARKDOWN' })).omissions, 'branches=1')
      const table = await textOf(await client.extract({ of: 'TURNS', format: 'CSV' }))
      assert.ok(table.split('\r\n').length > 6, table)
    })

    it('refuses a file and an export with code and facts', async () => {
      const none = bytesSource('notes.txt', new TextEncoder().encode('Nothing.'))
      assert.equal((await failureOf(client.import(none))).code, 'BAD_INPUT')
      const { code, details } = await failureOf(client.export('nobody'))
      assert.deepEqual([code, (details as { id: string }).id], ['NOT_FOUND', 'nobody'])
      assert.equal((await failureOf(client.extract({ of: 'NOTHING' }))).code, 'BAD_INPUT')
      const gone = { ...none, open: () => createReadStream('/nowhere/at/all') as AsyncIterable<Uint8Array> }
      await assert.rejects(client.import(gone), (thrown: { readonly code?: string }) =>
        ['ENOENT', 'FILE_UNUSABLE'].includes(thrown.code ?? ''),
      )
    })

    it('keeps bytes as an attachment, also a few out of many, and gives them back', async () => {
      const bytes = Buffer.from('0123456789').subarray(3, 7)
      const kept = await client.attach(bytes, { mediaType: 'text/plain', fileName: 'some.txt' })
      assert.deepEqual([kept.mediaType, kept.byteSize], ['text/plain', 4])
      assert.deepEqual(await client.attach(bytes), kept)
      assert.deepEqual(Buffer.from(await client.attachment(kept.id)), bytes)
      const turn = { role: 'USER', content: [{ attachmentId: kept.id }] } as const
      await client.conversations.open('kept').append(turn)
      const [entry] = await client.conversations.open('kept').transcript().all()
      const [block] = entry?.content ?? []
      assert.equal(block && 'fileName' in block && block.fileName, 'some.txt')
      assert.equal((await failureOf(client.attach(bytes, { fileName: 'a/b' }))).code, 'BAD_INPUT')
      assert.equal((await failureOf(client.attach(bytes, { mediaType: 'none' }))).code, 'BAD_INPUT')
      assert.equal((await failureOf(client.attachment('0'.repeat(64)))).code, 'NOT_FOUND')
    })

    it('writes once what is sent twice with a key', async () => {
      const input = { conversationId: 'k', turnId: '1', role: 'USER', text: 'One.', idempotencyKey: 'key-1' }
      const first = await client.query<Stored>(store, { input })
      const second = await client.query<Stored>(store, { input })
      assert.deepEqual([first.storeTurn.replayed, second.storeTurn.replayed], [false, true])
    })
  })

for (const { name, skip, connect: open } of await everyWay())
  describe(`a client that is closed (${name})`, { skip }, () => {
    it('answers nothing any more, operations and files alike, and may be closed again', async () => {
      const { client, end } = await open()
      await client.close()
      await client.close()
      const file = bytesSource('edited.jsonl', new TextEncoder().encode(edited))
      for (const asked of [
        () => client.query('{ conversations { nodes { id } } }'),
        () => client.import(file),
        () => client.export('edited'),
        () => client.extract({ of: 'TURNS' }),
        () => client.attach(new Uint8Array(1)),
        () => client.attachment('0'),
      ])
        assert.equal((await failureOf(asked())).code, 'CLOSED')
      await end()
    })
  })

describe('a store that is opened here', () => {
  it('is opened for a tenant that it has, and for no other', async () => {
    const data = temporaryFolder()
    const { code } = await failureOf(connect({ data, tenant: 'acme' }))
    assert.equal(code, 'NOT_FOUND')
    const made = await turngraph({ DATA: data }, 'tenants', 'create', 'acme')
    assert.equal(made.status, 0, made.stderr)
    const [acme, own] = [await connect({ data, tenant: 'acme' }), await connect({ data })]
    await acme.query(store, { input: { conversationId: 'theirs', turnId: '1', role: 'USER', text: 'One.' } })
    const query = '{ conversation(id: "theirs") { id } }'
    assert.deepEqual(await own.query(query), { conversation: null })
    assert.deepEqual(await acme.query(query), { conversation: { id: 'theirs' } })
    await Promise.all([acme.close(), own.close()])
  })
})

describe('connecting a client', () => {
  it('refuses an address that is none, and a configuration that is not understood', async () => {
    assert.equal((await failureOf(connect({ url: 'nowhere' }))).code, 'BAD_INPUT')
    const { code, message } = await failureOf(connect({ env: { STORE: 'oracle' } }))
    assert.equal(code, 'CONFIG_REFUSED')
    assert.match(message, /STORE/)
  })
})

describeOnce('a client without an address', () => {
  it('asks the server that TURNGRAPH_URL names, with TURNGRAPH_KEY as its key', async (t) => {
    const before = { ...process.env }
    t.after(() => void (process.env = before))
    process.env['TURNGRAPH_URL'] = 'http://127.0.0.1:9'
    process.env['TURNGRAPH_KEY'] = 'tg_key'
    const seen: (string | null)[] = []
    const client = await connect({
      fetch: (url, init) => {
        seen.push(url instanceof Request ? url.url : String(url), new Headers(init?.headers).get('authorization'))
        return Promise.resolve(Response.json({ data: { viewer: null } }))
      },
    })
    await client.query('{ viewer { name } }')
    await client.close()
    assert.deepEqual(seen, ['http://127.0.0.1:9/graphql', 'Bearer tg_key'])
  })
})
