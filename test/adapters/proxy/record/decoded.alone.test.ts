import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { Zstd } from '@hpcc-js/wasm-zstd'
import { decoded, mostDecoded, Unreadable } from '../../../../src/adapters/proxy/record/decoded.ts'
import { TooLong } from '../../../../src/adapters/proxy/record/tooLong.ts'

const body = Buffer.from('{"messages":[]}'.repeat(1_000))

describe('a body that is read for recording', () => {
  it('is what it was before it was compressed, by one coding or two', async () => {
    const zstd = await Zstd.load()
    const codings: readonly (readonly [string | undefined, Uint8Array])[] = [
      [undefined, body],
      ['identity', body],
      ['gzip', gzipSync(body)],
      ['X-GZIP', gzipSync(body)],
      ['br', brotliCompressSync(body)],
      ['deflate', deflateSync(body)],
      ['deflate', deflateRawSync(body)],
      ['zstd', zstd.compress(body)],
      ['br, gzip', gzipSync(brotliCompressSync(body))],
    ]
    for (const [coding, bytes] of codings) assert.equal(await decoded([bytes], coding), body.toString(), coding)
  })

  it('is not read where it has more codings than two, one that is not known, or is broken', async () => {
    const refused: readonly (readonly [string, Uint8Array])[] = [
      ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(body)))],
      [Array<string>(1_000).fill('identity').join(), body],
      ['lzma', body],
      ['gzip', body],
      ['deflate', body],
    ]
    for (const [coding, bytes] of refused) await assert.rejects(decoded([bytes], coding), Unreadable, coding)
  })

  it('is too long where there is more in it than is read, whatever its coding', async () => {
    const zstd = await Zstd.load()
    const [large, fast] = [Buffer.alloc(mostDecoded + 1), { level: 1 }]
    const refused: readonly (readonly [string, Uint8Array])[] = [
      ['identity', large],
      ['gzip', gzipSync(large, fast)],
      ['br', brotliCompressSync(large, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
      ['deflate', deflateSync(large, fast)],
      ['deflate', deflateRawSync(large, fast)],
      ['zstd', zstd.compress(large, 1)],
    ]
    for (const [coding, bytes] of refused) await assert.rejects(decoded([bytes], coding), TooLong, coding)
  })

  it('is not read where a few bytes of zstd ask for gigabytes', async () => {
    const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0xa7, 1, 0, 0])
    const before = process.memoryUsage().arrayBuffers
    await assert.rejects(decoded([frame], 'zstd'), Unreadable)
    assert.ok(process.memoryUsage().arrayBuffers - before < 64 * 1024 * 1024)
  })
})
