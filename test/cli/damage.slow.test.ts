// Takes long: each damage is looked for by a process of its own.
import assert from 'node:assert/strict'
import { chmodSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { compose } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { edited, file, temporaryFolder, turngraph } from './support.ts'

describe('turngraph verify', () => {
  it('fails when a conversation is damaged, and names what is wrong', async () => {
    const folder = temporaryFolder()
    const env = { DATA: join(folder, 'store') }
    await turngraph(env, 'import', file(folder, 'edited.jsonl', edited))
    damage(join(env.DATA, 'turngraph.db'))
    const { status, stdout } = await turngraph(env, 'verify', 'edited')
    assert.equal(status, 1)
    assert.match(stdout, /^edited: damaged, \d+ faults?\n/)
    assert.match(stdout, /1 conversation verified, 1 damaged\.\n$/)
    const app = await compose(readConfig({ ...env, LOG_LEVEL: 'silent' }))
    try {
      const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
      // Of a server it is what its key sees, by name.
      const there = stdout.replace('1 conversation verified', '1 conversation of tenant default verified')
      assert.deepEqual(await turngraph({}, 'verify', 'edited', '--url', url), { status, stdout: there, stderr: '' })
    } finally {
      await app.close()
    }
  })
})

describe('turngraph verify, of a store whose file was changed', () => {
  it('fails, says what is damaged, and verifies the conversations as far as it can', async () => {
    const folder = temporaryFolder()
    const env = { DATA: join(folder, 'store') }
    await turngraph(env, 'import', file(folder, 'edited.jsonl', edited))
    const path = join(env.DATA, 'turngraph.db')
    const database = new DatabaseSync(path)
    database.prepare("UPDATE events SET kind = 'STORED' WHERE seq = 1").run()
    database.close()
    const { status, stdout } = await turngraph(env, 'verify')
    assert.equal(status, 1)
    assert.match(
      stdout,
      /^store: damaged, 1 fault\n {2}A row of events is not what was written: edited 1\. \(ROW_DAMAGED\)\n/,
    )
    assert.match(stdout, /1 conversation verified, none damaged\. The store is damaged\.\n$/)
    const { store } = JSON.parse((await turngraph(env, 'verify', '--json')).stdout) as { store: { damage: number } }
    assert.equal(store.damage, 1)
  })

  it('fails in plain words where the file can hardly be read', async () => {
    const folder = temporaryFolder()
    const env = { DATA: join(folder, 'store') }
    await turngraph(env, 'import', file(folder, 'edited.jsonl', edited))
    const path = join(env.DATA, 'turngraph.db')
    const bytes = readFileSync(path)
    for (let at = 4096; at < bytes.length; at += 4096) bytes.fill(0x5a, at, at + 64)
    writeFileSync(path, bytes)
    const { status, stdout, stderr } = await turngraph(env, 'verify')
    assert.equal(status, 1)
    assert.match(stdout + stderr, /damaged|malformed/)
    assert.doesNotMatch(stdout + stderr, /Internal error| at .*\.ts/)
  })

  it('hashes the bytes of attachments when asked', async () => {
    const folder = temporaryFolder()
    const env = { DATA: join(folder, 'store'), LOG_LEVEL: 'silent' }
    const app = await compose(readConfig(env))
    const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    const query = `mutation { storeTurn(input: { conversationId: "c", turnId: "1", role: USER, text: "Look.",
      attachments: [{ mediaType: "text/plain", base64: "TGlzYm9u" }] }) { message { attachments { id } } } }`
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
    const { data } = (await answer.json()) as { data: { storeTurn: { message: { attachments: { id: string }[] } } } }
    const id = data.storeTurn.message.attachments[0]?.id ?? ''
    const there = await turngraph({}, 'verify', '--deep', '--url', url)
    assert.deepEqual(
      [there.status, there.stderr],
      [1, 'turngraph: Attachments are hashed where they lie: give --deep without --url.\n'],
    )
    await app.close()
    assert.equal((await turngraph(env, 'verify', '--deep')).status, 0)
    const kept = readdirSync(join(env.DATA, 'attachments'), { recursive: true, encoding: 'utf8' })
    const path = join(env.DATA, 'attachments', kept.find((name) => name.endsWith(id.slice(-20))) ?? '')
    chmodSync(path, 0o600)
    writeFileSync(path, 'Porto!')
    assert.equal((await turngraph(env, 'verify')).status, 0)
    const { status, stdout } = await turngraph(env, 'verify', '--deep')
    assert.equal(status, 1)
    assert.match(stdout, /are not those that were stored\. \(ATTACHMENT_BYTES_DIFFER\)/)
  })
})

/** Changes how many leaves were counted, as no command of ours would: the fifth number of what is derived (rows.ts). */
function damage(path: string): void {
  const database = new DatabaseSync(path)
  const changed = database.prepare("UPDATE conversations SET body = json_set(body, '$.derived[6]', 7)").run()
  database.close()
  assert.equal(changed.changes, 1)
}
