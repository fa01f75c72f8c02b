import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { OpenAnswer } from '../../../src/formats/codex/openAnswer.ts'

const line = (type: string, payload: JsonObject): JsonObject => ({ timestamp: '2026-01-01T00:00:00Z', type, payload })
const event = (type: string, more: JsonObject = {}) => line('event_msg', { type, ...more })
const counted = (total: number) => event('token_count', { info: { total_token_usage: { total_tokens: total } } })
const answer = line('response_item', {
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'a' }],
})
const prompt = line('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'q' }] })

/** Whether all is whole after each line. */
function whole(...lines: JsonObject[]): boolean[] {
  const open = new OpenAnswer(false)
  return lines.map((one) => {
    open.line(one)
    return open.isWhole
  })
}

describe('an answer of a rollout', () => {
  it('is whole only once something is said: a header alone tells too little', () => {
    assert.equal(new OpenAnswer(false).isWhole, false)
    assert.equal(new OpenAnswer(true).isWhole, true)
    assert.deepEqual(whole(line('session_meta', { id: 's' }), prompt), [false, true])
  })

  it('is open from its items until it is counted, or its turn is over', () => {
    assert.deepEqual(whole(prompt, answer, counted(1)), [true, false, true])
    assert.deepEqual(whole(prompt, answer, event('task_complete')), [true, false, true])
    assert.deepEqual(whole(prompt, answer, prompt), [true, false, true])
  })

  it('is open from its count on, where that comes in front of its items', () => {
    assert.deepEqual(whole(prompt, counted(1), answer, event('user_message', { message: 'q' })), [
      true,
      false,
      false,
      true,
    ])
  })

  it('is open where an event has told of an item that is not there yet', () => {
    assert.deepEqual(whole(prompt, event('agent_message', { message: 'a' }), answer, counted(1)), [
      true,
      false,
      false,
      true,
    ])
  })

  it('is not ended by a sum that says nothing new', () => {
    assert.deepEqual(whole(prompt, answer, counted(1), answer, counted(1)), [true, false, true, false, false])
  })

  it('says of a line whether no answer goes on over it', () => {
    const open = new OpenAnswer(true)
    assert.deepEqual(
      [answer, counted(1), prompt, { no: 'line' }].map((one) => open.line(one)),
      [false, true, true, false],
    )
  })
})
