import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void>

/** Gives back what V8 holds, in this thread, of objects that nothing needs any more. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  // Contexts that were there before do not get it.
  const collect = runInNewContext('globalThis.gc') as Collect | undefined
  await collect?.({ type: 'major', execution: 'async' })
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
