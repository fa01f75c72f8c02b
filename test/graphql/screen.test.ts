/** What a chat client asks for on every screen, on every store alike. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn, talk, texts } from './support/talk.ts'

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
  const turn = async (conversationId: string, turnId: string, text: string, more: object = {}) => {
    const role = turnId.startsWith('a') ? 'ASSISTANT' : 'USER'
    const stored = await storeTurn(api, { conversationId, turnId, role, text, ...more })
    assert.deepEqual(stored.userErrors, [])
    return stored.observation.id
  }
  const refused = async (query: string, variables: object = {}) => {
    const { errors } = await api.send(query, variables)
    return [errors[0]?.extensions.code, errors[0]?.extensions.details]
  }

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
        conversation: Record<string, { outputTokens: number; answers: number; costUsd: number }>
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
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ])
  })

  it('events say where the head went and what was stored', async () => {
    await talk(api, 'told', 'One', 'Two', 'Three')
    await mutate(api, 'rewindConversation', { conversationId: 'told', to: { turn: 1 } }, '')
    await mutate(api, 'amendMessage', { messageId: 'told:t1', fields: { text: 'Uno' } }, '')
    const query = `{ conversation(id: "told") { events { nodes {
      kind headFrom { text } headTo { text } observationCount observations { kind text } } } } }`
    const { conversation } = await api.ask(query)
    const turns = ['One', 'Two', 'Three'].map((text) => ({ kind: 'TURN', text }))
    assert.deepEqual(conversation.events.nodes, [
      {
        kind: 'CORRECT',
        headFrom: null,
        headTo: null,
        observationCount: 1,
        observations: [{ kind: 'CORRECTION', text: 'Uno' }],
      },
      { kind: 'REWIND', headFrom: { text: 'Three' }, headTo: { text: 'One' }, observationCount: 0, observations: [] },
      { kind: 'STORE', headFrom: null, headTo: { text: 'Three' }, observationCount: 3, observations: turns },
      { kind: 'CREATE', headFrom: null, headTo: null, observationCount: 0, observations: [] },
    ])
  })

  it('events of an import say what it stored', async () => {
    const lines = ['One', 'Two'].map((content, i) => JSON.stringify({ role: i === 0 ? 'user' : 'assistant', content }))
    const given = { content: `${lines.join('\n')}\n`, fileName: 'talk.jsonl', conversationId: 'brought' }
    assert.deepEqual((await mutate(api, 'importTranscript', given, '')).userErrors, [])
    const query = '{ conversation(id: "brought") { events { nodes { kind observationCount observations { text } } } } }'
    const { conversation } = await api.ask(query)
    const stored = conversation.events.nodes.filter(({ observationCount }) => observationCount > 0)
    assert.deepEqual(stored, [
      { kind: 'IMPORT', observationCount: 2, observations: [{ text: 'One' }, { text: 'Two' }] },
    ])
  })

  describe('annotate', () => {
    const shown = 'observation { annotations pathHash contentHash } event { kind seq details actor } replayed'
    const rate = (observationId: string, annotations: unknown, more: object = {}) =>
      mutate(api, 'annotate', { observationId, annotations, ...more }, shown)

    it('rates one version of an answer, and no hash changes', async () => {
      await turn('rated', 'u1', 'Well?')
      const first = await turn('rated', 'a1', 'So')
      const second = await turn('rated', 'a1', 'Or so')
      const query = 'query ($ids: [ID!]!) { observations(ids: $ids) { annotations pathHash contentHash } }'
      const before = await api.ask<{ observations: { pathHash: string }[] }>(query, { ids: [first, second] })
      const rated = await rate(first, { rating: 5, labels: ['good'] }, { actor: { name: 'me' } })
      assert.deepEqual(rated.userErrors, [])
      assert.deepEqual(rated.event, {
        kind: 'ANNOTATE',
        seq: 5,
        details: {
          observationId: first,
          annotations: { rating: 5, labels: ['good'] },
          before: { rating: null, labels: null },
        },
        actor: { name: 'me' },
      })
      await rate(first, { rating: 1, labels: null })
      const { observations } = await api.ask<{ observations: object[] }>(query, { ids: [first, second] })
      assert.deepEqual(observations, [
        { ...before.observations[0], annotations: { rating: 1 } },
        { ...before.observations[1], annotations: {} },
      ])
      const { conversation } = await api.ask(
        '{ conversation(id: "rated") { events(first: 1) { nodes { details observationCount } } head { text } } }',
      )
      assert.deepEqual(conversation.events.nodes[0].details, {
        observationId: first,
        annotations: { rating: 1, labels: null },
        before: { rating: 5, labels: ['good'] },
      })
      assert.equal(conversation.events.nodes[0].observationCount, 0)
      assert.equal(conversation.head.text, 'Or so')
    })

    it('happens once per key, and beside others loses nothing', async () => {
      const id = await turn('rated', 'a2', 'Again')
      const input = { idempotencyKey: 'rate-once' }
      const once = await rate(id, { a: 1 }, input)
      const again = await rate(id, { a: 1 }, input)
      assert.deepEqual([once.replayed, again.replayed], [false, true])
      assert.deepEqual(again.event, once.event)
      const other = await rate(id, { a: 2 }, input)
      assert.deepEqual(
        other.userErrors.map(({ code }) => code),
        ['IDEMPOTENCY_MISMATCH'],
      )
      await Promise.all(Array.from({ length: 8 }, (_, i) => rate(id, { [`k${i}`]: i })))
      const { observation } = await api.ask(`{ observation(id: "${id}") { annotations } }`)
      assert.equal(Object.keys(observation.annotations as object).length, 9)
    })

    it('of an entity has no ledger of a conversation', async () => {
      const entity = await mutate(api, 'storeEntity', { type: 'topic', name: 'Rated' }, 'observation { id }')
      const { observation, event } = await rate(entity.observation.id, { sure: true })
      assert.deepEqual([observation.annotations, event.seq], [{ sure: true }, null])
    })

    it('refuses what makes no sense', async () => {
      const id = await turn('rated', 'a3', 'Refused')
      const codes = async (given: unknown, observation = id) =>
        (await rate(observation, given)).userErrors.map(({ code }) => code)
      for (const given of [[1], 'good', 5, {}, { ' ': 1 }]) assert.deepEqual(await codes(given), ['BAD_INPUT'])
      assert.deepEqual(await codes({ a: 1 }, 'nobody'), ['NOT_FOUND'])
      assert.deepEqual(await codes({ a: 'x'.repeat(70_000) }), ['LIMIT_EXCEEDED'])
      const { observation } = await api.ask(`{ observation(id: "${id}") { annotations } }`)
      assert.deepEqual(observation.annotations, {})
    })
  })

  describe('stretches', () => {
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

    it('come as lines of columns, too', async () => {
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

    it('of nothing are none', async () => {
      await mutate(api, 'createConversation', { id: 'bare' }, '')
      assert.deepEqual((await stretches('bare')).nodes, [])
      assert.equal(await (await fetch(`${api.url}/tree/bare`)).text(), '')
    })
  })

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
