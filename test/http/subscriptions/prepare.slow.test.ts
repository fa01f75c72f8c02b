import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildSchema, GraphQLError } from 'graphql'
import type { Caller } from '../../../src/http/admission/caller.ts'
import { documentsOf } from '../../../src/http/subscriptions/documents.ts'
import { isRefused, payFor, prepare, type PrepareParts } from '../../../src/http/subscriptions/prepare.ts'
import { fakeOf } from '../../support/fakes.ts'

const schema = buildSchema(
  'type Query { a: Int } type Subscription { b(x: Int!): Int c: Int thing: Thing } type Thing { a: Int }',
)
const limits = { queryDepth: 3, queryFields: 2 }
const parts = fakeOf<PrepareParts>('prepare parts', { schema, limits, documents: documentsOf(schema) })
const callerWho = (allows: () => void) => fakeOf<Caller>('caller', { allows })
const anyone = callerWho(() => undefined)

const prepared = (query: string, more: object = {}, caller = anyone) => prepare(parts, { query, ...more }, caller)
function codeOf(...args: Parameters<typeof prepared>): unknown {
  const answer = prepared(...args)
  assert.ok(isRefused(answer))
  return answer[0]?.extensions['code']
}

describe('a subscription before it runs', () => {
  it('is read and checked: its document, its variables, who asks', () => {
    const answer = prepared('subscription S($x: Int!) { b(x: $x) }', { operationName: 'S', variables: { x: 1 } })
    assert.ok(!isRefused(answer))
    assert.deepEqual([answer.operationName, answer.variableValues, answer.caller], ['S', { x: 1 }, anyone])
    assert.equal(answer.contextValue, undefined, 'each event is read with a context of its own')
  })

  it('is refused with a code: what cannot be read, what the schema has not, variables that do not fit', () => {
    assert.equal(codeOf('subscription {'), 'GRAPHQL_PARSE_FAILED')
    assert.equal(codeOf('subscription { d }'), 'GRAPHQL_VALIDATION_FAILED')
    assert.equal(codeOf('subscription ($x: Int!) { b(x: $x) }', { variables: { x: 'y' } }), 'BAD_USER_INPUT')
    assert.equal(codeOf('subscription ($x: Int!) { b(x: $x) }', { variables: null }), 'BAD_USER_INPUT')
  })

  it('is refused where none is named of several, or another operation is', () => {
    const several = 'subscription S { c } subscription T { c } query Q { a }'
    for (const operationName of [undefined, null, 'U', 'Q'])
      assert.equal(codeOf(several, { operationName }), 'OPERATION_RESOLUTION_FAILURE')
    assert.ok(!isRefused(prepared(several, { operationName: 'T' })))
  })

  it('is refused for its caller before it is refused for its cost', () => {
    const wide = 'subscription { c ... on Subscription { c } ...F } fragment F on Subscription { c }'
    const refusal = new GraphQLError('Not yours.', { extensions: { code: 'FORBIDDEN' } })
    const stranger = callerWho(() => {
      throw refusal
    })
    assert.equal(codeOf(wide, {}, stranger), 'FORBIDDEN')
    const dear = fakeOf<PrepareParts>('prepare parts', { ...parts, limits: { queryDepth: 3, queryFields: 0 } })
    const answer = prepare(dear, { query: 'subscription { c }' }, anyone)
    assert.ok(isRefused(answer))
    assert.equal(answer[0]?.extensions['code'], 'QUERY_TOO_EXPENSIVE')
  })

  it('takes of its caller a point for every thousand fields that an event may make, or is refused', async () => {
    const wide = fakeOf<PrepareParts>('prepare parts', { ...parts, limits: { queryDepth: 3, queryFields: 10_000 } })
    const names = Array.from({ length: 2_500 }, (_, n) => `a${n}: a`).join(' ')
    let spent = 0
    const payer = fakeOf<Caller>('caller', { ...anyone, spend: async (points: number) => void (spent += points) })
    await payFor(prepare(wide, { query: `subscription { thing { ...F } } fragment F on Thing { ${names} }` }, payer))
    assert.equal(spent, 2)
    await payFor(prepare(wide, { query: 'subscription { c }' }, payer))
    await payFor(prepare(wide, { query: 'subscription {' }, payer))
    assert.equal(spent, 2)
  })

  it('throws what is a fault and no refusal', () => {
    const fault = new TypeError('ours')
    const broken = callerWho(() => {
      throw fault
    })
    assert.throws(() => prepared('subscription { c }', {}, broken), fault)
  })
})
