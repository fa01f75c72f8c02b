import { one, type Mutant } from './mutant.ts'

const access = { file: 'test/http/access.test.ts' }
const gone = { file: 'test/http/goneTenants.test.ts' }
const refused = { ...access, only: 'answers 401 in one and the same words' }
const scopes = { ...access, only: 'holds each root field' }
const lasting = { ...access, only: 'ends a stream' }
const signed = { ...access, only: 'signs addresses' }
const work = { file: 'test/http/admission/authenticate/work.alone.test.ts' }
const rates = { file: 'test/http/admission/rates.slow.test.ts', only: 'are each key its own' }
const points = { file: 'test/http/shares.slow.test.ts', only: 'of the points of a minute' }
const quarter = { file: 'test/http/shares.slow.test.ts', only: 'of requests under way' }

/** Of who is let in, and of what is shared out before anything is asked. */
export const ofFront: readonly Mutant[] = [
  one(
    'a key of a tenant that is gone',
    'src/http/admission/authenticate/byKey.ts',
    "if (tenant?.state !== 'ACTIVE') throw",
    'if (!tenant) throw',
    gone,
  ),
  one(
    'a token of a tenant that is gone',
    'src/http/admission/authenticate/byToken.ts',
    "if (tenant?.state !== 'ACTIVE') throw",
    'if (!tenant) throw',
    gone,
  ),
  one(
    'an address of a tenant that is gone',
    'src/http/admission/caller.ts',
    "if (record?.state !== 'ACTIVE') return null",
    'if (!record) return null',
    gone,
  ),
  one(
    'a stream outlives its tenant',
    'src/http/admission/authenticate/byKey.ts',
    'await tenantOf(registered, now, freshMs).then(isThere, isNot)',
    'isThere()',
    gone,
  ),
  one(
    'a revoked key',
    'src/http/admission/authenticate/byKey.ts',
    'if (key.revokedAt !== null) throw',
    'if (key.revokedAt === undefined) throw',
    refused,
  ),
  one(
    'an expired key',
    'src/http/admission/authenticate/byKey.ts',
    'hasExpired(key, Date.now())',
    'hasExpired(key, 0)',
    refused,
  ),
  one(
    'any secret of a key',
    'src/http/admission/authenticate/byKey.ts',
    'if (!key || !isRight) throw',
    'if (!key) throw',
    work,
  ),
  one(
    'an unknown key is told without a comparison',
    'src/http/admission/authenticate/byKey.ts',
    'const key = await registered.key(id)\n',
    "const key = await registered.key(id)\n    if (!key) throw new Unauthenticated('The key is unknown.', id)\n",
    work,
  ),
  one(
    'a signature that leaves the tenant out',
    'src/http/signedAddresses.ts',
    'JSON.stringify([tenant, id,',
    'JSON.stringify([tenant.slice(99), id,',
    signed,
  ),
  one(
    'an address that nobody signed',
    'src/http/routes/attachments.ts',
    'const caller = opens ? await',
    'const caller = opens !== undefined ? await',
    signed,
  ),
  one(
    'a stream outlives its key',
    'src/http/admission/caller.ts',
    'identity === null ? () => undefined :',
    'onEnd ? () => undefined :',
    lasting,
  ),
  one(
    'scopes are not asked for',
    'src/graphql/access/scopes.ts',
    'of scopesNeeded(schema, document, operation))',
    'of scopesNeeded(schema, document, operation).slice(1, 1))',
    scopes,
  ),
  one(
    'keys of one name share their points',
    'src/http/admission/rates.ts',
    'JSON.stringify([tenant.name, principal.kind, principal.id])',
    'JSON.stringify([principal.kind])',
    rates,
  ),
  one(
    'tenants share their points',
    'src/http/admission/rates.ts',
    'taken(ofTenants, tenant.name, request)',
    "taken(ofTenants, '', request)",
    points,
  ),
  one(
    'tenants share their part of requests',
    'src/http/admission/loadShedder.ts',
    '(shares.get(tenant) ?? 0) + amount > share',
    '(tenant ? taken : taken) + amount > share',
    quarter,
  ),
]
