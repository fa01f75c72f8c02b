import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block, TreeNode } from '../../../src/domain/model.ts'
import { isBoundary } from '../../../src/domain/tree/forkPoint.ts'
import { tree, type DrawnTree } from '../../support/tree/drawing.ts'

const call = (...ids: string[]): Block[] => ids.map((callId) => ({ type: 'toolCall', callId, name: 'tool', input: {} }))
const result = (...ids: string[]): Block[] =>
  ids.map((callId) => ({ type: 'toolResult', callId, content: 'done', isError: false }))
const node = (t: DrawnTree, id: string) => t.observations.get(id) as TreeNode

describe('a cut', () => {
  it('let a conversation be cut only where no call is open, and after an answer for ANSWER', () => {
    const t = tree('u  a<u  r<a  b<r  v<b', {
      a: { role: 'ASSISTANT', blocks: call('k') },
      r: { role: 'TOOL', blocks: result('k') },
      b: { role: 'ASSISTANT' },
    })
    const legal = ['u', 'a', 'r', 'b', 'v'].filter((id) => isBoundary('MESSAGE', node(t, id), null))
    assert.deepEqual(legal, ['u', 'r', 'b', 'v'])
    assert.ok(isBoundary('ANSWER', node(t, 'b'), node(t, 'v')))
    assert.ok(isBoundary('ANSWER', node(t, 'b'), null))
    assert.ok(!isBoundary('ANSWER', node(t, 'b'), node(t, 'a')))
    assert.ok(!isBoundary('ANSWER', node(t, 'r'), node(t, 'v')))
  })
})

it('the empty past may be cut for every boundary, and a note ends no answer', () => {
  for (const boundary of ['MESSAGE', 'ANSWER'] as const) assert.ok(isBoundary(boundary, null, null))
  const t = tree('u  a<u  n<a', { a: { role: 'ASSISTANT' }, n: { kind: 'NOTE' } })
  assert.ok(isBoundary('MESSAGE', node(t, 'n'), null))
  assert.ok(!isBoundary('ANSWER', node(t, 'n'), null))
  assert.ok(!isBoundary('ANSWER', node(t, 'u'), node(t, 'a')))
})
