// Takes long: each command opens and closes the store.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { compose, type App } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { createKey } from '../../src/app/access/keys.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import { operator } from '../../src/domain/access/principal.ts'
import { contentOf, everything } from '../support/backups.ts'
import { say } from '../support/talk.ts'
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
    const { registry } = app.store
    const tenant = await createTenant(registry, app.fresh, 'team', true)
    await say(app.scopeOf({ principal: operator, tenant }), 'talk', 'u1', 'of team')
    await createKey(registry, app.fresh, { tenant: tenant.name, scopes: ['READ'], label: null, milliseconds: null })
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
        const isWhole = file === name
        const to = empty()
        const restored = await turngraph(to, 'restore', path(file), '--json')
        assert.equal(restored.status, 0, restored.stderr)
        await turngraph(to, 'backup', path('again.ndjson'), '--force')
        await turngraph(from, 'backup', path('first.ndjson'), '--force', ...(isWhole ? [] : ['--tenant', 'default']))
        assert.deepEqual(contentOf(readFileSync(path('again.ndjson'))), contentOf(readFileSync(path('first.ndjson'))))
        assert.equal((await turngraph(to, 'verify')).status, 0)
      }
    })

  it('say to people what was written and restored', async () => {
    const { stdout } = await turngraph(from, 'backup', path('told.ndjson.gz'))
    assert.match(
      stdout,
      /^[\d,]+ lines, [\d,]+ bytes written to .*told\.ndjson\.gz and read back: the whole store, 2 tenants\n {2}default {2}\d+ conversations, .*, 0 API keys\n {2}team {5}1 conversation, 1 observation, 1 API key\n$/,
    )
    const to = empty()
    const restored = await turngraph(to, 'restore', path('told.ndjson.gz'))
    assert.match(
      restored.stdout,
      /told\.ndjson\.gz of 20\d\d-.*, the whole store, 2 tenants: [\d,]+ lines; \d+ restored, 0 there before\n {2}default {2}.* restored, 0 there before\n {2}team {5}\d+ values restored, 1 API key, 0 there before\n$/,
    )
  })

  it('say that a tenant is one tenant, also where a server gives that of the key away', async () => {
    const team = await turngraph(from, 'backup', path('team.ndjson'), '--tenant', 'team')
    assert.match(
      team.stdout,
      /and read back: the tenant team alone\n {2}team {2}1 conversation, 1 observation, 1 API key\n$/,
    )
    const served = await turngraph({}, 'backup', path('key.ndjson'), '--url', url)
    assert.match(served.stdout, /: the tenant default alone\n {2}default .* API keys left out\n$/)
    assert.match(readFileSync(path('key.ndjson'), 'utf8').split('\n', 1)[0] ?? '', /"holds":"TENANT".*"name":"default"/)
    const unknown = await turngraph(from, 'backup', path('nobody.ndjson'), '--tenant', 'nobody')
    assert.equal(unknown.status, 1)
    assert.match(unknown.stderr, /nobody/)
    assert.ok(!existsSync(path('nobody.ndjson')))
    const to = empty()
    const restored = await turngraph(to, 'restore', path('team.ndjson'), '--into', 'other')
    assert.match(restored.stdout, /\n {2}other {2}\d+ values of team restored, 0 there before\n$/)
    assert.match((await turngraph(to, 'show', 'talk', '--tenant', 'other')).stdout, /of team/)
  })

  it('replace no file that is there, but by --force', async () => {
    writeFileSync(path('taken.ndjson'), 'mine')
    const refused = await turngraph(from, 'backup', path('taken.ndjson'))
    assert.deepEqual([refused.status, readFileSync(path('taken.ndjson'), 'utf8')], [1, 'mine'])
    assert.match(refused.stderr, /taken\.ndjson" is there already: --force replaces it\.\n$/)
    assert.equal((await turngraph(from, 'backup', path('taken.ndjson'), '--force')).status, 0)
    assert.ok(readFileSync(path('taken.ndjson')).length > 4)
  })

  it('wait for no pipe: a restore of one is refused at once', async () => {
    execFileSync('mkfifo', [path('pipe')])
    const refused = await turngraph(empty(), 'restore', path('pipe'))
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /pipe" is not a regular file/)
  })

  it('refuse a store that holds something, unless they are to merge', async () => {
    await turngraph(from, 'backup', path('twice.ndjson'))
    const to = empty()
    await turngraph(to, 'restore', path('twice.ndjson'))
    const refused = await turngraph(to, 'restore', path('twice.ndjson'))
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /^turngraph: The tenant "default" is not empty: .*--merge/)
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
