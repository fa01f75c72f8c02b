import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import type { JwtConfig } from '../../../config/access.ts'
import { freshMs, type Registered } from '../../../app/access/registered.ts'
import { accessScopes, type AccessScope } from '../../../domain/access/principal.ts'
import type { TenantRecord } from '../../../domain/access/requester.ts'
import { defaultTenant, tenantNamed } from '../../../domain/access/tenant.ts'
import { HttpRefusal } from '../../responses/refusal.ts'
import { isRecord } from '../../../runtime/own.ts'
import { Unauthenticated, type Identity } from './identity.ts'

/** How long the provider may take to send its keys, how long they are kept, and how soon they are asked for again. */
const jwksTimes = { timeoutDuration: 5_000, cacheMaxAge: 600_000, cooldownDuration: 30_000 }
const longestSubject = 255

/** Returns what finds the caller by a token of an identity provider. */
export function byToken(config: JwtConfig, registered: Registered): (text: string) => Promise<Identity> {
  const verified = verifierOf(config)
  return async (text) => {
    const claims = await verified(text)
    const { id, scopes, tenantName } = tokenFacts(config, claims)
    const tenant = await activeTenant(registered, tenantName, id)
    return {
      requester: { tenant, principal: { kind: 'USER', id, label: null, scopes } },
      endsAt: (Number(claims.exp) + config.skewSeconds) * 1000,
      holds: async () => (await registered.tenant(tenant.name, freshMs))?.state === 'ACTIVE',
    }
  }
}

function verifierOf(config: JwtConfig): (text: string) => Promise<JWTPayload> {
  const { issuer, audience, algorithms, skewSeconds, secret, jwksUrl } = config
  const key = secret === null ? null : new TextEncoder().encode(secret)
  const keys: JWTVerifyGetKey =
    key === null ? createRemoteJWKSet(new URL(jwksUrl ?? ''), jwksTimes) : () => Promise.resolve(key)
  const rules = { issuer, audience, algorithms: [...algorithms], clockTolerance: skewSeconds, requiredClaims: ['exp'] }
  return async (text) => {
    try {
      return (await jwtVerify(text, keysOrUnavailable(keys), rules)).payload
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new Unauthenticated(`The token is refused: ${error.code}.`)
      throw error
    }
  }
}

/** Without the key set no token can be checked, which is no fault of the caller. */
function keysOrUnavailable(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (...args) => {
    try {
      return await keys(...args)
    } catch (error) {
      const isOfTheToken =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported
      if (isOfTheToken) throw error
      throw new KeysUnavailable(error)
    }
  }
}

/** The identity provider's keys cannot be had. */
export class KeysUnavailable extends HttpRefusal {
  constructor(cause: unknown) {
    const message = 'The keys that tokens are checked with cannot be had now. Try again in a moment.'
    super(503, 'TIMEOUT', message, {}, { 'retry-after': '5' })
    this.cause = cause
  }
}

function tokenFacts({ claims, allowsDefaultTenant }: JwtConfig, payload: JWTPayload) {
  const id = claimOf(payload, claims.actor)
  if (typeof id !== 'string' || id === '' || id.length > longestSubject)
    throw new Unauthenticated(`The token's claim ${claims.actor} is not a name.`)
  const name = claimOf(payload, claims.tenant)
  const tenantName = typeof name === 'string' ? tenantNamed(name) : null
  if (tenantName === null) throw new Unauthenticated(`The token's claim ${claims.tenant} names no tenant.`, id)
  if (tenantName === defaultTenant && !allowsDefaultTenant)
    throw new Unauthenticated('The token names the tenant "default", which JWT_ALLOW_DEFAULT_TENANT=0 refuses.', id)
  return { id, tenantName, scopes: scopesOf(claimOf(payload, claims.scope)) }
}

async function activeTenant(registered: Registered, ...[name, id]: [TenantRecord['name'], string]) {
  const tenant = await registered.tenant(name)
  if (tenant?.state !== 'ACTIVE') throw new Unauthenticated('The tenant of the token is not there, or not active.', id)
  return tenant
}

function claimOf(payload: JWTPayload, path: string): unknown {
  // A provider's own claims may have dots in their names, as addresses do.
  if (Object.hasOwn(payload, path)) return payload[path]
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      payload,
    )
}

/** A token may name scopes of other services too: those are not ours. */
function scopesOf(claim: unknown): readonly AccessScope[] {
  const names: unknown[] = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : []
  return accessScopes.filter((scope) => names.includes(scope.toLowerCase()))
}
