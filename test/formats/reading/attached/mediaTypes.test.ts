import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { typeByBytes, typeByName } from '../../../../src/formats/reading/attached/mediaTypes.ts'

describe('the media type of a file', () => {
  it('is told by the ending of its name, in any case', () => {
    const names = ['a.png', 'd/b.JPEG', 'c.tar.zip', 'né.md', '.svg']
    assert.deepEqual(names.map(typeByName), [
      'image/png',
      'image/jpeg',
      'application/zip',
      'text/markdown',
      'image/svg+xml',
    ])
  })

  it('is not told by a name without a known ending', () => {
    for (const name of [null, '', 'png', 'a.', 'a.unknown', 'a.png ', 'a.constructor'])
      assert.equal(typeByName(name), null)
  })

  it('is told by its first bytes', () => {
    const of = (text: string) => typeByBytes(Buffer.from(text, 'latin1'))
    assert.deepEqual(
      [
        '\x89PNG\r\n\x1a\n',
        '\xff\xd8\xff\xe0',
        'GIF89a',
        'RIFF\n\0\0\0WEBP',
        'RIFF\n\0\0\0WAVE',
        '%PDF-1.7',
        'PK\x03\x04',
      ].map(of),
      ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'audio/wav', 'application/pdf', 'application/zip'],
    )
    assert.deepEqual(['\0\0\0\x1cftypavif', '\0\0\0\x1cftypM4A ', '\0\0\0\x1cftypisom', 'ID3'].map(of), [
      'image/avif',
      'audio/mp4',
      'video/mp4',
      'audio/mpeg',
    ])
  })

  it('is text where the bytes are, though the last character is cut', () => {
    const bytes = Buffer.from('né 😀')
    for (let cut = 0; cut < 4; cut++) assert.equal(typeByBytes(bytes.subarray(0, bytes.length - cut)), 'text/plain')
  })

  it('is unknown of other bytes and of none', () => {
    for (const bytes of [[], [0x61, 0], [0xff, 0xff, 0xff, 0xff, 0xff]])
      assert.equal(typeByBytes(Uint8Array.from(bytes)), 'application/octet-stream')
  })
})
