/** The tree of a conversation without its straight parts, on every store alike. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn } from './support/talk.ts'
import { refusal, storeText } from './support/turns.ts'

await forEachStore('stretches of a tree', (start) => {
  let api: Api
  before(async () => {
    api = await start()
  })
  after(() => api.close())
  const turn = (id: string, turnId: string, text: string, more?: object) => storeText(api, [id, turnId, text], more)
  const refused = (query: string, variables?: object) => refusal(api, query, variables)

  interface Shown {
    readonly id: string
    readonly first: { text: string }
    readonly last: { text: string }
    readonly after: { text: string } | null
    readonly alike: number
    readonly [name: string]: unknown
  }
  const fields = 'id first { id text } last { text } length turns after { text } parting onHeadPath inherited alike'
  const stretches = async (id: string, args = '') => {
    const query = `{ conversation(id: "${id}") { treeShape { nodes leaves } stretches ${args} {
        totalCount pageInfo { hasNextPage endCursor } nodes { ${fields} } } } }`
    const { conversation } = await api.ask<{
      conversation: {
        treeShape: { nodes: number }
        stretches: {
          totalCount: number
          pageInfo: { hasNextPage: boolean; endCursor: string }
          nodes: Shown[]
        }
      }
    }>(query)
    return { ...conversation.stretches, shape: conversation.treeShape }
  }
  const drawn = ({ first, last, after, parting, onHeadPath, inherited, alike }: Shown) =>
    `${after?.text ?? ''} > ${first.text}${first.text === last.text ? '' : ` .. ${last.text}`} ${String(parting)}${onHeadPath === true ? ' head' : ''}${inherited === true ? ' inherited' : ''}${alike ? ` +${alike}` : ''}`
  const sum = (nodes: readonly Shown[]) => nodes.reduce((all, { length, alike }) => all + Number(length) + alike, 0)

  it('are the tree without its straight parts, newest leaf first', async () => {
    for (const [id, text] of Object.entries({ u1: 'U1', a1: 'A1', u2: 'U2', a2: 'A2' })) await turn('tree', id, text)
    await turn('tree', 'u2', 'U2b')
    await turn('tree', 'a3', 'A3')
    await turn('tree', 'u9', 'U9', { parent: { messageId: 'tree:a1' } })
    const found = await stretches('tree')
    assert.deepEqual(found.nodes.map(drawn), [
      ' > U1 .. A1 null head',
      'A1 > U9 BRANCH head',
      'A1 > U2b .. A3 BRANCH',
      'A1 > U2 .. A2 BRANCH',
    ])
    assert.deepEqual([sum(found.nodes), found.totalCount], [found.shape.nodes, 4])
    assert.match(found.nodes[0]?.id ?? '', /^tree:[0-9a-f-]{36}$/)
    assert.deepEqual(
      found.nodes.map(({ turns }) => turns),
      [2, 1, 2, 2],
    )
  })

  it('of a fork tell what it inherited', async () => {
    await mutate(
      api,
      'forkConversation',
      { source: 'tree', at: { messageId: 'tree:a3' }, newConversationId: 'treeFork' },
      '',
    )
    assert.deepEqual((await stretches('treeFork')).nodes.map(drawn), [' > U1 .. A3 null head inherited'])
    await turn('treeFork', 'u4', 'U4')
    await turn('treeFork', 'a3', 'A3b')
    const found = await stretches('treeFork')
    assert.deepEqual(found.nodes.map(drawn), [
      ' > U1 .. U2b null head inherited',
      'U2b > A3b VERSION head',
      'U2b > A3 VERSION inherited',
      'A3 > U4 null',
    ])
    assert.equal(sum(found.nodes), found.shape.nodes)
  })

  it('of several roots say why', async () => {
    await turn('roots', 'u1', 'One')
    await turn('roots', 'u1', 'Two')
    await turn('roots', 's1', 'Three', { parent: null })
    const found = await stretches('roots')
    assert.deepEqual(found.nodes.map(drawn), [' > Three ROOT head', ' > Two VERSION', ' > One VERSION'])
  })

  it('fold many leaves at one place, and page', async () => {
    await turn('fan', 'u0', 'Root')
    const { observation } = await storeTurn(api, {
      conversationId: 'fan',
      turnId: 'a0',
      role: 'ASSISTANT',
      text: 'Hub',
    })
    const turns = Array.from({ length: 30 }, (_, i) => ({
      ...{ conversationId: 'fan', turnId: `u${i + 1}`, role: 'USER', text: `Leaf ${i + 1}` },
      parent: { observationId: observation.id },
    }))
    await mutate(api, 'storeTurns', { turns }, '')
    await mutate(api, 'rewindConversation', { conversationId: 'fan', to: { turn: 2 } }, '')
    await turn('fan', 'u40', 'On')
    await turn('fan', 'a40', 'And on')
    const found = await stretches('fan')
    assert.deepEqual(found.nodes.map(drawn), [
      ' > Root .. Hub null head',
      'Hub > On .. And on BRANCH head',
      'Hub > Leaf 30 BRANCH +29',
    ])
    assert.equal(sum(found.nodes), found.shape.nodes)
    const ids: string[] = []
    for (let after = ''; ;) {
      const page = await stretches('fan', `(first: 1 ${after})`)
      ids.push(...page.nodes.map(({ id }) => id))
      if (!page.pageInfo.hasNextPage) break
      after = `after: "${page.pageInfo.endCursor}"`
    }
    assert.deepEqual(
      ids,
      found.nodes.map(({ id }) => id),
    )
    assert.deepEqual(await refused('{ conversation(id: "fan") { stretches(first: 1001) { totalCount } } }'), [
      'BAD_INPUT',
      { first: 1001, maximum: 1000 },
    ])
    assert.equal(
      (await refused('{ conversation(id: "fan") { stretches(after: "x") { totalCount } } }'))[0],
      'BAD_INPUT',
    )
  })

  it('of a tree come as lines of columns, too', async () => {
    const { nodes } = await stretches('fan')
    const answer = await fetch(`${api.url}/tree/fan`)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/x-ndjson/)
    const lines = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    assert.deepEqual(lines, [
      {
        first: nodes.map(({ first }) => (first as unknown as { id: string }).id),
        after: [null, 0, 0],
        length: [2, 2, 1],
        kind: [null, 'BRANCH', 'BRANCH'],
        flags: [1, 1, 0],
        alike: [0, 0, 29],
        next: null,
      },
    ])
    const { pageInfo } = await stretches('fan', '(first: 2)')
    const rest = await (await fetch(`${api.url}/tree/fan?after=${pageInfo.endCursor}`)).text()
    assert.deepEqual((JSON.parse(rest) as { alike: number[] }).alike, [29])
    const missing = await fetch(`${api.url}/tree/nobody`)
    assert.equal(missing.status, 404)
    const broken = await fetch(`${api.url}/tree/fan?after=x`)
    assert.equal(broken.status, 400)
  })

  it('of an empty conversation are none', async () => {
    await mutate(api, 'createConversation', { id: 'bare' }, '')
    assert.deepEqual((await stretches('bare')).nodes, [])
    assert.equal(await (await fetch(`${api.url}/tree/bare`)).text(), '')
  })
})
