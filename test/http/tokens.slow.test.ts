// Takes long: a server of each kind of tokens.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import { createTenant } from '../../src/app/access/tenants.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'

const [issuer, audience] = ['https://id.example', 'turngraph']
const viewer = '{ viewer { tenant principal { kind id scopes } } }'
const claims = { tenant: 'acme', scope: 'openid read write', sub: 'ada' }

interface Provider {
  readonly url: string
  answer: (response: ServerResponse) => void
  asked: number
  readonly server: Server
}

async function startProvider(): Promise<Provider> {
  const server = createServer((_, response) => {
    provider.asked++
    provider.answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  const provider: Provider = { url, server, asked: 0, answer: (response) => void response.end('{}') }
  return provider
}

const signed = (
  key: CryptoKey | Uint8Array,
  payload: JWTPayload = claims,
  { alg = 'ES256', kid = 'one', ...more } = {},
) => {
  const { iss = issuer, aud = audience, exp = '5m' } = more as Record<string, string>
  return new SignJWT(payload)
    .setProtectedHeader({ alg, kid })
    .setIssuer(iss)
    .setAudience(aud)
    .setExpirationTime(exp)
    .sign(key)
}

describeOnce('access by tokens', () => {
  let api: Api
  let provider: Provider
  let key: CryptoKey
  let publicKey: CryptoKey
  const keySet = async () => JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }] })
  const asked = async (token: string, of = api) => of.send(viewer, {}, { authorization: `Bearer ${token}` })
  const codes = ({ errors }: Awaited<ReturnType<typeof asked>>) => errors.map(({ extensions }) => extensions.code)
  const started = async (more: Record<string, string> = {}) => {
    const made = await startApi({
      AUTH: 'jwt',
      JWT_ISSUER: issuer,
      JWT_AUDIENCE: audience,
      JWT_JWKS_URL: provider.url,
      ...more,
    })
    await createTenant(made.app.store.registry, made.app.fresh, 'acme', false)
    return made
  }
  before(async () => {
    const pair = await generateKeyPair('ES256')
    key = pair.privateKey
    publicKey = pair.publicKey
    provider = await startProvider()
    const keys = await keySet()
    provider.answer = (response) => void response.end(keys)
    api = await started()
  })
  after(async () => {
    await api.close()
    provider.server.closeAllConnections()
    provider.server.close()
  })

  it('says who a token names, with the scopes that are ours', async () => {
    const { data, errors } = await asked(await signed(key))
    assert.deepEqual(errors, [])
    assert.deepEqual(data, {
      viewer: { tenant: 'acme', principal: { kind: 'USER', id: 'ada', scopes: ['READ', 'WRITE'] } },
    })
  })

  it('refuses every other token in the same words', async () => {
    const other = (await generateKeyPair('ES256')).privateKey
    const unsigned = (text: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${text.split('.')[1]}.`
    const good = await signed(key)
    const publicBytes = new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)))
    const bad = {
      'of another key': await signed(other),
      'without a signature': unsigned(good),
      'signed with the public key as a secret': await signed(publicBytes, claims, { alg: 'HS256' }),
      'of another issuer': await signed(key, claims, { iss: 'https://evil.example' } as object),
      'for another audience': await signed(key, claims, { aud: 'other' } as object),
      'that is over': await signed(key, claims, { exp: '-1h' } as object),
      'that has not begun': await signed(key, { ...claims, nbf: 9e9 }),
      'without an end': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience(audience)
        .sign(key),
      'without a tenant': await signed(key, { ...claims, tenant: undefined }),
      'with a tenant that is no text': await signed(key, { ...claims, tenant: ['acme'] }),
      'with a tenant that is no name': await signed(key, { ...claims, tenant: 'Acme/..' }),
      'with a tenant that nobody registered': await signed(key, { ...claims, tenant: 'nobody' }),
      'without a subject': await signed(key, { ...claims, sub: '' }),
      'that is a key': `tg_${'a'.repeat(12)}_${'b'.repeat(43)}_${'c'.repeat(6)}`,
    }
    for (const [which, token] of Object.entries(bad)) {
      const { status, errors } = await asked(token)
      assert.deepEqual([status, errors[0]?.message], [401, 'A valid key or token is needed.'], which)
    }
  })

  it('leaves a token without scopes the viewer alone', async () => {
    const { authorization } = { authorization: `Bearer ${await signed(key, { ...claims, scope: 'openid' })}` }
    assert.deepEqual((await api.send(viewer, {}, { authorization })).errors, [])
    const { errors } = await api.send('{ conversations { nodes { id } } }', {}, { authorization })
    assert.equal(errors[0]?.extensions.code, 'FORBIDDEN')
  })

  it('finds the tenant and the scopes where the operator says that they are', async () => {
    const made = await started({ JWT_TENANT_CLAIM: 'org.id', JWT_SCOPE_CLAIM: 'roles', JWT_ACTOR_CLAIM: 'email' })
    const token = await signed(key, { org: { id: 'acme' }, roles: ['read', 'cook'], email: 'a@b.example' })
    const { data } = await asked(token, made)
    assert.deepEqual(data, {
      viewer: { tenant: 'acme', principal: { kind: 'USER', id: 'a@b.example', scopes: ['READ'] } },
    })
    await made.close()
  })

  it('lets a token name the tenant "default", unless the operator forbids it', async () => {
    const made = await started({ JWT_ALLOW_DEFAULT_TENANT: '0' })
    after(() => made.close())
    const token = await signed(key, { ...claims, tenant: 'default' })
    assert.deepEqual((await asked(token)).data, {
      viewer: { tenant: 'default', principal: { kind: 'USER', id: 'ada', scopes: ['READ', 'WRITE'] } },
    })
    assert.equal((await asked(token, made)).status, 401)
    assert.match(made.logged.join(''), /JWT_ALLOW_DEFAULT_TENANT=0/)
    assert.deepEqual((await asked(await signed(key), made)).errors, [])
  })

  it('takes HS256 by JWT_SECRET, and then nothing else', async () => {
    const secret = 's'.repeat(32)
    const made = await startApi({ AUTH: 'jwt', JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_SECRET: secret })
    await createTenant(made.app.store.registry, made.app.fresh, 'acme', false)
    assert.deepEqual(
      codes(await asked(await signed(new TextEncoder().encode(secret), claims, { alg: 'HS256' }), made)),
      [],
    )
    assert.deepEqual(codes(await asked(await signed(key), made)), ['UNAUTHENTICATED'])
    await made.close()
  })

  describe('while the provider', () => {
    const faulty = {
      'answers no key set': (response: ServerResponse) => void response.end('{"keys": 7}'),
      'answers no JSON': (response: ServerResponse) => void response.end('<html>'),
      'answers 500': (response: ServerResponse) => void response.writeHead(500).end(),
      'breaks off': (response: ServerResponse) => void response.destroy(),
      'says nothing': () => undefined,
    }
    for (const [what, answer] of Object.entries(faulty))
      it(`${what}, lets nobody in, and somebody again when it is back`, async () => {
        const usual = provider.answer
        provider.answer = answer
        const made = await started()
        try {
          const { status, errors } = await asked(await signed(key), made)
          assert.deepEqual([status, errors[0]?.extensions.code], [503, 'TIMEOUT'])
          provider.answer = usual
          assert.deepEqual(codes(await asked(await signed(key), made)), [])
        } finally {
          provider.answer = usual
          await made.close()
        }
      })

    it('is gone, takes tokens by the keys that are known', async () => {
      const usual = provider.answer
      provider.answer = (response) => void response.destroy()
      assert.deepEqual(codes(await asked(await signed(key))), [])
      provider.answer = usual
    })

    it('is asked once for keys that nobody has, not once for each', async () => {
      const before = provider.asked
      for (let k = 0; k < 5; k++)
        assert.deepEqual(codes(await asked(await signed(key, claims, { kid: `k${k}` }))), ['UNAUTHENTICATED'])
      assert.ok(provider.asked - before <= 1)
    })
  })
})
