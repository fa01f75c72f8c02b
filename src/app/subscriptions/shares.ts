import type { WatchLimits } from '../../config/defaults.ts'
import type { Tenant } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'

/** How many subscriptions there are, of all tenants and of each. */
export interface SubscriptionShares {
  /** Counts one of a tenant; refuses it where the tenant or the server has as many as it may have. */
  readonly take: (tenant: Tenant) => void
  /** Gives one back. */
  readonly leave: (tenant: Tenant) => void
}

/** Returns shares of which none is taken. Those count too that wait to learn where their ledger ends: many may come at once. */
export function subscriptionShares(limits: Pick<WatchLimits, 'share' | 'subscriptions'>): SubscriptionShares {
  const shares = new Map<Tenant, number>()
  let taken = 0
  return {
    take(tenant) {
      const own = shares.get(tenant) ?? 0
      if (own >= limits.share) throw tooMany(limits.share, 'Your tenant')
      if (taken >= limits.subscriptions) throw tooMany(limits.subscriptions, 'This server')
      taken++
      shares.set(tenant, own + 1)
    },
    leave(tenant) {
      taken--
      const own = (shares.get(tenant) ?? 1) - 1
      if (own === 0) shares.delete(tenant)
      else shares.set(tenant, own)
    },
  }
}

function tooMany(limit: number, who: string): Refusal {
  return new Refusal('LIMIT_EXCEEDED', { limit }, `${who} has ${limit} subscriptions, and takes no more.`)
}
