import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { responderSentence } from '../../src/domain/records/modelAnswer.ts'
import { responderFailed } from '../../src/responder/responderFailed.ts'

describe('the refusal of a request that the model failed', () => {
  it('says how it failed, with the status where there is one', () => {
    const cut = responderFailed('CUT_OFF')
    assert.deepEqual([cut.code, cut.facts, cut.field], ['RESPONDER_FAILED', { status: null, kind: 'CUT_OFF' }, null])
    const status = responderFailed('STATUS', 503)
    assert.deepEqual(status.facts, { status: 503, kind: 'STATUS' })
    assert.match(status.message, /503/)
  })

  it('says it in the same words as a stored answer that failed so', () => {
    for (const kind of ['UNREACHABLE', 'NO_ANSWER', 'NO_CHOICES'] as const)
      assert.equal(responderFailed(kind).message, responderSentence(kind))
  })
})
