import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Block, TreeNode, TreeShape } from '../../../src/domain/model.ts'
import { emptyShape, firstChild, wayOf, withChild, withJunction } from '../../../src/domain/tree/junctions.ts'
import { put, tree, unplaced, type DrawnTree } from '../../support/tree/drawing.ts'
import { emptyTree } from '../../support/tree/growth.ts'
import { childrenOf } from '../../support/tree/plainTree.ts'

const call = (...ids: string[]): Block[] => ids.map((callId) => ({ type: 'toolCall', callId, name: 'tool', input: {} }))
const result = (...ids: string[]): Block[] =>
  ids.map((callId) => ({ type: 'toolResult', callId, content: 'done', isError: false }))

describe('shapes of junctions', () => {
  const shape = (t: DrawnTree) => t.conversations.get('c')?.shape as TreeShape

  it('tell a branch from versions of one turn and from parallel results', () => {
    const branch = tree('u  a<u  b<u', { a: { role: 'ASSISTANT' }, b: { role: 'ASSISTANT' } })
    assert.deepEqual([shape(branch).branchPoints, shape(branch).versionPoints], [1, 0])
    const versions = tree('u  a<u  b<u', {
      a: { role: 'ASSISTANT', message: 'm' },
      b: { role: 'ASSISTANT', message: 'm' },
    })
    assert.deepEqual([shape(versions).branchPoints, shape(versions).versionPoints], [0, 1])
    const parallel = tree('a  r<a  q<a', {
      a: { role: 'ASSISTANT', blocks: call('k', 'l') },
      r: { role: 'TOOL', blocks: result('k') },
      q: { role: 'TOOL', blocks: result('l') },
    })
    assert.deepEqual([shape(parallel).branchPoints, shape(parallel).versionPoints], [0, 0])
  })

  it('become a branch when versions get company', () => {
    const t = tree('u  a<u  b<u  c<u', { a: { message: 'm' }, b: { message: 'm' }, c: { message: 'other' } })
    assert.deepEqual([shape(t).branchPoints, shape(t).versionPoints, shape(t).leaves], [1, 0, 3])
  })

  it('count what a recount counts, and leaves = roots + the children too many (W-3)', () => {
    const parents = fc.array(fc.record({ back: fc.nat(8), same: fc.boolean() }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(parents, (picks) => {
        const t = emptyTree()
        picks.forEach(({ back, same }, i) =>
          put(t, `n${i}`, i === 0 || back === 8 ? null : `n${Math.max(0, i - 1 - back)}`, same ? { message: 'm' } : {}),
        )
        const nodes = [...t.observations.values()]
        const counted = shape(t)
        const points = nodes.map((n) => childrenOf(t, n.id)).filter((children) => children.length > 1)
        const isVersion = (children: TreeNode[]) => new Set(children.map((child) => child.messageId)).size === 1
        assert.deepEqual(counted, {
          nodes: nodes.length,
          roots: childrenOf(t, null).length,
          leaves: nodes.filter((n) => childrenOf(t, n.id).length === 0).length,
          branchPoints: points.filter((children) => !isVersion(children)).length,
          versionPoints: points.filter(isVersion).length,
          sidechains: 0,
          toolCalls: 0,
        })
        assert.equal(counted.leaves, counted.roots + points.reduce((sum, children) => sum + children.length - 1, 0))
      }),
    )
  })
})

describe('the way of a child', () => {
  const u = unplaced('u')
  const answer = (id: string, answerId?: string) => unplaced(id, { role: 'ASSISTANT', ...(answerId && { answerId }) })

  it('is its turn, or the one that it replaces', () => {
    assert.equal(wayOf(u, null), 'c:u')
    assert.equal(wayOf(u, null, 'of:u'), 'of:u')
    assert.equal(wayOf(unplaced('j', { kind: 'JOIN' }), u), 'j')
  })

  it('is none of an aside: a result, a note, a further turn of the answer above', () => {
    assert.equal(wayOf(unplaced('r', { role: 'TOOL' }), u), null)
    assert.equal(wayOf(unplaced('n', { kind: 'NOTE' }), u), null)
    assert.equal(wayOf(answer('b', 'one'), answer('a', 'one')), null)
    assert.equal(wayOf(answer('b', 'two'), answer('a', 'one')), 'c:b')
    assert.equal(wayOf(answer('b'), answer('a')), 'c:b')
  })
})

describe('a junction', () => {
  const of = (...ways: (string | null)[]) => {
    const [first = null, ...others] = ways
    return others.reduce(withChild, firstChild('c', 'p', first))
  }

  it('is parallel with one child or asides, of versions with one way, and a branch with two', () => {
    assert.deepEqual(of('a'), { conversationId: 'c', parentId: 'p', children: 1, kind: 'PARALLEL', way: 'a' })
    assert.deepEqual([of(null, null).kind, of(null, 'a', null).kind], ['PARALLEL', 'PARALLEL'])
    assert.deepEqual([of('a', 'a').kind, of('a', 'b').kind], ['VERSION', 'BRANCH'])
  })

  it('counts its children, and has one kind in whatever order ways come', () => {
    const plain = (ways: readonly (string | null)[]) => {
      const named = ways.filter((way) => way !== null)
      return new Set(named).size > 1 ? 'BRANCH' : named.length > 1 ? 'VERSION' : 'PARALLEL'
    }
    const ways = fc.array(fc.constantFrom('a', 'b', null), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(ways, (given) => {
        assert.equal(of(...given).children, given.length)
        assert.equal(of(...given).kind, plain(given))
      }),
    )
  })
})

it('a changed junction changes the shape by its kind alone', () => {
  const branch = withChild(firstChild('c', 'p', 'a'), 'b')
  const versions = withChild(firstChild('c', 'p', 'a'), 'a')
  const one = withJunction(emptyShape, null, versions)
  assert.deepEqual(one, { ...emptyShape, versionPoints: 1 })
  assert.deepEqual(withJunction(one, versions, branch), { ...emptyShape, branchPoints: 1 })
  assert.deepEqual(withJunction(one, versions, null), emptyShape)
})
