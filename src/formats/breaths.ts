import { setImmediate as breath } from 'node:timers/promises'

/** So many small steps are taken between two breaths of the process, along whatever list. */
export const stepsAtOnce = 256

/** Counts the steps along a list, however it comes in parts: whatever else waits has its turn after each `stepsAtOnce` of them. */
export class Breaths {
  private steps = 0

  /** Counts a step; returns what is to be awaited before the next one, null where that may follow at once. */
  step(count = 1): Promise<void> | null {
    this.steps += count
    if (this.steps < stepsAtOnce) return null
    this.steps = 0
    return breath()
  }
}

/** Yields the parts of a list as they come; whatever else waits has its turn between those that are much. */
export async function* withBreaths<T>(parts: AsyncIterable<readonly T[]>): AsyncGenerator<readonly T[]> {
  const breaths = new Breaths()
  for await (const part of parts) {
    yield part
    const rest = breaths.step(part.length)
    if (rest) await rest
  }
}
