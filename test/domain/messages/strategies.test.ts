import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { compareLater, strategies, type FieldClaim, type Strategy } from '../../../src/domain/messages/strategies.ts'
import type { Json } from '../../../src/domain/model.ts'

const at = (n: number) => `2026-01-01T00:00:0${n}.000000000Z`
const claim = (id: string, value: Json, more: Partial<FieldClaim> = {}): FieldClaim => ({
  ...{ id, value, isCorrection: false, priority: 100, specificity: null, sourceKind: null, observedAt: at(1) },
  ...more,
})
const value = (strategy: Strategy, ...claims: FieldClaim[]) => strategies[strategy](claims)?.value
const names = Object.keys(strategies) as Strategy[]

describe('the value of a field', () => {
  it('of equal claims is that of the smaller id, and of a later one is that', () => {
    for (const name of names.filter((one) => one !== 'merge_array')) {
      assert.equal(value(name, claim('b', 'b'), claim('a', 'a')), 'a', name)
      assert.equal(value(name, claim('a', 'old'), claim('b', 'new', { observedAt: at(2) })), 'new', name)
    }
  })

  it('trusts sensors most, and what is unheard of least; what is not said is as a summary', () => {
    const kinds = ['sensor', 'workflow_state', null, 'human', 'import', 'sync', 'rumour']
    const claims = kinds.map((sourceKind, k) => claim(`c${9 - k}`, sourceKind, { sourceKind }))
    for (let k = 0; k < claims.length; k++)
      assert.equal(value('highest_priority', ...claims.slice(k).toReversed()) ?? null, kinds[k])
  })

  it('is none where the one that counts clears it', () => {
    const cleared = [claim('a', 'x'), claim('b', null, { observedAt: at(2) })]
    assert.equal(strategies.last_write(cleared), null)
    assert.equal(strategies.most_specific(cleared), null)
    assert.deepEqual(strategies.merge_array(cleared), { value: [], id: 'b' })
  })

  it('is that of corrections alone where there are any, of which the last one holds', () => {
    const store = claim('z', 's', { priority: 999, specificity: 1, observedAt: at(9) })
    const corrections = [
      claim('a', 'one', { isCorrection: true, specificity: 1 }),
      claim('b', 'two', { isCorrection: true, observedAt: at(2) }),
    ]
    for (const name of names.filter((one) => one !== 'merge_array'))
      assert.equal(value(name, store, ...corrections), 'two', name)
    assert.deepEqual(value('merge_array', store, ...corrections), ['one', 'two'])
  })

  it('is a union of lists, each element once, whatever the order of its members', () => {
    const lists = [claim('a', [{ x: 1, y: 2 }, 'a']), claim('b', [{ y: 2, x: 1 }, 'b'], { observedAt: at(2) })]
    assert.deepEqual(value('merge_array', ...lists), [{ y: 2, x: 1 }, 'a', 'b'])
    assert.deepEqual(value('merge_array', claim('a', ' ["x", 1]\n'), claim('b', '[x]', { observedAt: at(2) })), [
      'x',
      1,
      '[x]',
    ])
    assert.deepEqual(value('merge_array', claim('a', 7)), [7])
  })

  it('is the same in whatever order claims come', () => {
    const any = fc.record({
      value: fc.constantFrom<Json>(null, 1, 'x', ['x', 'y'], ['z']),
      isCorrection: fc.boolean(),
      priority: fc.constantFrom(1, 100),
      specificity: fc.constantFrom(null, 0.5, 1),
      sourceKind: fc.constantFrom(null, 'sensor', 'rumour'),
      observedAt: fc.constantFrom(at(1), at(2)),
    })
    const claims = fc
      .array(any, { minLength: 1, maxLength: 6 })
      .map((all) => all.map((one, k) => ({ ...one, id: `c${k}` })))
    fc.assert(
      fc.property(claims, fc.constantFrom(...names), (given, name) => {
        assert.deepEqual(strategies[name](given), strategies[name](given.toReversed()))
      }),
    )
  })
})

it('the later of two comes first, the smaller id of equal times, and one beside itself is equal', () => {
  const [old, late, twin] = [claim('b', 1), claim('a', 1, { observedAt: at(2) }), claim('a', 1)]
  assert.deepEqual([twin, old, late].sort(compareLater), [late, twin, old])
  assert.equal(compareLater(old, old), 0)
})
