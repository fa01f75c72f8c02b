import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { createGunzip, createGzip, gzipSync } from 'node:zlib'
import { through } from '../../src/formats/through.ts'
import { waitFor } from '../support/waitFor.ts'

/** A packed file that is longer than streams hold, and what tells that it is read no more. */
function source(fault: Error | null = null) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const bytes = randomBytes(4 * 1024 * 1024)
  const packed = gzipSync(bytes)
  async function* pieces() {
    try {
      for (let at = 0; at < packed.length; at += 65_536) {
        yield await Promise.resolve(packed.subarray(at, at + 65_536))
        if (fault !== null) throw fault
      }
    } finally {
      end()
    }
  }
  return { bytes, pieces: pieces(), ended }
}

it('pieces that are read through a stream come whole', async () => {
  const { bytes, pieces, ended } = source()
  const unpacked: Uint8Array[] = []
  for await (const piece of through(through(through(pieces, createGunzip()), createGzip()), createGunzip()))
    unpacked.push(piece)
  assert.ok(Buffer.concat(unpacked).equals(bytes))
  await ended
})

it('a source that is read through a stream ends where its reader stops before its end, so that its file is closed', async () => {
  const { pieces, ended } = source()
  let isEnded = false
  void ended.then(() => (isEnded = true))
  for await (const _ of through(pieces, createGunzip())) break
  await waitFor(() => isEnded)
})

it('a fault of what is read through a stream, and one of the stream, reach the reader', async () => {
  const all = async (pieces: AsyncIterable<Uint8Array>) => {
    for await (const _ of pieces);
  }
  await assert.rejects(all(through(source(new Error('gone')).pieces, createGunzip())), /gone/)
  async function* damaged() {
    yield await Promise.resolve(Buffer.from('this is not packed'))
  }
  await assert.rejects(all(through(damaged(), createGunzip())), { code: 'Z_DATA_ERROR' })
})
