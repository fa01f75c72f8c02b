import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { differenceOf } from '../../../src/app/sourceTrees/differenceOf.ts'
import type { SourceTree } from '../../../src/app/sourceTrees/model.ts'
import { emptyShape } from '../../../src/domain/tree/junctions.ts'

const none = 'No entry of the file has several children.'
const words = ({ nodes = 9, all = 0, ...counted }: Partial<SourceTree> & { nodes?: number; all?: number }, tree = {}) =>
  differenceOf(
    {
      ...{ danglingParents: 0, entries: [], sidechainNodes: 0, parallelCalls: 0, notes: 0, ways: 0 },
      ...counted,
      shape: { ...emptyShape, nodes, branchPoints: all },
    },
    { ...emptyShape, ...tree },
  )

describe('why a tree has other numbers than its file', () => {
  it('is said of branch points: what the tree has one after the other, and where the talk went two ways', () => {
    assert.equal(words({}), none)
    assert.equal(
      words({ all: 3, parallelCalls: 1, notes: 2 }),
      '1 of 3 branch points of the file is parallel calls with their results and 2 are a turn with notes beside it: the tree has them one after the other. The tree of this conversation has no branch point.',
    )
    assert.equal(
      words({ all: 1, ways: 1 }, { branchPoints: 1, versionPoints: 2 }),
      'At 1 of 1 branch point of the file the talk went two ways. The tree of this conversation has 1 branch point and 2 places of versions.',
    )
    assert.match(
      words({ all: 2, notes: 1, ways: 1 }, { versionPoints: 1 }),
      /^1 of 2 branch points of the file is a turn with notes beside it: .* At 1 the talk went two ways\. .* has 1 place of versions\.$/,
    )
  })

  it('is said of sub-agents, where they are some of the nodes', () => {
    assert.equal(
      words({ sidechainNodes: 4 }),
      `${none} 4 of the 9 nodes are sub-agents', which are conversations of their own.`,
    )
    assert.equal(words({ sidechainNodes: 9 }), none)
  })

  it('is said of parents that the file lacks', () => {
    assert.equal(
      words({ danglingParents: 1 }),
      `${none} 1 node names a parent that the file lacks; the tree has it as a root.`,
    )
    assert.match(
      words({ danglingParents: 2 }),
      /2 nodes name parents that the file lacks; the tree has them as roots\.$/,
    )
  })
})
