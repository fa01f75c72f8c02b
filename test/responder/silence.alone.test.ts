import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { Silence } from '../../src/responder/silence.ts'

describe('the silence of a model', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  it('aborts the signal when nothing came for so long, with the reason', () => {
    const { signal } = new Silence(100)
    mock.timers.tick(99)
    assert.equal(signal.aborted, false)
    mock.timers.tick(1)
    assert.equal(signal.aborted, true)
    assert.match(String(signal.reason), /silent/)
  })

  it('is counted anew from each beginning, so that an answer may take its time', () => {
    const silence = new Silence(100)
    for (let k = 0; k < 5; k++) {
      mock.timers.tick(99)
      silence.begin()
    }
    assert.equal(silence.signal.aborted, false)
    mock.timers.tick(100)
    assert.equal(silence.signal.aborted, true)
  })

  it('is counted no more after its end, until it begins again', () => {
    const silence = new Silence(100)
    silence.end()
    mock.timers.tick(1000)
    assert.equal(silence.signal.aborted, false)
    silence.begin()
    mock.timers.tick(100)
    assert.equal(silence.signal.aborted, true)
  })
})
