import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block, Json } from '../../../src/domain/model.ts'
import { displayed } from '../../../src/formats/copilotChat/display.ts'
import { turn } from '../../../src/formats/reading/tree/drafts.ts'

const pieces = (...response: Json[]) =>
  displayed(response, (block) => turn('TOOL', [block])).map((piece) => [
    piece.block,
    ...('result' in piece ? (piece.result?.blocks ?? []) : []),
  ])
const text = (said: string): Block[] => [{ type: 'text', text: said }]
const call = (more: object): Json => ({ kind: 'toolInvocationSerialized', toolCallId: 'k', toolId: 'look', ...more })

describe('what was shown of an answer', () => {
  it('is nothing where there is nothing but blanks', () => {
    assert.deepEqual([pieces(), pieces({ value: ' \n' }), displayed('x', () => assert.fail())], [[], [], []])
  })

  it('is one text of its pieces, with the names of files that stand in it', () => {
    const reference = { kind: 'inlineReference', inlineReference: { path: '/w/né.ts' } }
    const answer = pieces(
      'see ',
      { value: 'the ' },
      reference,
      { kind: 'markdownContent', content: { value: '.' } },
      { kind: 'progress' },
    )
    assert.deepEqual(answer, [text('see the `né.ts`.')])
    assert.deepEqual(pieces({ kind: 'inlineReference', name: 'n', inlineReference: {} }), [text('`n`')])
  })

  it('is cut where a thought or a call stands', () => {
    const answer = pieces({ value: 'a' }, { kind: 'thinking', value: 'hm' }, { value: 'b' })
    assert.deepEqual(answer, [text('a'), [{ type: 'thinking', thinking: 'hm' }], text('b')])
  })

  it('has calls, with their results once these are there', () => {
    const block = { type: 'toolCall', callId: 'k', name: 'look', input: { message: 'Looking' } }
    const result = (content: Json, isError = false) => ({ type: 'toolResult', callId: 'k', content, isError })
    const looking = { invocationMessage: { value: 'Looking' } }
    assert.deepEqual(pieces(call(looking)), [[block]])
    assert.deepEqual(pieces(call({ ...looking, isComplete: true, pastTenseMessage: 'Looked' })), [
      [block, result('Looked')],
    ])
    assert.deepEqual(pieces(call({ ...looking, resultDetails: { output: [1], isError: true } })), [
      [block, result([1], true)],
    ])
    assert.deepEqual(pieces(call({ toolSpecificData: { rawInput: { a: 1 } } })), [[{ ...block, input: { a: 1 } }]])
    assert.deepEqual(pieces({ kind: 'toolInvocationSerialized' }), [])
  })
})
