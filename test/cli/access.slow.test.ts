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
    assert.deepEqual(
      all.map(({ name, retainDays }) => [name, retainDays]),
      [
        ['acme', 90],
        ['default', null],
      ],
    )
    const { stdout } = await turngraph({ DATA }, 'tenants', 'list')
    assert.match(stdout, /^ *acme .*kept for 90 days$/m)
    assert.match(stdout, /^ *default .*kept forever$/m)
  })

  it('lets nobody into a suspended tenant, by any route, until it is resumed', async () => {
    const api = await startApi({ AUTH: 'keys', DATA })
    await json('tenants', 'create', 'guests')
    const { key } = await json<{ key: string }>('keys', 'create', '--tenant', 'guests', '--scope', 'read,write')
    const authorization = `Bearer ${key}`
    const routes: readonly (readonly [string, string, string?])[] = [
      ['POST', 'graphql', '{"query":"{ viewer { tenant } }"}'],
      ['GET', 'export/c1'],
      ['GET', 'export?of=usage'],
      ['GET', 'tree/c1'],
      ['GET', 'backup'],
      ['GET', `attachments/${'a'.repeat(64)}`],
      ['PUT', 'attachments', 'x'],
      ['POST', 'import?fileName=a.jsonl', '{}'],
      ['POST', 'mcp', '{}'],
    ]
    const statuses = async () => {
      const results: number[] = []
      for (const [method, path, body = null] of routes) {
        const headers = {
          authorization,
          'content-type': path === 'attachments' ? 'application/octet-stream' : 'application/json',
        }
        const { status, body: answer } = await fetch(`${api.url}/${path}`, { method, headers, body })
        await answer?.cancel()
        results.push(status)
      }
      return results
    }
    assert.equal((await statuses()).includes(401), false)
    assert.deepEqual(
      (await turngraph({ DATA }, 'tenants', 'suspend', 'guests')).stdout,
      'Tenant guests is suspended; "turngraph tenants resume guests" ends that.\n',
    )
    assert.match((await turngraph({ DATA }, 'tenants', 'list')).stdout, /^ *guests +suspended/m)
    const fresh = await startApi({ AUTH: 'keys', DATA })
    for (const [method, path, body = null] of routes) {
      const headers = {
        authorization,
        'content-type': path === 'attachments' ? 'application/octet-stream' : 'application/json',
      }
      const refused = await fetch(`${fresh.url}/${path}`, { method, headers, body })
      assert.equal(refused.status, 401, path)
      assert.match(await refused.text(), /UNAUTHENTICATED/, path)
    }
    await fresh.close()
    assert.match((await turngraph({ DATA }, 'tenants', 'resume', 'guests')).stdout, /^Tenant guests is active/)
    assert.equal(
      (await json<{ state: string }[]>('tenants', 'list')).every(({ state }) => state === 'ACTIVE'),
      true,
    )
    await api.close()
    const again = await startApi({ AUTH: 'keys', DATA })
    assert.deepEqual((await again.send('{ viewer { tenant } }', {}, { authorization })).data, {
      viewer: { tenant: 'guests' },
    })
    await again.close()
  })

  it('erases a tenant only where it is asked twice, and lets nobody have its name again', async () => {
    await json('tenants', 'create', 'gone')
    const unsure = await turngraph({ DATA }, 'tenants', 'erase', 'gone', '--reason', 'other')
    assert.deepEqual([unsure.status, unsure.stderr.includes('--yes')], [1, true])
    const done = await turngraph({ DATA }, 'tenants', 'erase', 'gone', '--reason', 'other', '--yes', '--unserved')
    assert.match(done.stdout, /^Tenant gone is erased; the receipt is [^ ]+\.$/m)
    assert.match((await turngraph({ DATA }, 'tenants', 'list')).stdout, /^ *gone +erased/m)
    assert.equal((await json<{ error: { code: string } }>('tenants', 'create', 'gone')).error.code, 'ALREADY_EXISTS')
    for (const act of ['suspend', 'resume']) assert.equal((await turngraph({ DATA }, 'tenants', act, 'gone')).status, 1)
    const own = await turngraph({ DATA }, 'tenants', 'erase', 'default', '--reason', 'other', '--yes', '--unserved')
    assert.equal(own.status, 1)
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
