import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block } from '../../../src/domain/model.ts'
import { nodeLabel } from '../../../src/domain/tree/nodeLabel.ts'
import { put, type Made } from '../../support/tree/drawing.ts'
import { emptyTree } from '../../support/tree/growth.ts'

describe('the label of a node', () => {
  const labelled = (made: { kind?: 'NOTE'; blocks: readonly Block[] }) => nodeLabel(put(emptyTree(), 'a', null, made))

  it('says which note it is', () => {
    const note = (value: Extract<Block, { type: 'other' }>['value']) =>
      labelled({ kind: 'NOTE', blocks: [{ type: 'other', value }] })
    assert.equal(note({ type: 'progress' }), 'NOTE progress')
    assert.equal(
      note({ type: 'system', subtype: 'turn_duration', content: 'Took\n2 s' }),
      'NOTE system turn_duration Took 2 s',
    )
    assert.equal(note(['strange']), 'NOTE')
  })

  it('names the tools that are called, on one line', () => {
    const blocks: Block[] = [{ type: 'toolCall', callId: 'k', name: 'Read\nme', input: {} }]
    assert.equal(labelled({ blocks }), '1 USER → Read me')
  })

  it('says that there is a thought where there is nothing else', () => {
    const thought: Block = { type: 'thinking', thinking: 'Hm.' }
    assert.equal(labelled({ blocks: [thought] }), '1 USER (thinking)')
    assert.equal(labelled({ blocks: [thought, { type: 'text', text: 'Yes.' }] }), '1 USER Yes.')
  })
})

describe('the label of a turn', () => {
  const labelled = (made: Made) => nodeLabel(put(emptyTree(), 'a', null, made))

  it('has its number, its role and the first 48 characters, on one line', () => {
    assert.equal(labelled({ role: 'SYSTEM', blocks: [{ type: 'text', text: 'Be\nbrief' }] }), 'SYSTEM Be brief')
    assert.equal(labelled({ blocks: [{ type: 'text', text: '😀'.repeat(49) }] }), `1 USER ${'😀'.repeat(48)}…`)
    assert.equal(labelled({ blocks: [] }), '1 USER')
  })

  it('names three of its calls and results behind its text', () => {
    const calls = ['a', 'b', 'c', 'd'].map((name): Block => ({ type: 'toolCall', callId: name, name, input: {} }))
    const answer = { role: 'ASSISTANT' as const, blocks: [{ type: 'text' as const, text: 'I look' }, ...calls] }
    assert.equal(labelled(answer), '1 ASSISTANT I look → a → b → c')
    const result: Block = { type: 'toolResult', callId: 'a', content: 'secret', isError: false }
    assert.equal(labelled({ role: 'TOOL', blocks: [result] }), '1 TOOL ← result')
  })
})
