/** Returns what the work answers. Rejects with the error that `onTimeout` makes once `ms` milliseconds are over; what the work does then is ignored. */
export async function withTimeout<T>(work: Promise<T>, ms: number, onTimeout: () => Error): Promise<T> {
  return withProgress(ms, onTimeout, () => work)
}

/** The same for work that reports progress: the time starts again with each call of `onProgress`. */
export async function withProgress<T>(
  ms: number,
  onTimeout: () => Error,
  work: (onProgress: () => void) => Promise<T>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = (reject: (error: Error) => void) => setTimeout(() => reject(onTimeout()), ms)
  const overdue = new Promise<never>((_, reject) => {
    timer = start(reject)
  })
  try {
    // In here: what throws before its first await leaves no timer behind.
    const working = work(() => {
      if (typeof timer === 'object') timer.refresh()
    })
    // Nothing waits for it after that: a late failure must not end the process.
    working.catch(() => undefined)
    return await Promise.race([working, overdue])
  } finally {
    clearTimeout(timer)
    timer = undefined
  }
}
