import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { OrderedTree } from '../../../src/app/sourceTrees/orderedTree.ts'
import type { PlannedNode } from '../../../src/formats/plan.ts'

/** `b<a` goes on from a; `!` before it: an aside. */
function parts(drawn: string, ids: string): boolean {
  const tree = new OrderedTree()
  for (const word of drawn.split(' ')) {
    const [name = '', parent = null] = word.replace('!', '').split('<')
    tree.add({ externalId: name, parent, aside: word.startsWith('!') } as PlannedNode)
  }
  return tree.parts(ids.split(''))
}

describe('entries of a file', () => {
  it('went two ways where neither is before the other', () => {
    assert.ok(parts('a b<a c<a', 'bc'))
    assert.ok(parts('a b<a c<a d<b', 'dc'))
    assert.ok(parts('a b', 'ab'), 'two roots are two ways')
    assert.ok(!parts('a b<a c<b', 'bc'))
    assert.ok(!parts('a b<a c<b', 'abc'))
    assert.ok(!parts('a', 'a'))
    assert.ok(!parts('a', ''))
  })

  it('that are notes or results went no way of their own, and neither did what is not there', () => {
    assert.ok(!parts('a b<a !c<a', 'bc'))
    assert.ok(!parts('a b<a', 'bx'))
    assert.ok(parts('a b<a !c<a d<c', 'bd'), 'what goes on from one may')
    assert.ok(parts('b<gone c<gone', 'bc'))
  })

  it('are compared as by walking to their roots', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (picks, x, y) => {
        const tree = new OrderedTree()
        const parents = picks.map((pick, k) => (k === 0 || pick % 5 === 4 ? null : pick % k))
        parents.forEach((parent, k) =>
          tree.add({ externalId: `${k}`, parent: parent === null ? null : `${parent}`, aside: false } as PlannedNode),
        )
        const path = (k: number): number[] => [k, ...(parents[k] == null ? [] : path(parents[k]))]
        const [a, b] = [x % picks.length, y % picks.length]
        assert.equal(tree.parts([`${a}`, `${b}`]), !path(a).includes(b) && !path(b).includes(a))
      }),
    )
  })
})
