import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Block, TreeNode, TreeShape } from '../../../src/domain/model.ts'
import { groupAcross, orphanResults } from '../../../src/domain/context/toolPairs.ts'
import { callsFirst } from '../../../src/domain/context/contextView.ts'
import { isBoundary } from '../../../src/domain/tree/forkPoint.ts'
import { ingestedAfter, type Unplaced } from '../../../src/domain/tree/placement.ts'
import { childrenOf, emptyTree, pathOf, put, tree, type DrawnTree, type Made } from '../../support/tree.ts'

const call = (...ids: string[]): Block[] => ids.map((callId) => ({ type: 'toolCall', callId, name: 'tool', input: {} }))
const result = (...ids: string[]): Block[] =>
  ids.map((callId) => ({ type: 'toolResult', callId, content: 'done', isError: false }))
const node = (t: DrawnTree, id: string) => t.nodes.get(id) as TreeNode

describe('places', () => {
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

/** Random paths of answers that call tools, with results in any order, some missing, some late. */
const steps = fc.array(
  fc.oneof(
    fc.constant({ role: 'USER' as const }),
    fc.record({ role: fc.constant('ASSISTANT' as const), calls: fc.nat(3), sameAnswer: fc.boolean() }),
    fc.record({ role: fc.constant('TOOL' as const), answers: fc.nat(3) }),
    fc.constant({ role: 'SYSTEM' as const }),
  ),
  { minLength: 1, maxLength: 40 },
)
const path = steps.map((made) => {
  const t = emptyTree()
  let [parent, calls, answer]: [string | null, number, number] = [null, 0, 0]
  const open: string[] = []
  made.forEach((step, i) => {
    const out: Made = 'calls' in step ? assistant(step) : 'answers' in step ? tool(step) : step
    parent = put(t, `n${i}`, parent, out).id
  })
  function assistant({ calls: n, sameAnswer }: { calls: number; sameAnswer: boolean }): Made {
    if (!sameAnswer) answer++
    const ids = Array.from({ length: n }, () => `k${calls++}`)
    open.push(...ids)
    return { role: 'ASSISTANT', answerId: `answer${answer}`, blocks: [{ type: 'text', text: 'x' }, ...call(...ids)] }
  }
  function tool({ answers }: { answers: number }): Made {
    return { role: 'TOOL', blocks: result(...open.splice(answers % Math.max(1, open.length), 1)) }
  }
  return { t, head: parent as unknown as string }
})

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
      fc.property(path, ({ t, head }) => {
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

  it('show all calls of a group before its results and leave nothing out', () => {
    fc.assert(
      fc.property(path, ({ t, head }) => {
        const items = pathOf(t, head).map((observation) => ({ observation }))
        const ordered = callsFirst(items)
        assert.deepEqual(new Set(ordered), new Set(items))
        ordered.slice(1).forEach(({ observation }, i) => {
          const above = ordered[i]?.observation as TreeNode
          const same = above.place.groupStart !== null && above.place.groupStart === observation.place.groupStart
          if (same && above.role === 'TOOL') assert.equal(observation.role, 'TOOL')
        })
      }),
    )
  })
})

describe('shapes', () => {
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
        const nodes = [...t.nodes.values()]
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

describe('a node below one that was stored by a clock ahead', () => {
  const time = (second: number, nanosecond = 0) =>
    `2026-01-01T00:00:${String(second).padStart(2, '0')}.${String(nanosecond).padStart(9, '0')}Z`
  const unplaced = (ingestedAt: string, observedAt = ingestedAt) =>
    ({ ...node(tree('u'), 'u'), ingestedAt, observedAt, place: null }) as Unplaced
  const times = ({ ingestedAt, observedAt }: Unplaced) => [ingestedAt, observedAt]

  it('is ingested right after it, and observed then if it was observed as it was ingested', () => {
    assert.deepEqual(times(ingestedAfter(unplaced(time(1)), [{ ingestedAt: time(6) }])), [time(6, 1), time(6, 1)])
    const observed = unplaced(time(1), time(0))
    assert.deepEqual(times(ingestedAfter(observed, [{ ingestedAt: time(3) }, { ingestedAt: time(6) }])), [time(6, 1), time(0)]) // prettier-ignore
  })

  it('stays as it is where no clock is ahead', () => {
    const one = unplaced(time(6))
    assert.equal(ingestedAfter(one, [{ ingestedAt: time(5, 999_999_999) }]), one)
    assert.equal(ingestedAfter(one, []), one)
  })
})
