import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Json } from '../../../src/domain/model.ts'
import { snapshotOf, type AsOf, type Observed, type Rules } from '../../../src/domain/messages/snapshot.ts'
import type { Strategy } from '../../../src/domain/messages/strategies.ts'

const second = (n: number) => `2026-01-01T00:00:${String(n).padStart(2, '0')}.000000000Z`
const stored = (n: number, fields: Record<string, Json>, more: Partial<Observed> = {}): Observed => ({
  id: `o${n}`,
  kind: 'FACT',
  fields,
  priority: 100,
  specificity: null,
  sourceKind: null,
  observedAt: second(n),
  ingestedAt: second(n),
  ...more,
})
const corrected = (n: number, fields: Record<string, Json>): Observed =>
  stored(n, fields, { kind: 'CORRECTION', priority: 1000 })
const deletion = (n: number) => stored(n, {}, { kind: 'DELETION', priority: 1000 })
const restoration = (n: number) => stored(n, {}, { kind: 'RESTORATION', priority: 1001 })
const rules = (strategies: Record<string, Strategy> = {}): Rules => ({
  strategies,
  isKnown: (field) => field !== 'odd',
})
const value = (observations: readonly Observed[], strategies?: Record<string, Strategy>) =>
  snapshotOf(observations, rules(strategies))?.fields ?? null

