import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../../src/domain/model.ts'
import { givenBy, givenText, picturesIn } from '../../../src/formats/writing/results.ts'

const text = (said: string) => ({ kind: 'text', text: said })
const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } }

describe('what a tool gave back', () => {
  it('is a text, nothing, or JSON', () => {
    assert.deepEqual(
      ['né', '', null, { a: 1 }, 7].map((content) => givenBy(content)),
      [[text('né')], [text('')], [], [text('{"a":1}')], [text('7')]],
    )
  })

  it('is a list of texts, in the words of any provider, and of JSON where it is none', () => {
    const content: Json = [
      'a',
      { type: 'text', text: 'b' },
      { type: 'output_text', text: 'c' },
      { type: 'later', text: 'd' },
      { type: 'text' },
    ]
    assert.deepEqual(givenBy(content), ['a', 'b', 'c', '{"type":"later","text":"d"}', '{"type":"text"}'].map(text))
    assert.deepEqual(givenBy([]), [])
  })

  it('has pictures between its texts, which are named where only words go', () => {
    const parts = givenBy([{ type: 'text', text: 'see' }, picture, 'so'])
    assert.deepEqual(
      parts.map(({ kind }) => kind),
      ['text', 'file', 'text'],
    )
    assert.equal(givenText(parts), 'see\n[an image (image/png)]\nso')
    assert.equal(givenText([]), '')
  })

  it('has its pictures alone, where these are looked for', () => {
    assert.deepEqual(
      picturesIn(['a', picture, {}]).map(({ mediaType, source }) => [mediaType, source]),
      [['image/png', { base64: 'AQID' }]],
    )
    assert.deepEqual([picturesIn('a'), picturesIn(picture), picturesIn(null)], [[], [], []])
  })

  it('has the files that the caller finds in it, in place of pictures', () => {
    assert.deepEqual(
      givenBy([picture], () => null),
      [text(JSON.stringify(picture))],
    )
  })
})
