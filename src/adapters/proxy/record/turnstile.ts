/** Does works that share a name one after the other, in the order in which they came, and few at once. */
export interface Turnstile {
  /** Does a work of a tenant once those before it that share one of its names are done. */
  after<T>(tenant: string, names: readonly string[], work: () => Promise<T>): Promise<T>
  /** Resolves once nothing is waiting or under way. */
  idle(): Promise<void>
}

/**
 * Returns a turnstile through which so many works go at once, each place free again so long after a work: in between the process does other
 * things. Tenants take turns: of those that wait the next one is of the tenant that has the fewest under way, and had its last turn first.
 */
export function turnstile(most: number, pauseMs = 0): Turnstile {
  const last = new Map<string, Promise<unknown>>()
  const open = new Set<Promise<unknown>>()
  const places = new FairPlaces(most)
  const perform = async <T>(
    tenant: string,
    before: readonly Promise<unknown>[],
    work: () => Promise<T>,
  ): Promise<T> => {
    await Promise.allSettled(before)
    await places.enter(tenant)
    try {
      return await work()
    } finally {
      if (pauseMs === 0) places.leave(tenant)
      else setTimeout(() => places.leave(tenant), pauseMs)
    }
  }
  return {
    after(tenant, names, work) {
      const before = names.flatMap((name) => last.get(name) ?? [])
      const done = perform(tenant, before, work)
      open.add(done)
      for (const name of names) last.set(name, done)
      const forget = () => {
        open.delete(done)
        for (const name of names) if (last.get(name) === done) last.delete(name)
      }
      done.then(forget, forget)
      return done
    },
    async idle() {
      while (open.size > 0) await Promise.allSettled(open)
    },
  }
}

/** Places that tenants take in turns. */
class FairPlaces {
  private free: number
  private readonly waiting = new Map<string, (() => void)[]>()
  private readonly underWay = new Map<string, number>()
  private readonly turns = new Map<string, number>()
  private turn = 0

  constructor(most: number) {
    this.free = most
  }

  async enter(tenant: string): Promise<void> {
    if (this.free > 0) this.free--
    else await new Promise<void>((resolve) => this.waiting.set(tenant, [...(this.waiting.get(tenant) ?? []), resolve]))
    this.turns.set(tenant, ++this.turn)
    this.underWay.set(tenant, (this.underWay.get(tenant) ?? 0) + 1)
  }

  leave(tenant: string): void {
    const left = (this.underWay.get(tenant) ?? 1) - 1
    if (left > 0) this.underWay.set(tenant, left)
    else this.underWay.delete(tenant)
    const next = this.next()
    if (next) next()
    else {
      this.free++
      if (this.underWay.size === 0) this.turns.clear()
    }
  }

  private next(): (() => void) | null {
    let best: string | null = null
    const rank = (tenant: string) => [this.underWay.get(tenant) ?? 0, this.turns.get(tenant) ?? 0] as const
    for (const tenant of this.waiting.keys()) {
      const [[count, turn], [fewest, first]] = [rank(tenant), best === null ? ([Infinity, 0] as const) : rank(best)]
      if (count < fewest || (count === fewest && turn < first)) best = tenant
    }
    if (best === null) return null
    const [begin, ...others] = this.waiting.get(best) ?? []
    if (others.length > 0) this.waiting.set(best, others)
    else this.waiting.delete(best)
    return begin ?? null
  }
}
