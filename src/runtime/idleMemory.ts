import { setTimeout as setTimer } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { readonly type: 'major' | 'minor'; readonly execution: 'async' }) => Promise<void>

/** Gives back what V8 holds, in this thread, of objects that nothing needs any more. */
export async function collectGarbage(type: 'major' | 'minor' = 'major'): Promise<void> {
  setFlagsFromString('--expose-gc')
  // Contexts that were there before do not get it.
  const collect = runInNewContext('globalThis.gc') as Collect | undefined
  await collect?.({ type, execution: 'async' })
}

/** V8 asks how much was allocated in the last seconds, in milliseconds. */
const quietTime = 6_000

/**
 * Gives back what the heap of this thread holds that nothing needs: also the room for new objects, up to 32 MiB in each thread. V8 makes that
 * smaller only in a collection before which little was allocated for some seconds, so there are two.
 */
export async function shrinkHeap(pause = quietTime): Promise<void> {
  await collectGarbage()
  await setTimer(pause, undefined, { ref: false })
  await collectGarbage('minor')
}

/** A thread that had nothing to do for so long, in milliseconds, gives back what its work held. */
const restAfter = 30_000

/** What gives memory back once work has ended for a while. */
export interface IdleMemory {
  /** Something was done. */
  worked(): void
  /** Gives nothing back any more. */
  stop(): void
}

/** Returns what calls `release` once nothing was done for a while, and not again before something is. */
export function idleMemory(release: () => unknown, after = restAfter): IdleMemory {
  let timer: NodeJS.Timeout | null = null
  let isBusy = false
  const stop = () => {
    if (timer) clearTimeout(timer)
    timer = null
  }
  const look = () => {
    timer = isBusy ? setTimeout(look, after).unref() : null
    if (timer === null) release()
    isBusy = false
  }
  return {
    // Each batch of a thread says it: a timer is set by the first of many.
    worked: () => {
      isBusy = true
      timer ??= setTimeout(look, after).unref()
    },
    stop,
  }
}
