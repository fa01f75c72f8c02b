import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { root } from '../root.ts'
import { compiled, compiledPath } from './compiledPath.ts'
import type { Job } from './plan.ts'

/** What files took, in seconds and seconds of the processor, with the children that have ended. */
export type Took = Record<string, { seconds: number; cpuSeconds: number }>

/** What came of a job. */
export interface Result {
  readonly job: Job
  passed: number
  failed: number
  /** Why tests and whole suites were skipped: a reason for each, empty where its test gives none. */
  skipped: string[]
  /** By the file's path. */
  readonly took: Took
  /** What Node's own reporter wrote. */
  output: string
  /** Why it failed though no test did; null when it did not. */
  obstacle: string | null
}

/** A line of reporter.js: a test that has ended, or what one that stands in no other has taken. */
type Told =
  | { readonly outcome: 'passed' | 'failed' | 'skipped'; readonly isSuite: boolean; readonly reason?: string }
  | { readonly file: string; readonly seconds: number; readonly cpuSeconds: number }

const options = [
  `--import=${join(root, 'scripts/testing/ownHooks.js')}`,
  // A test that fails may leave open what it opened.
  '--test-force-exit',
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  `--test-reporter=${join(root, 'scripts/testing/reporter.js')}`,
  '--test-reporter-destination=stderr',
]

/** A job that takes longer never ends. */
const mostMinutes = process.argv.includes('--long') ? 180 : 20

/** Runs a job in a process of its own; `onTest` is told of each test as it ends. */
export async function runJob(
  job: Job,
  env: Record<string, string>,
  onTest: (outcome: 'passed' | 'failed') => void,
  stop: AbortSignal,
): Promise<Result> {
  const result: Result = { job, ...nothing(), obstacle: null }
  const child = spawn(process.execPath, ['--enable-source-maps', ...options, ...programOf(job)], {
    cwd: root,
    // Where tests of tests run, theirs are not ours.
    env: { ...process.env, ...env, TEST_STORES: job.store, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const end = (): boolean => child.kill('SIGKILL')
  stop.addEventListener('abort', end)
  const late = setTimeout(end, mostMinutes * 60_000)
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => (result.output += piece.toString()))
  createInterface({ input: child.stdio[3] as Readable }).on('line', (line) =>
    count(JSON.parse(line) as Told, result, onTest),
  )
  const how = await new Promise<string>((done) =>
    child.once('close', (status, signal) =>
      done(signal === 'SIGKILL' ? `SIGKILL: it takes ${mostMinutes} minutes at most` : (signal ?? `status ${status}`)),
    ),
  )
  clearTimeout(late)
  stop.removeEventListener('abort', end)
  if (how !== 'status 0' && !(how === 'status 1' && result.failed > 0)) result.obstacle = `It ended with ${how}.`
  else if (result.passed + result.failed + result.skipped.length === 0)
    result.obstacle = 'It has no test on this store.'
  if (result.obstacle !== null && result.failed === 0) result.failed = 1
  return result
}

const nothing = () => ({ passed: 0, failed: 0, skipped: [], took: {}, output: '' })

/** What comes of a job that could not begin. */
export const failedResult = (job: Job, obstacle: string): Result => ({ job, ...nothing(), failed: 1, obstacle })

function count(told: Told, result: Result, onTest: (outcome: 'passed' | 'failed') => void): void {
  if ('seconds' in told) {
    const path = told.file === '' ? result.job.name : relative(root, told.file)
    const took = (result.took[path] ??= { seconds: 0, cpuSeconds: 0 })
    took.seconds += told.seconds
    took.cpuSeconds += told.cpuSeconds
  } else if (told.outcome === 'skipped') result.skipped.push(told.reason ?? '')
  else if (!told.isSuite) {
    result[told.outcome]++
    onTest(told.outcome)
  }
}

function programOf({ files, store }: Job): string[] {
  const [file, ...others] = files
  if (!file) throw new Error('There is nothing to run.')
  // Packages of a test's own folder are found from there alone.
  if (others.length === 0) return file.packages === null ? [compiledPath(file.path)] : ['--import', 'tsx', file.path]
  const path = join(compiled, 'groups', `${file.path.replaceAll('/', '-')}-${store}.js`)
  const imports = files.map((each) => `import ${JSON.stringify(relative(dirname(path), compiledPath(each.path)))}\n`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, imports.join(''))
  return [path]
}
