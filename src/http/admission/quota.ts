import type { PotSize } from '../../config/limits.ts'
import { Overloaded } from '../../app/access/overloaded.ts'

/** What all share: nobody waits for it, who comes too late is refused. */
export interface Quota {
  /** Takes so much for a tenant, and returns what gives it back, once; refuses what is too much with 503. */
  take(tenant: string, amount?: number): () => void
}

/** Returns a pot of something; `what` names it in refusals, after a number. Calls `onFull` for each that there is no room for. */
export function quotaOf({ most, share }: PotSize, what: string, onFull = (): void => undefined): Quota {
  const shares = new Map<string, number>()
  // The same for all, for making an error costs as much as refusing.
  const [shareTaken, allTaken] = [new Overloaded('Your tenant', share, what), new Overloaded('The server', most, what)]
  let taken = 0
  const add = (tenant: string, amount: number): void => {
    taken += amount
    const own = (shares.get(tenant) ?? 0) + amount
    if (own === 0) shares.delete(tenant)
    else shares.set(tenant, own)
  }
  return {
    take(tenant, amount = 1) {
      if ((shares.get(tenant) ?? 0) + amount > share && share < most) throw shareTaken
      if (taken + amount > most) {
        onFull()
        throw allTaken
      }
      add(tenant, amount)
      let isTaken = true
      return () => {
        if (isTaken) add(tenant, -amount)
        isTaken = false
      }
    },
  }
}
