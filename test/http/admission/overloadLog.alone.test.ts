import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { overloadReport } from '../../../src/http/admission/overloadLog.ts'

/** A report whose clock stands still unless it is moved, and what it wrote. */
function started(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const lines: string[] = []
  const write =
    (level: string) =>
    (...told: unknown[]) =>
      void lines.push([level, ...told.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))].join(' '))
  const report = overloadReport({ warn: write('warn'), info: write('info') })
  return {
    ...report,
    lines,
    refuse: (count: number) => {
      for (let n = 0; n < count; n++) report.onRefused()
    },
    wait: (ms: number) => t.mock.timers.tick(ms),
  }
}
const begun = 'warn Overloaded: excess requests get 503'
const still = (refused: number) => `warn {"refused":${refused}} Still overloaded`
const over = (refused: number) => `info {"refused":${refused}} Not overloaded any more`

describe('what the log says of an overload', () => {
  it('is that it begins, at once, and that it is over, with how many were refused, however often it came again', (t) => {
    const { lines, onChange, refuse, wait } = started(t)
    for (let n = 0; n < 50; n++) {
      onChange(false)
      assert.deepEqual(lines, [begun])
      refuse(7)
      wait(200)
      onChange(true)
      wait(200)
    }
    wait(4_700)
    assert.deepEqual(lines, [begun])
    wait(200)
    assert.deepEqual(lines, [begun, over(350)])
    wait(1_000_000)
    assert.equal(lines.length, 2)
  })

  it('is each half minute how many were refused meanwhile', (t) => {
    const { lines, onChange, refuse, wait } = started(t)
    onChange(false)
    for (const count of [3, 0, 9]) {
      refuse(count)
      wait(30_000)
    }
    refuse(1)
    onChange(true)
    wait(5_000)
    assert.deepEqual(lines, [begun, still(3), still(0), still(9), over(13)])
  })

  it('begins anew when another one comes later', (t) => {
    const { lines, onChange, refuse, wait } = started(t)
    for (const count of [2, 5]) {
      onChange(false)
      refuse(count)
      onChange(true)
      wait(5_000)
    }
    assert.deepEqual(lines, [begun, over(2), begun, over(5)])
  })

  it('is nothing more once the server ends', (t) => {
    const { lines, onChange, stop, wait } = started(t)
    onChange(false)
    onChange(true)
    stop()
    onChange(true)
    wait(1_000_000)
    assert.deepEqual(lines, [begun])
  })
})
