import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import {
  callsFirst,
  lastUpTo,
  missingResult,
  pieceList,
  shownUpTo,
  sizeOf,
  type ContextPiece,
} from '../../../src/domain/context/contextView.ts'
import type { Block, Role, TreeNode } from '../../../src/domain/model.ts'
import { put } from '../../support/tree/drawing.ts'
import { emptyTree } from '../../support/tree/growth.ts'
import { pathOf } from '../../support/tree/plainTree.ts'
import { anyPath, call, result } from './support.ts'

const nodes = (from: number, to: number): ContextPiece => ({ kind: 'nodes', from, to })
const summary: ContextPiece = { kind: 'summary', id: 's' }
const part = (id: string, ...blocks: number[]): ContextPiece => ({
  kind: 'entry',
  id,
  part: blocks,
  role: 'USER',
  joined: false,
})
const pieces = [summary, nodes(7, 9), nodes(2, 3), part('p', 0), part('p', 1)]

describe('the pieces of a view', () => {
  it('begin one after the other, from 1', () => {
    const list = pieceList(pieces)
    assert.deepEqual(list.begins, [1, 2, 5, 7, 8])
    assert.deepEqual(
      list.stretches.map(({ from, to, begin }) => [from, to, begin]),
      [
        [2, 3, 5],
        [7, 9, 2],
      ],
    )
    assert.deepEqual(
      list.made.get('p')?.map(({ place }) => place),
      [7, 8],
    )
    assert.deepEqual([...list.made.keys()], ['s', 'p'])
    assert.deepEqual(pieceList([]), { pieces: [], begins: [], stretches: [], made: new Map() })
  })

  it('show as many entries as their sizes come to, the last stretch up to the end of the path', () => {
    assert.equal(
      shownUpTo(pieceList(pieces), 100),
      pieces.reduce((sum, piece) => sum + sizeOf(piece), 0),
    )
    const open = pieceList([summary, nodes(4, Number.MAX_SAFE_INTEGER)])
    assert.deepEqual([shownUpTo(open, 4), shownUpTo(open, 10), shownUpTo(open, 3)], [2, 8, 1])
    assert.equal(shownUpTo(pieceList([]), 5), 0)
  })
})

it('the last of some rising numbers that is not greater is found as by looking at all', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9, max: 9 })), fc.integer({ min: -10, max: 10 }), (given, n) => {
      const numbers = [...given].sort((a, b) => a - b)
      const found = lastUpTo(numbers.length, n, (index) => numbers[index] as number)
      assert.equal(
        found,
        numbers.findLastIndex((one) => one <= n),
      )
    }),
  )
})

it('a call without a result gets one that says so, as an error', () => {
  assert.deepEqual(missingResult('k').blocks, [
    { type: 'toolResult', callId: 'k', content: 'No result was stored.', isError: true },
  ])
  assert.equal(missingResult('k').role, 'TOOL')
})

describe('a tool group', () => {
  const say: Block = { type: 'text', text: 'Go' }
  const order = (...turns: [Role, ...Block[]][]) => {
    const t = emptyTree()
    turns.forEach(([role, ...blocks], k) => {
      const answerId = role === 'ASSISTANT' ? { answerId: 'one' } : {}
      put(t, `${k}`, k === 0 ? null : `${k - 1}`, { role, blocks, ...answerId })
    })
    const path = pathOf(t, `${turns.length - 1}`)
    return callsFirst(path.map((observation) => ({ observation })))
      .map(({ observation }) => observation.id)
      .join('')
  }

  it('shows its calls before its results, and other turns where they stand', () => {
    assert.equal(
      order(
        ['USER', say],
        ['ASSISTANT', ...call('k')],
        ['TOOL', ...result('k')],
        ['ASSISTANT', ...call('l')],
        ['TOOL', ...result('l')],
      ),
      '01324',
    )
    assert.equal(order(['USER', say], ['ASSISTANT', say], ['USER', say]), '012')
  })

  it('ends with what a person says beside a result', () => {
    assert.equal(
      order(['ASSISTANT', ...call('k', 'l')], ['USER', ...result('k'), say], ['ASSISTANT', ...call('m')]),
      '012',
    )
  })

  it('show all calls of a group before its results and leave nothing out', () => {
    fc.assert(
      fc.property(anyPath, ({ t, head }) => {
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
