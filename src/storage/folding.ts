import type { Tenant } from '../domain/model.ts'

/** Adds up days over all conversations, when it is worth it. */
export interface Folding {
  /** Begins to, unless it is under way or was done just now. What hinders it is no reader's concern. */
  soon(tenant: Tenant): void
  /** Does it. */
  now(tenant: Tenant): Promise<void>
  /** Ends what is under way after the days at hand. */
  close(): Promise<void>
}

/** What a store does for it. */
export interface FoldingSteps {
  /** Returns the days that are not folded. */
  readonly days: (tenant: Tenant) => Promise<readonly string[]>
  readonly fold: (tenant: Tenant, days: readonly string[]) => Promise<unknown>
}

/** Days at a time: writes go on between. */
const daysAtOnce = 8
/** So many times as long as it took, nothing is folded again: today's sums change all the time. */
const pauses = 20

/** Returns the folding of a store. */
export function createFolding({ days, fold }: FoldingSteps): Folding {
  const underWay = new Map<Tenant, Promise<void>>()
  const notBefore = new Map<Tenant, number>()
  let isClosed = false

  const work = async (tenant: Tenant): Promise<void> => {
    const begin = performance.now()
    const results = await days(tenant)
    for (let k = 0; k < results.length && (k === 0 || !isClosed); k += daysAtOnce)
      await fold(tenant, results.slice(k, k + daysAtOnce))
    notBefore.set(tenant, performance.now() + pauses * (performance.now() - begin))
  }
  const now = async (tenant: Tenant): Promise<void> => {
    await underWay.get(tenant)?.catch(() => undefined)
    const done = work(tenant).finally(() => underWay.delete(tenant))
    underWay.set(tenant, done)
    await done
  }
  return {
    now,
    soon(tenant) {
      if (isClosed || underWay.has(tenant) || performance.now() < (notBefore.get(tenant) ?? 0)) return
      // Sums of conversations answer as well.
      now(tenant).catch(() => undefined)
    },
    async close() {
      isClosed = true
      await Promise.allSettled(underWay.values())
    },
  }
}
