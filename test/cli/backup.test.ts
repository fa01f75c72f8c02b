// Takes long: each command opens and closes the store.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { compose, type App } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { contentOf, everything } from '../support/backups.ts'
import { temporaryFolder, turngraph, type Ran } from './support.ts'

const folder = temporaryFolder()
const said = (ran: Ran) =>
  JSON.parse(ran.stdout) as { readonly lines: number; readonly bytes: number; readonly added: number }

describe('turngraph backup and restore', () => {
  let app: App
  let url: string
  let count = 0
  const from = { DATA: join(folder, 'from') }
  const empty = () => ({ DATA: join(folder, `to${++count}`) })
  const path = (name: string) => join(folder, name)

  before(async () => {
    app = await compose(readConfig({ ...from, LOG_LEVEL: 'silent' }))
    url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    await everything(app.scope())
  })
  after(() => app.close())

  for (const name of ['plain.ndjson', 'packed.ndjson.gz', 'packed.ndjson.zst'])
    it(`go through ${name}, from the store and from a running server`, async () => {
      const backups = [
        await turngraph(from, 'backup', path(name), '--json'),
        await turngraph({}, 'backup', path(`served-${name}`), '--url', url, '--json'),
      ]
      assert.deepEqual(
        backups.map(({ status, stderr }) => [status, stderr]),
        [
          [0, ''],
          [0, ''],
        ],
      )
      assert.equal(statSync(path(name)).size, said(backups[0] as Ran).bytes)
      assert.equal(statSync(path(name)).mode & 0o77, 0)
      for (const file of [name, `served-${name}`]) {
        const to = empty()
        const restored = await turngraph(to, 'restore', path(file), '--json')
        assert.equal(restored.status, 0, restored.stderr)
        await turngraph(to, 'backup', path('again.ndjson'))
        await turngraph(from, 'backup', path('first.ndjson'))
        assert.deepEqual(contentOf(readFileSync(path('again.ndjson'))), contentOf(readFileSync(path('first.ndjson'))))
        assert.equal((await turngraph(to, 'verify')).status, 0)
      }
    })

  it('say to people what was written and restored', async () => {
    const { stdout } = await turngraph(from, 'backup', path('told.ndjson.gz'))
    assert.match(stdout, /^\d+ lines, \d+ bytes written to .*told\.ndjson\.gz and read back\n$/)
    const to = empty()
    const restored = await turngraph(to, 'restore', path('told.ndjson.gz'))
    assert.match(restored.stdout, /told\.ndjson\.gz of 20\d\d-.*: \d+ lines; \d+ restored, 0 there before\n$/)
  })

  it('refuse a store that holds something, unless they are to merge', async () => {
    await turngraph(from, 'backup', path('twice.ndjson'))
    const to = empty()
    await turngraph(to, 'restore', path('twice.ndjson'))
    const refused = await turngraph(to, 'restore', path('twice.ndjson'))
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /^turngraph: The store is not empty: .*--merge/)
    const merged = await turngraph(to, 'restore', path('twice.ndjson'), '--merge', '--json')
    assert.deepEqual([merged.status, said(merged).added], [0, 0])
  })

  it('refuse a file that was cut off or altered, naming the line, and leave the store empty', async () => {
    await turngraph(from, 'backup', path('whole.ndjson'))
    const bytes = readFileSync(path('whole.ndjson'))
    const altered = Buffer.from(bytes)
    // Within what a line says: each ends with its check.
    const at = bytes.lastIndexOf('\n', 5000) + 10
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at)
    const line = bytes.subarray(0, at).toString().split('\n').length
    const files: Record<string, [Buffer, RegExp]> = {
      'cut.ndjson': [bytes.subarray(0, at), /Line \d+ is cut off/],
      'short.ndjson': [Buffer.from(`${bytes.toString().split('\n').slice(0, 5).join('\n')}\n`), /Line 6 is missing/],
      'altered.ndjson': [altered, new RegExp(`Line ${line} was altered`)],
      'cut.ndjson.gz': [gzipSync(bytes).subarray(0, 3000), /Line \d+ cannot be unpacked/],
      'other.ndjson': [Buffer.from('{"role":"user","content":"hi"}\n'), /Line 1 /],
      'empty.ndjson': [Buffer.alloc(0), /Line 1 is missing/],
    }
    const to = empty()
    for (const [name, [content, about]] of Object.entries(files)) {
      writeFileSync(path(name), content)
      const { status, stderr } = await turngraph(to, 'restore', path(name))
      assert.equal(status, 1, name)
      assert.match(stderr, about)
      assert.match(stderr, /Nothing was stored/)
    }
    assert.match((await turngraph(to, 'stats')).stdout, /conversations +0\b/)
  })

  it('keep the bytes of attachments beside the file, or leave them out', async () => {
    const backup = await turngraph(from, 'backup', path('beside.ndjson.gz'), '--attachments', 'beside')
    assert.equal(backup.status, 0, backup.stderr)
    assert.deepEqual(
      readdirSync(path('beside.ndjson.gz.attachments')),
      readdirSync(join(from.DATA, 'attachments'), { recursive: true, encoding: 'utf8' })
        .map((name) => basename(name))
        .filter((name) => /^[0-9a-f]{64}$/.test(name))
        .sort(),
    )
    assert.ok(!gunzipSync(readFileSync(path('beside.ndjson.gz'))).includes('"line":"bytes"'))
    const to = empty()
    assert.equal((await turngraph(to, 'restore', path('beside.ndjson.gz'))).status, 0)
    assert.equal((await turngraph(to, 'verify')).status, 0)
    await turngraph(from, 'backup', path('without.ndjson'), '--attachments', 'none')
    const { status, stderr } = await turngraph(empty(), 'restore', path('without.ndjson'))
    assert.equal(status, 1)
    assert.match(stderr, /The bytes of attachment [0-9a-f]{64} are nowhere/)
  })

  it('leave nothing where they fail', async () => {
    assert.equal((await turngraph(from, 'backup', path('no/such/folder.ndjson'))).status, 1)
    assert.equal((await turngraph(from, 'restore', path('none.ndjson'))).status, 1)
    assert.match((await turngraph({}, 'restore', path('plain.ndjson'), '--url', url)).stderr, /leave --url out/)
    assert.ok(!existsSync(path('no')))
    assert.ok(readdirSync(folder).every((name) => !name.endsWith('.part')))
  })

  it('are told over HTTP what a server does not know', async () => {
    const answer = await fetch(`${url}/backup?attachments=somewhere`)
    assert.equal(answer.status, 400)
    const { error } = (await answer.json()) as { error: { code: string } }
    assert.equal(error.code, 'BAD_INPUT')
    const whole = await fetch(`${url}/backup`)
    assert.match(whole.headers.get('content-type') ?? '', /^application\/x-ndjson/)
    assert.match(whole.headers.get('content-disposition') ?? '', /turngraph-.*\.ndjson/)
    assert.ok(contentOf(Buffer.from(await whole.arrayBuffer())).length > 50)
  })
})
