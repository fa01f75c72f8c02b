/** A request that has arrived and is not started yet. */
export interface QueuedRequest {
  readonly begin: () => void
  readonly refuse: () => void
}

/** Where requests wait: for a tick of the event loop, or longer when many do. */
export interface AdmissionQueue {
  /** Starts it in order of arrival. Returns a function that cancels the wait. */
  readonly join: (request: QueuedRequest) => () => void
  /** Starts the first one, if it may start now. */
  readonly move: () => void
  /** Refuses those that have waited longest, until at most so many are left: those started then are fresh. */
  readonly cut: (most: number) => void
  readonly length: () => number
}

/** What a queue works with. */
export interface AdmissionQueueParts {
  /** Says whether those that were started leave room for one more. */
  readonly mayBegin: () => boolean
  readonly nextTick: (call: () => void) => unknown
  /** Calls it once the first one has waited as long as it may; returns a function that cancels the call. */
  readonly afterTimeout: (call: () => void) => () => void
}

/** So many are started in one tick: their reads go to the store together, and little else is delayed. */
export const perTick = 16
/** A request starts after so long, in milliseconds, even if others are slow. */
const maxWaitMs = 500
const inProcess: Omit<AdmissionQueueParts, 'mayBegin'> = {
  nextTick: setImmediate,
  afterTimeout(call) {
    const timer = setTimeout(call, maxWaitMs)
    return () => {
      clearTimeout(timer)
    }
  },
}

/**
 * Returns a queue that starts a few requests in each tick of the event loop, in order of arrival. In between the loop accepts
 * what arrives: so excess requests are refused before the work of those that were admitted is done, not after it.
 */
export function admissionQueueOf(
  parts: Pick<AdmissionQueueParts, 'mayBegin'> & Partial<AdmissionQueueParts>,
): AdmissionQueue {
  const { mayBegin, nextTick, afterTimeout } = { ...inProcess, ...parts }
  const waiting = new Set<QueuedRequest>()
  let isScheduled = false
  /** So many at the front have waited for too long. */
  let late = 0
  let cancelWait: (() => void) | null = null
  const stopWaiting = (): void => {
    cancelWait?.()
    cancelWait = null
  }
  const hurry = (): void => {
    cancelWait = null
    late = waiting.size
    move()
  }
  /** Says whether one more could begin. */
  const next = (): boolean => {
    const [first] = waiting
    if (!first) return false
    if (late === 0 && !mayBegin()) {
      cancelWait ??= afterTimeout(hurry)
      return false
    }
    stopWaiting()
    waiting.delete(first)
    late = Math.max(0, late - 1)
    first.begin()
    return true
  }
  const tick = (): void => {
    isScheduled = false
    try {
      for (let n = 0; n < perTick; n++) if (!next()) return
    } finally {
      // What one of them throws holds up none of the others.
      if (cancelWait === null) move()
    }
  }
  const move = (): void => {
    if (waiting.size === 0) {
      stopWaiting()
      late = 0
    } else if (!isScheduled) {
      isScheduled = true
      nextTick(tick)
    }
  }
  return {
    join(request) {
      waiting.add(request)
      move()
      return () => waiting.delete(request)
    },
    move,
    cut(most) {
      const tooMany = Math.min(waiting.size, waiting.size - most)
      for (const request of tooMany > 0 ? [...waiting].slice(0, tooMany) : []) {
        waiting.delete(request)
        request.refuse()
      }
    },
    length: () => waiting.size,
  }
}
