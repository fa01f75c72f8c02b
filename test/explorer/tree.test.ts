import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import { anyTree } from './support/anyTree.ts'
import { everyFold, fold, toggled } from '../../src/explorer/tree/fold.ts'
import { lanesOf } from '../../src/explorer/tree/lanes.ts'
import { paint, sceneOf, stretchAt, wholeView } from '../../src/explorer/tree/paint.ts'
import { knownOf, placesOf } from '../../src/explorer/tree/places.ts'
import { rowAbove, rows, together, type Known } from '../../src/explorer/tree/rows.ts'
import {
  below,
  fromColumns,
  fromTold,
  linesOf,
  nodeCount,
  startsOf,
  type Tree,
} from '../../src/explorer/tree/stretches.ts'

const sum = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0)

describe('the tree, laid out', () => {
  it('is read whole from lines of columns and from the API alike', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const line = {
          first: tree.map(({ first }) => first),
          after: tree.map(({ parent }) => (parent < 0 ? null : parent)),
          length: tree.map(({ length }) => length),
          kind: tree.map(() => null),
          flags: tree.map(({ onHeadPath }) => (onHeadPath ? 1 : 0)),
          alike: tree.map(({ alike }) => alike),
        }
        assert.deepEqual(
          fromColumns(JSON.stringify(line)),
          tree.map((each) => ({ ...each, last: null })),
        )
        const told = tree.map((each) => ({
          ...each,
          first: { id: each.first },
          last: { id: each.last ?? '' },
          after: each.parent < 0 ? null : { id: tree[each.parent]?.last ?? '' },
        }))
        assert.deepEqual(fromTold(told), tree)
      }),
    )
  })

  it('has each stretch once, its parents before it, and a way on from each end', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const lines = linesOf(tree)
        const placed = fold(tree, lines, new Set())
        const places = new Map(placed.map(({ stretch }, at) => [stretch, at]))
        assert.equal(places.size, tree.length)
        tree.forEach(({ parent }, at) => assert.ok(parent < 0 || places.get(parent)! < places.get(at)!))
        // The head's path stands at the outermost level.
        assert.ok(placed.every(({ stretch, level }) => !tree[stretch]?.onHeadPath || level === 1))
      }),
    )
  })

  it('has every node in one row, whatever is folded, and unfolding gives back what was there', () => {
    fc.assert(
      fc.property(anyTree, fc.array(fc.nat(59)), (tree, chosen) => {
        const lines = linesOf(tree)
        const all = rows(tree, lines, fold(tree, lines, new Set()), new Map())
        assert.equal(sum(all.map(({ nodes }) => nodes)), nodeCount(tree))
        assert.equal(new Set(all.map(({ key }) => key)).size, all.length)
        for (const folded of [new Set(chosen.map((at) => `f${at}`)), everyFold(tree, lines)]) {
          const some = rows(tree, lines, fold(tree, lines, folded), new Map())
          assert.equal(sum(some.map(({ nodes }) => nodes)), nodeCount(tree))
          let open: ReadonlySet<string> = folded
          for (const first of folded) open = toggled(open, first)
          assert.deepEqual(rows(tree, lines, fold(tree, lines, open), new Map()), all)
        }
      }),
    )
  })

  it('finds where a node lies by its depth and a leaf below it, and shows it in a row of its own', () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), fc.nat(), (tree, some, far) => {
        const stretch = some % tree.length
        const offset = far % tree[stretch]!.length
        const { next } = linesOf(tree)
        let leaf = stretch
        while (next[leaf]! >= 0) leaf = next[leaf]!
        const depth = startsOf(tree)[stretch]! + offset
        const places = placesOf(tree, [{ id: 'sought', depth, leaf: tree[leaf]!.last, signs: ['FORK'] }])
        assert.deepEqual(places, [{ id: 'sought', stretch, offset, signs: ['FORK'] }])
        const head = placesOf(tree, [{ id: 'head', depth, leaf: null, signs: ['HEAD'] }])
        if (tree[stretch]!.onHeadPath) assert.deepEqual(head, [{ id: 'head', stretch, offset, signs: ['HEAD'] }])
        const lines = linesOf(tree)
        const all = rows(tree, lines, fold(tree, lines, new Set()), knownOf(tree, places))
        assert.equal(sum(all.map(({ nodes }) => nodes)), nodeCount(tree))
        const own = all.filter((row) => row.kind === 'NODE' && row.stretch === stretch && row.offset === offset)
        assert.equal(own.length, 1)
      }),
    )
  })

  it('is shown from any stretch on, with all that is below it and nothing else', () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), (tree, some) => {
        const top = some % tree.length
        const isBelow = (at: number): boolean => at === top || (at > top && isBelow(tree[at]!.parent))
        const wanted = tree.filter((_, at) => isBelow(at))
        const part = below(tree, tree[top]!.first)
        assert.deepEqual(
          part.map(({ first }) => first),
          wanted.map(({ first }) => first),
        )
        part.forEach(({ parent, first }, at) => {
          assert.ok(parent < at)
          const before = tree[tree.find((each) => each.first === first)!.parent]?.first
          if (at > 0) assert.equal(part[parent]!.first, before)
        })
      }),
    )
    const [root] = fc.sample(anyTree, 1)
    assert.equal(below(root!, 'no such'), root)
  })

  it('shows what was asked for between the ends of a stretch', () => {
    const tree = fromTold([
      { first: { id: 'a' }, last: { id: 'e' }, length: 5, onHeadPath: true, inherited: false, alike: 0 },
      {
        first: { id: 'x' },
        last: { id: 'x' },
        after: { id: 'e' },
        length: 1,
        onHeadPath: false,
        inherited: false,
        alike: 3,
      },
      {
        first: { id: 'y' },
        last: { id: 'y' },
        after: { id: 'e' },
        length: 1,
        onHeadPath: true,
        inherited: false,
        alike: 0,
      },
    ])
    const lines = linesOf(tree)
    const drawn = (folded: ReadonlySet<string>, known: Known = new Map()): string[] =>
      rows(tree, lines, fold(tree, lines, folded), known).map(
        ({ key, level, nodes, isOpen }) =>
          `${'-'.repeat(level)}${key} ${nodes}${isOpen === null ? '' : isOpen ? ' open' : ' folded'}`,
      )
    assert.deepEqual(drawn(new Set()), ['-a 1', '-more a 4 3', '-e 1 open', '--x 1', '--alike x 3', '-y 1'])
    assert.deepEqual(drawn(new Set(['a'])), ['-a 1', '-more a 4 3', '-e 5 folded', '-y 1'])
    const some = new Map([['a', new Map([[2, 'c']])]])
    const drawnSome = ['-a 1', '-more a 2 1', '-c 1', '-more a 4 1', '-e 5 folded', '-y 1']
    assert.deepEqual(drawn(new Set(['a']), some), drawnSome)
    const others = new Map([1, 3].map((offset) => [offset, offset === 1 ? 'b' : 'd']))
    const asked = together(some, new Map([['a', others]]))
    assert.deepEqual(drawn(new Set(['a']), asked), ['-a 1', '-b 1', '-c 1', '-d 1', '-e 5 folded', '-y 1'])
    assert.equal(rowAbove(rows(tree, lines, fold(tree, lines, new Set()), new Map()), 4), 2)
  })

  it('has no two stretches over each other in a lane, and the head in the first', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const { starts, ends, lanes, laneCount } = lanesOf(tree, linesOf(tree))
        assert.deepEqual([...starts], [...startsOf(tree)])
        const taken = new Set<string>()
        tree.forEach(({ onHeadPath }, at) => {
          assert.ok(lanes[at]! < laneCount)
          if (onHeadPath) assert.equal(lanes[at], 0)
          for (let place = starts[at]!; place <= ends[at]!; place += 1) {
            assert.ok(!taken.has(`${lanes[at]} ${place}`))
            taken.add(`${lanes[at]} ${place}`)
          }
        })
      }),
    )
  })

  it('takes a chain of many stretches and many sides without recursion', () => {
    const at = (parent: number, i: number) => {
      return {
        first: `f${i}`,
        last: `f${i}`,
        parent,
        length: 5,
        parting: null,
        onHeadPath: false,
        inherited: false,
        alike: 0,
      }
    }
    for (const tree of [
      Array.from({ length: 20_000 }, (_, i) => at(i - 1, i)),
      Array.from({ length: 20_000 }, (_, i) => at(i === 0 ? -1 : 0, i)),
      Array.from({ length: 20_000 }, (_, i) => at(i % 2 === 0 ? i - 2 : i - 1, i)),
    ] as Tree[]) {
      const lines = linesOf(tree)
      assert.equal(fold(tree, lines, new Set()).length, tree.length)
      const scene = sceneOf(tree, lanesOf(tree, lines))
      const pixels = new Uint32Array(800 * 600)
      const view = wholeView(scene, 800, 600)
      paint(pixels, 800, scene, view, { paper: 1, line: 2, head: 3, inherited: 4, version: 5 })
      assert.ok(pixels.includes(2))
    }
  })

  it('paints the head over the rest, and finds what lies under the pointer', () => {
    const tree = fromTold([
      { first: { id: 'a' }, last: { id: 'c' }, length: 3, onHeadPath: true, inherited: false, alike: 0 },
      {
        first: { id: 'd' },
        last: { id: 'e' },
        after: { id: 'c' },
        length: 2,
        onHeadPath: true,
        inherited: false,
        alike: 0,
      },
      {
        first: { id: 'x' },
        last: { id: 'x' },
        after: { id: 'c' },
        length: 1,
        onHeadPath: false,
        inherited: true,
        alike: 0,
      },
    ])
    const scene = sceneOf(tree, lanesOf(tree, linesOf(tree)))
    const view = { x: 0, y: 0, perNode: 10, perLane: 10 }
    const pixels = new Uint32Array(60 * 20)
    paint(pixels, 60, scene, view, { paper: 0, line: 1, head: 2, inherited: 3, version: 4 })
    assert.deepEqual([pixels[5], pixels[35], pixels[15 * 60 + 5]], [2, 2, 0])
    assert.deepEqual([pixels[5 * 60 + 20], pixels[10 * 60 + 29]], [1, 3])
    const versions = tree.map((each) => ({ ...each, parting: each.first === 'x' ? ('VERSION' as const) : null }))
    const again = sceneOf(versions, lanesOf(versions, linesOf(versions)))
    paint(pixels, 60, again, view, { paper: 0, line: 1, head: 2, inherited: 3, version: 4 })
    assert.ok(pixels.includes(4))
    assert.equal(stretchAt(scene, view, 60, 31, 11), 2)
    assert.equal(stretchAt(scene, view, 60, 45, 1), 1)
    assert.equal(stretchAt(scene, view, 60, 5, 18), -1)
  })
})
