/** Tokens of a real OpenID provider: found by its discovery, asked for by client credentials, and signed by keys that change. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'
import { root } from '../../../scripts/root.ts'
import { isInstalled } from '../../../scripts/testing/prepare.ts'
import { createTenant } from '../../../src/app/access/tenants.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'

const folder = 'test/http/oidc'
const skip = isInstalled(folder) ? false : `npm ci --prefix ${folder} installs the packages that this needs`
const viewer = '{ viewer { tenant principal { kind id scopes } } }'

interface Discovered {
  readonly issuer: string
  readonly jwks_uri: string
  readonly token_endpoint: string
}

describe('tokens of an OpenID provider', { skip }, () => {
  let child: ChildProcessWithoutNullStreams
  let lines: AsyncIterator<string>
  let discovered: Discovered
  let api: Api
  let keys: readonly JWK[]
  const heard = async () => String((await lines.next()).value)

  /** Has the provider sign with the first of the keys, and publish all. */
  const have = async (...which: readonly number[]) => {
    child.stdin.write(`${JSON.stringify(which.map((k) => keys[k]))}\n`)
    assert.equal(await heard(), 'ready')
  }
  const token = async (scope = 'read write') => {
    const asked = { grant_type: 'client_credentials', scope, client_id: 'service' }
    const body = new URLSearchParams({ ...asked, client_secret: 'a-secret-of-the-service' })
    const response = await fetch(discovered.token_endpoint, { method: 'POST', body })
    const answer = (await response.json()) as { access_token?: string }
    assert.equal(response.status, 200, JSON.stringify(answer))
    return answer.access_token ?? ''
  }
  const started = async () => {
    const { issuer, jwks_uri } = discovered
    const settings = { JWT_ISSUER: issuer, JWT_AUDIENCE: 'turngraph', JWT_JWKS_URL: jwks_uri }
    const made = await startApi({ AUTH: 'jwt', ...settings })
    await createTenant(made.app.store.registry, made.app.fresh, 'acme', false)
    return made
  }
  const asked = (of: Api, text: string, query = viewer) => of.send(query, {}, { authorization: `Bearer ${text}` })

  before(async () => {
    child = spawn(process.execPath, ['provider.js'], { cwd: join(root, folder) })
    lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const made = [1, 2, 3].map(async (k) => {
      const { privateKey } = await generateKeyPair('ES256', { extractable: true })
      return { ...(await exportJWK(privateKey)), kid: `key-${k}`, alg: 'ES256', use: 'sig' }
    })
    keys = await Promise.all(made)
    const issuer = await heard()
    await have(0, 1)
    const found = await fetch(`${issuer}/.well-known/openid-configuration`)
    discovered = (await found.json()) as Discovered
    api = await started()
  })
  after(async () => {
    await api.close()
    const exited = once(child, 'exit')
    child.stdin.end()
    await exited
  })

  it('say who asks, for whom, and what that may', async () => {
    const { data, errors } = await asked(api, await token())
    assert.deepEqual(errors, [])
    const principal = { kind: 'USER', id: 'service', scopes: ['READ', 'WRITE'] }
    assert.deepEqual(data, { viewer: { tenant: 'acme', principal } })
    const { errors: refused } = await asked(
      api,
      await token('read'),
      'mutation { createConversation(input: {}) { replayed } }',
    )
    assert.deepEqual(
      refused.map(({ extensions }) => extensions.code),
      ['FORBIDDEN'],
    )
  })

  it('hold while the keys change: a key that was published signs, then the one before is withdrawn', async () => {
    const before = await token()
    await have(1, 0)
    const during = await token()
    assert.notEqual(before.split('.')[0], during.split('.')[0])
    for (const text of [before, during]) assert.equal((await asked(api, text)).status, 200)
    await have(1)
    const fresh = await started()
    try {
      assert.equal((await asked(fresh, during)).status, 200)
      assert.equal((await asked(fresh, await token())).status, 200)
      assert.equal((await asked(fresh, before)).status, 401)
    } finally {
      await fresh.close()
    }
  })

  it('are refused of a provider with the same name and other keys', async () => {
    await have(1)
    const signed = async (kid: string, key: JWK | undefined) =>
      new SignJWT({ scope: 'read write', tenant: 'acme' })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer(discovered.issuer)
        .setAudience('turngraph')
        .setSubject('service')
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(await importJWK(key ?? {}, 'ES256'))
    const [, own, other] = keys
    assert.equal((await asked(api, await signed('key-2', own))).status, 200)
    for (const kid of ['key-2', 'key-3']) assert.equal((await asked(api, await signed(kid, other))).status, 401)
  })
})
