import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { givenContent, storedContent } from '../../../src/adapters/mcp/sameContent.ts'
import type { BlockFragment, StoreTurnInput } from '../../../src/client/documents/generated.ts'

const given = (input: object) => givenContent(input as StoreTurnInput)
const stored = (...blocks: object[]) => storedContent(blocks as unknown as BlockFragment[])
const text = (said: string) => ({ __typename: 'TextBlock', text: said })
const hashOf = (bytes: string) => createHash('sha256').update(bytes).digest('hex')
const attached = (bytes: string, fileName: string) => ({
  __typename: 'AttachmentBlock',
  fileName,
  attachment: { id: hashOf(bytes), mediaType: 'a/b', uri: null },
})

describe('a turn to store and a stored one', () => {
  it('say the same where their blocks are the same, of each kind', () => {
    const pairs: [object, object][] = [
      [{ text: 'né' }, text('né')],
      [{ thinking: { thinking: 'a', signature: 's' } }, { __typename: 'ThinkingBlock', thinking: 'a', signature: 's' }],
      [{ thinking: { thinking: 'a' } }, { __typename: 'ThinkingBlock', thinking: 'a', signature: null }],
      [
        { toolCall: { callId: 'k', name: 'n', input: { a: 1, b: [{ c: 2, d: 3 }] } } },
        { __typename: 'ToolCallBlock', callId: 'k', name: 'n', input: { b: [{ d: 3, c: 2 }], a: 1 } },
      ],
      [
        { toolResult: { callId: 'k', content: [1] } },
        { __typename: 'ToolResultBlock', callId: 'k', result: [1], isError: false },
      ],
      [{ attachmentId: hashOf('x') }, attached('x', 'x.txt')],
      [{ other: null }, { __typename: 'OtherBlock', value: null }],
    ]
    for (const [one, block] of pairs) assert.equal(given({ content: [one] }), stored(block))
    assert.equal(given({ content: pairs.map(([one]) => one) }), stored(...pairs.map(([, block]) => block)))
  })

  it('say the same whether the text stands by itself or in a block', () => {
    assert.equal(given({ text: 'a' }), given({ content: [{ text: 'a' }] }))
    assert.equal(given({}), storedContent(null))
    assert.equal(given({ text: '' }), stored(text('')))
  })

  it('say the same whatever a file is called: its bytes count, or its address', () => {
    const [base64, uri] = [Buffer.from('x').toString('base64'), 'https://a']
    assert.equal(
      given({ text: 'a', attachments: [{ base64, name: 'y' }, { uri }] }),
      stored(text('a'), attached('x', 'z'), attached(uri, 'b')),
    )
  })

  it('differ by their text, by an error, by the order of blocks and of elements', () => {
    const result = (isError: boolean) => ({ content: [{ toolResult: { callId: 'k', content: 'x', isError } }] })
    const pairs: [object, object][] = [
      [{ text: 'a' }, { text: 'b' }],
      [result(false), result(true)],
      [{ content: [{ text: 'a' }, { text: 'b' }] }, { content: [{ text: 'b' }, { text: 'a' }] }],
      [{ content: [{ other: [1, 2] }] }, { content: [{ other: [2, 1] }] }],
      [{ text: 'a' }, {}],
    ]
    for (const [one, other] of pairs) assert.notEqual(given(one), given(other))
  })
})
