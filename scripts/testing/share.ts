import { guess } from './memory.ts'
import type { Job } from './plan.ts'
import { shareOut, takes, type Turn } from './rotation.ts'
import { isLine } from './servers.ts'

/** What one turn has of everything. */
export interface Share {
  readonly turn: Turn
  readonly jobs: readonly Job[]
  /** What is in rotation: every so manieth turn has it. */
  readonly taken: readonly Job[]
  readonly left: readonly Job[]
  /** Those whose file runs on this line now and on the other one in the next turn. */
  readonly onOneLine: readonly Job[]
}

/** Returns what a turn has of these jobs: the same on every machine, and about as much in every turn. */
export function inTurn(jobs: readonly Job[], turn: Turn): Share {
  const rotating = jobs.filter((job) => turnsOfJob(job) > 1)
  const sizes = new Set(rotating.map(turnsOfJob))
  const shares = [...sizes].flatMap((size) => [
    ...shareOut(
      rotating.filter((job) => turnsOfJob(job) === size),
      size,
      guess,
    ),
  ])
  const left = new Set(shares.filter(([job, share]) => !takes(turn, share, turnsOfJob(job))).map(([job]) => job))
  const lines = linesOf(
    jobs.filter((job) => !rotating.includes(job)),
    turn,
  )
  return {
    turn,
    jobs: jobs.filter((job) => !left.has(job) && lines.get(job) !== 'later'),
    taken: rotating.filter((job) => !left.has(job)),
    left: [...left],
    onOneLine: jobs.filter((job) => lines.get(job) === 'now'),
  }
}

const turnsOfJob = ({ files: [file] }: Job): number => file?.inTurns ?? 1

/** Says of each job on a line whether it is run now or in the next turn; nothing of those that are run in each. */
function linesOf(jobs: readonly Job[], turn: Turn): Map<Job, 'now' | 'later'> {
  const alternating = jobs.filter(({ files: [file], store }) => isLine(store) && file?.isOnBothLines === false)
  const paths = new Set(alternating.map(pathOf))
  const pairs = [...paths].map((path) => alternating.filter((job) => pathOf(job) === path))
  const shares = shareOut(
    pairs.filter((pair) => pair.length > 1),
    2,
    (pair) => pair.reduce((sum, job) => sum + guess(job), 0),
  )
  return new Map(
    [...shares].flatMap(([pair, share]) =>
      pair.map((job, line) => [job, takes(turn, (share + line) % 2, 2) ? 'now' : 'later'] as const),
    ),
  )
}

const pathOf = ({ files: [file] }: Job): string => file?.path ?? ''
