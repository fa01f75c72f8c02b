import { jwtVerify, SignJWT } from 'jose'
import type { Tenant, UsageInput } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import type { LedgerEnds } from './erasedSince.ts'

/** What a probe was: enough to make a fork of it. */
export interface ProbeRecord {
  readonly conversationId: string
  /** Null: the empty path. */
  readonly observationId: string | null
  readonly prompt: string
  readonly text: string
  readonly model: string
  readonly usage: UsageInput | null
  /** Absent: none of them. */
  readonly ledgerEnds?: LedgerEnds
}

const issuer = 'turngraph'
const goodFor = '24h'

/** Returns a probe as text that only a server with this key can have made, good for a day and for this tenant. */
export async function signProbe(key: Uint8Array, tenant: Tenant, probe: ProbeRecord): Promise<string> {
  const claims = new SignJWT({ probe }).setProtectedHeader({ alg: 'HS256' })
  return claims.setIssuer(issuer).setAudience(tenant).setIssuedAt().setExpirationTime(goodFor).sign(key)
}

/** Returns the probe that a text holds; refuses one that was not signed here, was changed, or is too old. */
export async function readProbe(key: Uint8Array, tenant: Tenant, text: string): Promise<ProbeRecord> {
  try {
    const { payload } = await jwtVerify<{ probe: ProbeRecord }>(text, key, {
      algorithms: ['HS256'],
      issuer,
      audience: tenant,
      requiredClaims: ['exp', 'probe'],
    })
    return payload.probe
  } catch (thrown) {
    const isOld = (thrown as { code?: string }).code === 'ERR_JWT_EXPIRED'
    throw badInput(isOld ? 'The probe is too old.' : 'This server did not sign this probe.', {}, ['probe'])
  }
}
