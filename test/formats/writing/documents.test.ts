import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { documentOf } from '../../../src/formats/writing/documents.ts'
import { allMessages, saidBy } from '../../support/accepted.ts'
import { describeOnce } from '../../support/stores.ts'

const pdf = {
  type: 'document',
  title: 'owl',
  source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' },
}
const words = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'über' } }
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as JsonObject
const sent = (...values: readonly JsonObject[]) =>
  allMessages(saidBy([{ role: 'USER', blocks: values.map((value) => ({ type: 'other', value })) }]))

describeOnce('documents in blocks of other systems', () => {
  it('go back to Anthropic as they came, and a PDF to OpenAI', () => {
    const { anthropic, chat } = sent(pdf, words)
    assert.deepEqual(anthropic, [{ role: 'user', content: [pdf, words] }])
    assert.deepEqual(chat, [
      {
        role: 'user',
        content: [
          { type: 'file', file: { filename: 'owl', file_data: 'data:application/pdf;base64,JVBERg==' } },
          { type: 'text', text: 'über' },
        ],
      },
    ])
  })

  it('are words where they come in pieces or out of a search', () => {
    const pieces = {
      type: 'document',
      source: {
        type: 'content',
        content: [
          { type: 'text', text: 'owls' },
          { type: 'text', text: 'fly' },
        ],
      },
    }
    const found = {
      type: 'search_result',
      title: 'Birds',
      source: 'https://example.org',
      content: [{ type: 'text', text: 'owls see' }],
    }
    const { anthropic } = sent(pieces, found)
    assert.deepEqual(sent(pieces).chat, [{ role: 'user', content: 'owls\n\nfly' }])
    assert.deepEqual(sent(found).chat, [{ role: 'user', content: 'owls see' }])
    const text = (data: string) => ({ type: 'document', source: { type: 'text', media_type: 'text/plain', data } })
    assert.deepEqual(anthropic, [
      { role: 'user', content: [text('owls\n\nfly'), { ...text('owls see'), title: 'Birds' }] },
    ])
  })

  it('of a result go back to Anthropic where they are PDF, and are words or named elsewhere', () => {
    const blocks = [{ type: 'toolCall' as const, callId: 'c', name: 'read', input: {} }]
    const result = { type: 'toolResult' as const, callId: 'c', content: [pdf, words], isError: false }
    const { anthropic, chat } = allMessages(
      saidBy([
        { role: 'USER', blocks: [{ type: 'text', text: 'read' }] },
        { role: 'ASSISTANT', blocks },
        { role: 'TOOL', blocks: [result] },
      ]),
    )
    assert.deepEqual(plain(anthropic.at(-1))['content'], [
      { type: 'tool_result', tool_use_id: 'c', content: [pdf, { type: 'text', text: 'über' }] },
    ])
    assert.match(JSON.stringify(chat.find(({ role }) => role === 'tool')), /\[a document \(application\/pdf\)\].*über/)
  })

  it('are read in the words of OpenAI too, and by their address', () => {
    const data = 'data:application/pdf;base64,JVBERg=='
    const found = { kind: 'file', mediaType: 'application/pdf', name: 'a.pdf', source: { base64: 'JVBERg==' } }
    assert.deepEqual(documentOf({ type: 'file', file: { filename: 'a.pdf', file_data: data } }), found)
    assert.deepEqual(documentOf({ type: 'input_file', filename: 'a.pdf', file_data: data }), found)
    const address = { type: 'document', source: { type: 'url', url: 'https://example.org/a.pdf' } }
    assert.deepEqual(documentOf(address), { ...found, name: null, source: { url: 'https://example.org/a.pdf' } })
    for (const none of [
      { type: 'toString' },
      { type: 'document', source: { type: 'file', file_id: 'x' } },
      { type: 'file', file: { file_id: 'x' } },
    ])
      assert.equal(documentOf(none), null)
  })
})
