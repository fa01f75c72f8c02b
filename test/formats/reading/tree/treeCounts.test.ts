import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryScratch } from '../../../../src/formats/scratch.ts'
import { TreeCounts } from '../../../../src/formats/reading/tree/treeCounts.ts'
import fc from '../../../support/properties.ts'

function counts(nodes: readonly (readonly [string, string | null, boolean?])[], head?: string) {
  const trees = new TreeCounts(memoryScratch())
  for (const [id, parent, isVersion] of nodes) trees.add(0, id, parent, isVersion)
  if (head !== undefined) trees.head(0, head)
  const { roots, leaves, branchPoints, reachable } = trees.counts()
  return [roots, leaves, branchPoints, reachable]
}

describe('the shape of trees', () => {
  it('has nothing in it where there is no node, and all of nothing is reached', () => {
    assert.deepEqual(counts([]), [0, 0, 0, 1])
  })

  it('is a chain with one root and one leaf, or has a place where it branches', () => {
    assert.deepEqual(
      counts([
        ['a', null],
        ['b', 'a'],
        ['c', 'b'],
      ]),
      [1, 1, 0, 1],
    )
    assert.deepEqual(
      counts([
        ['a', null],
        ['b', 'a'],
        ['c', 'a'],
        ['d', 'a'],
      ]),
      [1, 3, 1, 1],
    )
  })

  it('is reached as far as the tree goes in which the conversation stands: that of its last node, or of its head', () => {
    const nodes = [
      ['a', null],
      ['b', 'a'],
      ['c', 'a'],
      ['x', null],
    ] as const
    assert.deepEqual([counts(nodes)[3], counts(nodes, 'b')[3]], [1 / 4, 3 / 4])
    assert.deepEqual(
      counts([
        ['a', null],
        ['x', null, true],
      ]),
      [2, 2, 0, 1],
    )
  })

  it('is the sum of those of its conversations, though they use the same names', () => {
    const trees = new TreeCounts(memoryScratch())
    for (const of of [0, 1])
      for (const [id, parent] of [
        ['a', null],
        ['b', 'a'],
      ] as const)
        trees.add(of, id, parent)
    assert.deepEqual(trees.counts(), { roots: 2, leaves: 2, branchPoints: 0, reachable: 1 })
  })

  it('has as many leaves as nodes without a child, whatever the tree', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat()), { maxLength: 30 }), (all) => {
        const nodes = all.map(
          (parent, i) => [String(i), parent === null || i === 0 ? null : String(parent % i)] as const,
        )
        const children = (id: string) => nodes.filter(([, parent]) => parent === id).length
        const expected = [
          nodes.filter(([, parent]) => parent === null),
          nodes.filter(([id]) => children(id) === 0),
          nodes.filter(([id]) => children(id) > 1),
        ]
        assert.deepEqual(
          counts(nodes).slice(0, 3),
          expected.map((some) => some.length),
        )
      }),
    )
  })
})
