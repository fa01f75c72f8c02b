import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn, talk } from './support/talk.ts'

interface Hit {
  readonly snippet: string
  readonly score: number
  readonly turn: number | null
  readonly matches: number
  readonly highlights: readonly { readonly from: number; readonly to: number }[]
  readonly observation: { readonly id: string; readonly kind: string }
  readonly conversation: { readonly id: string }
}
interface Found {
  readonly nodes: readonly Hit[]
  readonly edges: readonly { readonly cursor: string }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean; readonly endCursor: string }
  readonly totalCount: number | null
  readonly behind: number | null
}

const query = `query ($text: String!, $in: SearchScope, $first: Int, $after: String) {
  search(text: $text, in: $in, first: $first, after: $after) {
    nodes { snippet score turn matches highlights { from to } observation { id kind } conversation { id } }
    edges { cursor } pageInfo { hasNextPage hasPreviousPage endCursor } totalCount behind
  }
}`

await forEachStore('a search over the API', (start) => {
  let api: Api
  before(async () => {
    api = await start()
  })
  after(() => api.close())

  const search = async (text: string, within: object | null = null, page: object = {}): Promise<Found> =>
    (await api.ask<{ search: Found }>(query, { text, in: within, ...page })).search
  const snippets = async (text: string, within: object | null = null) =>
    (await search(text, within)).nodes.map(({ snippet }) => snippet)
  const refusal = async (variables: object) => {
    const { errors } = await api.send(query, variables)
    return [errors[0]?.extensions.code, errors[0]?.extensions.details] as const
  }

  it('finds a turn as soon as it is stored, with where the words stand', async () => {
    await talk(api, 'hello', 'The zebra crosses', 'So it does')
    const { nodes, totalCount, behind, pageInfo } = await search('zebra')
    assert.equal(nodes.length, 1)
    const [hit] = nodes as [Hit]
    assert.deepEqual([hit.snippet, hit.turn, hit.matches, hit.conversation.id], ['The zebra crosses', 1, 1, 'hello'])
    assert.deepEqual(hit.highlights, [{ from: 4, to: 9 }])
    assert.deepEqual([totalCount, behind, pageInfo.hasNextPage], [1, 0, false])
  })

  it('finds tools, their inputs and results, thinking, names of files and summaries', async () => {
    const content = [
      { thinking: { thinking: 'ponderosa' } },
      { toolCall: { callId: 'k', name: 'grepTool', input: { pattern: 'quokka', limit: 4711 } } },
    ]
    await storeTurn(api, { conversationId: 'tools', turnId: 'q', role: 'USER', text: 'Look for it' })
    await storeTurn(api, { conversationId: 'tools', turnId: 'a', role: 'ASSISTANT', content })
    const result = [{ toolResult: { callId: 'k', content: [{ type: 'text', text: 'found wallaby' }] } }]
    await storeTurn(api, { conversationId: 'tools', turnId: 'r', role: 'TOOL', content: result })
    const attachments = [{ name: 'numbat.png', mediaType: 'image/png', base64: 'YQ==' }]
    await storeTurn(api, { conversationId: 'tools', turnId: 'f', role: 'USER', text: 'See', attachments })
    await mutate(
      api,
      'compact',
      { conversationId: 'tools', from: { turn: 1 }, to: { turn: 3 }, summary: 'A bandicoot was sought' },
      '',
    )
    for (const word of ['ponderosa', 'grepTool', 'quokka', '4711', 'wallaby', 'numbat', 'bandicoot'])
      assert.equal((await search(word, { conversationId: 'tools' })).nodes.length, 1, word)
    const [marker] = (await search('bandicoot')).nodes
    assert.deepEqual([marker?.observation.kind, marker?.turn], ['COMPACTION', null])
    assert.equal((await search('wallaby', { tool: 'grepTool' })).nodes.length, 1)
    assert.equal((await search('quokka', { tool: 'grepTool' })).nodes.length, 1)
    assert.equal((await search('wallaby', { tool: 'otherTool' })).nodes.length, 0)
    assert.equal((await search('look', { tool: 'grepTool' })).nodes.length, 0)
  })

  it('finds a corrected text by what it says now, and what it said only as it was stored', async () => {
    await talk(api, 'mended', 'A platypus swims', 'It does')
    await mutate(api, 'amendMessage', { messageId: 'mended:t1', fields: { text: 'An echidna walks' } }, '')
    assert.deepEqual(await snippets('platypus'), [])
    assert.deepEqual(await snippets('echidna'), ['An echidna walks'])
    assert.deepEqual(await snippets('echidna', { conversationId: 'mended', onPathOnly: true }), ['An echidna walks'])
    assert.deepEqual(await snippets('echidna', { roles: ['USER'] }), ['An echidna walks'])
    assert.deepEqual(await snippets('echidna', { roles: ['ASSISTANT'] }), [])
    assert.deepEqual(await snippets('platypus', { values: 'AS_STORED' }), ['A platypus swims'])
    assert.deepEqual(await snippets('echidna', { values: 'AS_STORED' }), [])
    await mutate(api, 'forkConversation', { source: 'mended', newConversationId: 'mended fork' }, '')
    assert.deepEqual(await snippets('echidna', { conversationId: 'mended fork' }), ['An echidna walks'])
  })

  it('never finds what was deleted, and finds it again when it is restored', async () => {
    await talk(api, 'gone', 'A dingo howls', 'Far away')
    const dingo = () => snippets('dingo')
    await mutate(api, 'deleteMessage', { id: 'gone:t1' }, '')
    for (const values of ['CURRENT', 'AS_STORED'])
      for (const within of [{}, { conversationId: 'gone' }, { conversationId: 'gone', onPathOnly: true }])
        assert.deepEqual(await snippets('dingo', { ...within, values }), [])
    await mutate(api, 'restoreMessage', { id: 'gone:t1' }, '')
    assert.deepEqual(await dingo(), ['A dingo howls'])
    await mutate(api, 'forkConversation', { source: 'gone', newConversationId: 'gone fork' }, '')
    await mutate(api, 'deleteConversation', { id: 'gone' }, '')
    assert.deepEqual(await dingo(), [])
    assert.deepEqual(await snippets('dingo', { conversationId: 'gone' }), [])
    assert.deepEqual(await snippets('dingo', { conversationId: 'gone fork' }), ['A dingo howls'])
    await mutate(api, 'restoreConversation', { id: 'gone' }, '')
    assert.deepEqual(await dingo(), ['A dingo howls'])
  })

  it('gives a message once, by its newest version that has the words, and says how many have them', async () => {
    for (const text of ['A koala eats', 'A koala sleeps', 'It wakes'])
      await storeTurn(api, { conversationId: 'versions', turnId: 't', role: 'USER', text })
    const { nodes, totalCount } = await search('koala')
    assert.deepEqual(
      [nodes.map(({ snippet, matches }) => [snippet, matches]), totalCount],
      [[['A koala sleeps', 2]], 1],
    )
    const onPath = { conversationId: 'versions', onPathOnly: true }
    assert.deepEqual(await snippets('koala', onPath), [])
    const at = { observationId: nodes[0]?.observation.id }
    assert.deepEqual(await snippets('koala', { ...onPath, at }), ['A koala sleeps'])
  })

  it('searches the tree of a fork with what it inherited, and its path alone', async () => {
    await talk(api, 'trunk', 'A wombat digs', 'Deep', 'A wombat rests', 'Long')
    await mutate(api, 'forkConversation', { source: 'trunk', at: { turn: 2 }, newConversationId: 'branch' }, '')
    await storeTurn(api, { conversationId: 'branch', turnId: 'own', role: 'USER', text: 'A wombat bites' })
    const inBranch = await snippets('wombat', { conversationId: 'branch', onPathOnly: true })
    assert.deepEqual(inBranch.sort(), ['A wombat bites', 'A wombat digs'])
    assert.deepEqual((await snippets('wombat', { conversationId: 'trunk' })).sort(), [
      'A wombat digs',
      'A wombat rests',
    ])
    assert.equal((await search('wombat')).totalCount, 3)
  })

  it('gives copies once, beside their originals and where those are not', async () => {
    const call = [{ toolCall: { callId: 'never', name: 'wait', input: {} } }]
    await storeTurn(api, { conversationId: 'copied', turnId: 'q', role: 'USER', text: 'A thylacine looks' })
    await storeTurn(api, { conversationId: 'copied', turnId: 'a', role: 'ASSISTANT', content: call })
    await storeTurn(api, { conversationId: 'copied', turnId: 'r', role: 'USER', text: 'A thylacine waits' })
    await mutate(api, 'repair', { conversationId: 'copied', dryRun: false }, 'event { id }')
    for (const within of [null, { conversationId: 'copied' }, { conversationId: 'copied', onPathOnly: true }]) {
      const { nodes, totalCount } = await search('thylacine', within)
      const found = nodes.map(({ snippet, matches }) => `${snippet} ${matches}`).sort()
      assert.deepEqual([found, totalCount], [['A thylacine looks 1', 'A thylacine waits 1'], 2], JSON.stringify(within))
    }
  })

  it('leaves experiments out where it is asked to, and keeps times', async () => {
    await mutate(api, 'createConversation', { id: 'trial', origin: 'EXPERIMENT' }, '')
    const turn = { conversationId: 'trial', turnId: 't', role: 'USER', text: 'A cassowary runs' }
    await storeTurn(api, { ...turn, observedAt: '2026-03-04T05:06:07Z' })
    assert.equal((await search('cassowary')).nodes.length, 1)
    assert.equal((await search('cassowary', { includeExperiments: false })).nodes.length, 0)
    const exactly = '2026-03-04T05:06:07Z'
    assert.equal((await search('cassowary', { from: exactly, to: exactly })).nodes.length, 1)
    assert.equal((await search('cassowary', { from: '2026-03-04T05:06:07.000000001Z' })).nodes.length, 0)
    assert.equal((await search('cassowary', { to: '2026-03-04T05:06:06Z' })).nodes.length, 0)
  })

  it('gives every hit once, page by page, also while more is stored', async () => {
    for (let n = 0; n < 7; n++)
      await storeTurn(api, { conversationId: `page ${n}`, turnId: 't', role: 'USER', text: `Emu ${'emu '.repeat(n)}` })
    const seen: string[] = []
    for (let after: string | null = null; ;) {
      const { nodes, pageInfo } = await search('emu', null, { first: 3, after })
      seen.push(...nodes.map(({ conversation }) => conversation.id))
      await storeTurn(api, { conversationId: `late ${seen.length}`, turnId: 't', role: 'USER', text: 'emu emu emu' })
      if (!pageInfo.hasNextPage) break
      after = pageInfo.endCursor
    }
    assert.deepEqual(
      seen,
      [6, 5, 4, 3, 2, 1, 0].map((n) => `page ${n}`),
    )
  })

  it('refuses what makes no sense, with code and facts', async () => {
    for (const text of ['', '- " *', '-word', '\ud800', '\ud800\ud800 \udc00', 'word '.repeat(10_000)]) {
      const [code, details] = await refusal({ text })
      assert.equal(code, 'BAD_INPUT', JSON.stringify(text.slice(0, 20)))
      assert.ok(Object.keys(details ?? {}).length > 0)
    }
    const within = async (scope: object) => refusal({ text: 'word', in: scope })
    assert.deepEqual(await within({ conversationId: 'nobody' }), ['NOT_FOUND', { kind: 'Conversation', id: 'nobody' }])
    for (const at of [{ turn: 99 }, { observationId: 'nobody' }, { messageId: 'no:body' }]) {
      const [code] = await within({ conversationId: 'hello', onPathOnly: true, at })
      assert.equal(code, 'FORK_POINT_UNKNOWN')
    }
    for (const scope of [
      { onPathOnly: true },
      { at: { turn: 1 } },
      { conversationId: 'hello', at: { turn: 1 } },
      { tool: '' },
    ])
      assert.equal((await within(scope))[0], 'BAD_INPUT', JSON.stringify(scope))
    const turned = { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }
    const [code, details] = await within(turned)
    assert.deepEqual([code, Object.keys(details ?? {})], ['BAD_INPUT', ['from', 'to']])
    for (const first of [0, -1, 101]) assert.equal((await refusal({ text: 'word', first }))[0], 'BAD_INPUT')
    const cursor = (await search('emu', null, { first: 1 })).pageInfo.endCursor
    for (const other of [{ text: 'zebra' }, { text: 'emu', in: { roles: ['USER'] } }, { text: 'emu', after: 'broken' }])
      assert.equal((await refusal({ after: cursor, ...other }))[0], 'BAD_INPUT', JSON.stringify(other))
    assert.ok(await search('emu', null, { first: 1, after: cursor }))
  })

  it('lists the conversations that have a text in a turn as it is now', async () => {
    await talk(api, 'list one', 'A bilby hops', 'Yes')
    await talk(api, 'list two', 'A bilby hides', 'No')
    await talk(api, 'list three', 'Nobody', 'Nowhere')
    await mutate(api, 'forkConversation', { source: 'list one', newConversationId: 'list fork' }, '')
    const listed = async (filter: object, page = '') => {
      const asked = `query ($filter: ConversationFilter) { conversations(filter: $filter${page}) {
        nodes { id } totalCount pageInfo { endCursor hasNextPage } } }`
      return (await api.ask(asked, { filter })).conversations
    }
    const ids = async (filter: object) => (await listed(filter)).nodes.map(({ id }) => id)
    assert.deepEqual((await ids({ text: 'bilby' })).sort(), ['list fork', 'list one', 'list two'])
    assert.deepEqual(await ids({ text: 'bilby', title: 'hides' }), ['list two'])
    assert.deepEqual((await ids({ text: 'bilby -hides' })).sort(), ['list fork', 'list one'])
    const first = await listed({ text: 'bilby' }, ', first: 2')
    assert.deepEqual([first.nodes.length, first.totalCount, first.pageInfo.hasNextPage], [2, 3, true])
    const rest = await listed({ text: 'bilby' }, `, first: 2, after: "${first.pageInfo.endCursor}"`)
    assert.equal(rest.nodes.length, 1)
    await mutate(api, 'amendMessage', { messageId: 'list two:t1', fields: { text: 'Nothing' } }, '')
    await mutate(api, 'deleteMessage', { id: 'list one:t1' }, '')
    assert.deepEqual(await ids({ text: 'bilby' }), [])
    assert.equal(
      (await api.send('{ conversations(filter: { text: "-" }) { nodes { id } } }')).errors[0]?.extensions.code,
      'BAD_INPUT',
    )
  })
})
