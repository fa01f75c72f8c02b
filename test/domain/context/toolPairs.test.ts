import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import {
  answeredCalls,
  callsLeftBy,
  callsOfGroup,
  groupAcross,
  isTalkBesideResults,
  lateResults,
  leavesNoneOpen,
  noPairs,
  pairsAfter,
  type PairState,
  type ToolSide,
} from '../../../src/domain/context/toolPairs.ts'
import type { Block, OpenCall, Role, TreeNode } from '../../../src/domain/model.ts'
import type { DrawnTree } from '../../support/tree/drawing.ts'
import { pathOf } from '../../support/tree/plainTree.ts'
import { anyPath, call, result } from './support.ts'

const node = (t: DrawnTree, id: string) => t.observations.get(id) as TreeNode

/** The plain definition: a border may be cut when no call above it is answered below it. */
function pairAcross(nodes: readonly TreeNode[], border: number): boolean {
  const ids = (part: readonly TreeNode[], type: 'toolCall' | 'toolResult') =>
    part.flatMap((n) => n.blocks.flatMap((block) => (block.type === type ? [block.callId] : [])))
  const above = new Set(ids(nodes.slice(0, border + 1), 'toolCall'))
  return ids(nodes.slice(border + 1), 'toolResult').some((id) => above.has(id))
}

describe('tool groups', () => {
  it('are never cut between a call and its result', () => {
    fc.assert(
      fc.property(anyPath, ({ t, head }) => {
        const nodes = pathOf(t, head)
        const last = node(t, head).place
        for (let i = 0; i + 1 < nodes.length; i++) {
          const start = groupAcross((nodes[i] as TreeNode).place, (nodes[i + 1] as TreeNode).place, last)
          if (pairAcross(nodes, i)) assert.ok(start !== null && start <= i)
        }
      }),
      { numRuns: 300 },
    )
  })
})

const side = (role: Role | null, blocks: readonly Block[], answerId: string | null = null): ToolSide => ({
  role,
  blocks,
  answerId,
})
/** The state behind each of some turns. */
const after = (...turns: ToolSide[]): PairState =>
  turns.reduce((state, turn, depth) => pairsAfter(state, turn, depth), noPairs)
const ids = (calls: readonly (OpenCall | null)[]) => calls.map((one) => one && `${one.callId}@${one.depth}`)
const say: Block = { type: 'text', text: 'Go on' }

describe('the calls of a path', () => {
  const asked = after(side('USER', [say]), side('ASSISTANT', call('k', 'l')))

  it('are open until a result answers the newest of its id', () => {
    assert.deepEqual(ids(asked.openCalls), ['k@1', 'l@1'])
    const twice = pairsAfter(asked, side('ASSISTANT', call('k')), 2)
    assert.deepEqual(ids(answeredCalls(twice, result('k', 'x', 'k', 'k'))), ['k@2', null, 'k@1', null])
    assert.deepEqual(ids(pairsAfter(twice, side('TOOL', result('k')), 3).openCalls), ['k@1', 'l@1'])
    assert.ok(!leavesNoneOpen(asked))
    assert.ok(leavesNoneOpen(pairsAfter(asked, side('TOOL', result('l', 'k')), 2)))
  })

  it('are of one group with their results and the further turns of their answer', () => {
    const group = (turn: ToolSide) => pairsAfter(after(side('ASSISTANT', call('k'), 'x')), turn, 1).groupStart
    assert.equal(group(side('TOOL', result('k'))), 0)
    assert.equal(group(side('ASSISTANT', call('l'), 'x')), 0)
    assert.equal(group(side('ASSISTANT', call('l'), 'y')), 1)
    assert.equal(group(side('ASSISTANT', [say], 'y')), null)
    assert.equal(group(side('USER', [say])), null)
    assert.equal(group(side('USER', result('k'))), 0)
    assert.equal(group(side(null, [])), 0)
  })

  it('are left behind by what goes on without their results, and by nothing of their group', () => {
    const left = (turn: ToolSide) => callsLeftBy(asked, turn, pairsAfter(asked, turn, 2)).map(({ callId }) => callId)
    assert.deepEqual(left(side('USER', [say])), ['k', 'l'])
    assert.deepEqual(left(side('ASSISTANT', [say])), ['k', 'l'])
    assert.deepEqual(left(side('TOOL', result('k'))), [])
    assert.deepEqual(left(side('TOOL', result('none'))), [])
    const next = pairsAfter(asked, side('USER', [say]), 2)
    assert.deepEqual([ids(callsOfGroup(asked)), ids(callsOfGroup(next))], [['k@1', 'l@1'], []])
    assert.deepEqual(ids(lateResults(next, result('l'))), ['l@1'])
    assert.deepEqual(ids(lateResults(asked, result('l'))), [])
  })

  it('have results beside which only a person talks', () => {
    assert.ok(isTalkBesideResults(side('USER', [...result('k'), say])))
    assert.ok(!isTalkBesideResults(side('USER', result('k'))))
    assert.ok(!isTalkBesideResults(side('TOOL', [...result('k'), say])))
  })
})
