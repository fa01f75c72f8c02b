import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithNpm } from '../bin/endWithNpm.js'
import { testFiles } from './testing/files.ts'
import { neo4jLinesOf, planOf } from './testing/plan.ts'
import { openMemory } from './testing/memory.ts'
import { prepare } from './testing/prepare.ts'
import { keepParts, partsOf } from './testing/profile.ts'
import { closingLines, introduction, unexplainedSkips } from './testing/report.ts'
import { runPlan } from './testing/runPlan.ts'
import { startServers } from './testing/servers.ts'

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
  const files = testFiles().filter(({ path }) => parts.length === 0 || parts.some((part) => path.includes(part)))
  if (files.length === 0) return refuse(`No test file's path holds ${parts.map((part) => `"${part}"`).join(' or ')}.`)
  const memory = openMemory()
  process.env['PROPERTY_SEED'] ??= '0'
  const plan = planOf(files, extent, memory, {
    stores: process.env['TEST_STORES']?.split(','),
    areTogether: parts.length === 0,
    isNamed: parts.length > 0,
  })
  console.log(introduction(plan, parts))
  if (plan.jobs.length === 0) return 1
  if (args.includes('--plan')) return 0
  const home = mkdtempSync(join(tmpdir(), 'turngraph-test-'))
  process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  const servers = await startServers(neo4jLinesOf(plan), home)
  try {
    const obstacle = await prepare(plan.jobs, console.log)
    if (obstacle !== null) return refuse(obstacle)
    const { results, isStopped } = await runPlan(plan, {
      ...{ servers, memory, isTold: parts.length > 0 },
      runsAgain: isCi,
    })
    keepParts(partsOf(results).stores)
    console.log(closingLines(results, servers.obstacles))
    if (isStopped) return refuse('It was stopped before its end.')
    return results.some(({ failed }) => failed > 0) || unexplainedSkips(results).length > 0 ? 1 : 0
  } finally {
    await servers.end()
  }
}

function refuse(reason: string): number {
  console.error(reason)
  return 1
}

// Last, for everything above must have been read first.
endWithNpm()
process.exit(await test(process.argv.slice(2)))
