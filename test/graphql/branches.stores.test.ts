import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Api, Data } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn, talk } from './support/talk.ts'

type Branch = Data['conversation']['branches']['nodes'][0]

const shown = `id name named parting isCurrent prompts after { id } end { id } loop { calls turns } updatedAt`

await forEachStore('branches', (start) => {
  let api: Api
  /** Ids by the words that were said. */
  const ids = new Map<string, string>()
  const idOf = (words: string) => ids.get(words) ?? words

  before(async () => {
    api = await start()
    const trunk = ['Wait for the login', 'I wait', 'Go on', 'I go on', 'End it', 'It ended']
    for (const [i, { observation }] of (await talk(api, 'c', ...trunk)).entries())
      ids.set(trunk[i] ?? '', observation.id)
    await say({ turnId: 'v', role: 'USER', text: 'Wait much longer for the login', parent: null })
    await say({ turnId: 'w', role: 'ASSISTANT', text: 'I wait longer' })
    await say({ turnId: 'x', role: 'ASSISTANT', text: 'I cannot wait', parent: { messageId: 'c:v' } })
    await say({ turnId: 'y', role: 'USER', text: 'Go back', parent: { messageId: 'c:t2' }, branchId: 'the other way' })
    await mutate(api, 'switchHead', { conversationId: 'c', observationId: idOf('It ended') }, '')
  })
  after(() => api.close())

  async function say(turn: { readonly text: string; readonly [member: string]: unknown }): Promise<void> {
    const stored = await storeTurn(api, { conversationId: 'c', ...turn })
    assert.deepEqual(stored.userErrors, [])
    ids.set(turn.text, stored.observation.id)
  }
  const branchesOf = async (id: string, page = ''): Promise<readonly Branch[]> => {
    const query = `query ($id: ID!) { conversation(id: $id) { branches${page && `(${page})`} { nodes { ${shown} } } } }`
    return (await api.ask(query, { id })).conversation.branches.nodes
  }

  describe('of a conversation', () => {
    it('are its ends, that of the head first, then by newest activity', async () => {
      const branches = await branchesOf('c')
      assert.deepEqual(
        branches.map(({ id, name, named, parting, isCurrent, end }) => [id, name, named, parting, isCurrent, end.id]),
        [
          [idOf('Wait for the login'), 'main', false, null, true, idOf('It ended')],
          [idOf('Go back'), 'the other way', true, 'BRANCH', false, idOf('Go back')],
          [idOf('I cannot wait'), 'answer 2', false, 'BRANCH', false, idOf('I cannot wait')],
          [idOf('Wait much longer for the login'), 'much longer', false, 'ROOT', false, idOf('I wait longer')],
        ],
      )
      assert.deepEqual(
        branches.map(({ prompts, loop, after }) => [prompts, loop.turns, after]),
        [
          [3, 6, null],
          [1, 1, { id: idOf('I wait') }],
          [0, 1, { id: idOf('Wait much longer for the login') }],
          [1, 2, null],
        ],
      )
    })

    it('come in pages', async () => {
      const page = 'branches(first: 3) { totalCount pageInfo { hasNextPage endCursor } }'
      const { branches } = (await api.ask(`{ conversation(id: "c") { ${page} } }`)).conversation
      assert.deepEqual([branches.totalCount, branches.pageInfo.hasNextPage], [4, true])
      const rest = await branchesOf('c', `after: ${JSON.stringify(branches.pageInfo.endCursor)}`)
      assert.deepEqual(
        rest.map(({ id }) => id),
        [idOf('Wait much longer for the login')],
      )
    })

    it('are named by an annotation where they begin; equal names are told apart, and the latest counts', async () => {
      const name = async (words: string, branch: string | null) =>
        mutate(api, 'annotate', { observationId: idOf(words), annotations: { branch } }, '')
      const names = async () => (await branchesOf('c')).map((one) => `${one.name}${one.named ? '' : '?'}`)
      await name('Go back', '  longer\nwait ')
      await name('I cannot wait', 'longer wait')
      assert.deepEqual(await names(), ['main?', 'longer wait (prompt 2)', 'longer wait', 'much longer?'])
      await name('I cannot wait', 'refusal')
      await name('Go back', null)
      assert.deepEqual(await names(), ['main?', 'the other way', 'refusal', 'much longer?'])
    })

    it('of a fork are its own: what it inherited lies on those of its source', async () => {
      const at = { observationId: idOf('I wait') }
      await mutate(api, 'forkConversation', { source: 'c', newConversationId: 'f', at }, '')
      assert.deepEqual(await branchesOf('f'), [])
      await storeTurn(api, { conversationId: 'f', role: 'USER', text: 'Mine' })
      const [own, ...others] = await branchesOf('f')
      assert.deepEqual([own?.name, own?.isCurrent, own?.prompts, others.length], ['main', true, 1, 0])
      const query = '{ conversation(id: "f") { prompts { nodes { text branch { id isCurrent } } } } }'
      assert.deepEqual((await api.ask(query)).conversation.prompts.nodes, [
        { text: 'Wait for the login', branch: { id: idOf('Wait for the login'), isCurrent: false } },
        { text: 'Mine', branch: { id: own?.id, isCurrent: true } },
      ])
    })
  })

  describe('as a tree of prompts', () => {
    const tree = async (id: string, page = '') => {
      const query = `query ($id: ID!) { conversation(id: $id) { promptTree${page && `(${page})`} {
        nodes { text continues branch { name isCurrent } } totalCount pageInfo { endCursor } } } }`
      return (await api.ask(query, { id })).conversation.promptTree
    }

    it('have the trunk root first, and behind a prompt what parts from it', async () => {
      const { nodes } = await tree('c')
      assert.deepEqual(
        nodes.map(({ text, continues, branch }) => [text, continues, branch.isCurrent]),
        [
          ['Wait for the login', null, true],
          ['Go back', idOf('Wait for the login'), false],
          ['Go on', idOf('Wait for the login'), true],
          ['End it', idOf('Go on'), true],
          ['Wait much longer for the login', null, false],
        ],
      )
    })

    it('come in pages, by one branch, and with the whole family, what is shared once', async () => {
      const texts = async (id: string, page: string) => (await tree(id, page)).nodes.map(({ text }) => text)
      const first = await tree('c', 'first: 2')
      assert.deepEqual([first.nodes.length, first.totalCount], [2, 5])
      const rest = await texts('c', `first: 2, after: ${JSON.stringify(first.pageInfo.endCursor)}`)
      assert.deepEqual(rest, ['Go on', 'End it'])
      assert.deepEqual(await texts('c', `from: "${idOf('Go back')}"`), ['Go back'])
      assert.deepEqual(await texts('f', 'family: true'), [
        ...['Wait for the login', 'Go back', 'Go on', 'End it', 'Mine', 'Wait much longer for the login'],
      ])
    })

    it('refuse a branch that is none, and pages that are too large', async () => {
      const codes = async (page: string) => {
        const { errors } = await api.send(`{ conversation(id: "c") { promptTree(${page}) { nodes { id } } } }`)
        return errors.map(({ extensions }) => extensions.code)
      }
      assert.deepEqual(await codes(`from: "${idOf('Go on')}"`), ['NOT_FOUND'])
      assert.deepEqual(await codes('first: 1001'), ['BAD_INPUT'])
    })
  })
})
