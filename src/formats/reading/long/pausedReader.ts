import { setImmediate as pause } from 'node:timers/promises'

/** Does work that rests now and then; whatever else waits has its turn meanwhile. */
export async function runPaused<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await pause()
  }
}
