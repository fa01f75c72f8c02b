import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../../src/domain/model.ts'
import { copiedAt } from '../../../../src/formats/claudeCode/copied/copiedAt.ts'
import { asInstant } from '../../../../src/formats/reading/values.ts'

const time = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`
const user = (minute: number, more: JsonObject = {}): JsonObject => ({
  type: 'user',
  uuid: `u${minute}`,
  parentUuid: null,
  sessionId: 's',
  timestamp: time(minute),
  message: { role: 'user', content: 'a' },
  ...more,
})
const queued = (minute: number): JsonObject => ({
  type: 'queue-operation',
  operation: 'enqueue',
  sessionId: 's',
  timestamp: time(minute),
})
const of = (...objects: JsonObject[]) => copiedAt({ objects })

describe('when a file was made of the lines of another session', () => {
  it('is null where it was not, or where it has no entry', () => {
    assert.deepEqual([of(), of(queued(1)), of(user(1)), of(queued(1), user(2))], [null, null, null, null])
  })

  it('is when its process began, which is younger than its first entry', () => {
    assert.equal(of(queued(3), user(2)), asInstant(time(3)))
    assert.equal(of(user(2), queued(3)), null)
  })

  it('is the time of the first entry of a session that was handed to the background', () => {
    assert.equal(of(user(2, { sessionKind: 'bg' })), asInstant(time(2)))
  })

  it('is when a copy that names its source first said something itself, or else its newest time', () => {
    const copy = (minute: number) => user(minute, { forkedFrom: { sessionId: 'r' } })
    assert.equal(of(copy(1), copy(2), user(4), user(5)), asInstant(time(4)))
    assert.equal(of(copy(1), copy(5), copy(2)), asInstant(time(5)))
  })
})
