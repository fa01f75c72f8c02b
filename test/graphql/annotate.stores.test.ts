/** Ratings and labels of observations and entities, on every store alike. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate } from './support/talk.ts'
import { storeText } from './support/turns.ts'

await forEachStore('annotate', (start) => {
  let api: Api
  before(async () => {
    api = await start()
  })
  after(() => api.close())
  const turn = (id: string, turnId: string, text: string, more?: object) => storeText(api, [id, turnId, text], more)

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

  it('refuses what are no labels, too much of them, and those of nothing', async () => {
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
