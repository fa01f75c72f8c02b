import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileBlock, resultContent, takesFile } from '../../../src/formats/anthropic/files.ts'
import type { FilePart } from '../../../src/formats/writing/omissions.ts'

const file = (
  mediaType: string,
  source: FilePart['source'] = { base64: 'aGk=' },
  name: string | null = null,
): FilePart => ({ kind: 'file', mediaType, name, source })
const url = { url: 'https://a/b' }

describe("a file in a user's message", () => {
  it('is a picture, a PDF, or text whose bytes are here', () => {
    assert.deepEqual(
      [file('image/png'), file('image/heic', url), file('application/pdf', url), file('text/csv')].map(takesFile),
      [true, true, true, true],
    )
    assert.deepEqual([file('image/heic'), file('text/csv', url), file('audio/wav')].map(takesFile), [
      false,
      false,
      false,
    ])
  })

  it('is a block by its bytes or its address, named where it is a document', () => {
    assert.deepEqual(fileBlock(file('image/png')), {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'aGk=' },
    })
    assert.deepEqual(fileBlock(file('image/png', url, 'a')), { type: 'image', source: { type: 'url', url: url.url } })
    assert.deepEqual(fileBlock(file('application/pdf', url, 'a.pdf')), {
      type: 'document',
      source: { type: 'url', url: url.url },
      title: 'a.pdf',
    })
    assert.deepEqual(fileBlock(file('application/pdf')), {
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: 'aGk=' },
    })
    assert.deepEqual(fileBlock(file('text/csv', undefined, 'a')), {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'hi' },
      title: 'a',
    })
  })
})

describe('the content of a result', () => {
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }

  it('is one text, or texts and pictures', () => {
    assert.deepEqual(
      [resultContent('a', false), resultContent([{ type: 'text', text: 'a' }], false)],
      [{ content: 'a' }, { content: 'a' }],
    )
    assert.deepEqual(resultContent(['a', picture], false), { content: [{ type: 'text', text: 'a' }, picture] })
  })

  it('has no blank text; it is left out where nothing remains, and an error always has a text', () => {
    assert.deepEqual(resultContent([' ', picture, '\n'], false), { content: [picture] })
    for (const content of ['', ' \n', null, []]) {
      assert.deepEqual(resultContent(content, false), {})
      assert.deepEqual(resultContent(content, true), { content: 'The tool gave no reason.' })
    }
  })
})
