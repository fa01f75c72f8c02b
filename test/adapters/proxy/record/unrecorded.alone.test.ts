import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { unrecorded } from '../../../../src/adapters/proxy/record/unrecorded.ts'

describe('what was passed on and not recorded', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  function opened() {
    const lines: { codes: Record<string, number>; err?: unknown }[] = []
    const counted: string[] = []
    const log = { warn: (facts: object) => lines.push(facts as (typeof lines)[number]) }
    const parts = { log: log as never, count: (code: string) => counted.push(code), everyMs: 1000 }
    return { lines, counted, missed: unrecorded(parts) }
  }

  it('is logged at once the first time, with the error', () => {
    const { lines, missed } = opened()
    const error = new Error('full')
    missed.report('STORE_FULL', error)
    assert.deepEqual(lines, [{ codes: { STORE_FULL: 1 }, err: error }])
  })

  it('is counted each time, and logged in one line a period after that', () => {
    const { lines, counted, missed } = opened()
    for (const code of ['A', 'A', 'B', 'A']) missed.report(code)
    assert.deepEqual(lines, [{ codes: { A: 1 } }])
    mock.timers.tick(1000)
    assert.deepEqual(lines[1], { codes: { A: 2, B: 1 } })
    assert.deepEqual(counted, ['A', 'A', 'B', 'A'])
  })

  it('is logged at once again after a quiet period', () => {
    const { lines, missed } = opened()
    missed.report('A')
    mock.timers.tick(1000)
    assert.equal(lines.length, 1)
    missed.report('B')
    assert.deepEqual(lines[1], { codes: { B: 1 } })
  })

  it('is logged when all stops, and never after', () => {
    const { lines, missed } = opened()
    missed.report('A')
    missed.report('B')
    missed.stop()
    mock.timers.tick(5000)
    assert.deepEqual(lines, [{ codes: { A: 1 } }, { codes: { B: 1 } }])
  })

  it('is nothing to log where nothing was', () => {
    const { lines, missed } = opened()
    missed.stop()
    assert.deepEqual(lines, [])
  })
})
