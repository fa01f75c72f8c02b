import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import { chosenRows, isShown, type Showing } from '../../src/explorer/tree/filter.ts'
import { fold } from '../../src/explorer/tree/fold.ts'
import { eventPlaces, joined } from '../../src/explorer/tree/names.ts'
import { rows } from '../../src/explorer/tree/rows.ts'
import { linesOf } from '../../src/explorer/tree/stretches.ts'
import { anyTree } from './support/anyTree.ts'

describe('what is marked in a tree', () => {
  it('shows of its nodes those that are chosen, and always where lines part', () => {
    fc.assert(
      fc.property(anyTree, fc.array(fc.nat(59)), (tree, chosen) => {
        const lines = linesOf(tree)
        const all = rows(tree, lines, fold(tree, lines, new Set()), new Map())
        const wanted = new Set(chosen.map((at) => `f${at}`))
        const some = chosenRows(all, (id) => wanted.has(id))
        const kept = new Set(some)
        for (const row of all) {
          const isKept = row.kind !== 'NODE' || row.isOpen !== null || wanted.has(row.observation ?? '')
          assert.equal(kept.has(row), isKept)
        }
        assert.deepEqual(
          some,
          all.filter((row) => kept.has(row)),
        )
      }),
    )
    const call = [{ __typename: 'ToolCallBlock' }]
    const user = { role: 'USER', text: 'Hi', content: [], annotations: {} }
    const calling = { role: 'ASSISTANT', text: ' ', content: call, annotations: { mark: true } }
    const tool = { role: 'TOOL', text: '', content: [], annotations: null }
    const shown = (showing: Showing, isMarked = false) =>
      [user, { ...calling, text: 'I call' }, calling, tool]
        .map((each) => Number(isShown(showing, each, isMarked)))
        .join('')
    assert.deepEqual([shown('ALL'), shown('PROMPTS'), shown('NO_TOOLS')], ['1111', '1000', '1100'])
    assert.deepEqual([shown('MARKED'), shown('MARKED', true)], ['0110', '1111'])
  })

  it('knows from the ledger what its nodes are', () => {
    const event = (kind: string, details: unknown, from?: string) => {
      return { kind, details, headFrom: from === undefined ? null : { id: from } }
    }
    const newer = eventPlaces([
      event('CANCEL', { markerId: 'b', cancels: 'a' }, 'x'),
      event('MERGE', { joinId: 'j' }),
      event('MERGE', { joinId: null }),
      event('STORE', null, 'x'),
    ])
    const older = eventPlaces([
      event('REWIND', {}, 'b'),
      event('ANNOTATE', { observationId: 'b' }),
      event('COMPACT', { markerId: 'a' }),
    ])
    const all = joined(newer, older)
    assert.deepEqual(
      [...all].map(([id, pasts]) => `${id} ${[...pasts].join(' ')}`),
      ['b MARKER REWOUND NOTE', 'j MERGE', 'a MARKER'],
    )
  })
})
