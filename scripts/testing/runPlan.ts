import type { Memory } from './memory.ts'
import type { Job, Plan } from './plan.ts'
import { processorSecondsOf } from './processorTime.js'
import { startProgress, type Progress } from './progress.ts'
import { failureOf } from './report.ts'
import { runJob, type Result } from './runJob.ts'
import { runTasks } from './schedule.ts'
import { isLine, type Servers } from './servers.ts'

interface PlanRun {
  readonly servers: Servers
  readonly memory: Memory
  /** Whether each test is named, not only those that fail. */
  readonly isTold: boolean
  /** Whether a job that failed runs a second time when all others have ended. */
  readonly runsAgain: boolean
}

/** What came of a plan; a signal stops it. */
interface PlanResult {
  readonly results: readonly Result[]
  readonly isStopped: boolean
}

/** Runs the jobs of a plan and counts as it goes. */
export async function runPlan(plan: Plan, run: PlanRun): Promise<PlanResult> {
  const jobs = plan.jobs.filter(({ store }) => !isLine(store) || run.servers.has(store))
  const progress = startProgress(jobs.length, plan.tests)
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  const results: Result[] = []
  const work = async (job: Job): Promise<void> => {
    if (stopped.signal.aborted) return
    const result = await resultOf(job, run, progress, stopped.signal)
    results.push(result)
    progress.job()
    tell(result, run, progress)
  }
  const tasks = jobs.map((job) => ({
    // The tests on one server empty it.
    lane: isLine(job.store) ? job.store : null,
    ready: isLine(job.store) ? run.servers.settled(job.store) : null,
    run: () => work(job),
  }))
  await runTasks(tasks, plan.atOnce)
  if (run.runsAgain) await runFailedAgain(results, run, progress, stopped.signal)
  progress.end()
  run.memory.keep()
  return { results, isStopped: stopped.signal.aborted }
}

/** Runs what failed once more, one job at a time on the idle machine, and puts what came of it in the place of the first result. */
async function runFailedAgain(results: Result[], run: PlanRun, progress: Progress, stop: AbortSignal): Promise<void> {
  for (const [index, first] of results.entries()) {
    if (first.failed === 0 || stop.aborted) continue
    const second = await resultOf(first.job, run, progress, stop)
    tell(second, run, progress)
    results[index] = { ...second, seconds: first.seconds + second.seconds, failedFirst: first.failed }
  }
}

async function resultOf(job: Job, { servers }: PlanRun, progress: Progress, stop: AbortSignal): Promise<Result> {
  try {
    if (!isLine(job.store)) return await runJob(job, {}, progress.test, stop)
    const { variables, pid } = await servers.given(job.store)
    const before = processorSecondsOf(pid) ?? 0
    const result = await runJob(job, variables, progress.test, stop)
    // No other job is on this server meanwhile.
    return { ...result, cpuSeconds: result.cpuSeconds + (processorSecondsOf(pid) ?? before) - before }
  } catch (error) {
    const none = { passed: 0, skipped: [], seconds: 0, cpuSeconds: 0, output: '' }
    return { ...none, job, failed: 1, obstacle: String(error) }
  }
}

function tell(result: Result, { isTold, memory }: PlanRun, progress: Progress): void {
  const { job, output, failed, passed, seconds } = result
  if (failed > 0) progress.say(failureOf(result))
  else if (isTold) progress.say(`\n— ${job.name}\n${withoutCounts(output)}`)
  if (failed === 0) memory.learn(job, seconds, passed)
}

/** What Node's reporter says of each test, without the counts of one file. */
const withoutCounts = (output: string): string =>
  output.replaceAll(/^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) .*\n/gm, '').trimEnd()
