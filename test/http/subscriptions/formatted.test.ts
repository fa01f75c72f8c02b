import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GraphQLError } from 'graphql'
import type { FormatError } from '../../../src/graphql/answer/errors.ts'
import { formattedAnswer, formattedErrors, formattedFault } from '../../../src/http/subscriptions/formatted.ts'

/** Shows of an error what it is of, in other words. */
const format: FormatError = ({ path }, error) => ({
  message: `shown: ${((error as GraphQLError).originalError ?? (error as Error)).message}`,
  ...(path && { path }),
})

describe('an answer as clients may see it', () => {
  it('has errors in the form that clients see, each where it is from', () => {
    const errors = formattedErrors(format, [new GraphQLError('a', { path: ['x', 1] }), new GraphQLError('b')])
    assert.deepEqual(errors, [{ message: 'shown: a', path: ['x', 1] }, { message: 'shown: b' }])
    assert.deepEqual(formattedErrors(format, []), [])
  })

  it('has the data as it is, also null, and no member that it had not', () => {
    assert.deepEqual(formattedAnswer(format, { data: { a: 1 } }), { data: { a: 1 } })
    assert.deepEqual(formattedAnswer(format, { data: null, errors: [new GraphQLError('a')] }), {
      errors: [{ message: 'shown: a' }],
      data: null,
    })
    assert.deepEqual(formattedAnswer(format, {}), {})
  })

  it('is made of anything that was thrown', () => {
    assert.deepEqual(formattedFault(format, new Error('away')), { errors: [{ message: 'shown: away' }] })
    assert.deepEqual(formattedFault(format, 'words'), { errors: [{ message: 'shown: words' }] })
    assert.deepEqual(formattedFault(format, undefined), { errors: [{ message: 'shown: undefined' }] })
  })
})
