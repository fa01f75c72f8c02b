import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sha256 } from '../../../../src/domain/tree/pathHash.ts'
import {
  attachedBase64,
  attachedBytes,
  attachedName,
  attachedText,
  inUrn,
} from '../../../../src/formats/reading/attached/attached.ts'

const unknown = 'application/octet-stream'

describe('a file that an entry attaches', () => {
  it('is known by the hash of its bytes, however they are written', () => {
    const [base64, text] = [attachedBase64('aGk=', {}, 2), attachedText('hi', {}, 2)]
    assert.deepEqual(base64?.block, { type: 'attachment', attachmentId: sha256('hi') })
    assert.deepEqual(base64.block, text.block)
    assert.deepEqual(base64.file, {
      attachmentId: sha256('hi'),
      mediaType: unknown,
      fileName: null,
      byteSize: 2,
      holds: { base64: 'aGk=' },
    })
    assert.deepEqual(text.file.holds, { text: 'hi' })
  })

  it('is none where its base64 has no bytes', () => {
    assert.deepEqual([attachedBase64('', {}, 9), attachedBase64('!', {}, 9)], [null, null])
  })

  it('is attached by its hash alone where it has more bytes than are kept', () => {
    const { file } = attachedText('né', { name: 'a.txt' }, 2)
    assert.deepEqual([file.byteSize, file.fileName, file.holds], [null, 'a.txt', { uri: `urn:sha256:${sha256('né')}` }])
    assert.equal(attachedText('né', {}, 3).file.byteSize, 3)
  })

  it('has a name without folders and a media type, where these can be one', () => {
    const of = (name: string | null, mediaType: string | null) => {
      const { block, file } = attachedBytes('ab', 1, { member: 'm' }, { name, mediaType }, 1)
      assert.equal((block as { fileName?: string }).fileName ?? null, file.fileName)
      return [file.fileName, file.mediaType]
    }
    assert.deepEqual(of('C:\\d/né.png', 'image/png'), ['né.png', 'image/png'])
    assert.deepEqual(of('', 'no type'), [null, unknown])
    assert.deepEqual(of('a\nb', null), [null, unknown])
  })
})

describe('a file of which the name alone is there', () => {
  it('is known by the hash of its address', () => {
    const { block, file } = attachedName('urn:a', { name: 'b' })
    assert.deepEqual(
      [block, file.byteSize, file.holds],
      [{ type: 'attachment', attachmentId: sha256('urn:a'), fileName: 'b' }, null, { uri: 'urn:a' }],
    )
  })

  it('has any text of a program in its address, half of a surrogate pair too', () => {
    assert.equal(inUrn('a b/né'), 'a%20b%2Fn%C3%A9')
    assert.equal(inUrn('\ud800'), '%EF%BF%BD')
  })
})
