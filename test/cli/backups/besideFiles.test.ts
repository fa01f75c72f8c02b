/** Attachments beside a backup: all of them or none. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { besideFiles, besideOf } from '../../../src/cli/backups/besideFiles.ts'
import { temporaryFolder } from '../support.ts'

const full = '/dev/full'
const idOf = (text: string) => createHash('sha256').update(text).digest('hex')
async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}

describe('attachments beside a backup', () => {
  it('are there by their hashes, and one that is another is named', async () => {
    const file = join(temporaryFolder(), 'all.ndjson')
    const beside = besideFiles(file)
    for (const text of ['one', 'two']) await beside.take(idOf(text), pieces(text))
    beside.refuseFull()
    assert.deepEqual(await beside.damaged(), [])
    writeFileSync(join(besideOf(file), idOf('two')), 'three')
    assert.deepEqual(await beside.damaged(), [idOf('two')])
  })

  it(
    'are refused on a full disk by what all of them need, and those that were not there before go',
    { skip: !existsSync(full) && `there is no ${full} here` },
    async () => {
      const file = join(temporaryFolder(), 'all.ndjson')
      mkdirSync(besideOf(file))
      writeFileSync(join(besideOf(file), idOf('before')), 'before')
      symlinkSync(full, join(besideOf(file), `${idOf('full')}.${process.pid}.part`))
      const beside = besideFiles(file)
      for (const text of ['before', 'one', 'full', 'more']) await beside.take(idOf(text), pieces(text))
      assert.throws(() => beside.refuseFull(), { code: 'FILE_UNUSABLE', message: /attachments need 11 bytes/ })
      await beside.drop()
      assert.deepEqual(readdirSync(besideOf(file)), [idOf('before')])
    },
  )
})
