import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOf, withoutKnown } from '../../../src/formats/sillyTavern/attached.ts'
import { sha256 } from '../../../src/domain/tree/pathHash.ts'

const found = (extra: object, most = 100) =>
  filesOf(extra as never, most).map(({ file: { fileName, mediaType, byteSize, holds } }) => ({
    fileName,
    mediaType,
    byteSize,
    holds,
  }))

describe('the files of a message', () => {
  it('are none where it names none', () => {
    assert.deepEqual(found({ image: 7, files: 'x', reasoning: 'hm' }), [])
  })

  it('lie in folders of SillyTavern, and are named by their address', () => {
    const [image, file] = found({
      image: '/user/images/né 1.png',
      files: [{ url: '/user/files/1.txt', name: 'a.txt' }],
    })
    assert.deepEqual(image, {
      fileName: 'né 1.png',
      mediaType: image?.mediaType,
      byteSize: null,
      holds: { uri: 'urn:sillytavern:%2Fuser%2Fimages%2Fn%C3%A9%201.png' },
    })
    assert.equal(file?.fileName, 'a.txt')
  })

  it('may stand in the address itself, and are attached by their name alone where they are too large', () => {
    const extra = { media: [{ url: 'data:text/plain;base64,aGk=', title: 'hi.txt' }] }
    assert.deepEqual(found(extra), [
      { fileName: 'hi.txt', mediaType: 'text/plain', byteSize: 2, holds: { base64: 'aGk=' } },
    ])
    assert.deepEqual(found(extra, 1)[0]?.holds, { uri: `urn:sha256:${sha256(Buffer.from('hi'))}` })
  })

  it('come in one order: those that stand alone first', () => {
    assert.deepEqual(
      found({ media: ['m.png'], file: 'f.txt', image: 'i.png' }).map(({ fileName }) => fileName),
      ['i.png', 'f.txt', 'm.png'],
    )
  })
})

describe('what a message has besides', () => {
  it('is all but its files, its thought and its model', () => {
    assert.deepEqual(withoutKnown({ image: 'a', media: [], reasoning: 'hm', model: 'm', api: 'x', swipe: null }), {
      api: 'x',
      swipe: null,
    })
  })
})
