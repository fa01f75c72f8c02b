import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import zlib from 'node:zlib'
import { Zstd } from '@hpcc-js/wasm-zstd'
import { ZstdRefused, zstdUnpacked } from '../../src/formats/zstd.ts'

async function unpacked(
  bytes: Uint8Array,
  size = bytes.length,
  options: { mayBeCutOff?: boolean } = {},
): Promise<Buffer> {
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size))
  }
  const made: Uint8Array[] = []
  for await (const piece of zstdUnpacked(pieces(), options)) made.push(piece)
  return Buffer.concat(made)
}
const text = Buffer.from('a line of a session\n'.repeat(20_000))
const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])
/** Ten bytes of a frame that asks for a window of that descriptor, with one block of nothing in it. */
const frameOf = (descriptor: number) => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, descriptor, 1, 0, 0])
const mib = (n: number) => ((10 + Math.log2(n)) << 3) & 0xff

describe('a file in zstd', () => {
  it('of any number of frames, and of what is skipped between them, is unpacked whatever pieces it comes in', async () => {
    const zstd = await Zstd.load()
    const frames = [text, randomBytes(300_000), Buffer.alloc(0)].map((one) => zstd.compress(one))
    const whole = Buffer.concat([frames[0] ?? text, skippable, ...frames.slice(1), frameOf(mib(1))])
    const first = await unpacked(whole)
    assert.deepEqual([first.length, first.subarray(0, text.length).equals(text)], [text.length + 300_000, true])
    for (const size of [61, 4_096]) assert.ok((await unpacked(whole, size)).equals(first), `${size}`)
    const short = Buffer.concat([frames[0] ?? text, skippable, zstd.compress(Buffer.from('end')), frameOf(mib(1))])
    assert.ok((await unpacked(short, 1)).equals(Buffer.concat([text, Buffer.from('end')])))
  })

  it('whose frame asks for a window above 8 MiB is refused before that is taken, in whichever frame it stands', async () => {
    assert.equal((await unpacked(frameOf(mib(8)))).length, 0)
    const single = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000, 1, 0, 128, 0, 1, 0, 0])
    for (const large of [frameOf(mib(8) + 1), frameOf(0xa7), single])
      for (const bytes of [large, Buffer.concat([frameOf(mib(1)), skippable, large])])
        await assert.rejects(unpacked(bytes), ZstdRefused)
  })

  it('of a few kB that would move its window a thousand times for nothing is refused, and holds up nothing', async () => {
    const blocks = (descriptor: number, count: number) =>
      Buffer.concat([frameOf(descriptor).subarray(0, 6), Buffer.alloc(3 * count)])
    await assert.rejects(unpacked(blocks(0xa7, 1_000)), ZstdRefused)
    const isNative = 'createZstdDecompress' in zlib
    const many = unpacked(blocks(mib(8), 1_000), 4_096, { mayBeCutOff: true })
    await (isNative ? many : assert.rejects(many, ZstdRefused))
  })

  it('whose last frame is a few bytes is whole, also where it might be cut off', async () => {
    const zstd = await Zstd.load()
    for (const mayBeCutOff of [true, false])
      assert.equal((await unpacked(zstd.compress(Buffer.from('{}')), 1, { mayBeCutOff })).toString(), '{}')
  })

  it('that was cut off is read as far as it came where that is wanted, and else is refused', async () => {
    const zstd = await Zstd.load()
    const cut = Buffer.from(zstd.compress(randomBytes(400_000))).subarray(0, 300_000)
    assert.ok((await unpacked(cut, 1_000, { mayBeCutOff: true })).length >= 128 * 1024)
    await assert.rejects(unpacked(cut, 1_000))
  })

  it('that is none, or has a damaged block, is refused', async () => {
    for (const bytes of [
      Buffer.from('no zstd'),
      Buffer.concat([frameOf(mib(1)).subarray(0, 6), Buffer.from([6, 0, 0])]),
    ])
      await assert.rejects(unpacked(bytes), ZstdRefused)
  })
})
