/** Prices and what they make of costs, over the API, on every store alike. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn } from './support/talk.ts'

const cost = 'answers pricedAnswers costUsd estimatedAnswers estimatedCostUsd unpricedAnswers'
type Totals = Readonly<Record<string, number | null>>
type Cost = readonly [number, number, number | null, number, number | null, number]
const costOf = (totals: Totals) =>
  cost.split(' ').map((name) => {
    const value = totals[name]
    assert.notEqual(value, undefined)
    return value == null ? null : Number(value.toPrecision(9))
  }) as unknown as Cost

await forEachStore('prices of models', (start) => {
  let api: Api
  const turn = (conversationId: string, role: string, more: object = {}) =>
    storeTurn(api, { conversationId, role, text: 'Say.', ...more })
  const answer = (conversationId: string, model: string, day: string, usage: object) =>
    turn(conversationId, 'ASSISTANT', { model, observedAt: `2026-03-0${day}T08:00:00Z`, usage })

  before(async () => {
    api = await start()
    await mutate(api, 'createConversation', { id: 'c', cwd: '/home/me' }, '')
    await turn('c', 'USER')
    await answer('c', 'large-1', '1', { inputTokens: 1000, outputTokens: 100 })
    await answer('c', 'large-1', '1', { inputTokens: 500, costUsd: 0.5 })
    await turn('c', 'USER')
    await answer('c', 'large-1', '2', { inputTokens: 2000, answerId: 'parts' })
    await answer('c', 'large-1', '2', { inputTokens: 2000, outputTokens: 300, answerId: 'parts' })
    await answer('c', 'small', '3', { inputTokens: 100, costUsd: 0 })
    await mutate(api, 'forkConversation', { source: 'c', newConversationId: 'f', at: { turn: 5 } }, '')
    await answer('f', 'nobody-knows', '4', { inputTokens: 7 })
    await answer('f', 'large-2', '4', { inputTokens: 1000, cacheReadTokens: 1 })
  })
  after(() => api.close())

  const set = async (prices: readonly object[], key?: string) => {
    const input = { prices, ...(key !== undefined && { idempotencyKey: key }) }
    const query = `mutation Set($input: SetPricesInput!) { setPrices(input: $input) {
      prices { model from input output cacheRead cacheWrite per currency } replayed userErrors { code message field details } } }`
    return (await api.ask<{ setPrices: Payload }>(query, { input })).setPrices
  }
  interface Payload {
    readonly prices: readonly object[]
    readonly replayed: boolean
    readonly userErrors: readonly {
      readonly code: string
      readonly message: string
      readonly field: readonly string[]
      readonly details: object
    }[]
  }
  const large = [
    { model: 'large-*', from: '2026-03-01', input: 10, output: 100, per: 1000 },
    { model: 'large-*', from: '2026-03-02', input: 20, output: 200, per: 1000 },
  ]
  const analytics = async (selection: string) =>
    (await api.ask<{ analytics: Readonly<Record<string, unknown>> }>(`{ analytics { ${selection} } }`)).analytics
  const whole = async () => costOf((await analytics(`usage { ${cost} }`))['usage'] as Totals)

  it('are none at first: what is not stated is not known', async () => {
    assert.deepEqual((await api.ask<{ prices: [] }>('{ prices { model } }')).prices, [])
    assert.deepEqual(await whole(), [6, 2, 0.5, 0, null, 4])
  })

  it('are set as a whole, once a key, and told', async () => {
    const { prices, userErrors } = await set(large, 'k')
    assert.deepEqual(userErrors, [])
    assert.deepEqual(prices[0], { ...large[0], cacheRead: null, cacheWrite: null, currency: 'USD' })
    assert.equal((await set(large, 'k')).replayed, true)
    assert.deepEqual((await api.ask<{ prices: object[] }>('{ prices { model from } }')).prices.length, 2)
  })

  it('estimate what states no cost, by model and day; the rest stays unknown', async () => {
    // 1000 and 100 tokens by the first price, 2000 and 300 by the second; cached tokens have none.
    assert.deepEqual(await whole(), [6, 2, 0.5, 2, 10 + 10 + 40 + 60, 2])
    const found = (await analytics(`usageBy(dimension: MODEL) { key totals { ${cost} } }`))['usageBy']
    const byModel = Object.fromEntries(
      (found as { key: string; totals: Totals }[]).map(({ key, totals }) => [key, costOf(totals)]),
    )
    assert.deepEqual(byModel, {
      'large-1': [3, 1, 0.5, 2, 120, 0],
      'large-2': [1, 0, null, 0, null, 1],
      small: [1, 1, 0, 0, null, 0],
      'nobody-knows': [1, 0, null, 0, null, 1],
    })
  })

  it('estimate alike by any dimension, and what buckets leave', async () => {
    for (const dimension of ['ROLE', 'DAY', 'WEEK', 'CONVERSATION', 'TOOL', 'FORK_DEPTH', 'CWD']) {
      const { usageBy, other, usageByAll } = (await analytics(
        `usageBy(dimension: ${dimension}, top: 1) { totals { ${cost} } } other(dimension: ${dimension}, top: 1) { ${cost} }
         usageByAll(dimensions: [${dimension}, MODEL]) { totals { ${cost} } }`,
      )) as unknown as { usageBy: { totals: Totals }[]; other: Totals; usageByAll: { totals: Totals }[] }
      const sum = (all: readonly Cost[]) =>
        all.reduce((a, b) => a.map((one, k) => (one ?? 0) + (b[k] ?? 0)) as unknown as Cost)
      assert.deepEqual(sum([...usageBy.map(({ totals }) => costOf(totals)), costOf(other)]), await whole(), dimension)
      assert.deepEqual(sum(usageByAll.map(({ totals }) => costOf(totals))), await whole(), dimension)
    }
  })

  it('estimate paths, prompts, what was recorded and what two sides differ by', async () => {
    const usage = async (id: string, of: string) => {
      const found = await api.ask<{ conversation: { usage: Totals } }>(
        `{ conversation(id: "${id}") { usage(of: ${of}) { ${cost} } } }`,
      )
      return costOf(found.conversation.usage)
    }
    for (const of of ['PATH', 'OWN']) assert.deepEqual(await usage('c', of), [4, 2, 0.5, 2, 120, 0], of)
    assert.deepEqual(await usage('c', 'TREE'), [6, 2, 0.5, 2, 120, 2])
    assert.deepEqual(await usage('f', 'PATH'), [5, 1, 0.5, 2, await inherited(), 2])
    assert.deepEqual(await usage('f', 'OWN'), [2, 0, null, 0, null, 2])
    const { conversation } = await api.ask<{ conversation: { prompts: { nodes: { loop: { usage: Totals } }[] } } }>(
      `{ conversation(id: "c") { prompts { nodes { loop { usage { ${cost} } } } } } }`,
    )
    assert.deepEqual(
      conversation.prompts.nodes.map(({ loop }) => costOf(loop.usage)),
      [
        [2, 1, 0.5, 1, 20, 0],
        [2, 1, 0, 1, 100, 0],
      ],
    )
    const { diff } = await api.ask<{ diff: Readonly<Record<string, { usage: Totals }>> }>(
      `{ diff(base: { conversationId: "c" }, target: { conversationId: "f" }) {
         baseOnlyStats { usage { ${cost} } } targetOnlyStats { usage { ${cost} } } } }`,
    )
    assert.deepEqual(costOf(diff['targetOnlyStats']?.usage ?? {}), [2, 0, null, 0, null, 2])
    assert.deepEqual(costOf(diff['baseOnlyStats']?.usage ?? {}).slice(0, 2), [1, 1])
  })

  /** What the fork's path has before it parts. */
  const inherited = async () => {
    const found = await api.ask<{ analytics: { usageInclusive: { key: string; totals: Totals }[] } }>(
      `{ analytics { usageInclusive { key totals { ${cost} } } } }`,
    )
    const bucket = found.analytics.usageInclusive.find(({ key }) => key === 'f')
    return costOf(bucket?.totals ?? {})[4]
  }

  it('are refused with what is wrong, and then the table stays', async () => {
    const fields: string[] = []
    for (const wrong of [
      { model: '', from: '2026-01-01' },
      { model: 'a*b', from: '2026-01-01' },
      { model: 'a', from: '2026-02-30' },
      { model: 'a', from: '2026-01-01', input: -1 },
      { model: 'a', from: '2026-01-01', per: 0 },
      { model: 'a', from: '2026-01-01', currency: 'EUR' },
    ]) {
      const { userErrors } = await set([...large, wrong])
      assert.equal(userErrors[0]?.code, 'BAD_INPUT')
      fields.push(userErrors[0].field.join('.'))
      assert.match(userErrors[0].message, /^prices\[2\]: "\w+"( of "a")? is /)
    }
    assert.deepEqual(
      fields,
      ['model', 'model', 'from', 'input', 'per', 'currency'].map((name) => `prices.2.${name}`),
    )
    const [twice] = (await set([...large, { ...large[0], input: 3 }])).userErrors
    assert.deepEqual(
      [twice?.code, twice?.details],
      ['BAD_INPUT', { model: 'large-*', from: '2026-03-01', first: 0, second: 2, index: 2 }],
    )
    assert.deepEqual((await whole())[4], 120)
    assert.deepEqual((await set([])).prices, [])
    assert.deepEqual((await whole())[4], null)
  })
})
