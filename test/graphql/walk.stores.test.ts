import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn, talk, texts } from './support/talk.ts'

await forEachStore('the API', (start) => {
  let api: Api
  before(async () => {
    api = await start()
  })
  after(() => api.close())

  describe('createConversation and updateConversation', () => {
    const shown =
      'conversation { id nodeId title cwd metadata archived pinned origin turnCount head { id } createdAt } replayed'

    it('make an empty conversation and change its title and metadata', async () => {
      const input = { id: 'made', title: 'Plans', cwd: '/w', metadata: { a: 1 }, origin: 'EXPERIMENT' }
      const made = await mutate(api, 'createConversation', input, shown)
      assert.deepEqual(made.userErrors, [])
      assert.equal(made.conversation.title, 'Plans')
      assert.deepEqual(made.conversation.metadata, { a: 1 })
      assert.equal(made.conversation.head, null)
      const changed = await mutate(api, 'updateConversation', { id: 'made', title: 'New', metadata: { b: 2 } }, shown)
      assert.equal(changed.conversation.title, 'New')
      assert.deepEqual(changed.conversation.metadata, { a: 1, b: 2 })
      const archived = await mutate(api, 'updateConversation', { id: 'made', archived: true }, shown)
      assert.deepEqual([changed.conversation.archived, archived.conversation.archived], [false, true])
      const pinned = await mutate(api, 'updateConversation', { id: 'made', archived: false, pinned: true }, shown)
      assert.deepEqual([archived.conversation.pinned, pinned.conversation.pinned], [false, true])
    })

    it('answer the same to the same key, and refuse another input', async () => {
      const once = await mutate(api, 'createConversation', { idempotencyKey: 'c-key', title: 'One' }, shown)
      const again = await mutate(api, 'createConversation', { idempotencyKey: 'c-key', title: 'One' }, shown)
      assert.equal(again.conversation.id, once.conversation.id)
      assert.deepEqual([once.replayed, again.replayed], [false, true])
      const other = await mutate(api, 'createConversation', { idempotencyKey: 'c-key', title: 'Two' }, shown)
      assert.equal(other.userErrors[0].code, 'IDEMPOTENCY_MISMATCH')
      assert.equal(other.conversation, null)
    })

    it('refuse an id that is taken, and one that names nothing', async () => {
      const taken = await mutate(api, 'createConversation', { id: 'made' }, shown)
      assert.equal(taken.userErrors[0].code, 'ALREADY_EXISTS')
      assert.deepEqual(taken.userErrors[0].details, { kind: 'Conversation', id: 'made' })
      assert.deepEqual(taken.userErrors[0].field, ['id'])
      const unknown = await mutate(api, 'updateConversation', { id: 'nobody', title: 'x' }, shown)
      assert.equal(unknown.userErrors[0].code, 'NOT_FOUND')
    })
  })

  describe('storeTurn', () => {
    it('keeps every kind of block, and gives it back', async () => {
      const content = [
        { text: 'Let me look.' },
        { thinking: { thinking: 'hm', signature: 's' } },
        { toolCall: { callId: 'k1', name: 'read', input: { path: '/x' } } },
        { other: { type: 'image', data: [1, null, 'é'] } },
      ]
      await storeTurn(api, { conversationId: 'blocks', turnId: 'q', role: 'USER', text: 'Read it' })
      await storeTurn(api, { conversationId: 'blocks', turnId: 'a', role: 'ASSISTANT', content })
      const result = [{ toolResult: { callId: 'k1', content: ['ok'], isError: true } }]
      await storeTurn(api, { conversationId: 'blocks', turnId: 'r', role: 'TOOL', content: result })
      const { message, turn } = await api.ask(`{
        turn(conversationId: "blocks", turnId: "r") { role }
        message(id: "blocks:a") { text content { __typename
          ... on TextBlock { text } ... on ThinkingBlock { thinking signature }
          ... on ToolCallBlock { callId name input } ... on OtherBlock { value } } } }`)
      assert.equal(message.text, 'Let me look.')
      assert.deepEqual(message.content, [
        { __typename: 'TextBlock', text: 'Let me look.' },
        { __typename: 'ThinkingBlock', thinking: 'hm', signature: 's' },
        { __typename: 'ToolCallBlock', callId: 'k1', name: 'read', input: { path: '/x' } },
        { __typename: 'OtherBlock', value: { type: 'image', data: [1, null, 'é'] } },
      ])
      assert.equal(turn[0].role, 'TOOL')
    })

    it('keeps times to the nanosecond, usage and whatever the host gives', async () => {
      const given = {
        observedAt: '2026-01-31T10:30:00.123456789+01:00',
        usage: { inputTokens: 9007199254740991, outputTokens: 2, costUsd: 0.5, answerId: 'ans' },
        senderId: 'me',
        senderKind: 'person',
        model: 'm',
        sourceKind: 'test',
        priority: 7,
        metadata: { deep: { x: [1] } },
      }
      const stored = await storeTurn(api, { conversationId: 'facts', role: 'USER', text: 'x', ...given })
      const { observation } = await api.ask(
        `query ($id: ID!) { observation(id: $id) { observedAt senderId senderKind model sourceKind priority metadata
          usage { inputTokens outputTokens cacheReadTokens costUsd answerId } } }`,
        { id: stored.observation.id },
      )
      assert.deepEqual(observation, {
        ...given,
        observedAt: '2026-01-31T09:30:00.123456789Z',
        usage: { ...given.usage, cacheReadTokens: null },
      })
    })

    it('replaces the transcript from a turn on when it is stored again, and loses nothing', async () => {
      await talk(api, 'again', 'one', 'two', 'three')
      const payload = await storeTurn(api, { conversationId: 'again', turnId: 't2', role: 'ASSISTANT', text: 'zwei' })
      assert.equal(payload.leftTranscript, 2)
      assert.deepEqual(await texts(api, 'again'), ['one', 'zwei'])
      const { conversation } = await api.ask(`{ conversation(id: "again") { treeShape { nodes leaves versionPoints }
        leaves { totalCount nodes { text } } message(turnId: "t2") { observations { totalCount nodes { text } } } } }`)
      assert.deepEqual(conversation.treeShape, { nodes: 4, leaves: 2, versionPoints: 1 })
      assert.deepEqual(conversation.message.observations.nodes, [{ text: 'zwei' }, { text: 'two' }])
    })

    it('tells a parent or head written out as null from one left out', async () => {
      const [first] = await talk(api, 'roots', 'one')
      const root = await storeTurn(api, { conversationId: 'roots', role: 'USER', text: 'new root', parent: null })
      assert.equal(root.observation.turn, 1)
      const moved = { conversationId: 'roots', role: 'USER', text: 'x', expectedHeadId: null }
      const refused = await storeTurn(api, moved)
      assert.equal(refused.userErrors[0].code, 'HEAD_MOVED')
      assert.deepEqual(refused.userErrors[0].details, {
        conversationId: 'roots',
        expected: null,
        actual: root.observation.id,
      })
      const parent = { observationId: first.observation.id }
      const under = await storeTurn(api, { conversationId: 'roots', role: 'ASSISTANT', text: 'y', parent })
      assert.equal(under.observation.turn, 2)
    })

    it('makes a visible sibling of the loser, or lets it follow, when the host asks', async () => {
      const [one] = await talk(api, 'race', 'one', 'two')
      const late = { conversationId: 'race', role: 'ASSISTANT', text: 'late', expectedHeadId: one.observation.id }
      const forked = await storeTurn(api, { ...late, onConflict: 'FORK' })
      assert.equal(forked.forked, true)
      assert.deepEqual(await texts(api, forked.conversation.id), ['one', 'late'])
      const rebased = await storeTurn(api, { ...late, onConflict: 'REBASE' })
      assert.equal(rebased.forked, false)
      assert.deepEqual(await texts(api, 'race'), ['one', 'two', 'late'])
    })

    it('refuses another role, an unknown parent, and input that makes no sense', async () => {
      await talk(api, 'refusals', 'one')
      const refuse = async (input: object) =>
        (await storeTurn(api, { conversationId: 'refusals', role: 'USER', ...input })).userErrors[0]
      const role = await refuse({ turnId: 't1', role: 'ASSISTANT', text: 'x' })
      assert.equal(role.code, 'ROLE_CONFLICT')
      assert.match(String(role.details['hint']), /:assistant/)
      assert.equal((await refuse({ text: 'x', parent: { messageId: 'refusals:no' } })).code, 'UNKNOWN_PARENT')
      for (const input of [
        {},
        { text: 'x', content: [{ text: 'x' }] },
        { content: [] },
        { text: 'x', turnId: ' ' },
        { text: 'x', conversationId: '' },
        { text: 'x', conversationId: 'a\nb' },
        { text: 'x', turnId: 'a\u0007' },
        { text: 'x', metadata: [1] },
      ])
        assert.equal((await refuse(input)).code, 'BAD_INPUT', JSON.stringify(input))
    })
  })

  describe('storeTurns', () => {
    const shown = 'results { observation { id } replayed } replayed'

    it('says at the top what is wrong with a list, and stores nothing of it', async () => {
      const turns = [
        { conversationId: 'batch', role: 'USER', text: 'good' },
        { conversationId: 'batch', role: 'USER', text: 'bad', parent: { observationId: 'nothing' } },
      ]
      const refused = await mutate(api, 'storeTurns', { turns }, shown)
      assert.equal(refused.userErrors[0].code, 'UNKNOWN_PARENT')
      assert.deepEqual([refused.results, refused.replayed], [[], false])
      assert.deepEqual(refused.userErrors[0].field, ['turns', '1', 'parent'])
      assert.equal(refused.userErrors[0].details.index, 1)
      assert.equal((await api.ask('{ conversation(id: "batch") { id } }')).conversation, null)
      const own = [{ conversationId: 'batch', role: 'USER', text: 'x', idempotencyKey: 'own' }]
      assert.equal((await mutate(api, 'storeTurns', { turns: own }, shown)).userErrors[0].code, 'BAD_INPUT')
      const free = { conversationId: 'batch', role: 'USER', text: 'x', usage: { costUsd: -0.1 } }
      const [error] = (await mutate(api, 'storeTurns', { turns: [turns[0], turns[0], free] }, shown)).userErrors
      assert.deepEqual([error.code, error.field], ['BAD_INPUT', ['turns', '2', 'usage', 'costUsd']])
      const [alone] = (await mutate(api, 'storeTurn', free, 'observation { id }')).userErrors
      assert.deepEqual([alone.field, alone.details], [['usage', 'costUsd'], { costUsd: -0.1 }])
    })

    it('covers the whole list with its key', async () => {
      const input = { turns: [{ conversationId: 'keyed', role: 'USER', text: 'x' }], idempotencyKey: 'list-key' }
      const once = await mutate(api, 'storeTurns', input, shown)
      const again = await mutate(api, 'storeTurns', input, shown)
      assert.equal(again.replayed, true)
      assert.equal(again.results[0].observation.id, once.results[0].observation.id)
    })
  })

  describe('forkConversation', () => {
    const shown = `conversation { id forkedFrom { turn pathHash conversation { id } observation { id } event { id kind } } }
      event { id kind seq } lineage { turn conversation { id } event { id } } sharedLength pathHash copied replayed`

    it('shares the past up to a point, and can prove it', async () => {
      const turns = await talk(api, 'source', 'one', 'two', 'three', 'four')
      const input = { source: 'source', at: { turn: 2 }, newConversationId: 'fork', note: 'try', actor: { name: 'a' } }
      const fork = await mutate(api, 'forkConversation', input, shown)
      assert.deepEqual(fork.userErrors, [])
      assert.equal(fork.sharedLength, 2)
      assert.equal(fork.pathHash, turns[1].observation.pathHash)
      assert.equal(fork.conversation.forkedFrom.observation.id, turns[1].observation.id)
      assert.equal(fork.lineage[0].event.id, fork.event.id)
      assert.deepEqual(await texts(api, 'fork'), ['one', 'two'])
      await storeTurn(api, { conversationId: 'fork', turnId: 't3', role: 'USER', text: 'drei' })
      assert.deepEqual(await texts(api, 'fork'), ['one', 'two', 'drei'])
      assert.deepEqual(await texts(api, 'source'), ['one', 'two', 'three', 'four'])
      const { conversation } = await api.ask(`{ conversation(id: "fork") {
        transcript { nodes { inherited message { id conversation { id } supersedes { id } } } }
        lineage { conversation { id forks { totalCount nodes { id } } } } } }`)
      assert.deepEqual(
        conversation.transcript.nodes.map(({ inherited }) => inherited),
        [true, true, false],
      )
      assert.deepEqual(conversation.lineage[0].conversation.forks, { totalCount: 1, nodes: [{ id: 'fork' }] })
    })

    it('supersedes an inherited turn that is stored in the fork', async () => {
      const stored = await storeTurn(api, { conversationId: 'fork', turnId: 't2', role: 'ASSISTANT', text: 'zwei' })
      const { message } = await api.ask('query ($id: ID!) { message(id: $id) { id supersedes { id text } } }', {
        id: stored.message.id,
      })
      assert.deepEqual(message, { id: 'fork:t2', supersedes: { id: 'source:t2', text: 'two' } })
    })

    it('answers a dry run with the same facts and writes nothing', async () => {
      const input = { source: 'source', before: { messageId: 'source:t1' }, newConversationId: 'dry', dryRun: true }
      const dry = await mutate(api, 'forkConversation', input, shown)
      assert.deepEqual([dry.conversation, dry.event, dry.sharedLength], [null, null, 0])
      assert.deepEqual(dry.lineage, [{ turn: null, conversation: { id: 'source' }, event: null }])
      assert.equal((await api.ask('{ conversation(id: "dry") { id } }')).conversation, null)
    })

    it('refuses unknown points, and one between a tool call and its result', async () => {
      for (const turn of [0, -1, 5]) {
        const { userErrors } = await mutate(api, 'forkConversation', { source: 'source', at: { turn } }, shown)
        assert.equal(userErrors[0].code, 'FORK_POINT_UNKNOWN')
      }
      await storeTurn(api, { conversationId: 'pairs', turnId: 'q', role: 'USER', text: 'go' })
      const call = [{ toolCall: { callId: 'c', name: 'f', input: {} } }]
      await storeTurn(api, { conversationId: 'pairs', turnId: 'call', role: 'ASSISTANT', content: call })
      const at = { messageId: 'pairs:call' }
      const { userErrors } = await mutate(api, 'forkConversation', { source: 'pairs', at }, shown)
      assert.equal(userErrors[0].code, 'FORK_POINT_NOT_BOUNDARY')
      assert.deepEqual(userErrors[0].details['openCalls'], ['c'])
    })
  })

  describe('rewindConversation and switchHead', () => {
    const shown = 'conversation { id turnCount } event { kind seq note } leftTranscript replayed'

    it('move the head back and to another leaf, and keep the history', async () => {
      const turns = await talk(api, 'moves', 'one', 'two', 'three')
      const back = await mutate(api, 'rewindConversation', { conversationId: 'moves', to: { turn: 1 } }, shown)
      assert.deepEqual([back.event.kind, back.leftTranscript], ['REWIND', 2])
      await storeTurn(api, { conversationId: 'moves', role: 'ASSISTANT', text: 'other' })
      const leaf = { conversationId: 'moves', observationId: turns[2].observation.id, note: 'back' }
      const moved = await mutate(api, 'switchHead', leaf, shown)
      assert.deepEqual([moved.event.kind, moved.event.note, moved.conversation.turnCount], ['SWITCH', 'back', 3])
      const { conversation } = await api.ask(
        '{ conversation(id: "moves") { headHistory { totalCount nodes { kind } } } }',
      )
      assert.deepEqual(
        conversation.headHistory.nodes.map(({ kind }) => kind),
        ['SWITCH', 'STORE', 'REWIND', 'STORE'],
      )
    })

    it('refuse a node that is no leaf, no point at all, and a head that moved', async () => {
      const [one] = await talk(api, 'unmoved', 'one', 'two')
      const to = { conversationId: 'unmoved', observationId: one.observation.id }
      assert.equal((await mutate(api, 'switchHead', to, shown)).userErrors[0].code, 'BAD_INPUT')
      const nowhere = await mutate(api, 'rewindConversation', { conversationId: 'unmoved' }, shown)
      assert.equal(nowhere.userErrors[0].code, 'BAD_INPUT')
      assert.deepEqual([nowhere.conversation, nowhere.event, nowhere.leftTranscript], [null, null, 0])
      const late = { conversationId: 'unmoved', to: { turn: 1 }, expectedHeadId: one.observation.id }
      assert.equal((await mutate(api, 'rewindConversation', late, shown)).userErrors[0].code, 'HEAD_MOVED')
    })
  })
})
