import { damaged } from '../../../formats/ndjson/lines.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'

/** Ways from one thing to the next that it names: what merged entities, copies and sidechains go along. */
export interface Ways {
  add(from: string, to: string, line: number): void
  /** Refuses the file where a way comes back to where it began. */
  finish(): void
}

/** Returns what looks for circles among things of which each names one other at most. */
export function createWays(scratch: Scratch, kind: string, how: string): Ways {
  const steps: ScratchMap<readonly [from: string, line: number]> = scratch.map(`steps ${kind}`)
  const next: ScratchMap<string> = scratch.map(`next ${kind}`)
  const walked: ScratchMap<true> = scratch.map(`walked ${kind}`)
  let count = 0
  return {
    add(from, to, line) {
      steps.set(String(count++), [from, line])
      next.set(from, to)
    },
    finish() {
      for (let i = 0; i < count; i++) {
        const [from, line] = steps.get(String(i)) as readonly [string, number]
        const way = new Set<string>()
        for (let at: string | undefined = from; at !== undefined && walked.get(at) === undefined; at = next.get(at)) {
          if (way.has(at))
            throw damaged(line, `is of a circle: the ${kind} "${at}" ${how} itself in the end`, { kind, id: at })
          way.add(at)
        }
        for (const one of way) walked.set(one, true)
      }
    },
  }
}
