/** Whoever has no key learns nothing from how long a refusal takes: counted is what is done for it, for times are noise. */
import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, it, type TestContext } from 'node:test'
import { crc32 } from 'node:zlib'
import { SignJWT } from 'jose'
import pino from 'pino'
import type { JwtConfig } from '../../../../src/config/access.ts'
import { newKeyText } from '../../../../src/app/access/keyText.ts'
import { registeredIn } from '../../../../src/app/access/registered.ts'
import type { ApiKey } from '../../../../src/domain/access/apiKey.ts'
import type { TenantRecord } from '../../../../src/domain/access/requester.ts'
import { tenantNamed } from '../../../../src/domain/access/tenant.ts'
import { authenticator } from '../../../../src/http/admission/authenticate/authenticate.ts'
import type { Registry } from '../../../../src/storage/graphStore.ts'
import { fakeOf } from '../../../support/fakes.ts'

const past = '2020-01-01T00:00:00.000000000Z'
const secret = 'a secret of at least thirty-two bytes'
const jwt = fakeOf<JwtConfig>('jwt config', {
  ...{
    issuer: 'us',
    audience: 'it',
    algorithms: ['HS256'],
    skewSeconds: 0,
    allowsDefaultTenant: true,
    secret,
    jwksUrl: null,
  },
  claims: { tenant: 'tenant', scope: 'scope', actor: 'sub' },
})

/** What tells who asks, on a registry with one tenant, and counts what it does. */
function counted(t: TestContext, keys: readonly ApiKey[]) {
  const done: string[] = []
  const note = <A extends unknown[], R>(name: string, call: (...asked: A) => R) =>
    function (...asked: A): R {
      done.push(name)
      return call(...asked)
    }
  const acme = fakeOf<TenantRecord>('tenant record', { name: tenantNamed('acme'), state: 'ACTIVE' })
  const registry = fakeOf<Registry>('registry', {
    apiKey: note('key', async (id: string) => keys.find((key) => key.id === id) ?? null),
    tenant: note('tenant', async (name: string) => (name === 'acme' ? acme : null)),
    noteApiKeyUse: async () => undefined,
  })
  for (const name of ['createHash', 'timingSafeEqual'] as const)
    t.mock.method(crypto, name, note(name, crypto[name] as (...asked: unknown[]) => unknown))
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  const parts = { registered: registeredIn(registry), registry, log: pino({ level: 'silent' }) }
  const judge = authenticator({ keys: true, jwt }, parts)
  return {
    judge,
    /** Returns what was done to refuse it. */
    refused: async (text: string): Promise<string[]> => {
      done.length = 0
      await assert.rejects(judge(`Bearer ${text}`), {
        code: 'UNAUTHENTICATED',
        message: 'A valid key or token is needed.',
      })
      return [...done]
    },
  }
}

function keyOf(given: Partial<ApiKey> = {}) {
  const { text, key } = newKeyText()
  const record = {
    ...key,
    tenant: tenantNamed('acme'),
    scopes: ['READ'],
    label: null,
    createdAt: past,
    expiresAt: null,
  }
  return { text, key: fakeOf<ApiKey>('api key', { ...record, revokedAt: null, lastUsedAt: null, ...given }) }
}

/** A key of that id with another secret, as who guesses would send it. */
function guessOf(id: string): string {
  const body = `tg_${id}_${crypto.randomBytes(32).toString('base64url')}`
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return `${body}_${sum.toString('base64url')}`
}

describe('what a refusal takes', () => {
  it('is the same for a key that is there, that was revoked or is over, and that nobody has', async (t) => {
    const keys = [keyOf(), keyOf({ revokedAt: past }), keyOf({ expiresAt: past })]
    const { judge, refused } = counted(
      t,
      keys.map(({ key }) => key),
    )
    const guesses = [...keys.map(({ key }) => guessOf(key.id)), newKeyText().text]
    for (const guess of guesses) assert.deepEqual(await refused(guess), ['createHash', 'key', 'timingSafeEqual'])
    // What was asked for once is remembered, be it there or not.
    for (const guess of guesses) assert.deepEqual(await refused(guess), ['createHash', 'timingSafeEqual'])
    assert.equal((await judge(`Bearer ${keys[0]?.text ?? ''}`)).requester.tenant.name, 'acme')
  })

  it('asks nobody for what has not the form of a key', async (t) => {
    const { refused } = counted(t, [])
    const { text } = keyOf()
    for (const broken of [`${text}x`, text.replace(/.$/, '-'), 'tg_', 'tg_a_b_c'])
      assert.deepEqual(
        (await refused(broken)).filter((one) => one !== 'createHash'),
        [],
      )
  })

  it('is the same for a forged token, whatever tenant it names', async (t) => {
    const { judge, refused } = counted(t, [])
    const signed = (tenant: string, key: string) =>
      new SignJWT({ tenant, scope: 'read' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('us')
        .setAudience('it')
        .setSubject('ann')
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(key))
    const of = (done: readonly string[]) => done.filter((one) => one === 'tenant' || one === 'key')
    for (const tenant of ['acme', 'nobody', '../x'])
      assert.deepEqual(of(await refused(await signed(tenant, `${secret} not`))), [])
    assert.equal((await judge(`Bearer ${await signed('acme', secret)}`)).requester.principal.id, 'ann')
  })
})
