import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn } from './support/talk.ts'

const hashOf = (bytes: string) => createHash('sha256').update(bytes).digest('hex')
const base64 = (text: string) => Buffer.from(text).toString('base64')

await forEachStore('attachments in the API', (start) => {
  let api: Api
  before(async () => void (api = await start()))
  after(() => api.close())

  const attachment = 'id mediaType byteSize uri downloadUrl'
  const kept = async (text: string, mediaType: string) => {
    const query = `?mediaType=${encodeURIComponent(mediaType)}&fileName=a.html`
    const response = await fetch(`${api.url}/attachments${query}`, { method: 'PUT', body: text })
    return (await response.json()) as { id: string; downloadUrl: string }
  }

  it('give an address that names the download, and refuse a name that is a path', async () => {
    const { id } = await kept('named', 'text/plain')
    const asked = (fileName: string) =>
      api.ask(
        `query ($fileName: String) { message(id: "named:u1") { attachments { downloadUrl(fileName: $fileName) } } }`,
        { fileName },
      )
    const content = [{ attachmentId: id }]
    await api.ask('mutation ($input: StoreTurnInput!) { storeTurn(input: $input) { userErrors { code } } }', {
      input: { conversationId: 'named', turnId: 'u1', role: 'USER', content },
    })
    const { message } = await asked('my notes.txt')
    const address = message.attachments[0].downloadUrl
    assert.equal(address, `/attachments/${id}?fileName=my%20notes.txt`)
    const { headers } = await fetch(api.url + address)
    assert.match(headers.get('content-disposition') ?? '', /my%20notes\.txt|my notes\.txt/)
    await assert.rejects(asked('../etc/passwd'), /is a path/)
  })

  it('N-37: are stored with a turn, answered with it, and downloaded', async () => {
    const { id } = await kept('<script>alert(1)</script>', 'text/html')
    const query = `mutation ($input: StoreTurnInput!) { storeTurn(input: $input) { userErrors { code message }
      message { id attachments { ${attachment} } }
      observation { attachments { id } content { __typename ... on TextBlock { text }
        ... on AttachmentBlock { fileName kind environment attachment { id nodeId } } } } } }`
    const attachments = [
      { name: 'log.txt', mediaType: 'text/plain', base64: base64('log'), kind: 'evidence', environment: 'ci' },
      { uri: 'https://example.org/spec.pdf', mediaType: 'application/pdf' },
    ]
    const content = [{ text: 'Look at these.' }, { attachmentId: id }]
    const input = { conversationId: 'walk', turnId: 'u1', role: 'USER', content, attachments }
    const { storeTurn: stored } = await api.ask(query, { input })
    assert.deepEqual(stored.userErrors, [])
    const uri = hashOf('https://example.org/spec.pdf')
    const at = (one: string) => `/attachments/${one}`
    const log = hashOf('log')
    assert.deepEqual(stored.message.attachments, [
      { id, mediaType: 'text/html', byteSize: 25, uri: null, downloadUrl: at(id) },
      { id: log, mediaType: 'text/plain', byteSize: 3, uri: null, downloadUrl: at(log) },
      { id: uri, mediaType: 'application/pdf', byteSize: null, uri: 'https://example.org/spec.pdf', downloadUrl: null },
    ])
    assert.deepEqual(
      stored.observation.attachments.map((one) => one.id),
      [id, log, uri],
    )
    const [, byId, block] = stored.observation.content as unknown as Record<string, unknown>[]
    const nodeId = Buffer.from(`Attachment:${log}`).toString('base64url')
    assert.equal(byId?.['fileName'], 'a.html')
    assert.deepEqual(block, {
      ...{ __typename: 'AttachmentBlock', fileName: 'log.txt', kind: 'evidence', environment: 'ci' },
      attachment: { id: log, nodeId },
    })
    assert.equal(await (await fetch(`${api.url}${at(log)}`)).text(), 'log')
    const { headers } = await fetch(`${api.url}${at(id)}`)
    assert.deepEqual(
      [headers.get('content-type'), headers.get('content-disposition'), headers.get('x-content-type-options')],
      ['application/octet-stream', 'attachment', 'nosniff'],
    )
    assert.equal((await fetch(`${api.url}${at(uri)}`)).status, 404)
  })

  it('are found by id, by global id, at the end of their relationship, and tell what embeds them', async () => {
    const id = hashOf('log')
    const nodeId = Buffer.from(`Attachment:${id}`).toString('base64url')
    const query = `query ($id: ID!, $nodeId: ID!) {
      attachment(id: $id) { ${attachment} embeddedIn { nodes { id } totalCount pageInfo { hasNextPage } } }
      node(nodeId: $nodeId) { nodeId ... on Attachment { id } }
      message(id: "walk:u1") { relationships(type: EMBEDS) { totalCount
        nodes { id label source { ... on Message { id } } target { ... on Attachment { id } } } } } }`
    const { attachment: found, node, message } = await api.ask(query, { id, nodeId })
    assert.deepEqual([found.byteSize, found.embeddedIn.totalCount], [3, 1])
    assert.deepEqual(found.embeddedIn.nodes, [{ id: 'walk:u1' }])
    assert.deepEqual(node, { nodeId, id })
    assert.equal(message.relationships.totalCount, 3)
    assert.ok(message.relationships.nodes.every((edge) => edge.label === 'has attachment'))
    const { attachment: unknown } = await api.ask('{ attachment(id: "nobody") { id } }')
    assert.equal(unknown, null)
  })

  it('page through the messages that embed them', async () => {
    for (const turnId of ['u1', 'u2', 'u3'])
      await storeTurn(api, { conversationId: 'many', turnId, role: 'USER', attachments: [{ base64: base64('many') }] })
    const page = async (after: string | null) => {
      const query = `query ($id: ID!, $after: String) { attachment(id: $id) {
        embeddedIn(first: 2, after: $after) { nodes { id } totalCount pageInfo { hasNextPage endCursor } } } }`
      return (await api.ask(query, { id: hashOf('many'), after })).attachment.embeddedIn
    }
    const first = await page(null)
    assert.deepEqual([first.nodes.map(({ id }) => id), first.pageInfo.hasNextPage], [['many:u3', 'many:u2'], true])
    const second = await page(first.pageInfo.endCursor)
    assert.deepEqual([second.nodes.map(({ id }) => id), second.totalCount], [['many:u1'], 3])
  })

  it('are refused as user errors, and nothing is written', async () => {
    const refused = async (more: object) => {
      const stored = await storeTurn(api, { conversationId: 'none', role: 'USER', ...more })
      return [stored.userErrors[0].code, stored.conversation]
    }
    assert.deepEqual(await refused({ content: [{ attachmentId: hashOf('never') }] }), ['NOT_FOUND', null])
    assert.deepEqual(await refused({ attachments: [{ uri: 'javascript:alert(1)' }] }), ['BAD_INPUT', null])
    assert.deepEqual(await refused({ attachments: [{ name: '../../x', base64: 'YQ==' }] }), ['BAD_INPUT', null])
    assert.deepEqual(await refused({ attachments: [{ base64: 'YQ==', uri: 'https://a' }] }), ['BAD_INPUT', null])
    assert.deepEqual(await refused({ attachments: [{}] }), ['BAD_INPUT', null])
    assert.deepEqual(await refused({ attachments: [] }), ['BAD_INPUT', null])
    const { conversation } = await api.ask('{ conversation(id: "none") { id } }')
    assert.equal(conversation, null)
  })

  it('are reached through a fork', async () => {
    await mutate(api, 'forkConversation', { source: 'walk', newConversationId: 'walk-fork' }, '')
    const { conversation } = await api.ask(
      `{ conversation(id: "walk-fork") { transcript { nodes { inherited message { attachments { id downloadUrl } } } } } }`,
    )
    const [entry] = conversation.transcript.nodes
    assert.deepEqual([entry.inherited, entry.message.attachments.length], [true, 3])
    assert.equal((await fetch(`${api.url}${entry.message.attachments[0].downloadUrl}`)).status, 200)
  })
})
