import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { counted, drawnOf, headWords, labelIn } from '../../../src/domain/tree/drawing.ts'
import type { TreeNode } from '../../../src/domain/model.ts'
import { tree } from '../../support/tree/drawing.ts'
import { drawing } from './support.ts'

const straight = tree('a b<a c<b d<c')
const [a, b, c, d] = [...straight.observations.values()] as [TreeNode, TreeNode, TreeNode, TreeNode]
const run = (length: number, between: readonly TreeNode[] = []) =>
  drawnOf({ first: a, last: d, length, between, next: [] })

describe('a drawing', () => {
  it('has both ends of a straight part, and between them what is unfolded and how many are not', () => {
    assert.deepEqual(drawnOf({ first: a, last: a, length: 1, between: [], next: [] }), [a])
    assert.deepEqual(run(2), [a, d])
    assert.deepEqual(run(4), [a, 2, d])
    assert.deepEqual(run(4, [b]), [a, b, 1, d])
    assert.deepEqual(run(4, [b, c]), [a, b, c, d])
  })

  it('names three of the checkpoints of a node, and counts the others', () => {
    const of = (...names: string[]) => labelIn(drawing(straight, { checkpoints: new Map([['a', names]]) }), a)
    assert.equal(of(), '1 USER a')
    assert.equal(of('x', 'y', 'z'), '1 USER a ⚑ x, y, z')
    assert.equal(of('x', 'y', 'z', 'w'), '1 USER a ⚑ x, y, z, 1 more')
    assert.equal(of('é'.repeat(60)), `1 USER a ⚑ ${'é'.repeat(48)}…`)
  })

  it('names the head first, then twelve heads of others', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, k) => `c${k}`)
    const of = (headId: string | null, count: number) =>
      headWords(drawing(straight, { headId, heads: new Map([['a', ids(count)]]) }), a)
    assert.deepEqual([of(null, 0), of('d', 0), of('a', 0)], ['', '', '◀ head'])
    assert.equal(of('a', 12), `◀ head, ${ids(12).join(', ')}`)
    assert.equal(of(null, 13), `◀ ${ids(12).join(', ')}, 1 more`)
  })

  it('counts one thing in the singular alone', () => {
    assert.deepEqual(
      [0, 1, 2].map((count) => counted(count, 'leaf', 'leaves')),
      ['0 leaves', '1 leaf', '2 leaves'],
    )
  })
})
