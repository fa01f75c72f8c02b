import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block, Json, Marker } from '../../../src/domain/model.ts'
import { searchedLength, searchText } from '../../../src/domain/search/searchText.ts'
import { pieceBorder } from '../../../src/domain/usage/tokens.ts'

const pieces = (blocks: readonly Block[], summary: string | null = null) => {
  const marker: Marker | null =
    summary === null ? null : { span: null, keep: [], summary, cancels: null, targets: [], sidechains: null }
  const text = searchText({ marker }, blocks)
  return text === '' ? [] : text.split(pieceBorder)
}
const result = (content: Json): Block => ({ type: 'toolResult', callId: 'k', content, isError: false })

describe('the text that is searched', () => {
  it('is what was said and thought, what tools were asked and answered, and names of files', () => {
    const blocks: Block[] = [
      { type: 'text', text: 'Hi' },
      { type: 'thinking', thinking: 'hm', signature: 'none' },
      { type: 'toolCall', callId: 'none', name: 'read', input: { path: 'a.ts', lines: [1, 2.5, true, null] } },
      result('done'),
      { type: 'attachment', attachmentId: 'none', fileName: 'plan.md' },
      { type: 'attachment', attachmentId: 'none' },
      { type: 'other', value: 'none' },
    ]
    assert.deepEqual(pieces(blocks, 'A summary'), [
      'A summary',
      'Hi',
      'hm',
      'read',
      'a.ts',
      '1',
      '2.5',
      'done',
      'plan.md',
    ])
    assert.deepEqual(pieces([]), [])
  })

  it('has no names of members, nor what a provider’s block is called', () => {
    assert.deepEqual(
      pieces([
        result([
          { type: 'text', text: 'a' },
          { type: 'image', source: { kind: 'b' } },
        ]),
      ]),
      ['a', 'b'],
    )
    assert.deepEqual(pieces([result({ type: 'bird', name: 'stork' })]), ['bird', 'stork'])
  })

  it('is at most so long, however much is said', () => {
    const long: Block = { type: 'text', text: 'x'.repeat(searchedLength - 100) }
    assert.equal(searchText({ marker: null }, [long, long]).length, searchedLength)
    assert.equal(
      searchText({ marker: null }, [
        { type: 'text', text: 'x'.repeat(searchedLength) },
        { type: 'text', text: 'y' },
      ]),
      'x'.repeat(searchedLength),
    )
  })
})
