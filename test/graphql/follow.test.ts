import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildSchema, type GraphQLFormattedError } from 'graphql'
import { followOn, type FollowedAnswer, type FollowParts } from '../../src/graphql/follow.ts'
import { fakeOf } from '../support/fakes.ts'

const schema = buildSchema('type Query { a: Int } type Subscription { ticks(to: Int!): Int ended: Int }')
let open = 0
const fields = schema.getSubscriptionType()?.getFields() ?? {}
Object.assign(fields['ticks'] ?? {}, {
  async *subscribe(_: unknown, { to }: { to: number }) {
    open++
    try {
      for (let tick = 1; tick <= to; tick++) yield { ticks: tick }
      if (to === 0) throw new Error('The store is away.')
    } finally {
      open--
    }
  },
})

const limits = { queryDepth: 5, queryFields: 10, answerBytes: 1_000, requestMs: 60_000, answerCharacters: 1_000 }
const follow = followOn(
  fakeOf<FollowParts>('follow parts', {
    schema,
    limits,
    formatError: ({ message, extensions }: GraphQLFormattedError, error: unknown) => ({
      message: (error as { originalError?: Error }).originalError?.message ?? message,
      ...(extensions && { extensions }),
    }),
    contextOf: () => ({}),
  }),
)

async function answers(document: string, variables: object = {}, controller = new AbortController(), most = Infinity) {
  const all: FollowedAnswer[] = []
  for await (const answer of follow(document, variables, controller.signal)) {
    all.push(answer)
    if (all.length === most) controller.abort()
  }
  return all
}
const codeOf = ([answer]: readonly FollowedAnswer[]) => answer?.errors?.[0]?.extensions?.['code']

describe('following a subscription in a process', () => {
  it('answers each event, in their order', async () => {
    const all = await answers('subscription ($to: Int!) { ticks(to: $to) }', { to: 3 })
    assert.deepEqual(
      all,
      [1, 2, 3].map((ticks) => ({ data: { ticks } })),
    )
  })

  it('ends with the signal, and then nothing is left open', async () => {
    assert.equal((await answers('subscription { ticks(to: 100) }', {}, new AbortController(), 2)).length, 2)
    assert.equal(open, 0)
  })

  it('answers once what is wrong with the document, with its code', async () => {
    assert.equal(codeOf(await answers('subscription {')), 'GRAPHQL_PARSE_FAILED')
    assert.equal(codeOf(await answers('subscription { nothing }')), 'GRAPHQL_VALIDATION_FAILED')
    assert.equal(codeOf(await answers('subscription ($to: Int!) { ticks(to: $to) }', { to: 'x' })), 'BAD_USER_INPUT')
    assert.match((await answers('{ a }'))[0]?.errors?.[0]?.message ?? '', /must be a subscription/)
    const wide = Array.from({ length: 20 }, (_, k) => `a${k}: ticks(to: 1)`).join(' ')
    assert.notEqual((await answers(`subscription { ${wide} }`))[0]?.errors, undefined)
  })

  it('answers last what ended it', async () => {
    const all = await answers('subscription { ticks(to: 0) }')
    assert.deepEqual(
      all.map(({ errors }) => errors?.[0]?.message),
      ['The store is away.'],
    )
    assert.equal(open, 0)
  })
})
