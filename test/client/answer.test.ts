import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resultOf } from '../../src/client/answer.ts'

describe('what GraphQL answers', () => {
  it('is its data, also where a payload has no errors or none selected', () => {
    const data = { a: { userErrors: [] }, b: null, c: 7, d: { x: 1 } }
    assert.equal(resultOf({ data }), data)
    assert.equal(resultOf({ data, errors: [] }), data)
  })

  it('is thrown where it was refused, with the code, the facts, the field and when to ask again', () => {
    const extensions = { code: 'LIMIT_EXCEEDED' as const, details: { limit: 1 }, field: ['input', 'text'] }
    const errors = [{ message: 'Too much.', extensions }, { message: 'second' }]
    assert.throws(() => resultOf({ data: { a: 1 }, errors, retryAfterMs: 50 }), {
      name: 'TurngraphError',
      message: 'Too much.',
      ...extensions,
      retryAfterMs: 50,
    })
    assert.throws(() => resultOf({ errors: [{ message: 'x' }] }), {
      code: 'INTERNAL',
      details: null,
      field: null,
      retryAfterMs: null,
    })
  })

  it('is thrown where a payload refuses, by the first error of the first such payload', () => {
    const refused = {
      userErrors: [{ code: 'NOT_FOUND', message: 'No.', details: { id: 'a' }, field: ['id'] }, { code: 'LATER' }],
    }
    assert.throws(() => resultOf({ data: { a: { userErrors: [] }, b: refused } }), {
      code: 'NOT_FOUND',
      message: 'No.',
      details: { id: 'a' },
      field: ['id'],
    })
    assert.throws(() => resultOf({ data: { a: { userErrors: [{}] } } }), {
      code: 'BAD_INPUT',
      details: null,
      field: null,
    })
  })

  it('is thrown where it has neither data nor errors', () => {
    for (const answer of [{}, { data: null }]) assert.throws(() => resultOf(answer), { code: 'INTERNAL' })
  })
})
