import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { documentOf } from '../../../src/formats/writing/documents.ts'
import { allMessages, saidBy } from '../../support/accepted.ts'
import { describeOnce } from '../../support/stores.ts'

const pdf = { type: 'document', title: 'owl', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' } } // prettier-ignore
const words = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'über' } }
const sent = (...values: readonly JsonObject[]) =>
  allMessages(saidBy([{ role: 'USER', blocks: values.map((value) => ({ type: 'other', value })) }]))

describeOnce('documents in blocks of other systems', () => {
  it('go back to Anthropic as they came, and a PDF to OpenAI', () => {
    const { anthropic, chat } = sent(pdf, words)
    assert.deepEqual(anthropic, [{ role: 'user', content: [pdf, words] }])
    assert.deepEqual(chat, [{ role: 'user', content: [{ type: 'file', file: { filename: 'owl', file_data: 'data:application/pdf;base64,JVBERg==' } }, { type: 'text', text: '[the document "without a name" (text/plain) is not shown]' }] }]) // prettier-ignore
  })

  it('are read in the words of OpenAI too, and by their address', () => {
    const data = 'data:application/pdf;base64,JVBERg=='
    const found = { kind: 'file', mediaType: 'application/pdf', name: 'a.pdf', source: { base64: 'JVBERg==' } }
    assert.deepEqual(documentOf({ type: 'file', file: { filename: 'a.pdf', file_data: data } }), found)
    assert.deepEqual(documentOf({ type: 'input_file', filename: 'a.pdf', file_data: data }), found)
    const address = { type: 'document', source: { type: 'url', url: 'https://example.org/a.pdf' } }
    assert.deepEqual(documentOf(address), { ...found, name: null, source: { url: 'https://example.org/a.pdf' } })
    for (const none of [{ type: 'toString' }, { type: 'document', source: { type: 'file', file_id: 'x' } }, { type: 'file', file: { file_id: 'x' } }])
      assert.equal(documentOf(none), null) // prettier-ignore
  })
})
