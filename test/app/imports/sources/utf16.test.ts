import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isUtf16, utf8Pieces } from '../../../../src/app/imports/sources/utf16.ts'

const text = '{"content":"né à Ω 😀"}\n'
const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const big = Buffer.from(little).swap16()

async function* inBytes(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (const byte of bytes) yield Uint8Array.of(byte)
}

describe('text in UTF-16', () => {
  for (const [name, bytes] of [
    ['little', little],
    ['big', big],
  ] as const)
    it(`is the same text in UTF-8, in ${name} endian, in whatever pieces it comes`, async () => {
      assert.equal(isUtf16(bytes), true)
      const pieces: Uint8Array[] = []
      for await (const piece of utf8Pieces(inBytes(bytes), bytes)) pieces.push(piece)
      assert.equal(Buffer.concat(pieces).toString(), text)
    })

  it('is known by its mark alone, which UTF-32 and UTF-8 have not', () => {
    for (const bytes of [[0xff, 0xfe, 0, 0], [0xef, 0xbb, 0xbf, 0x7b], [0x7b, 0, 0x22, 0], []])
      assert.equal(isUtf16(Uint8Array.from(bytes)), false)
  })
})
