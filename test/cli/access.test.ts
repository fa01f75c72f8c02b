import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { startApi } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'
import { turngraph } from './support.ts'

describeOnce('tenants and keys on the command line', () => {
  const DATA = mkdtempSync(join(tmpdir(), 'turngraph-access-'))
  after(() => rmSync(DATA, { recursive: true, force: true }))
  const json = async <T>(...args: string[]) => JSON.parse((await turngraph({ DATA }, ...args, '--json')).stdout) as T

  it('makes a key beside a running server, which takes it, and revokes it', async () => {
    const api = await startApi({ AUTH: 'keys', DATA })
    const made = await json<object>('tenants', 'create', 'acme')
    assert.deepEqual({ ...made, createdAt: null }, { name: 'acme', state: 'ACTIVE', salted: true, createdAt: null })
    const asked = ['keys', 'create', '--tenant', 'acme', '--scope', 'read', '--expires', '90d', '--label', 'ci']
    const key = await json<{ id: string; key: string; expiresAt: string }>(...asked)
    assert.deepEqual(Object.keys(key), ['id', 'key', 'tenant', 'scopes', 'label', 'expiresAt'])
    const { data } = await api.send('{ viewer { tenant } }', {}, { authorization: `Bearer ${key.key}` })
    assert.deepEqual(data, { viewer: { tenant: 'acme' } })
    const byKey = { TURNGRAPH_KEY: key.key }
    assert.equal((await turngraph(byKey, 'list', '--url', api.url)).status, 0)
    assert.match((await turngraph({}, 'list', '--url', api.url)).stderr, /A valid key or token is needed/)
    const revoked = await json<{ revokedAt: string | null }>('keys', 'revoke', key.id)
    assert.ok(revoked.revokedAt)
    const listed = await turngraph({ DATA }, 'keys', 'list')
    assert.match(listed.stdout, new RegExp(`${key.id}.*acme.*revoked`))
    assert.ok(!JSON.stringify(await json('keys', 'list')).includes(key.key.slice(16, 40)))
    await api.close()
  })

  it('lists tenants, with how long each keeps', async () => {
    await json('tenants', 'retain', 'acme', '90')
    const all = await json<{ name: string; retainDays: number | null }[]>('tenants', 'list')
    assert.deepEqual(all.map(({ name, retainDays }) => [name, retainDays]), [['acme', 90], ['default', null]]) // prettier-ignore
    const { stdout } = await turngraph({ DATA }, 'tenants', 'list')
    assert.match(stdout, /^ *acme .*kept for 90 days$/m)
    assert.match(stdout, /^ *default .*kept forever$/m)
  })

  it('refuses a tenant that is there, or is none', async () => {
    const again = await json<{ error: { code: string } }>('tenants', 'create', 'acme')
    assert.equal(again.error.code, 'ALREADY_EXISTS')
    const odd = await json<{ error: { code: string } }>('tenants', 'create', 'Acme/..')
    assert.equal(odd.error.code, 'BAD_INPUT')
    for (const args of [
      ['keys', 'create', '--tenant', 'nobody'],
      ['list', '--tenant', 'nobody'],
      ['keys', 'revoke', 'none'],
    ])
      assert.equal((await json<{ error: { code: string } }>(...args)).error.code, 'NOT_FOUND', args.join(' '))
  })
})
