/** Analytics over the API, on every store alike. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn } from './support/talk.ts'

interface Answer {
  readonly analytics: Readonly<Record<string, unknown>>
}

await forEachStore('sums of usage over the API', (start) => {
  let api: Api
  before(async () => {
    api = await start()
    await mutate(api, 'createConversation', { id: 'c', cwd: '/home/me' }, '')
    await storeTurn(api, { conversationId: 'c', role: 'USER', text: 'Hello', observedAt: '2026-03-01T08:00:00Z' })
    await storeTurn(api, {
      conversationId: 'c',
      role: 'ASSISTANT',
      model: 'large',
      content: [{ text: 'I look' }, { toolCall: { callId: 'k', name: 'read', input: {} } }],
      usage: { inputTokens: 10, outputTokens: 5, costUsd: 0.1, answerId: 'a' },
      observedAt: '2026-03-02T08:00:00Z',
    })
    await mutate(api, 'forkConversation', { source: 'c', newConversationId: 'f', at: { turn: 1 } }, '')
    await storeTurn(api, {
      conversationId: 'f',
      role: 'ASSISTANT',
      model: 'small',
      text: 'Hi',
      usage: { inputTokens: 1, outputTokens: 2, costUsd: 0.2, answerId: 'b' },
      observedAt: '2026-03-02T09:00:00Z',
    })
  })
  after(() => api.close())
  const ask = async (selection: string, filter = '') =>
    (await api.ask<Answer>(`{ analytics${filter && `(filter: { ${filter} })`} { ${selection} } }`)).analytics
  const by = async (dimension: string, top = 20) => {
    const selection = `usageBy(dimension: ${dimension}, top: ${top}) { key totals { inputTokens costUsd } }
      other(dimension: ${dimension}, top: ${top}) { inputTokens costUsd }`
    const { usageBy, other } = (await ask(selection)) as unknown as {
      usageBy: { key: string; totals: { inputTokens: number; costUsd: number } }[]
      other: { inputTokens: number; costUsd: number }
    }
    return [...usageBy.map(({ key, totals }) => [key, totals.inputTokens, totals.costUsd]), other.inputTokens]
  }

  it('are given by every dimension', async () => {
    assert.deepEqual(await by('MODEL'), [['large', 10, 0.1], ['small', 1, 0.2], 0])
    assert.deepEqual(await by('MODEL', 1), [['large', 10, 0.1], 1])
    assert.deepEqual(await by('ROLE'), [['ASSISTANT', 11, 0.3], 0])
    assert.deepEqual(await by('DAY'), [['2026-03-02', 11, 0.3], 0])
    assert.deepEqual(await by('CONVERSATION'), [['c', 10, 0.1], ['f', 1, 0.2], 0])
    assert.deepEqual(await by('TOOL'), [['read', 10, 0.1], ['', 1, 0.2], 0])
    assert.deepEqual(await by('FORK_DEPTH'), [['0', 10, 0.1], ['1', 1, 0.2], 0])
    assert.deepEqual(await by('CWD'), [['/home/me', 11, 0.3], 0])
  })

  it('are those of everything, and of what a filter leaves', async () => {
    assert.deepEqual(await ask('conversations forks messages observations usage { outputTokens answers }'), {
      ...{ conversations: 2, forks: 1, messages: 3, observations: 3 },
      usage: { outputTokens: 7, answers: 2 },
    })
    const usage = 'conversations messages usage { answers }'
    const left = (conversations: number, messages: number, answers: number) => ({
      ...{ conversations, messages },
      usage: { answers },
    })
    assert.deepEqual(await ask(usage, 'models: ["small"]'), left(1, 1, 1))
    assert.deepEqual(await ask(usage, 'roles: [USER]'), left(1, 1, 0))
    assert.deepEqual(await ask(usage, 'conversationIds: ["f"]'), left(1, 1, 1))
    assert.deepEqual(await ask(usage, 'cwd: "/elsewhere"'), left(0, 0, 0))
    assert.deepEqual(await ask(usage, 'cwds: ["/elsewhere", "/home/me"]'), left(2, 3, 2))
    assert.deepEqual(await ask(usage, 'cwds: ["/home/me"], models: ["small"]'), left(1, 1, 1))
    assert.deepEqual(await ask(usage, 'cwds: []'), left(0, 0, 0))
    assert.deepEqual(await ask('messages', 'from: "2026-03-02T08:30:00Z", to: "2026-03-02T10:00:00Z"'), { messages: 1 })
  })

  it('are refused where the question makes no sense, with code and facts', async () => {
    const refused = async (filter: string, selection = 'messages') => {
      const { errors } = await api.send(`{ analytics(filter: { ${filter} }) { ${selection} } }`)
      return [errors[0]?.extensions.code, errors[0]?.extensions.details]
    }
    const turned = await refused('from: "2026-03-02T00:00:00Z", to: "2026-03-01T00:00:00Z"')
    assert.equal(turned[0], 'BAD_INPUT')
    assert.deepEqual(await refused('conversationIds: ["nobody"]'), [
      'NOT_FOUND',
      { kind: 'Conversation', id: 'nobody' },
    ])
    assert.deepEqual(await refused('', 'tools(top: 0) { name }'), ['BAD_INPUT', { top: 0 }])
    const unknown = await api.send('{ analytics { usageBy(dimension: MOON) { key } } }')
    assert.ok(unknown.errors[0]?.extensions.code)
  })

  it('are given by several dimensions at once, days and weeks in order', async () => {
    await storeTurn(api, {
      conversationId: 'weeks',
      role: 'ASSISTANT',
      model: 'large',
      content: [
        { toolCall: { callId: 'w1', name: 'bash', input: {} } },
        { toolCall: { callId: 'w2', name: 'read', input: {} } },
      ],
      usage: { inputTokens: 100, outputTokens: 0, costUsd: 1, answerId: 'w' },
      observedAt: '2026-03-16T08:00:00Z',
    })
    for (const [callId, isError] of [
      ['w1', true],
      ['w2', false],
    ] as const)
      await storeTurn(api, {
        conversationId: 'weeks',
        role: 'TOOL',
        content: [{ toolResult: { callId, content: 'Exit code 1\nno such file', isError } }],
        observedAt: '2026-03-16T08:01:00Z',
      })
    const all = async (dimensions: string, filter = '') => {
      const found = await ask(`usageByAll(dimensions: [${dimensions}]) { keys totals { inputTokens } }`, filter)
      const cells = found['usageByAll'] as { keys: string[]; totals: { inputTokens: number } }[]
      return cells.map(({ keys, totals }) => [...keys, totals.inputTokens])
    }
    assert.deepEqual(await all('DAY, MODEL'), [
      ...[
        ['2026-03-02', 'large', 10],
        ['2026-03-02', 'small', 1],
      ],
      ['2026-03-16', 'large', 100],
    ])
    assert.deepEqual(await all('WEEK'), [
      ['2026-03-02', 11],
      ['2026-03-16', 100],
    ])
    assert.deepEqual(await all('MODEL, CONVERSATION, CWD'), [
      ['large', 'weeks', '', 100],
      ['large', 'c', '/home/me', 10],
      ['small', 'f', '/home/me', 1],
    ])
    assert.deepEqual(await all('TOOL, WEEK'), [
      ['read', '2026-03-02', 10],
      ['', '2026-03-02', 1],
      ['bash', '2026-03-16', 50],
      ['read', '2026-03-16', 50],
    ])
    const part = 'from: "2026-03-02T08:30:00Z", to: "2026-03-20T10:00:00Z"'
    assert.deepEqual(await all('DAY, MODEL', part), [
      ['2026-03-02', 'small', 1],
      ['2026-03-16', 'large', 100],
    ])
    assert.deepEqual(await by('WEEK'), [['2026-03-02', 11, 0.3], ['2026-03-16', 100, 1], 0])
    for (const dimensions of ['', 'DAY, DAY', 'DAY, MODEL, ROLE, CWD']) {
      const { errors } = await api.send(`{ analytics { usageByAll(dimensions: [${dimensions}]) { keys } } }`)
      assert.equal(errors[0]?.extensions.code, 'BAD_INPUT')
    }
    const counts = `conversation(id: "c") { forkCount treeShape { toolCalls failedCalls } familyShape { failedCalls } }
      weeks: conversation(id: "weeks") { forkCount treeShape { failedCalls } familyShape { failedCalls } }`
    assert.deepEqual(await api.ask(`{ ${counts} analytics { treeShape { toolCalls failedCalls } } }`), {
      conversation: { forkCount: 1, treeShape: { toolCalls: 1, failedCalls: 0 }, familyShape: { failedCalls: 0 } },
      weeks: { forkCount: 0, treeShape: { failedCalls: 1 }, familyShape: { failedCalls: 1 } },
      analytics: { treeShape: { toolCalls: 3, failedCalls: 1 } },
    })
    const top = async (measure: string) => {
      const found = await ask(`topConversations(by: ${measure}, top: 2) { count conversation { id } }`)
      const counts = found['topConversations'] as { count: number; conversation: { id: string } }[]
      return counts.map(({ count, conversation }) => [conversation.id, count])
    }
    assert.deepEqual(await top('TOKENS'), [
      ['weeks', 100],
      ['c', 15],
    ])
    assert.deepEqual(await top('COST'), [
      ['weeks', 1],
      ['f', 0.2],
    ])
    assert.deepEqual(await top('TURNS'), [
      ['weeks', 3],
      ['c', 2],
    ])
    assert.deepEqual([await top('FORKS'), await top('FAILURES')], [[['c', 1]], [['weeks', 1]]])
    assert.equal((await top('BRANCHES')).length, 2)
    assert.deepEqual(await top('PROMPTS'), [['c', 1]])
    const { toolFailures, treeShape } = await ask(
      'toolFailures { name calls errors since weeks reason } treeShape { prompts notes }',
    )
    const failure = {
      name: 'bash',
      calls: 1,
      errors: 1,
      since: '2026-03-16',
      weeks: [1],
      reason: 'exit 1: no such file',
    }
    assert.deepEqual([toolFailures, treeShape], [[failure], { prompts: 1, notes: 0 }])
    // What was said on other days is no reason in this time.
    const { toolFailures: elsewhere } = await ask('toolFailures { reason }', 'to: "2026-03-15T00:00:00Z"')
    assert.deepEqual(elsewhere, [])
    await mutate(api, 'deleteConversation', { id: 'weeks' }, '')
    assert.deepEqual(await top('TOKENS'), [
      ['c', 15],
      ['f', 3],
    ])
    // What an answer does not state is estimated; what has no price is left out.
    const unpriced = (model: string) =>
      storeTurn(api, {
        ...{ conversationId: 'c', role: 'ASSISTANT', text: model, model, observedAt: '2026-03-17T08:00:00Z' },
        usage: { inputTokens: 1_000_000, outputTokens: 0, answerId: model },
      })
    await unpriced('small')
    await unpriced('unknown')
    assert.deepEqual(await top('COST'), [
      ['f', 0.2],
      ['c', 0.1],
    ])
    await mutate(api, 'setPrices', { prices: [{ model: 'small', from: '2026-01-01', input: 3 }] }, '')
    assert.deepEqual(await top('COST'), [
      ['c', 3.1],
      ['f', 0.2],
    ])
  })
})
