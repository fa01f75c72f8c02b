import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { amendmentOf } from '../../../src/app/turns/amendment.ts'
import { firstOf } from '../../../src/domain/messages/messageSnapshot.ts'
import type { Json } from '../../../src/domain/model.ts'
import { unplaced } from '../../support/tree/drawing.ts'

const message = firstOf(unplaced('u'), 'u', null)
const amend = (fields: Json, turnBytes = 1000) => amendmentOf(message, fields, turnBytes)
const refused = (fields: Json, path: readonly string[], code = 'BAD_INPUT') =>
  assert.throws(() => amend(fields), { code, field: path }, JSON.stringify(fields))

describe('a correction', () => {
  it('keeps its fields as given, also those that nothing here names', () => {
    const fields = { model: 'm', senderId: null, priority: 999, odd: { a: 1 }, usage: { inputTokens: 1, costUsd: 0.5 } }
    assert.deepEqual(amend(fields), { fields, blocks: [] })
    assert.deepEqual(amend({ role: 'USER', observedAt: '2026-01-01T00:00:00Z' }).blocks, [])
  })

  it('has the blocks of the text or the content that it gives', () => {
    assert.deepEqual(amend({ text: 'Hi' }).blocks, [{ type: 'text', text: 'Hi' }])
    const content = [
      { text: 'a' },
      { thinking: { thinking: 'hm' } },
      { toolCall: { callId: ' k ', name: 'ls', input: null } },
      { toolResult: { callId: 'k' } },
      { attachmentId: 'f' },
      { other: [1] },
    ]
    assert.deepEqual(amend({ content }).blocks, [
      { type: 'text', text: 'a' },
      { type: 'thinking', thinking: 'hm', signature: null },
      { type: 'toolCall', callId: 'k', name: 'ls', input: null },
      { type: 'toolResult', callId: 'k', content: null, isError: false },
      { type: 'attachment', attachmentId: 'f' },
      { type: 'other', value: [1] },
    ])
    for (const fields of [{ text: null }, { content: null }]) assert.deepEqual(amend(fields), { fields, blocks: [] })
  })

  it('is an object that names something', () => {
    for (const wrong of [null, 'text', 1, ['text'], {}]) refused(wrong, ['fields'])
  })

  it('says no more than a turn may', () => {
    refused({ model: 7 }, ['fields', 'model'])
    refused({ priority: 1000 }, ['fields', 'priority'])
    refused({ usage: { inputTokens: -1 } }, ['fields', 'usage', 'inputTokens'])
    refused({ usage: { odd: 1 } }, ['fields', 'usage'])
    refused({ metadata: [] }, ['fields', 'metadata'])
    refused({ content: [] }, ['fields', 'content'])
    refused({ content: [{ text: 'a' }, { text: 'a', other: 1 }] }, ['fields', 'content', '1'])
    refused({ content: [{ toolCall: { callId: ' ', name: 'ls', input: 1 } }] }, [
      'fields',
      'content',
      '0',
      'toolCall',
      'callId',
    ])
    refused({ content: [{ toString: 1 }] }, ['fields', 'content', '0'])
    refused({ text: 'a', content: [{ text: 'b' }] }, ['fields', 'text'])
    refused({ observedAt: 'yesterday' }, ['fields', 'observedAt'])
  })

  it('changes no place, and no role', () => {
    for (const name of ['parent', 'turnId', 'supersedes', 'attachments']) refused({ [name]: null }, ['fields', name])
    assert.throws(() => amend({ role: 'ASSISTANT' }), { code: 'ROLE_CONFLICT' })
  })

  it('is no larger than a turn', () => {
    assert.throws(() => amend({ text: 'x'.repeat(100) }, 100), { code: 'LIMIT_EXCEEDED' })
    assert.ok(amend({ text: 'x'.repeat(10) }, 100))
  })
})
