/** Conversations, directories and observations as lists, on every store alike. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate } from './support/talk.ts'
import { refusal, storeText } from './support/turns.ts'

await forEachStore('lists and directories', (start) => {
  let api: Api
  before(async () => {
    api = await start()
  })
  after(() => api.close())
  const turn = (id: string, turnId: string, text: string, more?: object) => storeText(api, [id, turnId, text], more)
  const refused = (query: string, variables?: object) => refusal(api, query, variables)

  it('lists can leave out forks and sidechains', async () => {
    await mutate(api, 'createConversation', { id: 'own', title: 'Filtered' }, '')
    await mutate(api, 'forkConversation', { source: 'own', newConversationId: 'ownFork', title: 'Filtered fork' }, '')
    const listed = async (filter: string) => {
      const query = `{ conversations(filter: { title: "Filtered" ${filter} }) { totalCount nodes { id } } }`
      const { conversations } = await api.ask(query)
      assert.equal(conversations.totalCount, conversations.nodes.length)
      return conversations.nodes.map(({ id }) => id).sort()
    }
    assert.deepEqual(await listed(''), ['own', 'ownFork'])
    assert.deepEqual(await listed('forks: true'), ['own', 'ownFork'])
    assert.deepEqual(await listed('forks: false'), ['own'])
    assert.deepEqual(await listed('forks: false, sidechains: false'), ['own'])
    assert.deepEqual(await listed('forks: null, sidechains: null'), ['own', 'ownFork'])
  })

  it('directories come by their latest activity, page by page', async () => {
    for (const [id, cwd] of Object.entries({ d1: '/a', d2: '/b "\u{1f600}', d3: '/a', d4: '/c', d5: '/gone' })) {
      await mutate(api, 'createConversation', { id, cwd }, '')
      await turn(id, 'u1', 'Hello')
    }
    await turn('d1', 'a1', 'Hi')
    await mutate(api, 'deleteConversation', { id: 'd5' }, '')
    const query = `query ($first: Int, $after: String) { directories(first: $first, after: $after) {
      totalCount nodes { cwd conversations updatedAt } pageInfo { hasNextPage endCursor } } }`
    const { directories } = await api.ask(query)
    assert.deepEqual(
      directories.nodes.map(({ cwd, conversations }) => [cwd, conversations]),
      [
        ['/a', 2],
        ['/c', 1],
        ['/b "\u{1f600}', 1],
      ],
    )
    const { conversation } = await api.ask('{ conversation(id: "d1") { updatedAt } }')
    assert.deepEqual([directories.totalCount, directories.nodes[0].updatedAt], [3, conversation.updatedAt])
    const paged: string[] = []
    for (let after: string | null = null; ;) {
      const page: typeof directories = (await api.ask(query, { first: 1, after })).directories
      paged.push(...page.nodes.map(({ cwd }) => cwd))
      if (!page.pageInfo.hasNextPage) break
      after = page.pageInfo.endCursor
    }
    assert.deepEqual(
      paged,
      directories.nodes.map(({ cwd }) => cwd),
    )
    assert.deepEqual(await refused('{ directories(first: 0) { totalCount } }'), [
      'BAD_INPUT',
      { first: 0, maximum: 100 },
    ])
  })

  it('observations come in the order asked, null where there is none', async () => {
    const first = await turn('asked', 'u1', 'One')
    const second = await turn('asked', 'a1', 'Two')
    const query = 'query ($ids: [ID!]!) { observations(ids: $ids) { text } }'
    const ids = [second, 'nobody', first, second]
    assert.deepEqual(await api.ask(query, { ids }), {
      observations: [{ text: 'Two' }, null, { text: 'One' }, { text: 'Two' }],
    })
    assert.deepEqual(await api.ask(query, { ids: [] }), { observations: [] })
    const many = Array.from({ length: 101 }, () => first)
    assert.deepEqual(await refused(query, { ids: many }), ['BAD_INPUT', { ids: 101, maximum: 100 }])
  })
})
