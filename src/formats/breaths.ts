import { setImmediate as breath } from 'node:timers/promises'

/** So many small steps are taken between two breaths of the process, along whatever list. */
export const stepsAtOnce = 256

/** Counts small steps, and says when so many were taken that others have their turn. */
export class SmallSteps {
  private steps = 0

  /** Counts one, or several; says whether they are `stepsAtOnce` now, and begins again. */
  areMany(count = 1): boolean {
    this.steps += count
    if (this.steps < stepsAtOnce) return false
    this.steps = 0
    return true
  }
}

/** Counts the steps along a list, however it comes in parts: whatever else waits has its turn after each `stepsAtOnce` of them. */
export class Breaths {
  private readonly steps = new SmallSteps()

  /** Counts a step; returns what is to be awaited before the next one, null where that may follow at once. */
  step(count = 1): Promise<void> | null {
    return this.steps.areMany(count) ? breath() : null
  }
}

/** What work yields that cannot wait itself, each time that it took `stepsAtOnce` small steps: who takes it lets others have their turn. */
export interface Rest {
  readonly kind: 'rest'
}
export const rest: Rest = { kind: 'rest' }

/** Work that rests now and then, and then returns something. */
export type Resting<T> = Generator<Rest, T>

/** Says whether any of some objects is such a one, however many there are. */
export function* someResting<T>(all: Iterable<T>, is: (one: T) => boolean): Resting<boolean> {
  const steps = new SmallSteps()
  for (const one of all) {
    if (is(one)) return true
    if (steps.areMany()) yield rest
  }
  return false
}

/** Returns the result of work without a rest: for what is known to be little. */
export function atOnce<T>(work: Resting<T>): T {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

/** Yields the parts of a list as they come; whatever else waits has its turn between those that are much. An empty part is a rest. */
export async function* withBreaths<T>(parts: AsyncIterable<readonly T[]>): AsyncGenerator<readonly T[]> {
  const breaths = new Breaths()
  for await (const part of parts) {
    if (part.length > 0) yield part
    const turn = breaths.step(part.length > 0 ? part.length : stepsAtOnce)
    if (turn) await turn
  }
}
