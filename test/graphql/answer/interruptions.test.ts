import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Disconnected, TimedOut, untilGone } from '../../../src/graphql/answer/interruptions.ts'

describe('what interrupts a request', () => {
  it('is its time: the error says how long that was, and that the same key makes it safe to send it again', () => {
    const { name, message } = new TimedOut(1_500)
    assert.equal(name, 'TimedOut')
    assert.match(message, /longer than 1500 ms\..*send it again with the same key/)
    assert.equal(new TimedOut(1, 'Other words.').message, 'Other words.')
  })

  it('is its client, which is another error', () => {
    const gone = new Disconnected()
    assert.ok(gone instanceof Error && !(gone instanceof TimedOut))
    assert.equal(gone.name, 'Disconnected')
  })

  it('ends what a client waits for when that goes, and not when the time of the request is over', () => {
    const outcomes = [new Disconnected('gone'), new TimedOut(1)].flatMap((reason) => {
      const [before, after] = [new AbortController(), new AbortController()]
      before.abort(reason)
      const signals = [untilGone(before.signal), untilGone(after.signal)]
      after.abort(reason)
      return signals.map((signal) => signal?.aborted)
    })
    assert.deepEqual(outcomes, [true, true, false, false])
  })
})
