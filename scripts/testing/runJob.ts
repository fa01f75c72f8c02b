import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { root } from '../root.ts'
import { compiledPath } from './compiledPath.ts'
import type { TestFile } from './files.ts'
import type { Job } from './plan.ts'
import { processorSecondsOf } from './processorTime.js'

/** What came of a job. */
export interface Result extends Counts {
  readonly job: Job
  readonly seconds: number
  /** What Node's own reporter wrote. */
  readonly output: string
  /** Why it failed though no test did; null when it did not. */
  readonly obstacle: string | null
  /** How many tests failed when the job ran for the first time, where this is its second. */
  readonly failedFirst?: number
}

interface Counts {
  passed: number
  failed: number
  /** Why tests and whole suites were skipped: a reason for each, empty where its test gives none. */
  skipped: readonly string[]
  /** Of its process and of those that it started and saw end, and of the database's while it ran. */
  cpuSeconds: number
}

/** A line of reporter.js. */
interface Told {
  readonly outcome?: 'passed' | 'failed' | 'skipped'
  readonly isSuite?: boolean
  /** Why it was skipped. */
  readonly reason?: string
  readonly cpuSeconds?: number
}

const reporters = [
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  `--test-reporter=${join(root, 'scripts/testing/reporter.js')}`,
  '--test-reporter-destination=stderr',
]

/** A job that takes longer never ends. On a Docker engine an image is built first, and Neo4j starts seven times. */
function minutesOf({ files }: Job): number {
  if (process.argv.includes('--long')) return 180
  return files.some(({ needs }) => needs.has('engine')) ? 40 : 15
}

/** A test that failed may leave open what it opened: then its process has nothing to do and never ends. */
const quietMinutes = 3

const lateOrQuiet = (job: Job): string =>
  `it takes ${minutesOf(job)} minutes at most, and ${quietMinutes} minutes after a test that failed if no other one ends`

/** Runs a job in a process of its own; `onTest` is told of each test as it ends. */
export async function runJob(
  job: Job,
  env: Record<string, string>,
  onTest: (outcome: 'passed' | 'failed') => void,
  stop: AbortSignal,
  quietMs = quietMinutes * 60_000,
): Promise<Result> {
  const began = performance.now()
  const counts: Counts = { passed: 0, failed: 0, skipped: [], cpuSeconds: 0 }
  const { child, ended, events, output } = start(job, env, stop)
  const end = (): void => {
    counts.cpuSeconds = processorSecondsOf(child.pid ?? 0) ?? 0
    child.kill('SIGKILL')
  }
  const late = setTimeout(end, minutesOf(job) * 60_000)
  let quiet: NodeJS.Timeout | undefined
  events.on('line', (line) => {
    count(JSON.parse(line) as Told, counts, onTest)
    clearTimeout(quiet)
    if (counts.failed > 0) quiet = setTimeout(end, quietMs)
  })
  const how = await ended
  clearTimeout(late)
  clearTimeout(quiet)
  const obstacle = how === 'status 0' || (how === 'status 1' && counts.failed > 0) ? null : `It ended with ${how}.`
  if (obstacle !== null && counts.failed === 0) counts.failed = 1
  return { job, ...counts, seconds: (performance.now() - began) / 1000, output: output(), obstacle }
}

function start(job: Job, env: Record<string, string>, stop: AbortSignal) {
  const { files, store } = job
  const child = spawn(process.execPath, ['--enable-source-maps', ...reporters, ...programOf(files)], {
    cwd: root,
    // Where tests of tests run, theirs are not ours.
    env: { ...process.env, ...env, TEST_STORES: store, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const kill = (): boolean => child.kill()
  stop.addEventListener('abort', kill)
  const pieces: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise<string>((done) =>
    child.once('close', (status, signal) => {
      stop.removeEventListener('abort', kill)
      done(signal === 'SIGKILL' ? `${signal}: ${lateOrQuiet(job)}` : (signal ?? `status ${status}`))
    }),
  )
  const events = createInterface({ input: child.stdio[3] as Readable })
  return { child, ended, events, output: () => Buffer.concat(pieces).toString() }
}

function programOf(files: readonly TestFile[]): string[] {
  const [file, ...others] = files
  if (!file) throw new Error('There is nothing to run.')
  if (others.length > 0) {
    const imports = files.map(({ path }) => `import ${JSON.stringify(pathToFileURL(compiledPath(path)).href)}`)
    return ['--input-type=module', '--eval', imports.join('\n')]
  }
  // Packages of a test's own folder are found from there alone.
  return file.packages === null ? [compiledPath(file.path)] : ['--import', 'tsx', file.path]
}

function count(
  { outcome, isSuite, reason, cpuSeconds }: Told,
  counts: Counts,
  onTest: (outcome: 'passed' | 'failed') => void,
) {
  counts.cpuSeconds = cpuSeconds ?? counts.cpuSeconds
  if (outcome === 'skipped') counts.skipped = [...counts.skipped, reason ?? '']
  else if (outcome !== undefined && isSuite !== true) {
    counts[outcome]++
    onTest(outcome)
  }
}
