/** A sync waits for another one of the same folder, and for nothing else. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { alone } from '../../../src/cli/sync/folderLock.ts'
import { ageIn, startOf } from '../../../src/cli/sync/processStart.ts'
import { temporaryFolder } from '../support.ts'
import { waitFor } from '../../support/waitFor.ts'

const folder = temporaryFolder()
const lock = join(
  tmpdir(),
  `turngraph-sync-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)}.lock`,
)

describe('a lock of a folder', () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  after(() => {
    other.kill()
    rmSync(lock, { force: true })
  })

  it('of a sync that was killed holds nobody up where its number is another process by now', async () => {
    writeFileSync(lock, String(other.pid))
    const before = Date.now() / 1000 - 60
    utimesSync(lock, before, before)
    let waits = 0
    assert.equal(
      await alone(
        folder,
        () => Promise.resolve('done'),
        () => waits++,
      ),
      'done',
    )
    assert.equal(waits, 1)
  })

  it('is held by a process that was there when it was made', async () => {
    const start = (await startOf(other.pid ?? 0)) ?? assert.fail('no start')
    assert.ok(Math.abs(start - Date.now()) < 60_000, String(start - Date.now()))
    writeFileSync(lock, String(other.pid))
    let waits = 0
    const work = alone(
      folder,
      () => Promise.resolve('done'),
      () => waits++,
    )
    assert.equal(
      await Promise.race([work, new Promise((done) => other.once('exit', done)), waitFor(() => waits > 0 && 'waits')]),
      'waits',
    )
    other.kill()
    assert.equal(await work, 'done')
  })

  it('is compared with an age as ps gives it', () => {
    const ages = ['  00:05\n', '01:02', '1:00:00', '2-03:04:05', '', 'x'].map(ageIn)
    assert.deepEqual(ages, [5, 62, 3600, ((2 * 24 + 3) * 60 + 4) * 60 + 5, null, null])
  })
})
