import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { admissionQueueOf, perTick } from '../../../src/http/admission/admissionQueue.ts'

/** A line whose turns are taken by hand, and whose patience ends when it is told to. */
function started() {
  const turns: (() => void)[] = []
  const happened: string[] = []
  const may = { begin: true }
  let hurry: (() => void) | null = null
  const line = admissionQueueOf({
    mayBegin: () => may.begin,
    nextTick: (call) => turns.push(call),
    afterTimeout(call) {
      assert.equal(hurry, null)
      hurry = call
      return () => (hurry = null)
    },
  })
  return {
    ...line,
    ...{ happened, may },
    /** Says whether anything waited for others. */
    losesPatience: (): boolean => {
      const call = hurry
      hurry = null
      call?.()
      return call !== null
    },
    comes: (name: string) =>
      line.join({ begin: () => happened.push(`${name} begins`), refuse: () => happened.push(`${name} is refused`) }),
    /** Takes the turns that were asked for until now; returns how many. */
    turn: () => turns.splice(0).map((call) => call()).length,
  }
}

describe('the line of what has come', () => {
  it('has a few begin in each turn, in the order in which they came, and none before the turn is over', () => {
    const { comes, turn, happened } = started()
    const names = Array.from({ length: 2 * perTick + 1 }, (_, n) => `${n}`)
    const begun = (count: number) => names.slice(0, count).map((name) => `${name} begins`)
    for (const name of names) comes(name)
    assert.deepEqual(happened, [])
    turn()
    assert.deepEqual(happened, begun(perTick))
    for (let n = 0; n < 2; n++) assert.equal(turn(), 1)
    assert.deepEqual(happened, begun(names.length))
  })

  it('asks for no turn once nothing waits, and for one again when something comes', () => {
    const { comes, turn, happened } = started()
    comes('a')
    for (let n = 0; n < 3; n++) turn()
    assert.equal(turn(), 0)
    comes('b')
    assert.equal(turn(), 1)
    assert.deepEqual(happened, ['a begins', 'b begins'])
  })

  it('passes over what does not wait any more', () => {
    const { comes, turn, happened, length } = started()
    const leave = comes('a')
    comes('b')
    leave()
    assert.equal(length(), 1)
    turn()
    assert.deepEqual(happened, ['b begins'])
    leave()
    for (let n = 0; n < 3; n++) turn()
    assert.equal(turn(), 0)
  })

  it('refuses what has waited longest, all but as many as are to be left', () => {
    const { comes, turn, happened, cut, length } = started()
    for (const name of ['a', 'b', 'c', 'd']) comes(name)
    cut(5)
    assert.equal(length(), 4)
    cut(2)
    assert.deepEqual(happened, ['a is refused', 'b is refused'])
    assert.equal(length(), 2)
    for (let n = 0; n < 2; n++) turn()
    assert.deepEqual(happened.slice(2), ['c begins', 'd begins'])
    comes('e')
    cut(1)
    assert.equal(length(), 1)
    cut(-3)
    assert.equal(happened.at(-1), 'e is refused')
  })

  it('waits while none may begin, until it is moved', () => {
    const { comes, turn, happened, may, move, losesPatience } = started()
    for (const name of ['a', 'b']) comes(name)
    may.begin = false
    for (let n = 0; n < 3; n++) turn()
    assert.deepEqual(happened, [])
    may.begin = true
    move()
    for (let n = 0; n < 3; n++) turn()
    assert.deepEqual(happened, ['a begins', 'b begins'])
    assert.equal(losesPatience(), false)
  })

  it('has what waited for too long begin all the same, and what came later wait', () => {
    const { comes, turn, happened, may, losesPatience } = started()
    may.begin = false
    for (const name of ['a', 'b']) comes(name)
    turn()
    comes('c')
    assert.ok(losesPatience())
    comes('d')
    for (let n = 0; n < 5; n++) turn()
    assert.deepEqual(happened, ['a begins', 'b begins', 'c begins'])
    assert.ok(losesPatience())
    turn()
    assert.deepEqual(happened.at(-1), 'd begins')
    comes('e')
    assert.equal(turn(), 1)
    assert.equal(happened.length, 4)
  })

  it('goes on when one fails as it begins', () => {
    const turns: (() => void)[] = []
    const line = admissionQueueOf({ mayBegin: () => true, nextTick: (call) => turns.push(call) })
    const begun: string[] = []
    line.join({ begin: () => assert.fail('broken'), refuse: () => undefined })
    line.join({ begin: () => begun.push('b'), refuse: () => undefined })
    assert.throws(() => turns.shift()?.(), /broken/)
    turns.shift()?.()
    assert.deepEqual(begun, ['b'])
  })

  it('has everything begin, be refused or leave, and nothing twice, whatever happens in between', () => {
    const step = fc.constantFrom('comes', 'turn', 'leaves', 'cut', 'may', 'may not', 'hurry')
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { comes, turn, happened, cut, length, may, move, losesPatience } = started()
        const [names, left] = [[] as string[], [] as string[]]
        let leaveLast = (): void => undefined
        for (const [n, each] of steps.entries()) {
          if (each === 'turn') turn()
          else if (each === 'cut') cut(1)
          else if (each === 'leaves') leaveLast()
          else if (each === 'hurry') losesPatience()
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
        while (turn() > 0) assert.ok(happened.length <= names.length)
        const ended = [...happened.map((text) => text.split(' ')[0] ?? ''), ...left]
        assert.deepEqual(ended.sort(), names.sort())
        assert.equal(length(), 0)
      }),
    )
  })
})
