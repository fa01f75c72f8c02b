import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { intercept } from '../../src/storage/intercept.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { startApi, type Api } from './support/api.ts'
import { mutate } from './support/talk.ts'

const size = 50
const query = `{ conversations(first: ${size}) { nodes { id title
  forkedFrom { conversation { id } event { id kind } }
  head { id isLeaf }
  events(first: 1) { nodes { id kind } }
  relationships(direction: OUTBOUND, first: 5) { totalCount nodes { id label source { __typename } target { __typename } } }
  transcript(last: ${size}) { totalCount nodes { position text inherited versions { index count next { text } }
    message { id turnId role text }
    observation { id parent { id text } message { id } conversation { id } } } } } } }`

describe('a nested query', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-batching-'))
  const calls: string[] = []
  let api: Api
  before(async () => {
    const store = intercept(await openSqliteStore({ path: join(folder, 'store.db') }), (name, call) => {
      calls.push(name)
      return call()
    })
    api = await startApi({}, { store })
    const turns = (conversationId: string) =>
      Array.from({ length: size }, (_, i) => ({
        conversationId,
        turnId: `t${i}`,
        role: i % 2 === 0 ? 'USER' : 'ASSISTANT',
        text: `turn ${i}`,
      }))
    await mutate(api, 'storeEntity', { id: 'topic', type: 'topic', name: 'Topic' }, '')
    for (let c = 0; c < size; c++) {
      // Every other one is a fork with turns of its own.
      if (c % 2 === 1)
        await mutate(api, 'forkConversation', { source: 'c0', at: { turn: 20 }, newConversationId: `c${c}` }, '')
      await mutate(api, 'storeTurns', { turns: turns(`c${c}`) }, '')
      const relation = { type: 'REFERS_TO', source: { conversationId: `c${c}` }, target: { entityId: 'topic' } }
      await mutate(api, 'relate', relation, '')
    }
  })
  after(async () => {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it(`of ${size} conversations with ${size} turns each asks the store a small constant number of times`, async (t) => {
    calls.length = 0
    const { conversations } = await api.ask(query)
    assert.equal(conversations.nodes.length, size)
    const entries = conversations.nodes.flatMap(({ transcript }) => [...transcript.nodes])
    assert.equal(entries.length, size * size)
    t.diagnostic(`${calls.length} store calls: ${calls.join(', ')}`)
    // 2,500 ids of one kind go in three calls of at most 1,000.
    assert.ok(calls.length <= 26, `${calls.length} store calls: ${calls.join(', ')}`)
  })

  it('counts no list whose totalCount is not asked for', async () => {
    const lists = (count: string) => `{
      conversation(id: "c0") { transcript(first: 1) { ${count} nodes { text } }
        messages(first: 1) { ${count} nodes { id observations(first: 1) { ${count} nodes { id
          leaves(first: 1) { ${count} nodes { id } } conversations(first: 1) { ${count} nodes { id } } } } } }
        forks(first: 1) { ${count} nodes { id } } events(first: 1) { ${count} nodes { id } }
        headHistory(first: 1) { ${count} nodes { id } } runs(first: 1) { ${count} nodes { id } }
        relationships(first: 1) { ${count} nodes { id } } } }`
    const countsOf = async (count: string) => {
      calls.length = 0
      await api.ask(lists(count))
      return calls.filter((name) => name.startsWith('count'))
    }
    assert.deepEqual(await countsOf(''), [])
    assert.ok((await countsOf('totalCount')).length > 0)
  })
})
