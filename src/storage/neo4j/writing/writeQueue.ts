/**
 * Natural batching: what comes is sent at once while fewer than two batches are under way; what queues meanwhile goes
 * with the next one. No write waits for a timer, and the busier it is, the larger the batches.
 */
export interface Queued {
  /** What no other batch under way may touch; changes of one of these keep their order. */
  readonly keys: readonly string[]
  readonly weight: number
}

export interface Limits {
  readonly inFlight: number
  readonly rows: number
  readonly weight: number
}
export const usualLimits: Limits = { inFlight: 2, rows: 64, weight: 1_500 }

export interface WriteQueue<T extends Queued> {
  /** Sends it as soon as it may be. */
  add(item: T): void
  /** Takes it out again; false when it has been sent already. */
  remove(item: T): boolean
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>
}

/** Returns a queue that hands batches to `send`, which never rejects. */
export function writeQueue<T extends Queued>(
  send: (batch: readonly T[]) => Promise<void>,
  limits: Limits = usualLimits,
): WriteQueue<T> {
  const waiting = new Set<T>()
  const busy = new Set<string>()
  const waiters: (() => void)[] = []
  let inFlight = 0
  let isScheduled = false

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    // After this tick of the event loop: what arrives together goes together.
    setImmediate(() => {
      isScheduled = false
      pump()
    })
  }
  const pump = () => {
    while (inFlight < limits.inFlight && waiting.size > 0) {
      const batch = nextBatch(waiting, busy, limits)
      if (batch.length === 0) return
      start(batch)
    }
    if (inFlight === 0 && waiting.size === 0) for (const resolve of waiters.splice(0)) resolve()
  }
  const start = (batch: readonly T[]) => {
    const keys = batch.flatMap((item) => item.keys)
    for (const item of batch) waiting.delete(item)
    for (const key of keys) busy.add(key)
    inFlight++
    void send(batch).finally(() => {
      for (const key of keys) busy.delete(key)
      inFlight--
      pump()
    })
  }
  return {
    add: (item) => {
      waiting.add(item)
      schedule()
    },
    remove: (item) => waiting.delete(item),
    idle: () =>
      new Promise((resolve) => {
        waiters.push(resolve)
        schedule()
      }),
  }
}

/** The next ones in order of arrival, without those that touch what is under way or what an earlier one waits for. */
function nextBatch<T extends Queued>(waiting: ReadonlySet<T>, busy: ReadonlySet<string>, limits: Limits): T[] {
  const batch: T[] = []
  const passedOver = new Set<string>()
  let weight = 0
  for (const item of waiting) {
    if (item.keys.some((key) => busy.has(key) || passedOver.has(key))) {
      for (const key of item.keys) passedOver.add(key)
      continue
    }
    if (batch.length > 0 && weight + item.weight > limits.weight) break
    batch.push(item)
    weight += item.weight
    if (batch.length >= limits.rows) break
  }
  return batch
}
