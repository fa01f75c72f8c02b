/** What a chat client asks for on every screen, on every store alike. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn, texts } from './support/talk.ts'
import { refusal, storeText } from './support/turns.ts'

const arrows = 'versions { index count previous { id text } next { id text } }'

interface Entry {
  readonly text: string
  readonly versions: {
    index: number
    count: number
    previous: { text: string } | null
    next: { text: string } | null
  } | null
}

/** Returns the transcript as `text <previous index/count next>`. */
async function shown(api: Api, id: string, args = ''): Promise<string[]> {
  const query = `query ($id: ID!) { conversation(id: $id) {
    transcript(first: 100 ${args}) { nodes { text ${arrows} } } } }`
  const { conversation } = await api.ask<{ conversation: { transcript: { nodes: Entry[] } } }>(query, { id })
  return conversation.transcript.nodes.map(({ text, versions }) =>
    versions === null
      ? text
      : `${text} <${versions.previous?.text ?? ''} ${versions.index}/${versions.count} ${versions.next?.text ?? ''}>`,
  )
}

await forEachStore('one screen', (start) => {
  let api: Api
  before(async () => {
    api = await start()
  })
  after(() => api.close())
  const turn = (id: string, turnId: string, text: string, more?: object) => storeText(api, [id, turnId, text], more)
  const refused = (query: string, variables?: object) => refusal(api, query, variables)

  describe('versions', () => {
    it('are the prompts at one place, and the answers', async () => {
      await turn('edited', 'u1', 'Hello')
      await turn('edited', 'a1', 'Hi')
      await turn('edited', 'u2', 'First try')
      await turn('edited', 'a2', 'First answer')
      await turn('edited', 'u2', 'Second try')
      const answer = await turn('edited', 'a3', 'Second answer')
      await turn('edited', 'a3', 'Again')
      assert.deepEqual(await shown(api, 'edited'), [
        'Hello',
        'Hi',
        'Second try <First try 2/2 >',
        'Again <Second answer 2/2 >',
      ])
      const again = await shown(api, 'edited', `at: { observationId: "${answer}" }`)
      assert.equal(again.at(-1), 'Second answer < 1/2 Again>')
      assert.deepEqual(await texts(api, 'edited'), ['Hello', 'Hi', 'Second try', 'Again'])
    })

    it('of a fork are what it recorded and what it inherited, and not what its source has beside that', async () => {
      await mutate(api, 'forkConversation', { source: 'edited', newConversationId: 'forked' }, '')
      assert.equal((await shown(api, 'forked')).at(-1), 'Again')
      await turn('forked', 'a3', 'In the fork')
      assert.equal((await shown(api, 'forked')).at(-1), 'In the fork <Again 2/2 >')
      assert.equal((await shown(api, 'edited')).at(-1), 'Again <Second answer 2/2 >')
    })

    it('leave out what is deleted', async () => {
      const { message } = await storeTurn(api, {
        conversationId: 'edited',
        turnId: 'a4',
        role: 'ASSISTANT',
        text: 'Other',
        parent: { messageId: 'edited:u2' },
      })
      assert.equal((await shown(api, 'edited')).at(-1), 'Other <Again 3/3 >')
      await mutate(api, 'deleteMessage', { id: 'edited:a3' }, '')
      assert.equal((await shown(api, 'edited')).at(-1), 'Other')
      await mutate(api, 'restoreMessage', { id: 'edited:a3' }, '')
      await mutate(api, 'deleteMessage', { id: message.id }, '')
      assert.equal((await shown(api, 'edited')).at(-1), '')
      await mutate(api, 'restoreMessage', { id: message.id }, '')
    })

    it('of the first prompt are the roots', async () => {
      await turn('roots', 'u1', 'One')
      await turn('roots', 'u1', 'Two')
      await turn('roots', 's1', 'Three', { parent: null })
      assert.deepEqual(await shown(api, 'roots'), ['Three <Two 3/3 >'])
    })

    it('are refused where more stand at a place than a list holds', async () => {
      const turns = Array.from({ length: 1001 }, () => ({
        conversationId: 'star',
        turnId: 'u1',
        role: 'USER',
        text: 'x',
        ifEqual: 'BRANCH',
      }))
      for (let i = 0; i < turns.length; i += 500)
        await mutate(api, 'storeTurns', { turns: turns.slice(i, i + 500) }, '')
      const query = `{ conversation(id: "star") { transcript { nodes { text ${arrows} } } } }`
      const { data, errors } = await api.send(query)
      assert.equal(errors[0]?.extensions.code, 'LIMIT_EXCEEDED')
      assert.deepEqual(errors[0].extensions.details, { limit: 1000, children: 1001 })
      assert.deepEqual(data, { conversation: { transcript: { nodes: [{ text: 'x', versions: null }] } } })
    })
  })

  describe('switchHead', () => {
    const move = 'conversation { head { text } } event { kind } leftTranscript'
    it('descends from a version to the newest leaf below it', async () => {
      const { conversation } = await api.ask<{
        conversation: { transcript: { nodes: { versions: { previous: { id: string } } }[] } }
      }>(`{ conversation(id: "edited") { transcript { nodes { ${arrows} } } } }`)
      const observationId = conversation.transcript.nodes[2]?.versions.previous.id
      const input = { conversationId: 'edited', observationId }
      const refused = await mutate(api, 'switchHead', input, move)
      assert.deepEqual(
        refused.userErrors.map(({ code }) => code),
        ['BAD_INPUT'],
      )
      const moved = await mutate(api, 'switchHead', { ...input, descend: 'NEWEST' }, move)
      assert.deepEqual(moved, {
        conversation: { head: { text: 'First answer' } },
        event: { kind: 'SWITCH' },
        leftTranscript: 2,
        userErrors: [],
      })
      assert.deepEqual(await shown(api, 'edited'), ['Hello', 'Hi', 'First try < 1/2 Second try>', 'First answer'])
      const undone = await mutate(api, 'undo', { conversationId: 'edited' }, move)
      assert.equal(undone.conversation.head.text, 'Other')
    })

    it('descends in a fork through what it inherited, and refuses what is not of its tree', async () => {
      const point = (
        await api.ask(
          '{ conversation(id: "forked") { forkedFrom { observation { id ancestors(first: 1) { nodes { id } } } } } }',
        )
      ).conversation.forkedFrom.observation
      const observationId = point.ancestors.nodes[0].id
      const input = { conversationId: 'forked', observationId, descend: 'NEWEST' }
      assert.equal((await mutate(api, 'switchHead', input, move)).conversation.head.text, 'In the fork')
      await mutate(api, 'forkConversation', { source: 'edited', at: { turn: 2 }, newConversationId: 'unused' }, '')
      const unused = { ...input, conversationId: 'unused' }
      assert.equal((await mutate(api, 'switchHead', unused, move)).conversation.head.text, 'Hi')
      const foreign = await mutate(api, 'switchHead', { ...unused, observationId: point.id }, move)
      assert.deepEqual(
        foreign.userErrors.map(({ code }) => code),
        ['FORK_POINT_UNKNOWN'],
      )
    })
  })

  describe('a transcript', () => {
    const at = (id: string, args: string) =>
      `{ conversation(id: "${id}") { transcript(${args}) { totalCount nodes { text position } } } }`
    it('is that of any place, also inside a tool pair, and the head stays', async () => {
      const call = { toolCall: { callId: 'c1', name: 'look', input: {} } }
      await turn('paired', 'u1', 'Look')
      const { observation } = await storeTurn(api, {
        conversationId: 'paired',
        turnId: 'a1',
        role: 'ASSISTANT',
        content: [{ text: 'Looking' }, call],
      })
      const content = [{ toolResult: { callId: 'c1', content: 'seen' } }]
      await storeTurn(api, { conversationId: 'paired', turnId: 't1', role: 'TOOL', content })
      const { conversation } = await api.ask(at('paired', `at: { observationId: "${observation.id}" }`))
      assert.deepEqual(conversation.transcript, {
        totalCount: 2,
        nodes: [
          { text: 'Look', position: 1 },
          { text: 'Looking', position: 2 },
        ],
      })
      const byTurn = await api.ask(at('edited', 'at: { turn: 2 }'))
      assert.deepEqual(
        byTurn.conversation.transcript.nodes.map(({ text }) => text),
        ['Hello', 'Hi'],
      )
      assert.deepEqual((await refused(at('paired', 'at: { turn: 9 }')))[0], 'FORK_POINT_UNKNOWN')
      assert.equal((await refused(at('paired', 'at: { messageId: "edited:u1" }')))[0], 'FORK_POINT_UNKNOWN')
    })

    it('is that of any time, that moment included, with the head and the values of then', async () => {
      const ids = [await turn('past', 'u1', 'One'), await turn('past', 'a1', 'Two'), await turn('past', 'u2', 'Three')]
      await mutate(api, 'rewindConversation', { conversationId: 'past', to: { turn: 1 } }, '')
      await turn('past', 'a2', 'Four')
      await mutate(api, 'amendMessage', { messageId: 'past:u1', fields: { text: 'Uno' } }, '')
      await mutate(api, 'deleteMessage', { id: 'past:a2' }, '')
      await mutate(api, 'restoreMessage', { id: 'past:a2' }, '')
      const { conversation } = await api.ask(
        '{ conversation(id: "past") { createdAt events(first: 20) { nodes { kind at } } } }',
      )
      const events = [...conversation.events.nodes].reverse()
      const read = async (time: string, args = '') => {
        const found = await api.ask(at('past', `asOf: "${time}", values: CURRENT ${args}`))
        return found.conversation.transcript.nodes.map(({ text }) => text)
      }
      const seen = await Promise.all(events.map(async ({ kind, at: time }) => [kind, await read(time)]))
      assert.deepEqual(seen, [
        ['CREATE', []],
        ['STORE', ['One']],
        ['STORE', ['One', 'Two']],
        ['STORE', ['One', 'Two', 'Three']],
        ['REWIND', ['One']],
        ['STORE', ['One', 'Four']],
        ['CORRECT', ['Uno', 'Four']],
        ['DELETE', ['Uno', '']],
        ['RESTORE', ['Uno', 'Four']],
      ])
      assert.deepEqual(await read(events[7]?.at ?? '', 'view: CONTEXT'), ['Uno'])
      assert.deepEqual(await read('2020-01-01T00:00:00Z'), [])
      for (const [i, id] of ids.entries()) {
        const { observation } = await api.ask('query ($id: ID!) { observation(id: $id) { ingestedAt } }', { id })
        assert.equal((await read(observation.ingestedAt)).length, i + 1)
      }
      const both = `asOf: "${events[1]?.at}", at: { observationId: "${ids[2]}" }`
      assert.equal((await refused(at('past', both)))[0], 'FORK_POINT_UNKNOWN')
    })

    it('of a fork has its point from its making on', async () => {
      await mutate(api, 'forkConversation', { source: 'past', newConversationId: 'pastFork' }, '')
      await turn('pastFork', 'u3', 'Five')
      const { conversation } = await api.ask('{ conversation(id: "pastFork") { createdAt } }')
      const found = await api.ask(at('pastFork', `asOf: "${conversation.createdAt}"`))
      assert.equal(found.conversation.transcript.totalCount, 2)
    })
  })

  it('usage counts each answer once, on the path, in the conversation, in its tree', async () => {
    const usage = (outputTokens: number, answerId: string) => ({
      usage: { inputTokens: 100, outputTokens, costUsd: 0.5, answerId },
    })
    await turn('spent', 'u1', 'Go')
    await turn('spent', 'a1', 'Part', usage(5, 'x'))
    await turn('spent', 'a1', 'Whole', usage(9, 'x'))
    await turn('spent', 'a2', 'Beside', { ...usage(20, 'y'), parent: { messageId: 'spent:u1' } })
    await mutate(api, 'forkConversation', { source: 'spent', newConversationId: 'spentFork' }, '')
    await turn('spentFork', 'a3', 'On', usage(40, 'z'))
    const totals = 'inputTokens outputTokens cacheReadTokens cacheWriteTokens costUsd answers'
    const of = async (id: string) => {
      const query = `{ conversation(id: "${id}") { path: usage { ${totals} } own: usage(of: OWN) { ${totals} } tree: usage(of: TREE) { ${totals} } } }`
      const { conversation } = await api.ask<{
        conversation: Record<string, { outputTokens: number; answers: number; costUsd: number | null }>
      }>(query)
      return Object.values(conversation).map(({ outputTokens, answers, costUsd }) => [outputTokens, answers, costUsd])
    }
    assert.deepEqual(await of('spent'), [
      [20, 1, 0.5],
      [29, 2, 1],
      [69, 3, 1.5],
    ])
    assert.deepEqual(await of('spentFork'), [
      [60, 2, 1],
      [40, 1, 0.5],
      [40, 1, 0.5],
    ])
    assert.deepEqual(await of('paired'), [
      [0, 0, null],
      [0, 0, null],
      [0, 0, null],
    ])
  })
})
