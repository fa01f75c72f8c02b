/** How many imports are worked on at once; what is beyond them waits. */
export interface ImportBounds {
  /** Of files of at most `smallBytes`. */
  readonly small: number
  /** Of longer ones, archives, and files whose length is not known. */
  readonly large: number
  readonly smallBytes: number
}

/** An import that waits in the queue, as long as it is wanted. */
export interface QueuedImport {
  readonly tenant: string
  /** Null: not known. */
  readonly bytes: number | null
  readonly signal?: AbortSignal | undefined
}

/** Where imports wait until there is room for them. */
export interface ImportQueue {
  /** Does the work once there is room, and returns its result; rejects with the signal's reason when that comes first. */
  readonly run: <T>(waiting: QueuedImport, work: () => Promise<T>) => Promise<T>
}

const mebibyte = 1024 * 1024

/**
 * Returns what a heap of so many bytes has room for: an import holds a batch or two and its longest line, each several times, as
 * bytes, text, values and what is sent to the store.
 */
export function importBoundsOf(heapBytes: number): ImportBounds {
  const times = (bytes: number, most: number) => Math.max(1, Math.min(most, Math.floor(heapBytes / bytes)))
  return { small: times(64 * mebibyte, 16), large: times(512 * mebibyte, 4), smallBytes: Math.floor(heapBytes / 128) }
}

/** Returns a queue in which the next one is of the tenant that has the fewest under way; of one tenant they begin as they came. */
export function importQueue({ small, large, smallBytes }: ImportBounds): ImportQueue {
  const [ofSmall, ofLarge] = [placesOf(small), placesOf(large)]
  return {
    async run({ tenant, bytes, signal }, work) {
      const enter = bytes !== null && bytes <= smallBytes ? ofSmall : ofLarge
      const leave = await enter(tenant, signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

interface Ticket {
  readonly tenant: string
  readonly begin: () => void
}

/** Returns a queue of imports with so many places: a promise resolves once there is one, with a function that gives it up. */
function placesOf(most: number): (tenant: string, signal: AbortSignal | undefined) => Promise<() => void> {
  const waiting = new Set<Ticket>()
  const underWay = new Map<string, number>()
  let total = 0
  const count = (tenant: string, amount: number): void => {
    total += amount
    const own = (underWay.get(tenant) ?? 0) + amount
    if (own === 0) underWay.delete(tenant)
    else underWay.set(tenant, own)
  }
  const move = (): void => {
    while (total < most && waiting.size > 0) {
      const next = [...waiting].reduce((a, b) =>
        (underWay.get(b.tenant) ?? 0) < (underWay.get(a.tenant) ?? 0) ? b : a,
      )
      waiting.delete(next)
      count(next.tenant, 1)
      next.begin()
    }
  }
  return (tenant, signal) =>
    new Promise((done, fail) => {
      const giveUp = (): void => {
        waiting.delete(ticket)
        fail(signal?.reason as Error)
      }
      const leave = (): void => {
        count(tenant, -1)
        move()
      }
      const begin = (): void => {
        signal?.removeEventListener('abort', giveUp)
        done(leave)
      }
      const ticket = { tenant, begin }
      if (signal?.aborted) giveUp()
      else {
        signal?.addEventListener('abort', giveUp, { once: true })
        waiting.add(ticket)
        move()
      }
    })
}
