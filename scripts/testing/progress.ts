import { duration } from './words.ts'

/** A count that goes up where a person can see it. */
export interface Progress {
  /** Counts a test. */
  readonly test: (outcome: 'passed' | 'failed') => void
  /** Counts a job that has ended. */
  readonly job: () => void
  /** Prints lines that stay. */
  readonly say: (text: string) => void
  readonly end: () => void
}

/** How often a line is written where none can be written over, in milliseconds. */
const pause = 10_000

/** Returns a count of so many jobs: one line that changes on a terminal, else a line now and then. */
export function startProgress(jobs: number, tests: number | null): Progress {
  const began = performance.now()
  const isTerminal = process.stdout.isTTY
  const counts = { passed: 0, failed: 0, jobs: 0 }
  let shown = ''
  const line = (): string => {
    const of = tests === null ? '' : ` of ${tests}`
    const failed = counts.failed === 0 ? '' : `, ${counts.failed} failed`
    return `${counts.passed}${of} tests passed${failed}; ${counts.jobs} of ${jobs} files done, ${duration(seconds())}`
  }
  const seconds = (): number => (performance.now() - began) / 1000
  const clear = (): void => {
    if (isTerminal && shown !== '') process.stdout.write('\r\u001b[K')
    shown = ''
  }
  const show = (): void => {
    clear()
    shown = line()
    process.stdout.write(isTerminal ? shown : `${shown}\n`)
  }
  const timer = setInterval(show, isTerminal ? 200 : pause)
  return {
    test: (outcome) => {
      counts[outcome]++
    },
    job: () => {
      counts.jobs++
    },
    say: (text) => {
      clear()
      console.log(text)
    },
    end: () => {
      clearInterval(timer)
      clear()
    },
  }
}
