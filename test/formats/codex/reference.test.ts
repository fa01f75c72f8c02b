import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Instant } from '../../../src/domain/model.ts'
import { forkLine, isAfterword, numberedRollout } from '../../../src/formats/codex/reference.ts'

const first = (payload: object, ordinal: unknown = 0) =>
  numberedRollout({ type: 'session_meta', ordinal, payload } as never)
const header = { id: 't', history_mode: 'paginated' }

describe('a rollout whose lines are numbered', () => {
  it('is known by its first line', () => {
    assert.deepEqual(first(header), { thread: 't', base: null })
    assert.equal(
      first({ ...header, history_base: { thread_id: 'u', end_ordinal_exclusive: 3, end_byte_offset: 9 } })?.base
        ?.thread,
      'u',
    )
  })

  it('is none without numbers, without an id, and where its first line is another one', () => {
    assert.deepEqual([first({ id: 't' }), first(header, 'x'), first({ history_mode: 'paginated' })], [null, null, null])
    assert.equal(numberedRollout({ type: 'event_msg', ordinal: 0, payload: header }), null)
  })

  it('is named by the one line of a fork, as that is read again', () => {
    const session = { id: 'f', cwd: '/w', startedAt: '2026-01-01T00:00:00Z' as Instant }
    const { value, nodeId } = forkLine(session, { thread: 't', end: 7, bytes: 99 })
    assert.deepEqual([value['ordinal'], nodeId], [7, null])
    const read = numberedRollout(value)
    assert.deepEqual([read?.thread, read?.base?.thread, read?.base?.end], ['f', 't', 7])
  })
})

describe('a line behind an answer', () => {
  it('only tells more of it where it counts, or ends an item or a turn', () => {
    const event = (type: string) => ({ type: 'event_msg', payload: { type } })
    assert.deepEqual([event('token_count'), event('task_complete'), { type: 'token_usage_record' }].map(isAfterword), [
      true,
      true,
      true,
    ])
    assert.deepEqual(
      [event('user_message'), { type: 'event_msg' }, { type: 'response_item', payload: { type: 'token_count' } }].map(
        isAfterword,
      ),
      [false, false, false],
    )
  })
})
