import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { session, storeAll } from './support/agentSession.ts'
import type { Api, Data } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn } from './support/talk.ts'

type Prompt = Data['conversation']['prompts']['nodes'][0]

const counts = 'turns calls failures declined notes usage { outputTokens costUsd answers }'
const row = `id number kind text command continues inherited observation { turn } answer { text }
  loop { ${counts} first { id } last { id } }`
const read = 'loop { strip activeMs models tools { name calls errors } startedAt endedAt }'

await forEachStore('prompts', (start) => {
  let api: Api
  let nodes: readonly string[]
  before(async () => {
    api = await start()
    nodes = await storeAll(api, 'agent', session)
  })
  after(() => api.close())

  const promptsOf = async (id: string, page = '', selection = row): Promise<readonly Prompt[]> => {
    const query = `query ($id: ID!) { conversation(id: $id) { prompts${page && `(${page})`} { nodes { ${selection} } } } }`
    return (await api.ask(query, { id })).conversation.prompts.nodes
  }
  const codesOf = async (id: string, field: string) => {
    const { errors } = await api.send(`query ($id: ID!) { conversation(id: $id) { ${field} } }`, { id })
    return errors.map(({ extensions }) => extensions.code)
  }

  describe('of a path', () => {
    it('are what a person asked, each with what it set off', async () => {
      const [begin, first, second] = (await promptsOf('agent')) as [Prompt, Prompt, Prompt]
      assert.deepEqual(
        [begin.id, begin.number, begin.kind, begin.text, begin.observation],
        ['start', 0, 'START', '', null],
      )
      assert.deepEqual(
        [first.id, first.number, first.kind, first.text, first.continues, first.answer.text],
        [nodes[1], 1, 'PROMPT', 'Mend the login', null, 'It is mended.'],
      )
      assert.deepEqual(
        [second.number, second.kind, second.text, second.command, second.continues, second.answer],
        [2, 'COMMAND', 'the tests', '/review', nodes[1], null],
      )
      assert.deepEqual(first.loop, {
        ...{ turns: 7, calls: 2, failures: 1, declined: 1, notes: 1 },
        usage: { outputTokens: 21, costUsd: 0.75, answers: 3 },
        ...{ first: { id: nodes[1] }, last: { id: nodes[7] } },
      })
    })

    it('tile it, and add up to what it comes to', async () => {
      const rows = await promptsOf('agent')
      assert.deepEqual(
        rows.map(({ loop }) => [loop.first.id, loop.last.id]),
        [
          [nodes[0], nodes[0]],
          [nodes[1], nodes[7]],
          [nodes[8], nodes[10]],
        ],
      )
      const { conversation } = await api.ask(
        '{ conversation(id: "agent") { turnCount usage { costUsd outputTokens answers } treeShape { toolCalls } } }',
      )
      const sum = (of: (one: Prompt) => number) => rows.reduce((total, one) => total + of(one), 0)
      assert.equal(
        sum(({ loop }) => loop.turns),
        conversation.turnCount,
      )
      assert.equal(
        sum(({ loop }) => loop.calls),
        conversation.treeShape.toolCalls,
      )
      assert.equal(
        sum(({ loop }) => loop.usage.costUsd),
        conversation.usage.costUsd,
      )
      assert.equal(
        sum(({ loop }) => loop.usage.answers),
        conversation.usage.answers,
      )
    })

    it('say with their nodes read how their calls went, how long they took, and who answered', async () => {
      const [, first, second] = (await promptsOf('agent', '', read)) as [Prompt, Prompt, Prompt]
      assert.deepEqual([first.loop.strip, second.loop.strip], ['x-', '?.'])
      assert.deepEqual(first.loop.tools, [
        { name: 'bash', calls: 1, errors: 1 },
        { name: 'edit', calls: 1, errors: 0 },
      ])
      assert.deepEqual([first.loop.activeMs, first.loop.models], [6 * 60_000, ['m']])
    })

    it('come in pages from both ends, the last 20 unless asked otherwise', async () => {
      const turns = Array.from({ length: 50 }, (_, i) => ({ role: i % 2 ? 'ASSISTANT' : 'USER', text: `${i}` }))
      const many = await storeAll(api, 'many', turns)
      const texts = (rows: readonly Prompt[]) => rows.map(({ text }) => Number(text) / 2)
      assert.deepEqual(
        texts(await promptsOf('many')),
        Array.from({ length: 20 }, (_, i) => i + 5),
      )
      const page = 'prompts(first: 10) { nodes { text } totalCount pageInfo { endCursor hasNextPage hasPreviousPage } }'
      const { prompts } = (await api.ask(`{ conversation(id: "many") { ${page} } }`)).conversation
      assert.deepEqual(
        [prompts.totalCount, prompts.pageInfo.hasNextPage, prompts.pageInfo.hasPreviousPage],
        [25, true, false],
      )
      const cursor = JSON.stringify(prompts.pageInfo.endCursor)
      assert.deepEqual(texts(await promptsOf('many', `first: 3, after: ${cursor}`)), [10, 11, 12])
      assert.deepEqual(texts(await promptsOf('many', `last: 3, before: ${cursor}`)), [6, 7, 8])
      assert.deepEqual(texts(await promptsOf('many', `first: 1000, at: { observationId: "${many[3]}" }`)), [0, 1])
      await mutate(api, 'rewindConversation', { conversationId: 'many', to: { turn: 2 } }, '')
      assert.deepEqual(await codesOf('many', `prompts(first: 3, after: ${cursor}) { nodes { id } }`), ['CURSOR_GONE'])
    })

    it('refuse sizes that are none, too large, or too large for what is read', async () => {
      for (const args of ['first: 0', 'last: 1001', 'first: 1, last: 1'])
        assert.deepEqual(await codesOf('agent', `prompts(${args}) { nodes { id } }`), ['BAD_INPUT'], args)
      assert.deepEqual(await codesOf('agent', 'prompts(first: 101) { nodes { loop { strip } } }'), ['BAD_INPUT'])
      assert.deepEqual(
        await codesOf(
          'agent',
          'prompts(first: 101) { nodes { ...R } } } } fragment R on Prompt { steps { nodes { id } ',
        ),
        ['BAD_INPUT'],
      )
      assert.deepEqual(await codesOf('agent', 'prompts(first: 101) { nodes { loop { calls } } }'), [])
    })

    it('are shown as they were, and as they are corrected and deleted since', async () => {
      await storeAll(api, 'told', [
        { role: 'USER', text: 'Mnd it' },
        { role: 'ASSISTANT', text: 'Done' },
      ])
      const { at } = (await mutate(api, 'checkpoint', { conversationId: 'told', name: 'then' }, 'event { at details }'))
        .event
      await mutate(api, 'amendMessage', { messageId: 'told:t0', fields: { text: 'Mend it' } }, '')
      const text = async (page: string) => (await promptsOf('told', page)).map((one) => one.text)
      assert.deepEqual(await text(''), ['Mend it'])
      assert.deepEqual(await text('values: AS_STORED'), ['Mnd it'])
      assert.deepEqual(await text(`asOf: "${at}"`), ['Mnd it'])
      await mutate(api, 'deleteMessage', { id: 'told:t0' }, '')
      assert.deepEqual(await text(''), [''])
      const [named] = await promptsOf('told', '', 'checkpoints { details } markers { id } annotated { id }')
      assert.equal((named?.checkpoints[0].details as { name?: string }).name, 'then')
    })

    it('are none where nothing was said', async () => {
      await mutate(api, 'createConversation', { id: 'empty' }, '')
      assert.deepEqual(await promptsOf('empty'), [])
      const { conversation } = await api.ask(
        '{ conversation(id: "empty") { promptTree { nodes { id } } branches { nodes { id } } } }',
      )
      assert.deepEqual(conversation, { promptTree: { nodes: [] }, branches: { nodes: [] } })
    })

    it('of a fork are those of its source up to its point, then its own', async () => {
      await mutate(api, 'forkConversation', { source: 'agent', newConversationId: 'forked', at: { turn: 7 } }, '')
      await storeTurn(api, { conversationId: 'forked', role: 'USER', text: 'Otherwise' })
      const own = (rows: readonly Prompt[]) => rows.map(({ inherited: _, ...rest }) => rest)
      const [source, fork] = [await promptsOf('agent'), await promptsOf('forked')]
      assert.deepEqual(own(fork).slice(0, 2), own(source).slice(0, 2))
      assert.deepEqual(
        fork.map(({ text, inherited }) => [text, inherited]),
        [
          ['', true],
          ['Mend the login', true],
          ['Otherwise', false],
        ],
      )
      // Wherever it stands, a row is asked for by its id alone.
      const { prompt } = await api.ask(`{ prompt(conversationId: "forked", id: "${nodes[1]}") { ${row} } }`)
      assert.deepEqual(prompt, fork[1])
    })

    it('are read alone on the path to their branch, or on the one to any place', async () => {
      const [asked = '', first = ''] = await storeAll(api, 'twice', [
        { role: 'USER', text: 'Which?' },
        { role: 'ASSISTANT', text: 'This one' },
      ])
      await storeTurn(api, {
        conversationId: 'twice',
        parent: { observationId: asked },
        role: 'ASSISTANT',
        text: 'That',
      })
      const answer = async (id: string, at = ''): Promise<string | null> => {
        const query = `{ prompt(conversationId: "twice", id: "${id}" ${at}) { answer { text } } }`
        const { prompt } = await api.ask<{ prompt: { answer: { text: string } } | null }>(query)
        return prompt?.answer.text ?? null
      }
      assert.equal(await answer(asked), 'That')
      assert.equal(await answer(asked, `at: { observationId: "${first}" }`), 'This one')
      assert.equal(await answer(first, `at: { observationId: "${first}" }`), null)
      const { errors } = await api.send('{ prompt(conversationId: "twice", id: "x", at: { turn: 9 }) { id } }')
      assert.equal(errors[0]?.extensions.code, 'FORK_POINT_UNKNOWN')
    })
  })
})
