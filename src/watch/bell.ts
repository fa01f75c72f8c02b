/** Wakes those who wait for work. */
export interface Bell {
  /** Wakes all who wait now. */
  ring(): void
  /** Resolves at the next ring, or at that moment. */
  wait(until: number): Promise<void>
}

/** Timers take no more; who wakes for nothing looks and waits again. */
const longestMs = 2 ** 31 - 1

/** Returns a bell at which nothing waits. */
export function createBell(): Bell {
  let waiting: (() => void)[] = []
  return {
    ring() {
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    },
    wait: (until) =>
      new Promise((done) => {
        const ms = Math.max(1, Math.min(longestMs, until - Date.now()))
        const timer = until === Infinity ? null : setTimeout(done, ms)
        waiting.push(() => {
          if (timer) clearTimeout(timer)
          done()
        })
      }),
  }
}
