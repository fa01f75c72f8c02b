import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block, TreeNode } from '../../../src/domain/model.ts'
import { orphanResults } from '../../../src/domain/context/toolPairs.ts'
import { ingestedAfter, type Unplaced } from '../../../src/domain/tree/placement.ts'
import { tree, type DrawnTree } from '../../support/tree/drawing.ts'

const call = (...ids: string[]): Block[] => ids.map((callId) => ({ type: 'toolCall', callId, name: 'tool', input: {} }))
const result = (...ids: string[]): Block[] =>
  ids.map((callId) => ({ type: 'toolResult', callId, content: 'done', isError: false }))
const node = (t: DrawnTree, id: string) => t.observations.get(id) as TreeNode

describe('places in a tree', () => {
  it('number user, assistant and tool turns; system turns and notes have no number', () => {
    const t = tree('s  u<s  n<u  a<n', { s: { role: 'SYSTEM' }, n: { kind: 'NOTE' }, a: { role: 'ASSISTANT' } })
    assert.deepEqual(
      ['s', 'u', 'n', 'a'].map((id) => node(t, id).place.turn),
      [null, 1, null, 2],
    )
    assert.deepEqual(
      ['s', 'u', 'n', 'a'].map((id) => node(t, id).place.entry),
      [1, 2, null, 3],
    )
    assert.equal(node(t, 'a').place.depth, 3)
    assert.equal(node(t, 'a').place.firstUserId, 'u')
  })

  it('keep which calls are open, whoever answers them and in what order', () => {
    const t = tree('u  a<u  r<a  q<r  v<q', {
      a: { role: 'ASSISTANT', blocks: call('k1', 'k2') },
      r: { role: 'TOOL', blocks: result('k2') },
      q: { role: 'TOOL', blocks: result('k1') },
    })
    const open = (id: string) => node(t, id).place.openCalls.map((c) => c.callId)
    assert.deepEqual(['u', 'a', 'r', 'q', 'v'].map(open), [[], ['k1', 'k2'], ['k1'], [], []])
  })

  it('take a result for the newest open call of its id, and tell results of none', () => {
    const t = tree('a  b<a', {
      a: { role: 'ASSISTANT', blocks: call('k') },
      b: { role: 'ASSISTANT', blocks: call('k') },
    })
    assert.deepEqual(orphanResults(node(t, 'b').place, result('k', 'x', 'k', 'k')), ['x', 'k'])
  })
})

describe('a node below one that was stored by a clock ahead', () => {
  const time = (second: number, nanosecond = 0) =>
    `2026-01-01T00:00:${String(second).padStart(2, '0')}.${String(nanosecond).padStart(9, '0')}Z`
  const unplaced = (ingestedAt: string, observedAt = ingestedAt) =>
    ({ ...node(tree('u'), 'u'), ingestedAt, observedAt, place: null }) as Unplaced
  const times = ({ ingestedAt, observedAt }: Unplaced) => [ingestedAt, observedAt]

  it('is ingested right after it, and observed then if it was observed as it was ingested', () => {
    assert.deepEqual(times(ingestedAfter(unplaced(time(1)), [{ ingestedAt: time(6) }])), [time(6, 1), time(6, 1)])
    const observed = unplaced(time(1), time(0))
    assert.deepEqual(times(ingestedAfter(observed, [{ ingestedAt: time(3) }, { ingestedAt: time(6) }])), [
      time(6, 1),
      time(0),
    ])
  })

  it('stays as it is where no clock is ahead', () => {
    const one = unplaced(time(6))
    assert.equal(ingestedAfter(one, [{ ingestedAt: time(5, 999_999_999) }]), one)
    assert.equal(ingestedAfter(one, []), one)
  })
})
