import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Segment, TreeNode } from '../../../src/domain/model.ts'
import { lineageLength, meeting, stretches, toward, type AxisName } from '../../../src/domain/tree/segments.ts'
import { put, tree, type DrawnTree } from '../../support/tree/drawing.ts'
import { emptyTree } from '../../support/tree/growth.ts'
import { commonOf, pathOf } from '../../support/tree/plainTree.ts'

const segmentOf = (t: DrawnTree, id: string) => t.segments.get(t.observations.get(id)?.place.segmentId ?? '') as Segment

/** Finds the segment of a depth by climbing, and how many segments that took. */
function climb(t: DrawnTree, head: TreeNode, axis: AxisName, n: number): { id: string; steps: number } {
  let at = t.segments.get(head.place.segmentId) as Segment
  for (let steps = 1; ; steps++) {
    const next = toward(at, axis, n)
    if (next.holds) return { id: next.segmentId, steps }
    assert.notEqual(next.segmentId, at.id, 'climbing goes on')
    at = t.segments.get(next.segmentId) as Segment
  }
}

/** Returns the nodes of a stretch of a path by way of segments. */
function bySegments(t: DrawnTree, head: TreeNode, axis: AxisName, from: number, to: number): string[] {
  const number = (node: TreeNode) =>
    axis === 'depth' ? node.place.depth : axis === 'turn' ? node.place.turn : node.place.entry
  let ids: string[] = []
  let part = stretches(t.segments.get(climb(t, head, axis, to).id) as Segment, axis, from, to)
  for (;;) {
    const found = part.spans.flatMap((stretch) =>
      [...t.observations.values()]
        .filter(
          (node) =>
            node.place.segmentId === stretch.segmentId &&
            (number(node) ?? -1) >= stretch.from &&
            (number(node) ?? -1) <= stretch.to,
        )
        .sort((a, b) => a.place.depth - b.place.depth)
        .map((node) => node.id),
    )
    ids = [...found, ...ids]
    if (part.above === null) return ids
    part = stretches(t.segments.get(part.above.segmentId) as Segment, axis, from, part.above.to)
  }
}

function meet(t: DrawnTree, a: string, b: string): { id: string | null; steps: number } {
  let [left, right] = [a, b].map((id) => ({
    segment: segmentOf(t, id),
    depth: t.observations.get(id)?.place.depth ?? 0,
  })) as [{ segment: Segment; depth: number }, { segment: Segment; depth: number }]
  for (let steps = 0; ; steps++) {
    const met = meeting(left, right)
    if (met.kind === 'none') return { id: null, steps }
    if (met.kind === 'met') {
      const node = [...t.observations.values()].find(
        (n) => n.place.segmentId === met.segmentId && n.place.depth === met.depth,
      )
      return { id: node?.id ?? 'missing', steps }
    }
    if (met.a) left = { segment: t.segments.get(met.a.segmentId) as Segment, depth: met.a.depth }
    if (met.b) right = { segment: t.segments.get(met.b.segmentId) as Segment, depth: met.b.depth }
  }
}

/** Random trees: each node hangs under one of the last few or any earlier one, in one of two conversations. */
const randomTree = fc
  .array(
    fc.record({ back: fc.nat(30), fork: fc.boolean(), role: fc.constantFrom('USER', 'ASSISTANT', 'SYSTEM', 'TOOL') }),
    { minLength: 1, maxLength: 120 },
  )
  .map((steps) => {
    const t = emptyTree()
    steps.forEach(({ back, fork, role }, i) => {
      const parent = i === 0 || back === 30 ? null : `n${Math.max(0, i - 1 - Math.floor(back / 6))}`
      put(t, `n${i}`, parent, { role: role as 'USER', conversation: fork ? 'f' : 'c' })
    })
    return t
  })

/** A comb: every node stored twice, so that every node opens a segment. */
function comb(length: number): DrawnTree {
  const t = emptyTree()
  let parent: string | null = null
  for (let i = 0; i < length; i++) {
    put(t, `partial${i}`, parent)
    parent = put(t, `final${i}`, parent).id
  }
  return t
}

