import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from '../../support/properties.ts'
import { createThrottle } from '../../../src/http/subscriptions/throttle.ts'

describe('a throttle', () => {
  it('lets so many in at once, all of them in the end, in the order in which they came', async () => {
    const cases = fc.array(fc.nat({ max: 3 }), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), cases, async (width, turns) => {
        const throttle = createThrottle(width)
        const entered: number[] = []
        let [inside, most] = [0, 0]
        const work = async (n: number) => {
          const leave = await throttle.enter()
          entered.push(n)
          most = Math.max(most, ++inside)
          for (let left = turns[n] ?? 0; left > 0; left--) await turn()
          inside--
          leave()
          leave()
        }
        await Promise.all(turns.map((_, n) => work(n)))
        assert.deepEqual(entered, [...turns.keys()])
        assert.ok(most <= width)
      }),
      { numRuns: 50 },
    )
  })

  it('leaves ticks of the event loop to others, also when no work waits for anything', async () => {
    const throttle = createThrottle(2)
    let done = 0
    const works = Array.from({ length: 20 }, async () => {
      const leave = await throttle.enter()
      done++
      leave()
    })
    await turn()
    assert.ok(done <= 4, `${done} were done in one turn`)
    await Promise.all(works)
  })
})