describe('a snapshot', () => {
  it('N-20: names the observation behind each field, counts, and takes its time from the data', () => {
    const made = snapshotOf(
      [stored(1, { a: 1, b: 1 }), stored(3, { b: 3, odd: true }), corrected(2, { a: 2 })],
      rules(),
    )
    assert.deepEqual(made, {
      fields: { a: 2, b: 3, odd: true },
      provenance: { a: 'o2', b: 'o3', odd: 'o3' },
      observationCount: 3,
      unknownFields: 1,
      computedAt: second(3),
    })
  })

  it('N-21: takes the last write where no strategy is declared, the smaller id of equal times', () => {
    const twins = [stored(1, { a: 'x' }, { id: 'm' }), stored(1, { a: 'y' }, { id: 'k' })]
    assert.deepEqual(value(twins), { a: 'y' })
    assert.deepEqual(value([stored(2, { a: 'new' }), stored(1, { a: 'old' })]), { a: 'new' })
  })

  it('N-21: takes the highest priority, then the more trusted source (N-7), then the later', () => {
    const by = { a: 'highest_priority' } as const
    assert.deepEqual(value([stored(1, { a: 'high' }, { priority: 200 }), stored(2, { a: 'low' })], by), { a: 'high' })
    const kinds = [stored(1, { a: 's' }, { sourceKind: 'sensor' }), stored(2, { a: 'i' }, { sourceKind: 'import' })]
    assert.deepEqual(value(kinds, by), { a: 's' })
    assert.deepEqual(value([stored(1, { a: 1 }), stored(2, { a: 2 })], by), { a: 2 })
  })

  it('N-21: takes the most specific, then the later', () => {
    const by = { a: 'most_specific' } as const
    const told = [stored(1, { a: 'exact' }, { specificity: 0.9 }), stored(2, { a: 'vague' }, { specificity: 0.1 })]
    assert.deepEqual(value([...told, stored(3, { a: 'unsaid' })], by), { a: 'exact' })
    assert.deepEqual(value([stored(1, { a: 1 }), stored(2, { a: 2 })], by), { a: 2 })
  })

  it('N-22: leaves out what was cleared, value and provenance, and keeps what was not observed', () => {
    const made = snapshotOf([stored(1, { a: 1, b: 1 }), stored(2, { a: null })], rules())
    assert.deepEqual([made?.fields, made?.provenance], [{ b: 1 }, { b: 'o1' }])
  })

  it('N-22: a null of top priority empties a merged array, which later ones fill again', () => {
    const by = { a: 'merge_array' } as const
    assert.deepEqual(value([stored(1, { a: ['x'] }), stored(2, { a: null })], by), { a: [] })
    assert.deepEqual(value([stored(1, { a: ['x'] }), stored(2, { a: null }, { priority: 1 })], by), { a: ['x'] })
    assert.deepEqual(value([stored(1, { a: ['x'] }), stored(2, { a: null }), stored(3, { a: ['y'] })], by), {
      a: ['y'],
    })
  })

  it('N-23: merges arrays of the highest priority alone; a correction replaces them, two corrections unite', () => {
    const by = { a: 'merge_array' } as const
    const two = [stored(1, { a: ['x', { k: 1 }] }), stored(2, { a: [{ k: 1 }, 'y'] })]
    assert.deepEqual(value(two, by), { a: ['x', { k: 1 }, 'y'] })
    assert.deepEqual(value([...two, stored(3, { a: ['z'] }, { priority: 200 })], by), { a: ['z'] })
    assert.deepEqual(value([...two, corrected(3, { a: ['c'] })], by), { a: ['c'] })
    assert.deepEqual(value([...two, corrected(3, { a: ['c'] }), corrected(4, { a: ['d'] })], by), { a: ['c', 'd'] })
  })

  it('N-23: reads a text that is a JSON array, and takes any other value for one element', () => {
    const by = { a: 'merge_array' } as const
    const told = [stored(1, { a: '["x","y"]' }), stored(2, { a: 'z' }), stored(3, { a: '[not json]' })]
    assert.deepEqual(value(told, by), { a: ['x', 'y', 'z', '[not json]'] })
  })

  it('N-26: a correction beats later stores, until the next correction', () => {
    for (const strategy of ['last_write', 'highest_priority', 'most_specific'] as const) {
      const told = [corrected(2, { a: 'c' }), stored(3, { a: 's' }, { specificity: 1, priority: 999 })]
      assert.deepEqual(value(told, { a: strategy }), { a: 'c' })
      assert.deepEqual(value([...told, corrected(4, { a: 'd' })], { a: strategy }), { a: 'd' })
      assert.deepEqual(value([...told, corrected(4, { a: null })], { a: strategy }), {})
    }
  })

  it('N-33: is null while deleted; a store does not revive it, a restoration does, the later of the two holds', () => {
    const told = [stored(1, { a: 1 }), deletion(2)]
    assert.equal(value([...told, stored(3, { a: 3 }), corrected(4, { a: 4 })]), null)
    assert.deepEqual(value([...told, corrected(3, { a: 3 }), restoration(4)]), { a: 3 })
    assert.equal(value([...told, restoration(3), deletion(4)]), null)
  })

  it('N-24: is as it was by event time, by ingestion time, or both; null before the first observation', () => {
    const late = stored(3, { a: 'late' }, { observedAt: second(1), id: 'a' })
    const told = [stored(2, { a: 'first' }), late, stored(4, { a: 'last' })]
    const asOf = (at: number | null, ingestedAt: number | null) =>
      snapshotOf(told, rules(), {
        at: at === null ? null : second(at),
        ingestedAt: ingestedAt === null ? null : second(ingestedAt),
      })?.fields
    assert.deepEqual(
      [asOf(2, null), asOf(1, null), asOf(1, 2), asOf(null, 3), asOf(0, null), asOf(null, null)],
      [{ a: 'first' }, { a: 'late' }, undefined, { a: 'first' }, undefined, { a: 'last' }],
    )
  })

  it('takes names of members of objects for names like any other', () => {
    const told = [stored(1, JSON.parse('{"__proto__": 1, "constructor": 2}') as Record<string, Json>)]
    assert.deepEqual(Object.keys(value(told) ?? {}), ['__proto__', 'constructor'])
  })
})

