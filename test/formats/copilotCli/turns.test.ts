import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { turnOf } from '../../../src/formats/copilotCli/turns.ts'

const read = (type: string, data: JsonObject) => turnOf(type, data, null, 100)

describe('an event as a turn', () => {
  it('is none where nobody speaks in it', () => {
    for (const type of ['session.start', 'hook.end', '', 'constructor']) assert.equal(read(type, {}), null)
    assert.equal(read('tool.execution_complete', { success: true }), null)
  })

  it('is a prompt, and the message of the program where it names a source', () => {
    const prompt = read('user.message', { content: 'né', mode: 'x' })
    assert.deepEqual(
      [prompt?.role, prompt?.blocks, prompt?.fields],
      ['USER', [{ type: 'text', text: 'né' }], { mode: 'x' }],
    )
    const sent = read('user.message', { source: 'system', transformedContent: '<now/>' })
    assert.deepEqual([sent?.role, sent?.blocks], ['SYSTEM', [{ type: 'text', text: '<now/>' }]])
    assert.deepEqual(read('system.message', { content: 'be brief', role: 'system', name: 'n' })?.fields, { name: 'n' })
  })

  it('has the files of a prompt, and all attachments beside where one is no file', () => {
    const [data, path] = [{ data: 'aGk=', mimeType: 'text/plain' }, { path: '/w/a.txt' }]
    const whole = read('user.message', { content: 'a', attachments: [data, path] })
    assert.deepEqual(
      whole?.files?.map(({ byteSize, fileName }) => [byteSize, fileName]),
      [
        [2, null],
        [null, 'a.txt'],
      ],
    )
    assert.deepEqual(whole.fields, {})
    assert.deepEqual(read('user.message', { attachments: [path, {}] })?.fields, { attachments: [path, {}] })
  })

  it('is an answer with its thought, its calls, its model and its tokens', () => {
    const toolRequests = [{ toolCallId: 'k', name: 'look', arguments: '{"a":1}', type: 'function' }, { name: 'go' }]
    const answer = read('assistant.message', {
      content: 'so',
      reasoningText: 'hm',
      toolRequests,
      model: 'm',
      outputTokens: 7,
    })
    assert.deepEqual(answer?.blocks, [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'so' },
      { type: 'toolCall', callId: 'k', name: 'look', input: { a: 1 } },
      { type: 'other', value: { name: 'go' } },
    ])
    assert.deepEqual([answer.model, answer.usage, answer.fields], ['m', { inputTokens: null, outputTokens: 7 }, {}])
  })

  it('is a result, or why there is none', () => {
    const blockOf = (data: JsonObject) => read('tool.execution_complete', { toolCallId: 'k', ...data })?.blocks[0]
    const result = { type: 'toolResult', callId: 'k' }
    assert.deepEqual(blockOf({ success: true, result: { content: 'x' } }), { ...result, content: 'x', isError: false })
    assert.deepEqual(blockOf({ success: true, result: 'x' }), { ...result, content: 'x', isError: false })
    const error = { message: 'no', code: 'e' }
    assert.deepEqual(blockOf({ success: false, error }), { ...result, content: 'no', isError: true, extra: { error } })
  })
})
