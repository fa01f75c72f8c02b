import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { PlainFormula } from '../../../src/app/sourceTrees/plainFormula.ts'
import type { SourceEntry } from '../../../src/formats/sourceEntry.ts'

const entry = (id: string | null, parent: string | null = null, more: Partial<SourceEntry> = {}): SourceEntry => ({
  ...{ type: 'user', version: '1', id, parent, isSidechain: false, isTurn: true, toolCalls: 0 },
  ...more,
})
const result = (...entries: SourceEntry[]) => {
  const formula = new PlainFormula()
  for (const one of entries) formula.add(one)
  return formula.result()
}
const shape = (...entries: SourceEntry[]) => {
  const { nodes, roots, leaves, branchPoints } = result(...entries).shape
  return [nodes, roots, leaves, branchPoints]
}

describe('the plain formula', () => {
  it('counts nodes, roots, leaves and branch points by ids and parents alone', () => {
    assert.deepEqual(shape(), [0, 0, 0, 0])
    assert.deepEqual(shape(entry('a'), entry('b', 'a'), entry('c', 'a'), entry('d', 'b')), [4, 1, 2, 1])
    assert.deepEqual(shape(entry('b', 'a'), entry('a')), [2, 1, 1, 0], 'a child may come first')
    assert.deepEqual(result(entry('a'), entry('b', 'a'), entry('c', 'a')).branchPoints, [['b', 'c']])
  })

  it('counts a parent that the file lacks as dangling, and gives an entry without an id no place', () => {
    const found = result(entry('a', 'gone'), entry(null, 'a'))
    assert.deepEqual([found.danglingParents, found.shape.roots, found.shape.nodes, found.shape.leaves], [1, 0, 1, 1])
  })

  it('takes an entry once, the one with a parent where one has none', () => {
    assert.deepEqual(shape(entry('a'), entry('b'), entry('b', 'a'), entry('b', 'c')), [2, 1, 1, 0])
    assert.equal(result(entry('b', null, { toolCalls: 2 }), entry('b', 'a', { toolCalls: 2 })).shape.toolCalls, 2)
  })

  it('counts sub-agents, calls, and entries by type and version in the order of numbers', () => {
    const found = result(
      entry('a', null, { version: '10', toolCalls: 2 }),
      entry('b', 'a', { version: '9', isSidechain: true, toolCalls: 1 }),
      entry(null, null, { type: 'note', version: null, isTurn: false }),
      entry('c', 'a', { version: '9' }),
    )
    assert.deepEqual([found.shape.sidechains, found.shape.toolCalls], [1, 3])
    assert.deepEqual(
      found.entries.map(({ type, version, count }) => [type, version, count]),
      [
        ['note', null, 1],
        ['user', '9', 2],
        ['user', '10', 1],
      ],
    )
    assert.deepEqual([found.isTurn('a'), found.isTurn('x')], [true, false])
  })

  it('has as many leaves as roots and children too many, whatever the order of lines', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 20 }), (picks) => {
        const entries = picks.map((pick, k) => entry(`${k}`, k === 0 || pick % 4 === 3 ? null : `${pick % k}`))
        const { shape: counted, branchPoints } = result(...entries)
        assert.deepEqual(result(...entries.toReversed()).shape, counted)
        const tooMany = branchPoints.reduce((sum, children) => sum + children.length - 1, 0)
        assert.equal(counted.leaves, counted.roots + tooMany)
      }),
    )
  })
})