const names = ['last', 'high', 'specific', 'array'] as const
const by: Record<(typeof names)[number], Strategy> = {
  last: 'last_write',
  high: 'highest_priority',
  specific: 'most_specific',
  array: 'merge_array',
}
const anyValue = fc.constantFrom<Json>(null, 1, 'x', '["x"]', ['x', 'y'], [1])
const anyObserved = fc.record({
  kind: fc.constantFrom('FACT', 'FACT', 'FACT', 'CORRECTION', 'DELETION', 'RESTORATION'),
  fields: fc.dictionary(fc.constantFrom(...names), anyValue),
  priority: fc.constantFrom(1, 100, 200),
  specificity: fc.constantFrom(null, 0.5, 1),
  sourceKind: fc.constantFrom(null, 'sensor', 'human', 'unheard of'),
  observedAt: fc.integer({ min: 0, max: 5 }).map(second),
  ingestedAt: fc.integer({ min: 0, max: 5 }).map(second),
})
const anyHistory = fc.array(anyObserved, { maxLength: 8 }).map((all) =>
  all.map((one, i) => ({
    ...one,
    priority: one.kind === 'CORRECTION' ? 1000 : one.priority,
    id: `o${(i * 7) % 11}`,
  })),
)
const anyBound = fc.option(fc.integer({ min: 0, max: 5 }).map(second))
const anyAsOf: fc.Arbitrary<AsOf> = fc.record({ at: anyBound, ingestedAt: anyBound })

/** The slow definition: one observation after the other, oldest first, each told whether it takes a field over. */
function plainValue(history: readonly Observed[], { at, ingestedAt }: AsOf): Record<string, Json> | null {
  const past = history
    .filter((one) => (at === null || one.observedAt <= at) && (ingestedAt === null || one.ingestedAt <= ingestedAt))
    .sort((a, b) => (a.observedAt === b.observedAt ? (a.id < b.id ? 1 : -1) : a.observedAt < b.observedAt ? -1 : 1))
  if (past.length === 0) return null
  let deleted = false
  const holding = new Map<string, { rank: number[]; value: Json }>()
  const known = ['sensor', 'workflow_state', 'llm_summary', 'human', 'import', 'sync']
  for (const one of past) {
    if (one.kind === 'DELETION' || one.kind === 'RESTORATION') {
      deleted = one.kind === 'DELETION'
      continue
    }
    const trusted = known.includes(one.sourceKind ?? 'llm_summary')
      ? -known.indexOf(one.sourceKind ?? 'llm_summary')
      : -9
    for (const [field, value] of Object.entries(one.fields)) {
      const ranks = {
        last: [],
        high: [one.priority, trusted],
        specific: [one.specificity ?? 0],
        array: [one.priority],
      }[field] as number[]
      const rank = one.kind === 'CORRECTION' ? [1, ...ranks.map(() => 0)] : [0, ...ranks]
      const before = holding.get(field)
      const order = before ? compare(rank, before.rank) : 1
      if (order < 0) continue
      const united = field === 'array' ? unite(order === 0 ? (before?.value ?? null) : null, value) : value
      holding.set(field, { rank, value: united })
    }
  }
  if (deleted) return null
  return Object.fromEntries([...holding].filter(([, held]) => held.value !== null).map(([f, held]) => [f, held.value]))
}
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, i) => part !== b[i])
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number)
}
function unite(before: Json, value: Json): Json {
  if (value === null) return []
  const given = value === '["x"]' ? ['x'] : Array.isArray(value) ? (value as Json[]) : [value]
  return [...new Set([...((before ?? []) as Json[]), ...given])]
}

describe('any history', () => {
  it('has the snapshot that one observation after the other makes, now and at any time', () => {
    fc.assert(
      fc.property(anyHistory, anyAsOf, (history, asOf) => {
        const made = snapshotOf(history, rules(by), asOf)
        assert.deepEqual(made && { ...made.fields }, plainValue(history, asOf))
      }),
      { numRuns: 2000 },
    )
  })

  it('has one snapshot, in whatever order it arrives', () => {
    const shuffled = anyHistory.chain((history) =>
      fc.tuple(
        fc.constant(history),
        fc.shuffledSubarray(history, { minLength: history.length, maxLength: history.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([history, other]) => {
        assert.deepEqual(snapshotOf(other, rules(by)), snapshotOf(history, rules(by)))
      }),
    )
  })
})