describe('a tree in segments', () => {
  it('goes on with the first child and opens a segment for every other', () => {
    const t = tree('a  b<a  c<b  d<a  e<d')
    assert.equal(segmentOf(t, 'c').id, segmentOf(t, 'a').id)
    assert.notEqual(segmentOf(t, 'd').id, segmentOf(t, 'a').id)
    assert.deepEqual(segmentOf(t, 'd').exit, { segmentId: segmentOf(t, 'a').id, depth: 0, turns: 1, entries: 1 })
    assert.equal(segmentOf(t, 'e').tipId, 'e')
  })

  it('opens a segment for the first own turn of a fork', () => {
    const t = tree('a  b<a  c<b', { c: { conversation: 'f' } })
    assert.notEqual(segmentOf(t, 'c').id, segmentOf(t, 'b').id)
    assert.equal(segmentOf(t, 'b').tipId, 'b')
  })

  it('finds every stretch of every path of random trees, on every axis', () => {
    fc.assert(
      fc.property(randomTree, fc.nat(), fc.nat(), fc.nat(), (t, pick, x, y) => {
        const head = [...t.observations.values()][pick % t.observations.size] as TreeNode
        const path = pathOf(t, head.id)
        const numbered: Record<AxisName, (string | undefined)[]> = {
          depth: path.map((node) => node.id),
          turn: [undefined, ...path.filter((node) => node.place.turn !== null).map((node) => node.id)],
          entry: [undefined, ...path.filter((node) => node.place.entry !== null).map((node) => node.id)],
        }
        for (const axis of ['depth', 'turn', 'entry'] as const) {
          const ids = numbered[axis]
          const first = axis === 'depth' ? 0 : 1
          if (ids.length <= first) continue
          const [from, to] = [x, y].map((n) => first + (n % (ids.length - first))).sort((a, b) => a - b) as [
            number,
            number,
          ]
          assert.deepEqual(bySegments(t, head, axis, from, to), ids.slice(from, to + 1))
        }
      }),
      { numRuns: 150 },
    )
  })

  it('finds where any two paths of random trees part', () => {
    fc.assert(
      fc.property(randomTree, fc.nat(), fc.nat(), (t, x, y) => {
        const [a, b] = [x, y].map((n) => `n${n % t.observations.size}`) as [string, string]
        assert.equal(meet(t, a, b).id, commonOf(t, a, b)?.id ?? null)
      }),
      { numRuns: 300 },
    )
  })

  it('climbs a comb of thousands of segments in a logarithm of steps', () => {
    const length = 2000
    const t = comb(length)
    const head = t.observations.get(`final${length - 1}`) as TreeNode
    for (const depth of [0, 1, 63, 64, 500, 1499, 1900, 1999]) {
      const { id, steps } = climb(t, head, 'depth', depth)
      assert.equal(id, segmentOf(t, `final${depth}`).id)
      assert.ok(steps <= 2 * Math.ceil(Math.log2(length)) + 2, `depth ${depth} took ${steps} steps`)
    }
    for (const [a, b] of [
      ['partial10', 'final1999'],
      ['partial1500', 'partial1999'],
      ['final0', 'partial1998'],
    ] as const) {
      const { id, steps } = meet(t, a, b)
      assert.equal(id, commonOf(t, a, b)?.id)
      assert.ok(steps <= 4 * Math.ceil(Math.log2(length)) + 4, `${a} and ${b} took ${steps} steps`)
    }
  })

  it('knows by arithmetic how far every level jumps', () => {
    const t = comb(300)
    for (const segment of t.segments.values()) {
      const jumped = segment.jump && t.segments.get(segment.jump.segmentId)
      assert.equal(jumped?.level ?? 0, segment.jumpLevel)
    }
  })

  it('keeps no more than so many exits in a segment', () => {
    assert.equal(segmentOf(comb(200), 'final199').lineage.length, lineageLength)
  })
})
