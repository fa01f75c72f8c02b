/** What has come and is not begun yet. */
export interface QueuedRequest {
  readonly begin: () => void
  readonly refuse: () => void
}

/** Where what has come waits, for a turn of the event loop, or longer when much does. */
export interface AdmissionQueue {
  /** Starts it in order of arrival. Returns a function that cancels the wait. */
  readonly join: (waiting: QueuedRequest) => () => void
  /** Has the first one begin, if it may now. */
  readonly move: () => void
  /** Refuses what has waited longest, until so many are left at most: what is begun then is fresh. */
  readonly cut: (most: number) => void
  readonly length: () => number
}

/** What a line is moved by. */
export interface AdmissionQueueParts {
  /** Says whether the next one may begin, as far as what has begun is concerned. */
  readonly mayBegin: () => boolean
  readonly nextTick: (call: () => void) => unknown
  /** Calls it after so long as the first one waits for others at most; returns what has it not be called. */
  readonly afterTimeout: (call: () => void) => () => void
}

/** So many begin in one turn: what they ask of a store goes there together, and little is held up meanwhile. */
export const perTick = 16
/** What waits for others that are slow begins after so long, in milliseconds. */
const patienceMs = 500
const inProcess: Omit<AdmissionQueueParts, 'mayBegin'> = {
  nextTick: setImmediate,
  afterTimeout(call) {
    const timer = setTimeout(call, patienceMs)
    return () => {
      clearTimeout(timer)
    }
  },
}

/**
 * Returns a line in which a few begin in each turn of the event loop, in the order in which they came. In between the loop
 * takes in what comes: so what is too much is refused before the work of what was taken is done, and not behind it.
 */
export function admissionQueueOf(
  parts: Pick<AdmissionQueueParts, 'mayBegin'> & Partial<AdmissionQueueParts>,
): AdmissionQueue {
  const { mayBegin, nextTick, afterTimeout: afterPatience } = { ...inProcess, ...parts }
  const line = new Set<QueuedRequest>()
  let isMoving = false
  /** So many of the first have waited for too long. */
  let late = 0
  let patience: (() => void) | null = null
  const waitNoMore = (): void => {
    patience?.()
    patience = null
  }
  const hurry = (): void => {
    patience = null
    late = line.size
    move()
  }
  /** Says whether one more could begin. */
  const next = (): boolean => {
    const [first] = line
    if (!first) return false
    if (late === 0 && !mayBegin()) {
      patience ??= afterPatience(hurry)
      return false
    }
    waitNoMore()
    line.delete(first)
    late = Math.max(0, late - 1)
    first.begin()
    return true
  }
  const turn = (): void => {
    isMoving = false
    try {
      for (let n = 0; n < perTick; n++) if (!next()) return
    } finally {
      // What one of them throws holds up none of the others.
      if (patience === null) move()
    }
  }
  const move = (): void => {
    if (line.size === 0) {
      waitNoMore()
      late = 0
    } else if (!isMoving) {
      isMoving = true
      nextTick(turn)
    }
  }
  return {
    join(waiting) {
      line.add(waiting)
      move()
      return () => line.delete(waiting)
    },
    move,
    cut(most) {
      const tooMany = Math.min(line.size, line.size - most)
      for (const waiting of tooMany > 0 ? [...line].slice(0, tooMany) : []) {
        line.delete(waiting)
        waiting.refuse()
      }
    },
    length: () => line.size,
  }
}
