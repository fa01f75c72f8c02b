/** The temporary folder is a real disk that is full. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, afterEach, describe, it } from 'node:test'
import { withSpooled } from '../../../../src/app/imports/sources/spooled.ts'
import { Spool } from '../../../../src/app/spool.ts'
import { startApi } from '../../../graphql/support/api.ts'
import { smallDisk } from '../../../support/smallDisk.ts'
import { entries, linesOf } from '../../../support/transcripts.ts'

const size = 1024 * 1024
const disk = smallDisk(size)
const before = process.env['TMPDIR']
after(() => disk?.remove())
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
})
const onDisk = () => void (process.env['TMPDIR'] = disk?.folder)

const room = { limit: 8 * size }
async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n++) yield await Promise.resolve(Buffer.alloc(size / 4, '{'))
}
/** Says that so many bytes at the least are needed. */
const full = (what: string) => (thrown: unknown) => {
  const { name, message } = thrown as Error
  const [, bytes = ''] =
    new RegExp(
      `^The disk of the temporary folder is full: ${what} needs more than (\\d+) bytes there\\. TMPDIR names another folder\\.$`,
    ).exec(message) ?? []
  assert.deepEqual([name, Number(bytes) >= size], ['StoreFull', true], message)
  return true
}

describe('a temporary folder that is full', { skip: disk === null && 'only root may mount a small disk' }, () => {
  it('refuses a file that is imported with the bytes that it needs, and nothing of it stays', async () => {
    onDisk()
    let isUsed = false
    const use = () => Promise.resolve(void (isUsed = true))
    await assert.rejects(withSpooled(pieces(6), null, room, use), full('a file that is imported'))
    assert.deepEqual([isUsed, readdirSync(disk?.folder ?? '')], [false, []])
    await withSpooled(pieces(2), null, room, use)
    assert.deepEqual([isUsed, readdirSync(disk?.folder ?? '')], [true, []])
  })

  it('refuses what is written there before it is read, which is removed', async () => {
    onDisk()
    const spool = new Spool()
    const piece = Buffer.alloc(5 * size)
    await assert.rejects(spool.add(piece), full('what is written'))
    await spool.remove()
    assert.deepEqual(readdirSync(disk?.folder ?? ''), [])
  })

  it('is 507 and STORE_FULL for who sends a file, and nothing of that is stored', async () => {
    const api = await startApi()
    try {
      onDisk()
      const text = `${linesOf(entries('u1 a1<u1'))}${' '.repeat(2 * size)}`
      const answer = await fetch(`${api.url}/import`, { method: 'POST', body: text })
      const { error } = (await answer.json()) as { error: { code: string; message: string } }
      assert.deepEqual([answer.status, error.code], [507, 'STORE_FULL'])
      full('a file that is imported')({ name: 'StoreFull', message: error.message })
      assert.deepEqual(readdirSync(disk?.folder ?? ''), [])
      const { conversations } = await api.app.store.rowCounts()
      assert.equal(conversations, 0)
    } finally {
      await api.close()
    }
  })
})
