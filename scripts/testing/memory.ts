import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../root.ts'
import type { TestFile } from './files.ts'
import type { Job } from './plan.ts'

/** How long each job took on this machine, by its name. */
type Times = Record<string, { readonly seconds: number; readonly tests: number }>

const path = join(root, 'node_modules/.cache/turngraph/test-times.json')

/** Remembers how long jobs take, so that the next run can say how long it will. */
export interface Memory {
  /** In seconds; about what it takes elsewhere for what never ran here. */
  readonly secondsOf: (job: Job) => number
  /** How many tests these jobs had; null when one of them never ran here. */
  readonly testsOf: (jobs: readonly Job[]) => number | null
  readonly learn: (job: Job, seconds: number, tests: number) => void
  readonly keep: () => void
}

/** Returns what earlier runs on this machine have taught. */
export function openMemory(): Memory {
  const times = read()
  return {
    secondsOf: (job) => times[job.name]?.seconds ?? guessOf(job),
    testsOf: (jobs) => {
      const counts = jobs.map(({ name }) => times[name]?.tests)
      return counts.every((count) => count !== undefined) ? counts.reduce((sum, count) => sum + count, 0) : null
    },
    learn: (job, seconds, tests) => {
      times[job.name] = { seconds, tests }
    },
    keep: () => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify(times, null, 1))
    },
  }
}

/** Returns about how many seconds a job takes that never ran here: what others wait for longest begins first. */
function guessOf({ files, store }: Job): number {
  const ofFile = ({ needs, isPure }: TestFile): number => {
    if (needs.has('engine')) return 300
    if (needs.has('neo4jAlone')) return 60
    if (needs.has('kills') || needs.has('browser')) return 30
    if (needs.has('clients') || needs.has('time')) return 20
    if (needs.size === 0) return isPure ? 0.25 : 1
    return store === 'sqlite' ? 2 : 4
  }
  return files.reduce((sum, file) => sum + ofFile(file), 0)
}

function read(): Times {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Times
  } catch {
    return {}
  }
}
