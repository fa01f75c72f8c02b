import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkAttachment, checkFileNames } from '../../../../src/app/backups/checks/attachmentCheck.ts'
import { emptiedAttachment, uriAttachment, type Attachment } from '../../../../src/domain/records/attachment.ts'

const createdAt = '2026-01-01T00:00:00.000000000Z'
const named = { mediaType: 'image/png', fileName: 'heron.png', createdAt }
const linked = uriAttachment(named, 'https://birds.example/heron.png')
const stored: Attachment = { ...named, id: 'a'.repeat(64), byteSize: 3, uri: null }
const block = (fileName: string) => ({ type: 'attachment' as const, attachmentId: 'a', fileName })

describe('an attachment of a file', () => {
  it('is taken as the API takes it: bytes, a URI by its hash, and what stays of an erased one', () => {
    for (const attachment of [linked, stored, { ...stored, fileName: null }, emptiedAttachment(linked)])
      assert.doesNotThrow(() => {
        checkAttachment(attachment, 7)
      })
    assert.doesNotThrow(() => {
      checkFileNames([block('heron.png'), { type: 'text', text: '../x' }], 7)
    })
  })

  it('is refused by line and member where the API would not have taken it', () => {
    const forged: Readonly<Record<string, readonly [string, Attachment]>> = {
      'a URI that runs': ['uri', uriAttachment(named, 'javascript:alert(1)')],
      'a URI by the hash of another one': ['id', { ...linked, id: 'a'.repeat(64) }],
      'a URI with a size': ['byteSize', { ...linked, byteSize: 3 }],
      'a name that is a path': ['fileName', { ...stored, fileName: '../../x' }],
      'a media type that is none': ['mediaType', { ...stored, mediaType: 'a\nb' }],
    }
    for (const [what, [member, attachment]] of Object.entries(forged))
      assert.throws(
        () => {
          checkAttachment(attachment, 7)
        },
        { code: 'BAD_INPUT', message: /^Line 7 /, facts: { line: 7, member } },
        what,
      )
    assert.throws(
      () => {
        checkFileNames([block('a/b')], 7)
      },
      { code: 'BAD_INPUT', facts: { line: 7, member: 'fileName' } },
    )
  })
})
