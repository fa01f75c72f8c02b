import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withTurns } from '../../../src/cli/sync/recordText.ts'

const newer = (more: object = {}) =>
  JSON.stringify({ conversation_id: 'c', turns: [], updated: '2026-02-02T00:00:00Z', ...more })
const turn = { role: 'user', text: 'ours <b>', ts: '2026-02-01T00:00:00Z' }

describe('the JSON file of a thread with more turns', () => {
  it('has its own turns and members as they stood, to the byte, and the new ones behind them', () => {
    const text =
      '{ "conversation_id": "c", "odd": 1.0, "turns": [ {"role":"user","text":"a ] } \\" ,","big":12345678901234567890} ],\n"updated":"2026-01-01T00:00:00Z", "n": -0 }\n'
    const wanted =
      '{ "conversation_id": "c", "odd": 1.0, "turns": [ {"role":"user","text":"a ] } \\" ,","big":12345678901234567890},{"role":"user","text":"ours \\u003cb\\u003e","ts":"2026-02-01T00:00:00Z"}],\n"updated":"2026-02-02T00:00:00Z", "n": -0 }\n'
    assert.equal(withTurns(text, newer(), [turn]), wanted)
  })

  it('is as it was where there is nothing new', () => {
    const text = '{"conversation_id":"c","title":"A","turns":[],"updated":"2026-01-01T00:00:00Z"}'
    assert.equal(withTurns(text, newer({ title: 'A' }), []), text)
    assert.equal(withTurns(text, newer(), []), text)
  })

  it('takes a first turn, and a title that was given since', () => {
    const text = '{"conversation_id":"c","turns":[],"updated":"2026-01-01T00:00:00Z"}'
    const made = JSON.parse(withTurns(text, newer({ title: 'B' }), [turn])) as object
    assert.deepEqual(made, { conversation_id: 'c', title: 'B', turns: [turn], updated: '2026-02-02T00:00:00Z' })
    const renamed = withTurns('{"title":"A","turns":[]}', newer({ title: 'B' }), [])
    assert.equal(renamed, '{"title":"B","turns":[]}')
  })
})
