import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Tenant } from '../../../src/domain/access/tenant.ts'
import { Refusal, type RefusalCode } from '../../../src/domain/refusals.ts'
import type { AttachmentBytes } from '../../../src/storage/attachments/attachmentBytes.ts'
import { folderOf } from '../../../src/storage/attachments/place.ts'
import { tenantFor } from '../../support/tenants.ts'
import '../../support/shrinking.ts'

const ordinary = { limit: 64 * 1024 * 1024, expected: null }
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
export const refusedWith = (code: RefusalCode) => (thrown: unknown) => thrown instanceof Refusal && thrown.code === code

/** Yields pieces, then ends as told. */
export async function* inPieces(pieces: readonly Uint8Array[], end: () => void = () => undefined) {
  for (const piece of pieces) yield piece
  end()
}

/** What every keeper of attachment bytes does. `open` gets a folder that is removed afterwards. */
export function attachmentContract(name: string, open: (folder: string) => Promise<AttachmentBytes>): void {
  describe(`attachment bytes (${name})`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-bytes-'))
    let kept: AttachmentBytes
    before(async () => void (kept = await open(folder)))
    after(async () => {
      await kept.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const put = (bytes: Uint8Array, arrival = {}, tenant = tenantFor('default')) =>
      kept.put(tenant, inPieces([bytes]), { ...ordinary, ...arrival })
    const read = async (id: string, tenant = tenantFor('default')) => {
      const stream = await kept.get(tenant, id, null)
      return stream && (await buffer(stream))
    }
    const asideFolder = join(folder, name === 'directory' ? 'attachments/.uploads' : 'uploads')
    const uploads = () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /uploads.+/.test(path))

    it('gives back what was put, under its SHA-256', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 5 }), async (pieces) => {
          const whole = Buffer.concat(pieces)
          const { id, byteSize } = await kept.put(tenantFor('default'), inPieces(pieces), ordinary)
          assert.deepEqual([id, byteSize], [hashOf(whole), whole.length])
          assert.deepEqual(await read(id), whole)
          assert.equal(await kept.has(tenantFor('default'), id), true)
        }),
        { numRuns: 15 },
      )
    })

    it('keeps what is too large for one piece of memory', async () => {
      const whole = randomBytes(20 * 1024 * 1024)
      const pieces = Array.from({ length: 20 }, (_, i) => whole.subarray(i * 1024 * 1024, (i + 1) * 1024 * 1024))
      const { id } = await kept.put(tenantFor('default'), inPieces(pieces), ordinary)
      assert.equal(id, hashOf(whole))
      assert.equal(hashOf((await read(id)) as Buffer), id)
    })

    it('gives a part of it', async () => {
      const { id } = await put(Buffer.from('0123456789'))
      assert.equal(String(await buffer((await kept.get(tenantFor('default'), id, { from: 2, to: 4 }))!)), '234')
    })

    it('takes the same bytes twice, also at once', async () => {
      const bytes = randomBytes(1000)
      const ids = await Promise.all([1, 2, 3].map(() => put(bytes)))
      assert.deepEqual(new Set(ids.map(({ id }) => id)), new Set([hashOf(bytes)]))
      assert.deepEqual(await read(hashOf(bytes)), bytes)
      assert.equal(await kept.size(tenantFor('default'), hashOf(bytes)), 1000)
    })

    it('has nothing of a hash that was never put', async () => {
      const id = hashOf(randomBytes(8))
      assert.deepEqual(
        [await kept.has(tenantFor('default'), id), await kept.size(tenantFor('default'), id), await read(id)],
        [false, null, null],
      )
    })

    it('gives one tenant nothing of another', async () => {
      const bytes = randomBytes(100)
      const tenants = [
        'a',
        'A',
        'a/b',
        '../a',
        '..',
        '.',
        '.uploads',
        '',
        'ä',
        `~${hashOf(Buffer.from('A'))}`,
        'x'.repeat(3000),
      ]
      for (const [i, tenant] of (tenants as Tenant[]).entries()) {
        const own = Buffer.concat([bytes, Buffer.from([i])])
        await put(own, {}, tenant)
        for (const other of tenants as Tenant[])
          assert.equal(await kept.has(other, hashOf(own)), other === tenant, other)
        assert.deepEqual(await read(hashOf(own), tenant), own)
      }
    })

    it('finds nothing at what is no hash', async () => {
      for (const id of ['', '..', '../../turngraph.db', 'A'.repeat(64), `${'a'.repeat(64)}/..`, '\0']) {
        assert.deepEqual([await kept.has(tenantFor('default'), id), await read(id)], [false, null])
      }
    })

    it('refuses more than the limit as soon as it comes, and keeps nothing', async () => {
      const endless = (function* () {
        for (;;) yield new Uint8Array(100)
      })()
      const bytes = (async function* () {
        yield* endless
      })()
      await assert.rejects(
        kept.put(tenantFor('default'), bytes, { limit: 250, expected: null }),
        refusedWith('LIMIT_EXCEEDED'),
      )
      assert.deepEqual(uploads(), [])
    })

    it('takes what is exactly as large as the limit', async () => {
      assert.equal((await put(new Uint8Array(250), { limit: 250 })).byteSize, 250)
    })

    it('refuses bytes with another hash than expected, and keeps nothing', async () => {
      const bytes = randomBytes(50)
      await assert.rejects(put(bytes, { expected: hashOf(randomBytes(9)) }), refusedWith('BAD_INPUT'))
      assert.equal(await kept.has(tenantFor('default'), hashOf(bytes)), false)
      assert.deepEqual(uploads(), [])
      assert.equal((await put(bytes, { expected: hashOf(bytes) })).id, hashOf(bytes))
    })

    it('takes bytes away, puts them back where they are needed by then, and touches none that nobody erased', async () => {
      const tenant = tenantFor('default')
      const answering =
        (...answers: boolean[]) =>
        () =>
          Promise.resolve(answers.shift() ?? assert.fail('asked too often'))
      const bytes = randomBytes(50)
      const { id } = await put(bytes)
      const times: string[] = []
      const findsNone = async () => {
        times.push(String(await kept.has(tenant, id)))
        return times.length < 2
      }
      await kept.remove(tenant, id, findsNone)
      assert.deepEqual([times, await read(id)], [['true', 'false'], bytes])
      await kept.remove(tenant, id, answering(false))
      assert.deepEqual(await read(id), bytes)
      await kept.remove(tenant, id, answering(true, true))
      assert.deepEqual([await read(id), uploads()], [null, []])
      await kept.remove(tenant, id, () => Promise.resolve(true))
    })

    it('puts bytes back where it cannot be known whether somebody needs them', async () => {
      const tenant = tenantFor('default')
      const bytes = randomBytes(50)
      const { id } = await put(bytes)
      let times = 0
      const failing = () => (++times === 1 ? Promise.resolve(true) : Promise.reject(new Error('away')))
      await assert.rejects(kept.remove(tenant, id, failing), /away/)
      const left = await read(id)
      assert.deepEqual([times, left, uploads()], [2, bytes, []])
      await kept.remove(tenant, id, () => Promise.resolve(true))
      assert.equal(await read(id), null)
    })

    it('puts back what a process that was killed has left aside, where somebody needs it, and of that tenant alone', async () => {
      const [tenant, other] = [tenantFor('default'), tenantFor('other')]
      const [needed, erased] = [randomBytes(50), randomBytes(50)]
      const leaves = (bytes: Uint8Array) => {
        mkdirSync(asideFolder, { recursive: true })
        const owner = `${hostname().replaceAll(/[^\w-]/g, '_')}.${spawnSync(process.execPath, ['-e', '']).pid}.x`
        writeFileSync(join(asideFolder, `${owner}.${folderOf(tenant)}.${hashOf(bytes)}`), bytes)
      }
      for (const bytes of [needed, erased]) leaves(bytes)
      const again = await open(folder)
      await again.putBack(other, () => Promise.resolve(true))
      assert.equal(await read(hashOf(needed)), null)
      await again.putBack(tenant, (id) => Promise.resolve(id === hashOf(needed)))
      assert.deepEqual([await read(hashOf(needed)), await read(hashOf(erased)), uploads()], [needed, null, []])
      leaves(erased)
      await again.removeAll(tenant)
      assert.deepEqual(uploads(), [])
      await again.close()
    })

    it('removes all of a tenant, and nothing of one whose name begins alike', async () => {
      const [tenant, other] = [tenantFor('acme'), tenantFor('acme-2')]
      const all = [1, 2, 3].map(() => randomBytes(50))
      for (const bytes of all) await put(bytes, {}, tenant)
      for (const bytes of all.slice(0, 2)) await put(bytes, {}, other)
      assert.deepEqual(await kept.removeAll(tenant), { removed: 3, hasVersions: false })
      const left = await Promise.all(
        all.map(async (bytes) => [await read(hashOf(bytes), tenant), await kept.has(other, hashOf(bytes))]),
      )
      assert.deepEqual(left, [
        [null, true],
        [null, true],
        [null, false],
      ])
      assert.deepEqual(await kept.removeAll(tenant), { removed: 0, hasVersions: false })
    })

    it('keeps nothing of a stream that breaks off', async () => {
      const bytes = randomBytes(50)
      const broken = inPieces([bytes], () => {
        throw new Error('cut')
      })
      await assert.rejects(kept.put(tenantFor('default'), broken, ordinary), /cut/)
      assert.equal(await kept.has(tenantFor('default'), hashOf(bytes)), false)
      assert.deepEqual(uploads(), [])
    })
  })
}
