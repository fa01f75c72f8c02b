import type { RawPlace } from '../../plan.ts'
import type { Scratch, ScratchMap } from '../../scratch.ts'
import type { EntryStep } from './steps.ts'
import { within } from '../survey.ts'

/** Where the steps of a record stand: the conversation's line, and the line of the file. */
export interface StepsAt {
  readonly raw: Omit<RawPlace, 'part'>
  readonly line: number
}

/** An entry on its way to its place. */
export interface LateEntry {
  /** What other steps of the file call it; null: they cannot. */
  readonly name: string | null
  readonly step: EntryStep
  readonly at: StepsAt
  readonly part: number
  readonly cwd: string | null
}

/** Entries whose parent stands later in the file. */
export class LateEntries {
  private readonly waiting: ScratchMap<readonly LateEntry[]>

  constructor(scratch: Scratch) {
    this.waiting = scratch.map('waitingSteps')
  }

  add(of: number, parent: string, one: LateEntry): void {
    const key = within(of, parent)
    this.waiting.set(key, [...(this.waiting.get(key) ?? []), one])
  }

  has(of: number, name: string, parent: string | null | undefined): boolean {
    const result = parent == null ? undefined : this.waiting.get(within(of, parent))
    return result?.some((one) => one.name === name) === true
  }

  /** Returns those that waited for an entry, and lets them go. */
  released(of: number, name: string): readonly LateEntry[] {
    const results = this.waiting.get(within(of, name)) ?? []
    this.waiting.delete(within(of, name))
    return results
  }

  /** Returns those that still wait, in the order of their lines: they are each other's ancestors. */
  left(): { readonly of: number; readonly one: LateEntry }[] {
    const unplaced = [...this.waiting.entries()].flatMap(([key, results]) =>
      results.map((one) => ({ of: Number(key.split('\n')[0]), one })),
    )
    return unplaced.sort((a, b) => a.one.at.line - b.one.at.line)
  }
}
