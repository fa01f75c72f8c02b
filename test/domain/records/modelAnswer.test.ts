import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  aliveMark,
  aliveUntil,
  answerMark,
  answerRecord,
  failedBy,
  isUnderWay,
  responderSentence,
  type AnswerState,
} from '../../../src/domain/records/modelAnswer.ts'

const states: readonly AnswerState[] = ['ASKED', 'ANSWERING', 'STORED', 'STOPPED', 'FAILED', 'TOOLS']

describe('an answer of a model', () => {
  it('is under way until it has ended in one way or another', () => {
    assert.deepEqual(states.filter(isUnderWay), ['ASKED', 'ANSWERING'])
  })

  it('is kept under another name than the time until which its server lives', () => {
    assert.notEqual(answerMark('a'), aliveMark('a'))
    assert.notEqual(answerMark('a'), answerMark('b'))
    const at = '2026-01-01T00:00:00.000000000Z'
    assert.equal(aliveUntil({ name: aliveMark('a'), value: at }), at)
    const record = {
      promptId: 'p',
      headId: null,
      model: 'm',
      askedAt: at,
      state: 'ASKED',
      endedAt: null,
      observationId: null,
      stopReason: null,
      error: null,
    } as const
    assert.deepEqual(answerRecord({ name: answerMark('a'), value: record }), record)
    for (const none of [null, undefined]) assert.deepEqual([aliveUntil(none), answerRecord(none)], [null, null])
  })

  it('that failed says how, with the status where one came', () => {
    const { state, error, observationId } = failedBy('STATUS', 503)
    assert.deepEqual(
      [state, observationId, error?.code, error?.details],
      ['FAILED', null, 'RESPONDER_FAILED', { status: 503, kind: 'STATUS' }],
    )
    assert.equal(error?.message, "The model's endpoint failed with status 503.")
    assert.deepEqual(failedBy('TIMEOUT').error?.details, { status: null, kind: 'TIMEOUT' })
    assert.equal(responderSentence('TIMEOUT'), 'The model did not answer in time.')
  })
})
