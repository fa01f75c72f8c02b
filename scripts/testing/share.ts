import type { Need } from './files.ts'
import type { Job } from './plan.ts'
import { divisorsOfTurns, shareOut, takes, type Turn } from './rotation.ts'
import { isLine } from './servers.ts'
import { weightOf } from './weights.ts'

/** What one turn has of everything. */
export interface Share {
  readonly turn: Turn
  readonly jobs: readonly Job[]
  /** What this turn has of that which is in rotation. */
  readonly taken: readonly Job[]
  readonly left: readonly Job[]
  /** Those whose file runs on this line now and on the other one in another turn. */
  readonly onOneLine: readonly Job[]
  /** How many files run on neither line now. */
  readonly onNoLine: number
}

/** A file that reaches Neo4j through the API is on one line in one turn of so many, and on the other line in the turn after it. */
const turnsOfAPair = 4

/** Returns what a turn has of these jobs: the same on every machine, and about as much in every turn. What needs what it was not given is left. */
export function inTurn(jobs: readonly Job[], turn: Turn, without: readonly Need[] = []): Share {
  const lacking = jobs.filter(({ files }) => files.some(({ needs }) => without.some((need) => needs.has(need))))
  const rotating = jobs.filter((job) => turnsOf(job) > 1 && !lacking.includes(job))
  const alternating = paired(jobs.filter((job) => turnsOf(job) === 1 && isOnOneLine(job)))
  const left = new Set([...lacking, ...divisorsOfTurns.flatMap((of) => leftBy(turn, of, rotating))])
  const later = new Set(notIn(turn, turnsOfAPair, alternating))
  return {
    turn,
    jobs: jobs.filter((job) => !left.has(job) && !later.has(job)),
    taken: rotating.filter((job) => !left.has(job)),
    left: [...left],
    onOneLine: alternating.flat().filter((job) => !later.has(job)),
    onNoLine: alternating.filter((pair) => pair.every((job) => later.has(job))).length,
  }
}

const turnsOf = ({ files: [file] }: Job): number => file?.inTurns ?? 1
const isOnOneLine = ({ files: [file], store }: Job): boolean => isLine(store) && file?.isOnBothLines === false

const leftBy = (turn: Turn, of: number, rotating: readonly Job[]): Job[] =>
  notIn(turn, of, byFile(rotating.filter((job) => turnsOf(job) === of)))

function notIn(turn: Turn, of: number, groups: readonly (readonly Job[])[]): Job[] {
  return [...shareOut(groups, of, weightOf)].filter(([, share]) => !takes(turn, share, of)).map(([job]) => job)
}

/** The jobs of each file, which are on a store each. */
function byFile(jobs: readonly Job[]): Job[][] {
  const groups = new Map<string, Job[]>()
  for (const job of jobs) {
    const path = job.files[0]?.path ?? ''
    groups.set(path, [...(groups.get(path) ?? []), job])
  }
  return [...groups.values()]
}

/** Where one line alone is asked for, it has everything. */
const paired = (jobs: readonly Job[]): Job[][] => byFile(jobs).filter(({ length }) => length > 1)
