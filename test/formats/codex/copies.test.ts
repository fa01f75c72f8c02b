import assert from 'node:assert/strict'
import { it } from 'node:test'
import { copiedAt } from '../../../src/formats/codex/copies.ts'

const at = '2026-01-01T00:00:00Z'
const headed = (payload: object) =>
  copiedAt({ objects: [{ type: 'session_meta', payload: { id: 'a', timestamp: at, ...payload } }] })

it('a rollout of its own is no copy', () => {
  assert.equal(headed({}), null)
  assert.equal(copiedAt({ objects: [{ type: 'message' }] }), null)
})

it('a fork, a page of another thread and a sub-agent are read after what they name', () => {
  const time = '2026-01-01T00:00:00.000000000Z'
  assert.equal(headed({ forked_from_id: 'b' }), time)
  assert.equal(headed({ history_base: { thread_id: 'b', end_ordinal_exclusive: 3 } }), time)
  assert.equal(headed({ source: { subagent: { thread_spawn: { parent_thread_id: 'b' } } } }), time)
})

it('a later page of one thread is no copy of another', () => {
  assert.equal(headed({ history_base: { thread_id: 'a', end_ordinal_exclusive: 3 } }), null)
})
