/** Something that is asked every so often. */
export interface Polling {
  start(): void
  /** Asks without waiting for the time. */
  now(): void
  stop(): void
}

/**
 * Returns a polling that never asks twice at once, and again at once where an answer says that there is more. Of a series
 * of faults the first is told.
 */
export function pollingOf(
  poll: () => Promise<readonly boolean[]>,
  intervalMs: number,
  onFault: (fault: unknown) => void,
): Polling {
  let timer: NodeJS.Timeout | undefined
  const state = { isWanted: false, isBusy: false, isAsked: false, isFailing: false }
  const ask = async () => {
    try {
      for (let more = true; more;) {
        state.isAsked = false
        more = (await poll()).some(Boolean) || state.isAsked
      }
      state.isFailing = false
    } catch (fault) {
      if (!state.isFailing) onFault(fault)
      state.isFailing = true
    }
  }
  const run = async () => {
    state.isAsked = true
    if (state.isBusy) return
    state.isBusy = true
    await ask()
    state.isBusy = false
    schedule()
  }
  const schedule = () => {
    clearTimeout(timer)
    if (state.isWanted) timer = setTimeout(() => void run(), intervalMs).unref()
  }
  return {
    start() {
      if (state.isWanted) return
      state.isWanted = true
      schedule()
    },
    now: () => void run(),
    stop() {
      state.isWanted = false
      clearTimeout(timer)
    },
  }
}
