import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AccessRefused } from '../../app/access/accessRefused.ts'
import { RateExceeded } from '../../app/access/rateExceeded.ts'
import type { Requester } from '../../domain/access/requester.ts'

/** How much may be asked in this process within a minute. */
export interface Rates {
  /** Takes points from what the requester has left; rejects with RateExceeded when that is too little. */
  spend(requester: Requester, points: number): Promise<void>
  /** Lets the work of finding out who sent something from an address fail so often; those who are known always come in. */
  counting<T>(address: string, identified: Promise<T>): Promise<T>
}

const minute = 60
/** How often an address may fail to authenticate. */
const failures = 20

/** Points of a minute: of a key or subject (0: nothing is counted), and of all of a tenant together (0: that is not). */
export interface RateLimits {
  readonly rate: number
  readonly tenantRate: number
}

/** Returns the rates of a server whose requesters have so many points a minute; null: nothing is counted. */
export function ratesOf({ rate, tenantRate }: RateLimits): Rates | null {
  if (rate === 0) return null
  const ofRequesters = new RateLimiterMemory({ points: rate, duration: minute })
  const ofTenants = tenantRate === 0 ? null : new RateLimiterMemory({ points: tenantRate, duration: minute })
  const ofAddresses = new RateLimiterMemory({ points: failures, duration: minute })
  return {
    async spend({ principal, tenant }, request) {
      // First its own: who has none left takes nothing from the others of its tenant.
      await taken(ofRequesters, JSON.stringify([tenant.name, principal.kind, principal.id]), request)
      if (ofTenants) await taken(ofTenants, tenant.name, request)
    },
    async counting(address, identified) {
      try {
        return await identified
      } catch (error) {
        if (error instanceof AccessRefused) await taken(ofAddresses, address, 1)
        throw error
      }
    },
  }
}

async function taken(limiter: RateLimiterMemory, key: string, points: number): Promise<void> {
  try {
    await limiter.consume(key, points)
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? new RateExceeded(refused.msBeforeNext) : refused
  }
}
