/** The greatest and least numbers and times that the API takes, on every store alike: what is beyond is refused, and never INTERNAL. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'

interface Answered {
  readonly data?: unknown
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[]
}
const stored = `mutation ($input: StoreTurnInput!) { storeTurn(input: $input) {
  observation { id observedAt priority usage { inputTokens costUsd } } userErrors { code field } } }`
const turn = (more: object) => ({ input: { conversationId: 'c', role: 'ASSISTANT', text: 'x', ...more } })
/** Times of which the year has five digits, or would have, or is before the first. */
const impossible = [
  '+010000-01-01T00:00:00Z',
  '10000-01-01T00:00:00Z',
  '9999-12-31T23:30:00-01:00',
  '-000001-01-01T00:00:00Z',
  '0000-01-01T00:00:00+00:01',
]

await forEachStore('the bounds of numbers and times:', (start) => {
  let api: Api
  before(async () => (api = await start()))
  after(() => api.close())
  const ask = async (query: string, variables: object = {}): Promise<Answered> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${api.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    })
    return (await answer.json()) as Answered
  }
  const refusalOf = async (query: string, variables?: object): Promise<string> => {
    const { data, errors } = await ask(query, variables)
    const text = JSON.stringify(data ?? null)
    return errors?.[0]?.extensions.code ?? /"code":"(\w+)"/.exec(text)?.[1] ?? `none: ${text}`
  }

  it('costs and tokens: up to the most of an answer, whose sums are answered', async () => {
    for (const usage of [{ costUsd: -0.01 }, { costUsd: 1e308 }, { costUsd: 1.1e9 }, { inputTokens: -1 }]) {
      const name = Object.keys(usage)[0]
      const { data } = await ask(stored, turn({ usage }))
      assert.match(
        JSON.stringify(data),
        new RegExp(`"userErrors":\\[{"code":"BAD_INPUT","field":\\["usage","${name}"\\]}\\]`),
      )
    }
    const literal = `mutation { storeTurn(input: { conversationId: "c", role: USER, text: "x", usage: { costUsd: 1e999 } }) { userErrors { code } } }`
    assert.ok(
      ['GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT', 'BAD_INPUT'].includes(await refusalOf(literal)),
      await refusalOf(literal),
    )
    for (let i = 0; i < 3; i++)
      await ask(stored, turn({ usage: { inputTokens: 1e12, costUsd: 1e9, answerId: `a${i}` }, model: 'm' }))
    const sums = 'inputTokens costUsd answers'
    const { data, errors } = await ask(
      `{ conversation(id: "c") { usage { ${sums} } } analytics { usage { ${sums} } } }`,
    )
    assert.equal(errors, undefined)
    const all = { inputTokens: 3e12, costUsd: 3e9, answers: 3 }
    assert.deepEqual(data, { conversation: { usage: all }, analytics: { usage: all } })
  })

  it('the most tokens that an answer can have: their sums end at what a Long holds, and the store verifies', async () => {
    const most = Number.MAX_SAFE_INTEGER
    for (let i = 0; i < 3; i++) {
      const usage = { inputTokens: most, outputTokens: i, answerId: `most${i}` }
      const { data } = await ask(stored, {
        input: { conversationId: 'most', role: 'ASSISTANT', text: 'x', turnId: `m${i}`, usage },
      })
      assert.match(JSON.stringify(data), new RegExp(`"inputTokens":${most}`))
    }
    const sums = 'inputTokens outputTokens answers'
    const asked = `{ conversation(id: "most") { usage { ${sums} } } integrity(conversationId: "most") { ok }
      analytics(filter: { conversationIds: ["most"] }) { usage { ${sums} } } conversations(first: 5) { nodes { usage { ${sums} } } } }`
    const { data, errors } = await ask(asked)
    assert.equal(errors, undefined, JSON.stringify(errors))
    const all = { inputTokens: most, outputTokens: 3, answers: 3 }
    const { conversation, analytics, integrity } = data as Record<string, object>
    assert.deepEqual(
      { conversation, analytics, integrity },
      { conversation: { usage: all }, analytics: { usage: all }, integrity: { ok: true } },
    )
    const less = `mutation { amendMessage(input: { messageId: "most:m1", fields: { usage: { inputTokens: 1 } } }) { userErrors { code } } }`
    assert.match(await refusalOf(less), /^none/)
    assert.match(JSON.stringify(await ask(asked)), /"integrity":{"ok":true}/)
  })

  it('amendments have those of what was stored', async () => {
    const amended = `mutation ($fields: JSON!) { amendMessage(input: { messageId: "c:amended", fields: $fields }) { userErrors { code field } } }`
    await ask(stored, turn({ turnId: 'amended' }))
    for (const fields of [
      { usage: { costUsd: 1e308 } },
      { usage: { inputTokens: -1 } },
      { usage: { costUsd: -1 } },
      { priority: 1e308 },
      { observedAt: impossible[0] },
    ])
      assert.equal(await refusalOf(amended, { fields }), 'BAD_INPUT', JSON.stringify(fields))
    assert.match(await refusalOf(amended, { fields: { usage: { costUsd: 1e9 } } }), /^none/)
  })

  it('priorities end at 999, and a number far beyond is no fault of the server', async () => {
    for (const priority of [-1, 1000, 2 ** 31 - 1])
      assert.equal(await refusalOf(stored, turn({ priority })), 'BAD_INPUT')
    for (const priority of [1e308, 2 ** 31]) assert.notEqual(await refusalOf(stored, turn({ priority })), 'INTERNAL')
    assert.match(await refusalOf(stored, turn({ priority: 999 })), /^none/)
  })

  it('years of five digits are refused wherever a time is given', async () => {
    for (const at of impossible) {
      const codes = await Promise.all([
        refusalOf(stored, turn({ observedAt: at })),
        refusalOf('query ($at: DateTime!) { conversations(filter: { activeAfter: $at }) { nodes { id } } }', { at }),
        refusalOf('query ($at: DateTime!) { analytics(filter: { from: $at }) { messages } }', { at }),
        refusalOf('query ($at: DateTime!) { conversation(id: "c") { transcript(asOf: $at) { nodes { position } } } }', {
          at,
        }),
        refusalOf(`{ conversations(filter: { activeBefore: "${at}" }) { nodes { id } } }`),
      ])
      for (const code of codes) assert.match(code, /^(BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED|BAD_INPUT)$/, at)
    }
  })

  it('the first and the last time that there is are stored, and sort', async () => {
    const times = ['9999-12-31T23:59:59.999999999Z', '0001-01-01T00:00:00Z', '2026-01-01T00:00:00Z']
    for (const [i, observedAt] of times.entries())
      await ask(stored, { input: { conversationId: `at ${i}`, role: 'USER', text: 'x', observedAt } })
    const { data, errors } = await ask('{ conversations(first: 10, filter: { title: "x" }) { nodes { id } } }')
    assert.equal(errors, undefined)
    const ids = (data as { conversations: { nodes: { id: string }[] } }).conversations.nodes.map(({ id }) => id)
    assert.deepEqual(
      ids.filter((id) => id.startsWith('at ')),
      ['at 0', 'at 2', 'at 1'],
    )
  })
})
