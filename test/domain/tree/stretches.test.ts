import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import {
  inheritedLine,
  stretchesOf,
  unfolded,
  type Outline,
  type TreeStretch,
} from '../../../src/domain/tree/stretches.ts'

const segment = (id: string, tipDepth: number, above: readonly [string, number] | null = null): Outline => ({
  id,
  tipDepth,
  exit: above && { segmentId: above[0], depth: above[1], turns: 0, entries: 0 },
})
const shown = (stretches: readonly TreeStretch[]) =>
  stretches.map(({ line, from, to, after, alike }) => `${after ?? ''}>${line}${from}-${to}${alike ? `+${alike}` : ''}`)

describe('the stretches of a tree', () => {
  it('are one for a chain, however long', () => {
    const stretches = stretchesOf({
      inheritedDepth: null,
      segments: [segment('a', 99_999)],
      head: { line: 'a', depth: 5 },
    })
    assert.deepEqual(stretches, [{ line: 'a', from: 0, to: 99_999, after: null, onHeadPath: true, alike: 0 }])
  })

  it('part where a node has two children, the newest leaf first', () => {
    const segments = [segment('b', 7, ['a', 4]), segment('a', 9)]
    const stretches = stretchesOf({ inheritedDepth: null, segments, head: { line: 'a', depth: 9 } })
    assert.deepEqual(shown(stretches), ['>a0-4', '0>b5-7', '0>a5-9'])
    assert.deepEqual(
      stretches.map(({ onHeadPath }) => onHeadPath),
      [true, false, true],
    )
  })

  it('are wholly inherited or wholly own', () => {
    const segments = [segment('own', 9, ['source', 5]), segment('side', 4, ['source', 2])]
    const stretches = stretchesOf({ inheritedDepth: 5, segments, head: { line: 'own', depth: 9 } })
    assert.deepEqual(shown(stretches), ['>0-2', '0>3-5', '1>own6-9', '0>side3-4'])
    assert.deepEqual(shown(stretchesOf({ inheritedDepth: 5, segments: [], head: { line: inheritedLine, depth: 5 } })), [
      '>0-5',
    ])
    assert.deepEqual(stretchesOf({ inheritedDepth: null, segments: [], head: null }), [])
  })

  it('fold leaves beside each other into the newest, but for the head', () => {
    const leaves = (count: number) => Array.from({ length: count }, (_, i) => segment(`s${i}`, 1, ['a', 0]))
    const few = [...leaves(unfolded - 1), segment('a', 1)]
    assert.equal(stretchesOf({ inheritedDepth: null, segments: few, head: null }).length, unfolded + 1)
    const many = [...leaves(100_000), segment('a', 1)]
    assert.deepEqual(shown(stretchesOf({ inheritedDepth: null, segments: many, head: null })), [
      '>a0-0',
      '0>s01-1+100000',
    ])
    const withHead = stretchesOf({ inheritedDepth: null, segments: many, head: { line: 's7', depth: 1 } })
    assert.deepEqual(shown(withHead), ['>a0-0', '0>s01-1+99999', '0>s71-1'])
  })

  it('hold each node once, and follow each other', () => {
    const node = fc.record({ parent: fc.nat(), isRoot: fc.integer({ min: 0, max: 20 }) })
    fc.assert(
      fc.property(fc.array(node, { minLength: 1, maxLength: 60 }), fc.nat(), (given, at) => {
        const { segments, children } = grown(given)
        const line = segments[at % segments.length] as Outline
        const stretches = stretchesOf({ inheritedDepth: null, segments, head: { line: line.id, depth: line.tipDepth } })
        const nodes = stretches.reduce((sum, { from, to, alike }) => sum + to - from + 1 + alike, 0)
        assert.equal(nodes, given.length)
        stretches.forEach(({ after }, i) => assert.ok(after === null || after < i))
        const partings = new Set([...children].filter(([, count]) => count > 1).map(([id]) => id))
        const below = stretches.filter(({ after }) => after !== null)
        assert.ok(below.every(({ after }) => stretches[after ?? 0]?.alike === 0))
        for (const { line: id, from, to } of stretches)
          for (let depth = from; depth < to; depth++) assert.ok(!partings.has(`${id} ${depth}`))
        assert.ok(
          stretches.some(({ line: id, to, onHeadPath }) => onHeadPath && id === line.id && to === line.tipDepth),
        )
      }),
    )
  })
})

/** Grows segments as a conversation does: a child of a tip goes on, any other opens one. Newest tip first. */
function grown(given: readonly { parent: number; isRoot: number }[]) {
  const nodes: { line: string; depth: number }[] = []
  const tips = new Map<string, Outline>()
  const children = new Map<string, number>()
  given.forEach(({ parent, isRoot }, i) => {
    const above = i === 0 || isRoot === 0 ? null : (nodes[parent % i] ?? null)
    const known = above && tips.get(above.line)
    if (above) children.set(`${above.line} ${above.depth}`, (children.get(`${above.line} ${above.depth}`) ?? 0) + 1)
    const goesOn = above && known?.tipDepth === above.depth
    const line = goesOn ? above.line : `n${i}`
    const depth = (above?.depth ?? -1) + 1
    const made = goesOn ? { ...known, tipDepth: depth } : segment(line, depth, above && [above.line, above.depth])
    tips.delete(line)
    tips.set(line, made)
    nodes.push({ line, depth })
  })
  return { segments: [...tips.values()].reverse(), children }
}
