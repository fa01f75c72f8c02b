import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { createBudget, TooExpensive, unlimited } from '../../../src/app/read/budget.ts'

const plenty = { work: 100, characters: 100, milliseconds: 60_000 }
const overdue = () => new Error('too late')

describe('a budget', () => {
  it('gives as much as there is, and then nothing to anybody, for the one reason', () => {
    const budget = createBudget(plenty, overdue)
    budget.spend(60)
    budget.spend(40)
    assert.throws(() => budget.spend(1), TooExpensive)
    const reason = budget.over
    assert.ok(reason instanceof TooExpensive)
    assert.deepEqual(reason.details, { given: 101, limit: 100 })
    for (const draw of [() => budget.spend(0), () => budget.hold(1)])
      assert.throws(draw, (thrown) => thrown === reason, 'the same reason again')
  })

  it('counts what comes into memory apart from work', () => {
    const budget = createBudget(plenty, overdue)
    budget.spend(100)
    budget.hold(100)
    assert.throws(() => budget.hold(1), TooExpensive)
  })

  it('takes back what was not needed', () => {
    const budget = createBudget(plenty, overdue)
    budget.spend(90)
    budget.spend(-50)
    budget.spend(60)
    assert.throws(() => budget.spend(1), TooExpensive)
  })

  it('ends with the time of its request, also where nothing is read', () => {
    const budget = createBudget({ ...plenty, milliseconds: -1 }, overdue)
    assert.throws(() => budget.spend(0), /too late/)
    assert.equal(budget.over?.message, 'too late')
  })

  it('never gives more than there is, however it is asked', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60)), (draws) => {
        const budget = createBudget(plenty, overdue)
        let given = 0
        for (const draw of draws)
          try {
            budget.spend(draw)
            given += draw
          } catch {
            assert.notEqual(budget.over, null)
          }
        assert.ok(given <= plenty.work)
      }),
    )
  })

  it('has no end where nobody set one', () => {
    unlimited.spend(Number.MAX_VALUE)
    unlimited.hold(Number.MAX_VALUE)
    assert.equal(unlimited.over, null)
  })
})
