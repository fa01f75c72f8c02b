import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { admissionQueueOf, perTick } from '../../../src/http/admission/admissionQueue.ts'

/** A queue whose ticks are run by hand, and whose longest wait ends when it is told to. */
function started() {
  const ticks: (() => void)[] = []
  const happened: string[] = []
  const may = { begin: true }
  let hurry: (() => void) | null = null
  const queue = admissionQueueOf({
    mayBegin: () => may.begin,
    nextTick: (call) => ticks.push(call),
    afterTimeout(call) {
      assert.equal(hurry, null)
      hurry = call
      return () => (hurry = null)
    },
  })
  return {
    ...queue,
    ...{ happened, may },
    /** Says whether anything waited for others. */
    timesOut: (): boolean => {
      const call = hurry
      hurry = null
      call?.()
      return call !== null
    },
    comes: (name: string) =>
      queue.join({ begin: () => happened.push(`${name} begins`), refuse: () => happened.push(`${name} is refused`) }),
    /** Runs the ticks that were asked for until now; returns how many. */
    tick: () => ticks.splice(0).map((call) => call()).length,
  }
}

describe('the admission queue', () => {
  it('starts a few in each tick, in order of arrival, and none before the tick is over', () => {
    const { comes, tick, happened } = started()
    const names = Array.from({ length: 2 * perTick + 1 }, (_, n) => `${n}`)
    const begun = (count: number) => names.slice(0, count).map((name) => `${name} begins`)
    for (const name of names) comes(name)
    assert.deepEqual(happened, [])
    tick()
    assert.deepEqual(happened, begun(perTick))
    for (let n = 0; n < 2; n++) assert.equal(tick(), 1)
    assert.deepEqual(happened, begun(names.length))
  })

  it('asks for no tick once nothing waits, and for one again when something arrives', () => {
    const { comes, tick, happened } = started()
    comes('a')
    for (let n = 0; n < 3; n++) tick()
    assert.equal(tick(), 0)
    comes('b')
    assert.equal(tick(), 1)
    assert.deepEqual(happened, ['a begins', 'b begins'])
  })

  it('skips what does not wait any more', () => {
    const { comes, tick, happened, length } = started()
    const leave = comes('a')
    comes('b')
    leave()
    assert.equal(length(), 1)
    tick()
    assert.deepEqual(happened, ['b begins'])
    leave()
    for (let n = 0; n < 3; n++) tick()
    assert.equal(tick(), 0)
  })

  it('refuses what has waited longest, until so many are left', () => {
    const { comes, tick, happened, cut, length } = started()
    for (const name of ['a', 'b', 'c', 'd']) comes(name)
    cut(5)
    assert.equal(length(), 4)
    cut(2)
    assert.deepEqual(happened, ['a is refused', 'b is refused'])
    assert.equal(length(), 2)
    for (let n = 0; n < 2; n++) tick()
    assert.deepEqual(happened.slice(2), ['c begins', 'd begins'])
    comes('e')
    cut(1)
    assert.equal(length(), 1)
    cut(-3)
    assert.equal(happened.at(-1), 'e is refused')
  })

  it('waits while none may start, until it is moved', () => {
    const { comes, tick, happened, may, move, timesOut } = started()
    for (const name of ['a', 'b']) comes(name)
    may.begin = false
    for (let n = 0; n < 3; n++) tick()
    assert.deepEqual(happened, [])
    may.begin = true
    move()
    for (let n = 0; n < 3; n++) tick()
    assert.deepEqual(happened, ['a begins', 'b begins'])
    assert.equal(timesOut(), false)
  })

  it('starts what waited for too long all the same, and lets what came later wait', () => {
    const { comes, tick, happened, may, timesOut } = started()
    may.begin = false
    for (const name of ['a', 'b']) comes(name)
    tick()
    comes('c')
    assert.ok(timesOut())
    comes('d')
    for (let n = 0; n < 5; n++) tick()
    assert.deepEqual(happened, ['a begins', 'b begins', 'c begins'])
    assert.ok(timesOut())
    tick()
    assert.deepEqual(happened.at(-1), 'd begins')
    comes('e')
    assert.equal(tick(), 1)
    assert.equal(happened.length, 4)
  })

  it('goes on when one fails as it begins', () => {
    const ticks: (() => void)[] = []
    const queue = admissionQueueOf({ mayBegin: () => true, nextTick: (call) => ticks.push(call) })
    const begun: string[] = []
    queue.join({ begin: () => assert.fail('broken'), refuse: () => undefined })
    queue.join({ begin: () => begun.push('b'), refuse: () => undefined })
    assert.throws(() => ticks.shift()?.(), /broken/)
    ticks.shift()?.()
    assert.deepEqual(begun, ['b'])
  })

  it('starts or refuses everything or lets it leave, and nothing twice, whatever happens in between', () => {
    const step = fc.constantFrom('comes', 'tick', 'leaves', 'cut', 'may', 'may not', 'hurry')
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { comes, tick, happened, cut, length, may, move, timesOut } = started()
        const [names, left] = [[] as string[], [] as string[]]
        let leaveLast = (): void => undefined
        for (const [n, each] of steps.entries()) {
          if (each === 'tick') tick()
          else if (each === 'cut') cut(1)
          else if (each === 'leaves') leaveLast()
          else if (each === 'hurry') timesOut()
          else if (each.startsWith('may')) may.begin = each === 'may'
          else {
            const leave = comes(`${n}`)
            names.push(`${n}`)
            leaveLast = () => {
              const before = length()
              leave()
              if (length() < before) left.push(`${n}`)
            }
          }
        }
        may.begin = true
        move()
        while (tick() > 0) assert.ok(happened.length <= names.length)
        const ended = [...happened.map((text) => text.split(' ')[0] ?? ''), ...left]
        assert.deepEqual(ended.sort(), names.sort())
        assert.equal(length(), 0)
      }),
    )
  })
})
