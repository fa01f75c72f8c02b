import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataUrl, isPicture, takesInChat, takesInResponses } from '../../../src/formats/openai/files.ts'
import type { FilePart } from '../../../src/formats/writing/omissions.ts'

const file = (mediaType: string, source: FilePart['source'] = { base64: 'AQID' }): FilePart => ({
  kind: 'file',
  mediaType,
  name: null,
  source,
})
const url = { url: 'https://a/b' }

describe('a file for a model of OpenAI', () => {
  it('is a picture by the types that models look at', () => {
    assert.deepEqual(
      ['image/png', 'image/webp', 'image/*', 'image/svg+xml', 'application/pdf'].map((type) => isPicture(file(type))),
      [true, true, true, false, false],
    )
  })

  it('goes into a chat as a picture by bytes or address, or as the bytes of a PDF', () => {
    assert.deepEqual(
      [
        file('image/png'),
        file('image/png', url),
        file('application/pdf'),
        file('application/pdf', url),
        file('text/plain'),
      ].map(takesInChat),
      [true, true, true, false, false],
    )
  })

  it('goes into responses as a picture or a PDF, by bytes or address', () => {
    assert.deepEqual(
      [file('image/gif', url), file('application/pdf'), file('application/pdf', url), file('text/plain')].map(
        takesInResponses,
      ),
      [true, true, true, false],
    )
  })

  it('is sent by its address, or by its bytes as one', () => {
    assert.deepEqual(
      [dataUrl(file('image/png', url)), dataUrl(file('image/png'))],
      ['https://a/b', 'data:image/png;base64,AQID'],
    )
  })
})
