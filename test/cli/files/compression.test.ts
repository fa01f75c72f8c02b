import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { packed, unpacked } from '../../../src/cli/files/compression.ts'
import fc from '../../support/properties.ts'
import { temporaryFolder } from '../support.ts'

const folder = temporaryFolder()

async function* pieces(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts
}
async function whole(from: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = []
  for await (const piece of from) read.push(piece)
  return Buffer.concat(read)
}

/** What comes back of pieces that were packed into a file of that name. */
async function roundTrip(name: string, ...parts: readonly Uint8Array[]): Promise<Buffer> {
  const path = join(folder, name)
  writeFileSync(path, await whole(packed(pieces(...parts), name)))
  return whole(unpacked(path))
}

describe('a packed file', () => {
  it('is packed by its name: gzip, zstd, or not at all', async () => {
    const text = Buffer.from('a line\n'.repeat(100))
    const of = (name: string) => whole(packed(pieces(text), name))
    assert.deepEqual(gunzipSync(await of('Copy.ndjson.GZ')), text)
    for (const name of ['copy.zst', 'copy.zstd'])
      assert.equal((await of(name)).subarray(0, 4).toString('hex'), '28b52ffd', `${name} begins as zstd does`)
    for (const name of ['copy.ndjson', 'gz', 'copy.gz.txt']) assert.deepEqual(await of(name), text, name)
  })

  it('comes back byte for byte, in whatever pieces it was packed', async () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 })
    const names = fc.constantFrom('copy.gz', 'copy.zst', 'copy.txt')
    // Plain bytes could begin as a packed file does.
    const marked = (bytes: readonly Uint8Array[]) => [Buffer.from('x'), ...bytes]
    await fc.assert(
      fc.asyncProperty(names, parts, async (name, bytes) => {
        assert.deepEqual(await roundTrip(name, ...marked(bytes)), Buffer.concat(marked(bytes)))
      }),
      { numRuns: 12 },
    )
  })

  it('is read by its first bytes, whatever its name', async () => {
    const path = join(folder, 'named-wrong.txt')
    writeFileSync(path, await whole(packed(pieces(Buffer.from('né')), 'right.gz')))
    assert.equal((await whole(unpacked(path))).toString(), 'né')
  })

  it('may be longer than what is packed at once, and may be empty', async () => {
    const long = Buffer.alloc(4_300_000, 'long ')
    assert.ok((await roundTrip('long.zst', long.subarray(0, 4_200_000), long.subarray(4_200_000))).equals(long))
    assert.equal((await roundTrip('empty.gz')).length, 0)
    assert.equal((await roundTrip('empty.txt')).length, 0)
  })
})
