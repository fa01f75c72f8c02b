/** Lets so many in at once; the others wait in the order in which they came. */
export interface Throttle {
  /** Resolves, once there is room, with what gives the room back; a second time it does nothing. */
  enter(): Promise<() => void>
}

/**
 * Returns a throttle of that width. Room that was given back is taken by the next tick of the event loop, so that work
 * which never waits does not keep the process from everything else.
 */
export function createThrottle(width: number): Throttle {
  const waiting: (() => void)[] = []
  let inside = 0
  let isWoken = false
  const letIn = () => {
    isWoken = false
    for (const enter of waiting.splice(0, width - inside)) enter()
  }
  const wake = () => {
    if (isWoken || waiting.length === 0) return
    isWoken = true
    setImmediate(letIn)
  }
  const entered = () => {
    inside++
    let isInside = true
    return () => {
      if (isInside) inside--
      isInside = false
      wake()
    }
  }
  return {
    async enter() {
      if (inside >= width || waiting.length > 0 || isWoken)
        return new Promise((resolve) => waiting.push(() => resolve(entered())))
      return entered()
    },
  }
}
