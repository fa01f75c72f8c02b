import assert from 'node:assert/strict'
import { it } from 'node:test'
import { answerOf } from '../../../src/app/answers/answerOf.ts'
import type { Asking } from '../../../src/app/answers/asking.ts'
import { LiveAnswer } from '../../../src/app/answers/liveAnswers.ts'
import { runKey } from '../../../src/domain/ids.ts'
import type { Instant, Tenant } from '../../../src/domain/model.ts'
import type { AnswerRecord } from '../../../src/domain/records/modelAnswer.ts'
import { fakeScope, fakeOf } from '../../support/fakes.ts'

const [tenant, now] = ['t' as Tenant, '2026-01-01T00:00:00.000000000Z' as Instant]
const id = runKey('c', 'r')
const underWay: AnswerRecord = {
  ...{ promptId: 'p', headId: 'p', model: 'm', askedAt: now, state: 'ANSWERING' },
  ...{ endedAt: null, observationId: null, stopReason: null, error: null },
}
const stored = { state: 'STORED', observationId: 'o', stopReason: 'stop', error: null } as const
const observation = { blocks: [{ type: 'text', text: 'One, two.' }], usage: null }

/** Asks for an answer that ends while its record is read; afterwards the store says what `later` is. */
async function endsMeanwhile(later: AnswerRecord) {
  const live = new LiveAnswer(tenant, { id, conversationId: 'c', runId: 'r', record: underWay })
  live.take({ kind: 'text', text: 'One, two.' })
  let reads = 0
  const importMarks = () => {
    if (reads++ > 0) return Promise.resolve([{ value: later }, { value: now }])
    live.end(stored, now)
    return Promise.resolve([{ value: underWay }, { value: now }])
  }
  const scope = fakeScope({
    ...{ tenant, store: { importMarks }, fresh: { now: () => now } },
    reads: { observation: () => Promise.resolve(observation) },
  })
  const asking = fakeOf<Asking>('asking', { answers: { of: () => live }, fault: () => 'a fault' })
  return answerOf(scope, asking, id)
}

it('an answer that ends while its record is read is the one that was stored', async () => {
  const answer = await endsMeanwhile({ ...underWay, ...stored, endedAt: now })
  assert.deepEqual([answer?.state, answer?.text, answer?.observationId], ['STORED', 'One, two.', 'o'])
})

it('an answer whose end was not stored is what this process knows of it', async () => {
  const answer = await endsMeanwhile(underWay)
  assert.deepEqual([answer?.state, answer?.text], ['STORED', 'One, two.'])
})
