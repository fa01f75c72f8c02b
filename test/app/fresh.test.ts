import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClock, createFresh } from '../../src/app/fresh.ts'

describe('fresh values', () => {
  it('are ids that sort by time, and short segment ids', () => {
    const { id, segmentId } = createFresh()
    assert.match(id(), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const ids = Array.from({ length: 1000 }, id)
    assert.deepEqual([...ids].sort(), ids)
    assert.match(segmentId(), /^[\w-]{12}$/)
  })

  it('are salts of 128 random bits, none of which comes twice', () => {
    const { salt } = createFresh()
    // More than are drawn at once.
    const salts = Array.from({ length: 2_000 }, salt)
    for (const each of salts) assert.match(each, /^[0-9a-f]{32}$/)
    assert.equal(new Set(salts).size, salts.length)
    const ones = salts.map((each) => BigInt(`0x${each}`).toString(2).replaceAll('0', '').length)
    const mean = ones.reduce((sum, each) => sum + each, 0) / ones.length
    // More than fifteen standard deviations of the mean.
    assert.ok(Math.abs(mean - 64) < 2, `${mean}`)
  })

  it('are times near the system clock that strictly increase', () => {
    const { now } = createFresh()
    const times = Array.from({ length: 10_000 }, now)
    assert.ok(times.every((time, i) => i === 0 || time > String(times[i - 1])))
    assert.ok(Math.abs(Date.parse(String(times.at(-1)).slice(0, 23) + 'Z') - Date.now()) < 100)
  })

  it('follow the system clock when it is set forward, and go on when it is set back', () => {
    let [wall, fine] = [1_000_000_000_000n, 0n]
    const now = createClock(
      () => wall,
      () => (fine += 10n),
    )
    const first = now()
    wall += 3_600_000_000_000n
    const forward = now()
    assert.ok(forward > first && forward.startsWith('1970-01-01T01:16:40'))
    wall -= 3_600_000_000_000n
    const back = now()
    assert.ok(back > forward && back.startsWith('1970-01-01T01:16:40'))
  })
})
