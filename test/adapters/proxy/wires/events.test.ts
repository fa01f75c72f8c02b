import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mostValues, TooLong } from '../../../../src/adapters/proxy/record/tooLong.ts'
import { eventsOf, mostEvents } from '../../../../src/adapters/proxy/wires/events.ts'

describe('events of a stream', () => {
  it('are read with any end of a line, of several lines of data, the last one without an end', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const lines = [
        'event: a',
        'data: {"a":1}',
        '',
        ': beat',
        '',
        'data: {"b":',
        'data:2}',
        '',
        'data: [DONE]',
        '',
        '',
        'data: {"c":3}',
      ]
      assert.deepEqual(await eventsOf(lines.join(end)), [{ a: 1 }, { b: 2 }, { c: 3 }])
    }
    assert.deepEqual(await eventsOf(''), [])
    assert.deepEqual(await eventsOf('data: {"cut'), [])
  })

  it('have a number that is too large as its text, as files have', async () => {
    assert.deepEqual(await eventsOf('data: {"a":1e400}\n\n'), [{ a: '1e400' }])
  })

  it('are refused where they are more than are put together at once, or one has more values than are read', async () => {
    await assert.rejects(eventsOf('data: {}\n\n'.repeat(mostEvents + 1)), TooLong)
    await assert.rejects(eventsOf(`data: [${'{},'.repeat(mostValues)}0]`), TooLong)
  })

  it('let the process do other things while many of them are read', async () => {
    let breaths = 0
    const timer = setInterval(() => breaths++, 0)
    assert.equal((await eventsOf('data: {"a":1}\n\n'.repeat(20_000))).length, 20_000)
    clearInterval(timer)
    assert.ok(breaths > 5, `${breaths}`)
  })
})
