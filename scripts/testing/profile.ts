import { appendFileSync, readFileSync } from 'node:fs'
import type { Result } from './runJob.ts'

/** What one part of a run took. */
export interface Part {
  readonly name: string
  /** `-` for what has to do with none. */
  readonly store: string
  readonly seconds: number
  readonly cpuSeconds: number
  readonly passed: number
  readonly failed: number
}

/** How many of the heaviest files a table names. */
const most = 25

/** Returns what the tests took: a row a store, and a row for each of the heaviest jobs. */
export function partsOf(results: readonly Result[]): { readonly stores: Part[]; readonly heaviest: Part[] } {
  const parts = results.map((result): Part => ({ ...result, name: result.job.name, store: result.job.store }))
  const stores = [...new Set(parts.map(({ store }) => store))].sort().map((store) => {
    const ofStore = parts.filter((part) => part.store === store)
    return {
      name: `tests on Node ${process.versions.node}: ${ofStore.length} jobs, added up`,
      store,
      ...sumOf(ofStore),
    }
  })
  const heaviest = [...parts].sort((a, b) => weightOf(b) - weightOf(a)).slice(0, most)
  return { stores, heaviest }
}

/** What a core is busy with, or what a lane waits for. */
const weightOf = ({ seconds, cpuSeconds }: Part): number => Math.max(seconds, cpuSeconds)

export function sumOf(parts: readonly Part[]): Omit<Part, 'name' | 'store'> {
  const sum = (of: 'seconds' | 'cpuSeconds' | 'passed' | 'failed') => parts.reduce((all, part) => all + part[of], 0)
  return { seconds: sum('seconds'), cpuSeconds: sum('cpuSeconds'), passed: sum('passed'), failed: sum('failed') }
}

/** Returns the lines of a table, in the order given. */
export function tableOf(parts: readonly Part[]): string[] {
  const row = (seconds: string, cpu: string, store: string, name: string): string =>
    `${seconds.padStart(8)} ${cpu.padStart(11)}  ${store.padEnd(7)}  ${name}`
  return [
    row('seconds', ' processor', 'store', 'part'),
    ...parts.map(({ name, store, seconds, cpuSeconds }) => row(seconds.toFixed(1), cpuSeconds.toFixed(1), store, name)),
  ]
}

/** Returns the last lines of a run of CI that took so many seconds: what each part took, and how many tests passed. */
export function closingOf(parts: readonly Part[], seconds: number): string[] {
  const { cpuSeconds, passed, failed } = sumOf(parts)
  const whole = { name: 'all of it', store: '-', seconds, cpuSeconds, passed, failed }
  return ['', 'What each part took:', ...tableOf([...parts, whole]), '', `${passed} passed, ${failed} failed`]
}

/** The variable that names the file to which the parts of a run of CI write what they took. */
export const profileVariable = 'TURNGRAPH_PROFILE'

/** Writes these rows behind what other parts of CI have written; does nothing where no file is named. */
export function keepParts(parts: readonly Part[], path = process.env[profileVariable]): void {
  if (path === undefined) return
  const lines = parts.map((part) =>
    [part.name, part.store, part.seconds.toFixed(1), part.cpuSeconds.toFixed(1), part.passed, part.failed].join('\t'),
  )
  appendFileSync(path, lines.map((line) => `${line}\n`).join(''))
}

/** Returns the rows of such a file; what .ci/run itself writes has a processor time of two parts and no counts. */
export function readParts(path: string): Part[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', store = '-', seconds, cpu = '', passed = 0, failed = 0] = line.split('\t')
      const cpuSeconds = cpu.split('+').reduce((sum, each) => sum + Number(each), 0)
      return { name, store, seconds: Number(seconds), cpuSeconds, passed: Number(passed), failed: Number(failed) }
    })
}
