import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { packed, unpacked } from '../../src/formats/compressedLines.ts'

describe('raw lines as a store keeps them', () => {
  it('come out as they went in, together and alone', async () => {
    const lines = [Buffer.from('{"a":1}\n'), Buffer.from('\n'), Buffer.from('no end')]
    assert.deepEqual(await unpacked(await packed(lines)), Buffer.concat(lines))
    assert.deepEqual(await unpacked(await packed(lines.slice(0, 1))), lines[0])
  })

  it('are not unpacked beyond a bound, however few bytes say so, nor where they are none', async () => {
    const zeros = brotliCompressSync(Buffer.alloc(8 * 1024 * 1024))
    assert.ok(zeros.length < 1000)
    await assert.rejects(unpacked(zeros, 1024 * 1024), { code: 'ERR_BUFFER_TOO_LARGE' })
    await assert.rejects(unpacked(Buffer.from('no brotli')))
  })
})
