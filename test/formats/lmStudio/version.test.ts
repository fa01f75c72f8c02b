import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Instant, JsonObject } from '../../../src/domain/model.ts'
import { readVersion } from '../../../src/formats/lmStudio/version.ts'

const observedAt = '2026-01-01T00:00:00.000000Z' as Instant
const read = (version: JsonObject) => readVersion(version, { place: '3', observedAt })
const step = (content: JsonObject[], more: JsonObject = {}): JsonObject => ({ type: 'contentBlock', content, ...more })
const text = (said: string): JsonObject => ({ type: 'text', text: said })

describe('a version of a message', () => {
  it('is the texts of its content, by its role', () => {
    const { draft, parts } = read({ role: 'user', content: [text('né'), 'b'] })
    assert.deepEqual([draft.role, draft.observedAt, parts], ['USER', observedAt, []])
    assert.deepEqual(draft.blocks, [
      { type: 'text', text: 'né' },
      { type: 'text', text: 'b' },
    ])
    assert.deepEqual([read({ role: 'later' }).draft.role, read({ role: 'system' }).draft.role], ['ASSISTANT', 'SYSTEM'])
  })

  it('is its steps, thoughts as such, with the results of calls as turns of the tools', () => {
    const request = { type: 'toolCallRequest', callId: 1, name: 'look', parameters: { a: 1 } }
    const result = { type: 'toolCallResult', callId: 1, content: 'x' }
    const { draft, parts } = read({
      role: 'assistant',
      steps: [
        step([text('hm')], { style: { type: 'thinking' } }),
        step([request]),
        step([result]),
        step([text('done')]),
      ],
    })
    assert.deepEqual(draft.blocks, [
      { type: 'thinking', thinking: 'hm' },
      { type: 'toolCall', callId: 'call-3-1', name: 'look', input: { a: 1 } },
    ])
    assert.deepEqual(
      parts.map((part) => [part.draft.role, part.draft.blocks[0]]),
      [
        ['TOOL', { type: 'toolResult', callId: 'call-3-1', content: 'x', isError: false }],
        ['ASSISTANT', { type: 'text', text: 'done' }],
      ],
    )
  })

  it('has the model and the sum of what was predicted, of an answer alone', () => {
    const genInfo = (count: number) => ({ genInfo: { identifier: 'm', stats: { predictedTokensCount: count } } })
    const steps = [step([text('a')], genInfo(3)), step([text('b')], genInfo(4))]
    const { model, usage } = read({ role: 'assistant', steps }).draft
    assert.deepEqual([model, usage?.outputTokens], ['m', 7])
    assert.equal(read({ role: 'user', steps }).draft.model, null)
    assert.equal(read({ role: 'assistant', steps: [], senderInfo: { senderName: 'n' } }).draft.model, 'n')
  })

  it('names its files, which lie in the folder of the program', () => {
    const { draft } = read({
      role: 'user',
      content: [{ type: 'file', fileIdentifier: '1.png', name: 'né.png', fileType: 'image' }],
    })
    assert.deepEqual(
      draft.files?.map(({ fileName, holds }) => [fileName, holds]),
      [['né.png', { uri: 'urn:lm-studio:1.png' }]],
    )
  })

  it('has what is not known as it came', () => {
    const { blocks } = read({ role: 'user', content: [{ type: 'later' }, { type: 'file' }] }).draft
    assert.deepEqual(blocks, [
      { type: 'other', value: { type: 'later' } },
      { type: 'other', value: { type: 'file' } },
    ])
  })
})
