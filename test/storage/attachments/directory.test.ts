import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { root } from '../../../scripts/root.ts'
import { openDirectory } from '../../../src/storage/attachments/directory.ts'
import { attachmentContract, inPieces } from './contract.ts'
import { tenantFor } from '../../support/tenants.ts'
import { waitFor } from '../../support/waitFor.ts'

attachmentContract('directory', (folder) => openDirectory(join(folder, 'attachments')))

describe('the directory of attachments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-bytes-'))
  const uploads = join(folder, '.uploads')
  after(() => rmSync(folder, { recursive: true, force: true }))
  const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

  it('makes no folder before there is something to keep', async () => {
    const path = join(folder, 'unused')
    await openDirectory(path)
    assert.deepEqual(readdirSync(folder), [])
  })

  it('is rid of an upload that was killed once it is opened again', async () => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', endlessUpload, join(root, 'src'), folder],
      { stdio: 'inherit', cwd: root },
    )
    await waitFor(() => files().length !== 0)
    await openDirectory(folder)
    assert.equal(files().length, 1, 'an upload under way is left alone')
    child.kill('SIGKILL')
    await once(child, 'exit')
    await openDirectory(folder)
    assert.deepEqual(files(), [])
  })

  it('leaves uploads of other machines alone until they are old', async () => {
    mkdirSync(uploads, { recursive: true })
    writeFileSync(join(uploads, 'elsewhere.1.x'), '')
    await openDirectory(folder)
    assert.equal(files().length, 1)
    const anHourAgo = Date.now() / 1000 - 3601
    utimesSync(join(uploads, 'elsewhere.1.x'), anHourAgo, anHourAgo)
    await openDirectory(folder)
    assert.equal(files().length, 0)
  })

  it('takes an upload of this process number from before its start for one of its predecessor', async () => {
    const path = join(uploads, `${hostname().replaceAll(/[^\w-]/g, '_')}.${process.pid}.x`)
    writeFileSync(path, '')
    await openDirectory(folder)
    assert.equal(files().length, 1)
    const before = Date.now() / 1000 - process.uptime() - 2
    utimesSync(path, before, before)
    await openDirectory(folder)
    assert.equal(files().length, 0)
  })

  it('puts a file where tenant and hash say', async () => {
    const kept = await openDirectory(folder)
    const { id } = await kept.put(tenantFor('default'), inPieces([Buffer.from('x')]), { limit: 1, expected: null })
    assert.deepEqual(
      files().map(({ parentPath, name }) => join(parentPath, name)),
      [join(folder, 'default', id.slice(0, 2), id)],
    )
  })
})

const endlessUpload = `
  import { setTimeout as sleep } from 'node:timers/promises'
  const [source, folder] = process.argv.slice(1)
  const { openDirectory } = await import(source + '/storage/attachments/directory.ts')
  const bytes = (async function* () { for (;;) { yield new Uint8Array(1000); await sleep(5) } })()
  await (await openDirectory(folder)).put('default', bytes, { limit: 1e12, expected: null })
`
