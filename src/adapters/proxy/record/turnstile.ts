/** Does works that share a name one after the other, in the order in which they came, and few at once. */
export interface Turnstile {
  /** Does a work once those before it that share one of its names are done. */
  after<T>(names: readonly string[], work: () => Promise<T>): Promise<T>
  /** Resolves once nothing is waiting or under way. */
  idle(): Promise<void>
}

/** Returns a turnstile through which so many works go at once, each place free again so long after a work: in between the process does other things. */
export function turnstile(most: number, pauseMs = 0): Turnstile {
  const last = new Map<string, Promise<unknown>>()
  const open = new Set<Promise<unknown>>()
  const waiting: (() => void)[] = []
  let free = most
  const enter = async () => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  const perform = async <T>(before: readonly Promise<unknown>[], work: () => Promise<T>): Promise<T> => {
    await Promise.allSettled(before)
    await enter()
    try {
      return await work()
    } finally {
      if (pauseMs === 0) leave()
      else setTimeout(leave, pauseMs)
    }
  }
  return {
    after(names, work) {
      const before = names.flatMap((name) => last.get(name) ?? [])
      const done = perform(before, work)
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
