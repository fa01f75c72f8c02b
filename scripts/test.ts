import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithNpm } from '../bin/endWithNpm.js'
import { testFiles } from './testing/files.ts'
import { neo4jLinesOf, planOf, type Job } from './testing/plan.ts'
import { prepare } from './testing/prepare.ts'
import { closingLines, failureOf, introduction, keepRows, tableOf, unexplainedSkips } from './testing/report.ts'
import { failedResult, runJob, type Result } from './testing/runJob.ts'
import { isLine, startServers, type Servers } from './testing/servers.ts'

const isCi = process.env['CI'] === 'true'

/** `npm test [-- part-of-a-path …]` and `npm run test:everything [-- …]`; returns the exit status. */
async function test(args: readonly string[]): Promise<number> {
  const parts = args.filter((arg) => !arg.startsWith('--'))
  if (args.includes('--long')) process.env['TEST_LONG'] = '1'
  const extent = args.includes('--everything')
    ? 'everything'
    : isCi && !args.includes('--embedded')
      ? 'landing'
      : 'embedded'
  process.env['TEST_EXTENT'] = extent
  const files = testFiles().filter(({ path }) => parts.length === 0 || parts.some((part) => path.includes(part)))
  if (files.length === 0) return refuse(`No test file's path holds ${parts.map((part) => `"${part}"`).join(' or ')}.`)
  const seed = (process.env['PROPERTY_SEED'] ??= '0')
  const plan = planOf(files, extent, {
    stores: process.env['TEST_STORES']?.split(','),
    isNamed: parts.length > 0,
  })
  console.log(introduction(plan, parts, seed))
  if (plan.jobs.length === 0) return 1
  if (args.includes('--plan')) return 0
  const home = mkdtempSync(join(tmpdir(), 'turngraph-test-'))
  process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  const servers = await startServers(neo4jLinesOf(plan), home)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  try {
    const obstacle = await prepare(plan.jobs, console.log)
    if (obstacle !== null) return refuse(obstacle)
    const jobs = plan.jobs.filter(({ store }) => !isLine(store) || servers.has(store))
    const results = await runAll(jobs, plan.atOnce, servers, stop.signal, parts.length > 0)
    const closing = closingLines(results, servers.obstacles)
    console.log(closing.join('\n'))
    keepRows([...tableOf(results).stores, ...closing.slice(-1)])
    if (stop.signal.aborted) return refuse('It was stopped before its end.')
    return results.some(({ failed }) => failed > 0) || unexplainedSkips(results).length > 0 ? 1 : 0
  } finally {
    await servers.end()
  }
}

/** Runs jobs, so many at once, one at a time on each line of Neo4j, and says how it goes. */
async function runAll(
  jobs: readonly Job[],
  atOnce: number,
  servers: Servers,
  stop: AbortSignal,
  isTold: boolean,
): Promise<Result[]> {
  // prettier-ignore
  const began = performance.now()
  const waiting = new Set(jobs)
  const busy = new Set<string>()
  const results: Result[] = []
  const counts = { passed: 0, failed: 0 }
  const progress = setInterval(() => {
    const failed = counts.failed === 0 ? '' : `, ${counts.failed} failed`
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(
      `${counts.passed} tests passed${failed}; ${results.length} of ${jobs.length} processes ended, ${seconds} s`,
    )
  }, 10_000)
  const next = async (): Promise<void> => {
    const job = stop.aborted ? undefined : [...waiting].find(({ store }) => !busy.has(store))
    if (job === undefined) return
    waiting.delete(job)
    if (isLine(job.store)) busy.add(job.store)
    const server = isLine(job.store) ? servers.given(job.store) : Promise.resolve({})
    const result = await server.then(
      (variables) => runJob(job, variables, (outcome) => counts[outcome]++, stop),
      (error: unknown) => failedResult(job, String(error)),
    )
    busy.delete(job.store)
    results.push(result)
    if (result.failed > 0) console.log(failureOf(result))
    else if (isTold) console.log(`\n— ${job.name}\n${result.output.replaceAll(/^ℹ .*\n/gm, '').trimEnd()}`)
    await next()
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  // A worker that found only jobs of a busy line has ended: the others took them.
  clearInterval(progress)
  return results
}

function refuse(reason: string): number {
  console.error(reason)
  return 1
}

// Last, for everything above must have been read first.
endWithNpm()
process.exit(await test(process.argv.slice(2)))
