import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rolloutLine } from '../../../src/formats/codex/lines.ts'

const line = (type: string) => rolloutLine({ timestamp: '2026-07-01T10:00:00.000Z', type, payload: {} }, true)?.type

describe('lines that Codex writes in every session', () => {
  it('are known, and a type that nobody knows is not', () => {
    assert.deepEqual(['world_state', 'token_usage_record', 'event_msg'].map(line), [
      'state',
      'token_usage_record',
      'event_msg',
    ])
    assert.equal(line('state_of_tomorrow'), 'unknown')
  })
})
