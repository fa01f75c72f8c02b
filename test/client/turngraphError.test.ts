import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TurngraphError } from '../../src/client/turngraphError.ts'

describe('an error of the client', () => {
  it('has a code and a sentence, and null for what it does not say', () => {
    const error = new TurngraphError('NOT_FOUND', 'No.')
    assert.ok(error instanceof Error)
    assert.deepEqual([error.name, error.code, error.message], ['TurngraphError', 'NOT_FOUND', 'No.'])
    assert.deepEqual([error.details, error.field, error.retryAfterMs, 'cause' in error], [null, null, null, false])
  })

  it('has facts, the field at fault, when to ask again, and its cause', () => {
    const cause = new Error('below')
    const error = new TurngraphError('TIMEOUT', 'Late.', { ms: 1 }, ['input'], { retryAfterMs: 0, cause })
    assert.deepEqual([error.details, error.field, error.retryAfterMs, error.cause], [{ ms: 1 }, ['input'], 0, cause])
  })
})
