import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../../../src/domain/model.ts'
import { readParts } from '../../../../src/formats/reading/attached/googleParts.ts'

const blocks = (...parts: Json[]) => readParts(parts, 100).blocks

describe("parts in the form of Google's API", () => {
  it('are none where there are none, and one text where they are one', () => {
    assert.deepEqual([readParts(undefined, 9), readParts(null, 9)], Array(2).fill({ blocks: [], files: [] }))
    assert.deepEqual(readParts('hi', 9).blocks, [{ type: 'text', text: 'hi' }])
  })

  it('are texts and thoughts, with what stands beside', () => {
    assert.deepEqual(
      blocks(
        { text: 'a', more: 1 },
        { text: 'b', thought: true, thoughtSignature: 's' },
        { text: 'c', thought: false },
      ),
      [
        { type: 'text', text: 'a', extra: { more: 1 } },
        { type: 'thinking', thinking: 'b', signature: 's' },
        { type: 'text', text: 'c' },
      ],
    )
  })

  it('are calls, and results of what came out or went wrong', () => {
    const call = { functionCall: { id: 'k', name: 'n' }, thoughtSignature: 's' }
    assert.deepEqual(blocks(call), [
      { type: 'toolCall', callId: 'k', name: 'n', input: {}, extra: { thoughtSignature: 's' } },
    ])
    const gave = (response?: Json) =>
      blocks({ functionResponse: { id: 'k', ...(response !== undefined && { response }) } })[0]
    const result = (content: Json, isError = false) => ({ type: 'toolResult', callId: 'k', content, isError })
    assert.deepEqual(gave({ output: 'x' }), result('x'))
    assert.deepEqual(gave({ error: 'no', output: 'x' }), result('no', true))
    assert.deepEqual([gave({ a: 1 }), gave('x'), gave()], [result({ a: 1 }), result('x'), result(null)])
  })

  it('are files by their bytes', () => {
    const part = { inlineData: { data: 'aGk=', mimeType: 'text/plain', displayName: 'hi.txt' } }
    const {
      blocks: [block],
      files: [file],
    } = readParts([part], 100)
    assert.equal(block?.type, 'attachment')
    assert.deepEqual([file?.fileName, file?.mediaType, file?.byteSize], ['hi.txt', 'text/plain', 2])
  })

  it('are kept verbatim where they are not known', () => {
    const parts: Json[] = [
      7,
      'a',
      null,
      {},
      { functionCall: { name: 'n' } },
      { functionResponse: {} },
      { inlineData: {} },
      { text: 1 },
    ]
    assert.deepEqual(
      blocks(...parts),
      parts.map((value) => ({ type: 'other', value })),
    )
  })
})
