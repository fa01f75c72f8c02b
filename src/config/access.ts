import { z } from 'zod'
import { flagOr, listOf, text, whole } from './rules.ts'
import { isLoopback } from './siteNames.ts'

/** How tokens of an identity provider are judged. */
export interface JwtConfig {
  readonly issuer: string
  readonly audience: string
  /** Where the provider's keys are; null: `secret` is the key. */
  readonly jwksUrl: string | null
  readonly secret: string | null
  readonly algorithms: readonly string[]
  /** Dotted paths. */
  readonly claims: { readonly tenant: string; readonly scope: string; readonly actor: string }
  readonly skewSeconds: number
  /** Whether a token may name the tenant "default", which has what was stored while nothing asked who came. */
  readonly allowsDefaultTenant: boolean
}

/** Who is admitted, and what else is signed or shown to few. */
export interface AccessConfig {
  /** Null: nothing asks who comes. */
  readonly auth: { readonly keys: boolean; readonly jwt: JwtConfig | null } | null
  /** What opens /metrics; null: nothing does, with authentication, and nothing is needed without. */
  readonly metricsToken: string | null
  /** What downloads are signed with; null: a key of our own, kept in DATA. */
  readonly urlSecret: string | null
  readonly urlSeconds: number
  /** Points that a key or subject has a minute; 0: nothing is counted. */
  readonly rate: number
  /** Points that all keys and subjects of a tenant have together; 0: they are not counted. */
  readonly tenantRate: number
}

const ways = ['none', 'keys', 'jwt']
const asymmetric = ['RS256', 'PS256', 'ES256', 'EdDSA']
const symmetric = ['HS256', 'HS384', 'HS512']
const oneOf = (names: readonly string[]) => (name: string) => (names.includes(name) ? name : null)
const secret = z.string().min(32).optional()
const claim = (otherwise: string) => text(otherwise).refine((path) => /^[^.]+(\.[^.]+)*$/.test(path))
const whichClaim = 'the name of a claim, or names with dots between them'

/** Each variable of access with what it may be, and how that is said. */
export const accessVariables = {
  AUTH: [
    listOf(oneOf(ways), 'none').refine(
      (algorithms) => algorithms.length > 0 && (algorithms.length === 1 || !algorithms.includes('none')),
    ),
    '"none", "keys", "jwt", or "keys,jwt"',
  ],
  JWT_ISSUER: [z.string().optional(), 'the issuer that tokens name'],
  JWT_AUDIENCE: [z.string().optional(), 'the audience that tokens name'],
  JWT_JWKS_URL: [z.string().refine(isKeyAddress).optional(), 'an https address (http where it is this machine)'],
  JWT_SECRET: [secret, 'at least 32 characters'],
  JWT_ALGORITHMS: [
    listOf(oneOf([...asymmetric, ...symmetric])),
    `names of ${asymmetric.join(', ')}, or with JWT_SECRET of ${symmetric.join(', ')}, with commas between them`,
  ],
  JWT_TENANT_CLAIM: [claim('tenant'), whichClaim],
  JWT_SCOPE_CLAIM: [claim('scope'), whichClaim],
  JWT_ACTOR_CLAIM: [claim('sub'), whichClaim],
  JWT_CLOCK_SKEW_S: [whole(0, 600, 30), 'seconds, from 0 to 600'],
  JWT_ALLOW_DEFAULT_TENANT: [flagOr('1'), '"1" where a token may name the tenant "default", "0" to refuse that'],
  METRICS_TOKEN: [z.string().min(16).optional(), 'at least 16 characters'],
  URL_SECRET: [secret, 'at least 32 characters'],
  ATTACHMENT_URL_TTL_S: [whole(1, 604_800, 300), 'seconds, from 1 to 604800'],
  RATE_LIMIT: [whole(0, 1_000_000_000, 6000), 'points a minute, up to 1000000000, or 0 for no limit'],
  TENANT_RATE_LIMIT: [whole(0, 1_000_000_000, 60_000), 'points a minute, up to 1000000000, or 0 for no limit'],
} as const

/** Its variables whose value is never shown. */
export const accessSecrets = ['JWT_SECRET', 'METRICS_TOKEN', 'URL_SECRET']

type Environment = { readonly [N in keyof typeof accessVariables]: z.infer<(typeof accessVariables)[N][0]> }

/** Returns what the environment says of access; `refuse` is called with what does not go together. */
export function accessOf(env: Environment, refuse: (why: string) => never): AccessConfig {
  const auth = env.AUTH.includes('none')
    ? null
    : { keys: env.AUTH.includes('keys'), jwt: env.AUTH.includes('jwt') ? jwtOf(env, refuse) : null }
  return {
    auth,
    metricsToken: env.METRICS_TOKEN ?? null,
    urlSecret: env.URL_SECRET ?? null,
    urlSeconds: env.ATTACHMENT_URL_TTL_S,
    rate: env.RATE_LIMIT,
    tenantRate: env.TENANT_RATE_LIMIT,
  }
}

function jwtOf(env: Environment, refuse: (why: string) => never): JwtConfig {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_JWKS_URL: jwksUrl, JWT_SECRET: key } = env
  if (issuer === undefined || audience === undefined) refuse('AUTH=jwt needs JWT_ISSUER and JWT_AUDIENCE.')
  if ((jwksUrl === undefined) === (key === undefined))
    refuse('AUTH=jwt needs either JWT_JWKS_URL, for the keys of an identity provider, or JWT_SECRET.')
  const possible = key === undefined ? asymmetric : symmetric
  const algorithms = env.JWT_ALGORITHMS
  if (algorithms.some((name) => !possible.includes(name)))
    refuse(`JWT_ALGORITHMS: with ${key === undefined ? 'JWT_JWKS_URL' : 'JWT_SECRET'} names of ${possible.join(', ')}.`)
  return {
    ...{ issuer, audience, jwksUrl: jwksUrl ?? null, secret: key ?? null },
    algorithms: algorithms.length > 0 ? algorithms : key === undefined ? asymmetric : ['HS256'],
    claims: { tenant: env.JWT_TENANT_CLAIM, scope: env.JWT_SCOPE_CLAIM, actor: env.JWT_ACTOR_CLAIM },
    skewSeconds: env.JWT_CLOCK_SKEW_S,
    allowsDefaultTenant: env.JWT_ALLOW_DEFAULT_TENANT,
  }
}

/** Keys that come over a wire that others can write to may be forged. */
function isKeyAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.username + url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}
