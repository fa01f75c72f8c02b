/** Where a key may be, and where it may not: nowhere but in the header or the payload of a socket, and never in the store. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { createKey } from '../../src/app/access/keys.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'

describeOnce('a key', () => {
  const DATA = mkdtempSync(join(tmpdir(), 'turngraph-keys-'))
  let api: Api
  let text = ''
  before(async () => {
    api = await startApi({ AUTH: 'keys', DATA })
    const { store, fresh, tenant } = api.app
    const order = { tenant: tenant.name, scopes: ['READ'] as const, label: 'known', milliseconds: null }
    text = (await createKey(store.registry, fresh, order)).text
  })
  after(async () => {
    await api.close()
    rmSync(DATA, { recursive: true, force: true })
  })

  it('is taken from the header alone: from no address, cookie, body, or password', async () => {
    const ask = async (more: string, headers: Record<string, string>, body: object = {}) => {
      const response = await fetch(`${api.url}/graphql${more}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: '{ viewer { tenant } }', ...body }),
      })
      await response.arrayBuffer()
      return response.status
    }
    assert.equal(await ask('', { authorization: `Bearer ${text}` }), 200)
    const password = Buffer.from(`x:${text}`).toString('base64')
    for (const name of ['authorization', 'access_token', 'token', 'key', 'api_key', 'apiKey']) {
      assert.equal(await ask(`?${name}=${text}`, {}), 401, name)
      assert.equal(await ask('', { cookie: `${name}=Bearer ${text}` }), 401, name)
      assert.equal(await ask('', {}, { [name]: text, extensions: { [name]: text } }), 401, name)
    }
    for (const headers of [{ authorization: `Basic ${password}` }, { 'x-api-key': text }])
      assert.equal(await ask('', headers), 401, JSON.stringify(headers))
  })

  it('lies in no file of the store: what does, is the SHA-256 of its secret', () => {
    const secret = text.slice(16, 59)
    const digest = createHash('sha256').update(secret).digest()
    const forms = [digest.toString('hex'), digest.toString('latin1')]
    const files = readdirSync(DATA, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const all = files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
    assert.ok(all.some((bytes) => forms.some((form) => bytes.includes(form))))
    for (const bytes of all) assert.ok(!bytes.includes(secret.slice(0, 20)))
  })
})
