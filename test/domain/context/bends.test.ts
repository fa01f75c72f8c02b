import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bendAfter, bendsPath, isJoin, isMarker, namedBends } from '../../../src/domain/context/bends.ts'
import { noPairs, pairsAfter, type PairState } from '../../../src/domain/context/toolPairs.ts'
import type { Bend, Block, ObservationKind, Role, TreeNode } from '../../../src/domain/model.ts'
import { call, result } from './support.ts'

const say: Block = { type: 'text', text: 'Go' }
const bends = (
  role: Role | null,
  blocks: readonly Block[],
  before: PairState = noPairs,
  kind: ObservationKind = 'TURN',
  isFirst = false,
) =>
  // prettier-ignore
  bendsPath({ kind, role, blocks }, before, pairsAfter(before, { role, blocks, answerId: null }, 2), isFirst)
const asked = pairsAfter(noPairs, { role: 'ASSISTANT', blocks: call('k'), answerId: null }, 1)

describe('a path is bent', () => {
  it('by markers and joins, and not by turns whose pairs are whole', () => {
    assert.deepEqual(
      (['COMPACTION', 'DROP', 'CANCEL', 'JOIN', 'NOTE'] as const).map((kind) => bends(null, [], noPairs, kind)),
      [true, true, true, true, false],
    )
    assert.ok(!bends('USER', [say]))
    assert.ok(!bends('ASSISTANT', call('k')))
    assert.ok(!bends('TOOL', result('k'), asked))
  })

  it('by an answer that it begins with', () => {
    assert.ok(bends('ASSISTANT', [say], noPairs, 'TURN', true))
    assert.ok(!bends('USER', [say], noPairs, 'TURN', true))
  })

  it('by a result without a call, and by talk that leaves a call without a result', () => {
    assert.ok(bends('TOOL', result('x'), asked))
    assert.ok(bends('USER', [say], asked))
    assert.ok(bends('USER', [...result('x'), say], asked))
    assert.ok(!bends('USER', [...result('k'), say], asked))
  })

  it('by calls that no assistant makes, results of others than tools and persons, and a tool without one', () => {
    assert.ok(bends('USER', call('k')))
    assert.ok(bends('ASSISTANT', result('k'), asked))
    assert.ok(bends('TOOL', [say], asked))
    assert.ok(!bends('TOOL', [say]))
    assert.ok(bends(null, call('k'), noPairs, 'NOTE'))
  })

  it('never by a marker that is a join', () => {
    const kinds = ['COMPACTION', 'DROP', 'CANCEL', 'JOIN', 'TURN'] as const
    assert.deepEqual(
      kinds.map((kind) => [isMarker({ kind }), isJoin({ kind })].join()),
      ['true,false', 'true,false', 'true,false', 'false,true', 'false,false'],
    )
  })
})

describe('the bends of a path', () => {
  const node = (id: string, bend: Bend | null) => ({ id, place: { bend } }) as TreeNode
  const bendsOf = (count: number) => {
    const nodes: TreeNode[] = []
    for (let k = 1; k <= count; k++) nodes.push(node(`b${k}`, bendAfter(nodes.at(-1) ?? null)))
    return nodes
  }

  it('are numbered from 1, also behind one that names no others', () => {
    assert.deepEqual(bendAfter(null), { number: 1, near: [], far: [] })
    assert.deepEqual(bendAfter(node('a', null)), { number: 1, near: [], far: [] })
    assert.deepEqual(namedBends(node('a', null)), [])
  })

  it('name those of their block of 32, and the last ones of the blocks above, nearest first', () => {
    const [last, first, second] = bendsOf(66).slice(63) as [TreeNode, TreeNode, TreeNode]
    assert.equal(last.place.bend?.near.length, 31)
    assert.deepEqual(first.place.bend, { number: 65, near: [], far: ['b64', 'b32'] })
    assert.deepEqual(second.place.bend, { number: 66, near: ['b65'], far: ['b64', 'b32'] })
  })

  it('are all found from the last one, in three reads for a thousand', () => {
    const nodes = bendsOf(1000)
    const byId = new Map(nodes.map((one) => [one.id, one]))
    let known = new Set(['b1000'])
    for (let read = 0; read < 3; read++)
      known = new Set([...known].flatMap((id) => [id, ...namedBends(byId.get(id) as TreeNode)]))
    assert.equal(known.size, 1000)
    assert.deepEqual(
      nodes.map(({ place }) => place.bend?.number),
      nodes.map((_, k) => k + 1),
    )
    assert.ok(nodes.every((one) => namedBends(one).length < 64))
  })
})
