import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { Shape, type ShapeStep } from '../../../src/adapters/assistantUi/shape.ts'

const place = (id: string, parent: string | null): ShapeStep => ({ does: 'place', id, parent })
const remove = (id: string): ShapeStep => ({ does: 'remove', id })
const drawn = (shape: Shape) =>
  shape
    .ids()
    .map((id) => [id, shape.parentOf(id)].join('<'))
    .join(' ')

describe('the tree of a thread', () => {
  it('is empty without messages, and shows none', () => {
    const shape = new Shape([])
    assert.deepEqual([shape.ids(), shape.head, shape.has('a'), shape.parentOf('a')], [[], null, false, null])
  })

  it('has parents before their children, and these in their order', () => {
    const shape = new Shape([place('a', null), place('b', 'a'), place('c', 'a'), place('d', 'b')])
    assert.equal(drawn(shape), 'a< b<a d<b c<a')
    assert.equal(shape.head, 'd')
  })

  it('has each message once, under its newest parent, with all below it', () => {
    const shape = new Shape([place('a', null), place('b', 'a'), place('c', 'b'), place('d', null), place('b', 'd')])
    assert.equal(drawn(shape), 'a< d< b<d c<b')
    assert.equal(shape.head, 'c')
  })

  it('never puts a message below itself', () => {
    const shape = new Shape([place('a', null), place('b', 'a'), place('a', 'b')])
    assert.equal(drawn(shape), 'a< b<a')
  })

  it('leaves out what was removed: what stood below stands below its parent, and is found from it', () => {
    const shape = new Shape([
      place('a', null),
      place('b', 'a'),
      place('c', 'b'),
      remove('b'),
      place('d', 'b'),
      remove('x'),
    ])
    assert.equal(drawn(shape), 'a< c<a d<a')
    assert.deepEqual(
      ['b', 'a', 'x', null].map((id) => shape.placedAncestor(id)),
      ['a', 'a', null, null],
    )
  })

  it('shows the last message of the branch that was shown last', () => {
    const shape = new Shape([place('a', null), place('b', 'a'), place('c', 'a')])
    assert.deepEqual([shape.end(null), shape.end('a')], ['c', 'c'])
    shape.show('b')
    assert.deepEqual([shape.head, shape.end(null)], ['b', 'b'])
    assert.equal(new Shape([place('a', null), place('b', 'a'), remove('b')]).head, 'a')
  })

  it('stays a tree of exactly the messages that were placed and not removed', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const step = fc.oneof(
      { arbitrary: fc.tuple(id, fc.option(id)).map(([one, parent]) => place(one, parent)), weight: 3 },
      { arbitrary: id.map(remove), weight: 1 },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const present = new Set<string>()
        for (const one of steps)
          if (one.does === 'place') present.add(one.id)
          else present.delete(one.id)
        const shape = new Shape(steps)
        const ids = shape.ids()
        assert.deepEqual([...ids].sort(), [...present].sort())
        for (const [i, each] of ids.entries()) {
          const parent = shape.parentOf(each)
          assert.ok(parent === null || ids.indexOf(parent) < i)
          assert.ok(parent === null || shape.isBelow(each, parent))
        }
        assert.equal(shape.head === null, ids.length === 0)
      }),
    )
  })
})
