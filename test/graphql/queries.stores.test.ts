/** What the API answers about what is stored, on every store alike. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Api, Data } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn, talk } from './support/talk.ts'

await forEachStore('queries of the API', (start) => {
  let api: Api
  before(async () => {
    api = await start()
  })
  after(() => api.close())

  it('answer where things stand in the tree', async () => {
    const turns = await talk(api, 'tree', 'one', 'two', 'three')
    const [one, two, three] = turns.map(({ observation }) => observation.id)
    const side = await storeTurn(api, { conversationId: 'tree', turnId: 't2', role: 'ASSISTANT', text: 'zwei' })
    const { observation, commonAncestor, far } = await api.ask<
      Data & { far: Data['observation']; observation: { up: object; none: object } }
    >(
      `query ($one: ID!, $three: ID!, $side: ID!) {
          observation(id: $three) { depth turn isLeaf parent { id } parents { id } ancestors { totalCount nodes { text } }
            up: path(to: $one) { text } none: path(to: $side) { text } isAncestorOf(id: $one) }
          far: observation(id: $one) { isAncestorOf(id: $three) isLeaf children { nodes { text siblings { nodes { text } } } } }
          commonAncestor(a: { observationId: $three }, b: { conversationId: "tree" }) { id } }`,
      { one, three, side: side.observation.id },
    )
    assert.deepEqual([observation.depth, observation.turn, observation.isLeaf], [2, 3, true])
    assert.deepEqual([observation.parent, observation.parents], [{ id: two }, [{ id: two }]])
    assert.deepEqual(observation.ancestors, { totalCount: 2, nodes: [{ text: 'one' }, { text: 'two' }] })
    assert.deepEqual(observation.up, [{ text: 'three' }, { text: 'two' }, { text: 'one' }])
    assert.deepEqual([observation.none, observation.isAncestorOf, far.isAncestorOf], [null, false, true])
    assert.deepEqual(far.children.nodes, [
      { text: 'two', siblings: { nodes: [{ text: 'zwei' }] } },
      { text: 'zwei', siblings: { nodes: [{ text: 'two' }] } },
    ])
    assert.equal(commonAncestor.id, one)
  })

  it('page a transcript from either end and from any cursor', async () => {
    await talk(api, 'pages', ...Array.from({ length: 9 }, (_, i) => `n${i + 1}`))
    const page = async (args: string) =>
      (
        await api.ask(`{ conversation(id: "pages") { transcript(${args}) { totalCount edges { cursor node { text } }
            pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`)
      ).conversation.transcript
    const first = await page('first: 4')
    const last = await page('last: 2')
    const middle = await page(`first: 3, after: "${first.pageInfo.endCursor}"`)
    const before = await page(`last: 2, before: "${last.pageInfo.startCursor}"`)
    const shown = (of: Data['conversation']['transcript']) => of.edges.map(({ node }) => node.text).join(' ')
    assert.deepEqual([first, last, middle, before].map(shown), ['n1 n2 n3 n4', 'n8 n9', 'n5 n6 n7', 'n6 n7'])
    assert.deepEqual([first.totalCount, first.pageInfo.hasPreviousPage, first.pageInfo.hasNextPage], [9, false, true])
  })

  it('list conversations by filter, newest activity first', async () => {
    await talk(api, 'source', 'one')
    await mutate(api, 'forkConversation', { source: 'source', newConversationId: 'fork' }, '')
    for (const id of ['f1', 'f2', 'f3'])
      await mutate(api, 'createConversation', { id, cwd: '/filtered', title: `Título ${id}`, metadata: { of: id } }, '')
    const list = async (filter: object) => {
      const query = 'query ($filter: ConversationFilter) { conversations(filter: $filter) { totalCount nodes { id } } }'
      return (await api.ask(query, { filter })).conversations
    }
    assert.deepEqual(await list({ cwd: '/filtered' }), {
      totalCount: 3,
      nodes: ['f3', 'f2', 'f1'].map((id) => ({ id })),
    })
    assert.deepEqual((await list({ cwd: '/filtered', title: 'TÍTULO F2' })).nodes, [{ id: 'f2' }])
    assert.deepEqual((await list({ metadata: { of: 'f1' } })).nodes, [{ id: 'f1' }])
    assert.deepEqual((await list({ forkedFrom: 'source' })).nodes, [{ id: 'fork' }])
    assert.deepEqual((await list({ cwd: '/filtered', origin: ['IMPORT'] })).nodes, [])
  })

  it('list what several folders have together, page by page, each list with a cursor of its own', async () => {
    const folders = { p1: '/p', p2: '/p/.worktrees/a', p3: '/p/.worktrees/b', p4: '/other', p5: '/p/.worktrees/a' }
    for (const [id, cwd] of Object.entries(folders)) await mutate(api, 'createConversation', { id, cwd }, '')
    const query = `query ($filter: ConversationFilter, $after: String) {
      conversations(filter: $filter, first: 2, after: $after) { totalCount nodes { id } pageInfo { endCursor hasNextPage } } }`
    const page = async (filter: object, after: string | null = null) =>
      (await api.ask(query, { filter, after })).conversations
    const idsOf = ({ nodes }: Awaited<ReturnType<typeof page>>) => nodes.map(({ id }) => id)
    const project = { cwds: ['/p/.worktrees/b', '/p', '/p/.worktrees/a'] }
    const first = await page(project)
    assert.deepEqual([first.totalCount, idsOf(first), first.pageInfo.hasNextPage], [4, ['p5', 'p3'], true])
    // The order of the folders is nothing to the list.
    const second = await page({ cwds: [...project.cwds, '/p'].reverse() }, first.pageInfo.endCursor)
    assert.deepEqual([idsOf(second), second.pageInfo.hasNextPage], [['p2', 'p1'], false])
    assert.deepEqual(idsOf(await page({ ...project, cwd: '/p' })), ['p1'])
    assert.deepEqual(idsOf(await page({ ...project, cwd: '/other' })), [])
    assert.deepEqual([(await page({ cwds: [] })).totalCount, idsOf(await page({ cwds: [] }))], [0, []])
    // One folder is one list, whichever way it was named.
    const one = await page({ cwd: '/p/.worktrees/a' })
    assert.deepEqual(idsOf(await page({ cwds: ['/p/.worktrees/a'] }, one.pageInfo.endCursor)), [])
    const otherList = await api.send(query, { filter: { cwd: '/p' }, after: first.pageInfo.endCursor })
    assert.equal(otherList.errors[0]?.extensions.code, 'BAD_INPUT')
    for (const field of ['conversations(filter:', 'search(text: "x", in:', 'analytics(filter:']) {
      const selection = field.startsWith('analytics') ? '{ messages }' : '{ totalCount }'
      const input = JSON.stringify(Array.from({ length: 1001 }, (_, k) => `/${k}`))
      const { errors } = await api.send(`{ ${field} { cwds: ${input} }) ${selection} }`)
      assert.deepEqual([errors[0]?.extensions.code, errors[0]?.extensions.details?.['limit']], ['BAD_INPUT', 1000])
    }
  })

  it('fetch anything by its global id, and null by a broken one', async () => {
    await talk(api, 'global', 'one')
    const { conversation } = await api.ask(`{ conversation(id: "global") { nodeId head { nodeId message { nodeId } }
        events { nodes { nodeId } } } }`)
    const ids = [conversation.nodeId, conversation.head.nodeId, conversation.head.message.nodeId]
    ids.push(conversation.events.nodes[0].nodeId)
    const { nodes, node } = await api.ask(
      `query ($ids: [ID!]!) { nodes(nodeIds: $ids) { __typename nodeId } node(nodeId: "%%%") { nodeId } }`,
      { ids: [...ids, 'broken', ''] },
    )
    assert.equal(node, null)
    const types = ['Conversation', 'Observation', 'Message', 'Event']
    assert.deepEqual(nodes, [...types.map((type, i) => ({ __typename: type, nodeId: ids[i] as string })), null, null])
  })

  it('verify a path, check a tree, show a context and draw', async () => {
    const turns = await talk(api, 'checked', 'one', 'two')
    const { verifyPath, integrity, context, conversation } = await api.ask<
      Data & { conversation: { mermaid: string; dot: string } }
    >(
      `query ($id: ID!) { verifyPath(observationId: $id) { valid status expected stored idChainHash firstBroken { id } }
          integrity(conversationId: "checked") { ok findings { code message } repairable }
          context(conversationId: "checked", at: { turn: 1 }) { position text synthetic message { id } }
          conversation(id: "checked") { recentTurns(n: 1) { position text } tree
            context(at: { turn: 1 }) { position text synthetic message { id } }
            mermaid: tree(format: MERMAID) dot: tree(format: DOT) } }`,
      { id: turns[1].observation.id },
    )
    assert.equal(verifyPath.valid, true)
    assert.equal(verifyPath.expected, turns[1].observation.pathHash)
    assert.deepEqual(integrity, { ok: true, findings: [], repairable: 0 })
    assert.deepEqual(context, [{ position: 1, text: 'one', synthetic: false, message: { id: 'checked:t1' } }])
    assert.deepEqual(conversation.context, context)
    assert.deepEqual(conversation.recentTurns, [{ position: 2, text: 'two' }])
    assert.match(conversation.mermaid, /^(flowchart|graph)/)
    assert.match(conversation.dot, /^digraph/)
  })

  it('answer null for ids that name nothing, and refuse where null is no answer', async () => {
    const nothing = await api.ask(`{ conversation(id: "no") { id } message(id: "no") { id } observation(id: "no") { id }
        turn(conversationId: "no", turnId: "no") { id } }`)
    assert.deepEqual(nothing, { conversation: null, message: null, observation: null, turn: [] })
    for (const query of ['context(conversationId: "no") { text }', 'verifyPath(observationId: "no") { valid }']) {
      const { errors } = await api.send(`{ ${query} }`)
      assert.equal(errors[0]?.extensions.code, 'NOT_FOUND')
      assert.equal(errors[0].extensions.details?.['id'], 'no')
    }
  })
})
