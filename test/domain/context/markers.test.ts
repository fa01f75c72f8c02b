import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import {
  holding,
  overlapped,
  ruleOf,
  shownOf,
  summaryPlace,
  type Hiding,
  type ContextSpan,
} from '../../../src/domain/context/markers.ts'
import type { Span } from '../../../src/domain/model.ts'

const hiding = (id: string, from: number, to: number, keep: Span[] = []): Hiding => ({
  id,
  span: { from, to },
  keep,
  hasSummary: !id.startsWith('d'),
  summaryAt: 0,
  sidechains: null,
})
const drawn = (shown: readonly ContextSpan[]) =>
  shown.map((part) => (part.kind === 'summary' ? part.id : `${part.from}-${part.to}`)).join(' ')
const whole = { from: 0, to: 9 }

describe('what markers show of a path', () => {
  it('is a summary in place of its span, and nothing in place of what is dropped', () => {
    assert.equal(drawn(shownOf([hiding('c', 2, 4)], whole)), '0-1 c 5-9')
    assert.equal(drawn(shownOf([hiding('d', 0, 4)], whole)), '5-9')
    assert.equal(drawn(shownOf([hiding('c', 5, 9), hiding('d', 1, 2)], whole)), '0-0 3-4 c')
    assert.equal(drawn(shownOf([hiding('c', 0, -1)], whole)), 'c 0-9')
    assert.equal(drawn(shownOf([hiding('c', 0, -1), hiding('e', 0, 3)], whole)), 'e 4-9')
  })

  it('is what the outermost of nested spans says, of equal ones the latest', () => {
    assert.equal(drawn(shownOf([hiding('c', 2, 3), hiding('e', 1, 5)], whole)), '0-0 e 6-9')
    assert.equal(drawn(shownOf([hiding('e', 1, 5), hiding('c', 2, 3)], whole)), '0-0 e 6-9')
    assert.equal(drawn(shownOf([hiding('c', 1, 5), hiding('e', 1, 5)], whole)), '0-0 e 6-9')
  })

  it('has what a marker keeps behind its summary, and markers within that', () => {
    const keep = [
      { from: 5, to: 9 },
      { from: 2, to: 2 },
      { from: 3, to: 3 },
    ]
    const marker = { span: { from: 0, to: 6 }, keep, summary: 's', cancels: null, targets: [], sidechains: null }
    const outer = ruleOf({ id: 'c', marker }).hiding as Hiding
    assert.equal(drawn(shownOf([outer], whole)), 'c 5-6 2-3 7-9')
    assert.equal(drawn(shownOf([outer, hiding('d', 2, 2), hiding('e', 3, 5)], whole)), 'c 5-6 3-3 7-9')
  })

  it('shows what is kept in the order in which it is named, each node once, and the summary at its place', () => {
    const kept = (...keep: Span[]) => {
      const marker = { span: { from: 0, to: 6 }, keep, summary: 's', cancels: null, targets: [], sidechains: null }
      return drawn(shownOf([ruleOf({ id: 'c', marker }).hiding as Hiding], whole))
    }
    const [two, four, all] = [
      { from: 1, to: 2 },
      { from: 4, to: 4 },
      { from: 0, to: 5 },
    ]
    assert.equal(kept(two, four, summaryPlace), '1-2 4-4 c 7-9')
    assert.equal(kept(four, summaryPlace, two), '4-4 c 1-2 7-9')
    assert.equal(kept(summaryPlace, four, two), 'c 4-4 1-2 7-9')
    assert.equal(kept(four, all), 'c 4-4 0-3 5-5 7-9')
    assert.equal(kept({ from: 2, to: 2 }, summaryPlace, { from: 3, to: 3 }), '2-2 c 3-3 7-9')
  })

  it('leaves out markers that are cancelled', () => {
    const cancel = { hiding: null, cancels: 'c' }
    const rules = [hiding('c', 0, 1), hiding('e', 3, 4)].map((one) => ({ hiding: one, cancels: null }))
    assert.equal(drawn(shownOf(holding([...rules, cancel]), whole)), '0-2 e 5-9')
  })

  it('may nest and never overlap in part, nor part what is kept', () => {
    const holds = [hiding('c', 2, 7, [{ from: 4, to: 5 }])]
    const at = (from: number, to: number) => overlapped(holds, { from, to })?.id ?? null
    assert.deepEqual(
      [at(0, 1), at(8, 9), at(0, 9), at(2, 7), at(2, 3), at(4, 4), at(2, 6)],
      [...[null, null, null, null, null, null, null]],
    )
    assert.deepEqual([at(0, 2), at(7, 8), at(3, 8), at(3, 4), at(5, 6)], ['c', 'c', 'c', 'c', 'c'])
  })

  it('is what looking at each node by itself says', () => {
    fc.assert(
      fc.property(laminar, (holds) => {
        const shown = shownOf(holds, { from: 0, to: 30 })
        const depths = shown.flatMap((part) => (part.kind === 'nodes' ? rangeOf(part) : []))
        assert.deepEqual(
          depths,
          rangeOf({ from: 0, to: 30 }).filter((depth) => isShown(holds, depth, { from: 0, to: 30 })),
        )
        const summaries = shown.flatMap((part) => (part.kind === 'summary' ? [part.id] : []))
        assert.equal(new Set(summaries).size, summaries.length)
      }),
      { numRuns: 500 },
    )
  })
})

const rangeOf = ({ from, to }: Span) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** The plain definition: the widest marker around a node within what is looked at, and what that one keeps. */
function isShown(holds: readonly Hiding[], depth: number, within: Span): boolean {
  const around = holds.filter(
    ({ span }) => span.from >= within.from && span.to <= within.to && span.from <= depth && span.to >= depth,
  )
  const outer = around.reduce<Hiding | null>((best, one) => (best && width(best) > width(one) ? best : one), null)
  if (!outer) return true
  const kept = outer.keep.find(({ from, to }) => from <= depth && to >= depth)
  return (
    kept !== undefined &&
    isShown(
      holds.filter((one) => one !== outer),
      depth,
      kept,
    )
  )
}
const width = ({ span }: Hiding) => span.to - span.from

/** Markers as they come about: each new one nests with those before. */
const laminar = fc
  .array(fc.tuple(fc.nat(30), fc.nat(30), fc.boolean(), fc.nat(30), fc.nat(5)), { maxLength: 12 })
  .map((made) => {
    const holds: Hiding[] = []
    for (const [i, [a, b, keeps, at, length]] of made.entries()) {
      const span = { from: Math.min(a, b), to: Math.max(a, b) }
      const kept = { from: Math.max(span.from, at), to: Math.min(span.to, at + length) }
      const keep = keeps && kept.from <= kept.to ? [kept] : []
      if (overlapped(holds, span) === null) holds.push(hiding(`m${i}`, span.from, span.to, keep))
    }
    return holds
  })
