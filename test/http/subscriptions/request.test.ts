import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { buildSchema } from 'graphql'
import { documentsOf } from '../../../src/http/subscriptions/documents.ts'
import { asksToSubscribe, isSubscription, requestOf } from '../../../src/http/subscriptions/request.ts'

const documents = documentsOf(buildSchema('type Query { subscription: Int } type Subscription { a: Int }'))
const post = (body: unknown) => ({ method: 'POST', body, query: {} }) as FastifyRequest
const get = (query: unknown) => ({ method: 'GET', query }) as FastifyRequest
const refused = (field: string) => ({ code: 'BAD_INPUT', field: [field] })

describe('an operation', () => {
  it('is a subscription where the one to run is', () => {
    const is = (query: unknown, operationName?: unknown) => isSubscription(documents, { query, operationName })
    assert.equal(is('subscription { a }'), true)
    assert.equal(is('{ subscription }'), false)
    const both = 'query Q { subscription } subscription S { a }'
    assert.deepEqual([is(both, 'S'), is(both, 'Q'), is(both), is(both, 7)], [true, false, false, false])
  })

  it('is none where it cannot be read', () => {
    for (const query of ['subscription {', '', undefined, 5, ['subscription { a }']])
      assert.equal(isSubscription(documents, { query }), false)
  })

  it('is looked for in the body of a POST and in the parameters of a GET', () => {
    const query = 'subscription { a }'
    assert.equal(asksToSubscribe(documents, post({ query })), true)
    assert.equal(asksToSubscribe(documents, get({ query })), true)
    for (const body of [null, undefined, [], 'x']) assert.equal(asksToSubscribe(documents, post(body)), false)
  })
})

describe('what an HTTP request asks', () => {
  it('is its query, name and variables', () => {
    assert.deepEqual(requestOf(post({ query: 'q', operationName: 'S', variables: { a: 1 } })), {
      ...{ query: 'q', operationName: 'S', variables: { a: 1 } },
    })
    assert.equal(requestOf(post({ query: 'q' })).variables, null)
  })

  it('has variables as JSON in the parameters of a GET', () => {
    assert.deepEqual(requestOf(get({ query: 'q', variables: '{"a":"é"}' })).variables, { a: 'é' })
    assert.equal(requestOf(get({ query: 'q', variables: '' })).variables, null)
    assert.equal(requestOf(get({ query: 'q', variables: 'null' })).variables, null)
    assert.throws(() => requestOf(get({ query: 'q', variables: '{' })), refused('variables'))
    assert.throws(() => requestOf(post({ query: 'q', variables: '{"a":1}' })), refused('variables'))
  })

  it('is refused where it is no GraphQL request, and the refusal names what is wrong', () => {
    for (const body of [null, [], 'q', {}, { query: 5 }]) assert.throws(() => requestOf(post(body)), refused('query'))
    assert.throws(() => requestOf(post({ query: 'q', operationName: 5 })), refused('operationName'))
    for (const variables of [[], 5, 'x'])
      assert.throws(() => requestOf(post({ query: 'q', variables })), refused('variables'))
  })
})
