import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, existsSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { endWithNpm } from '../bin/endWithNpm.js'
import { lineNames, startNeo4j, whyNot, type Line, type Neo4jServer } from './neo4j.ts'
import { root } from './root.ts'
import { runScript } from './run.ts'

const inCi = process.env['CI'] === 'true'
const support = join(root, 'test/support/neo4j.ts')
const summaryLine = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /
const leftOutLine = /^\s*﹣ |^ℹ (skipped|todo|cancelled) [1-9]/

/** `npm test [-- part-of-a-path …]`; answers the exit status. */
async function testAll(parts: readonly string[]): Promise<number> {
  const files = testFiles().filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  if (files.length === 0) return refuse(`No test file's path holds ${parts.map((part) => `"${part}"`).join(' or ')}.`)
  if (files.some(runsTheBuild) && runScript('build.ts') !== 0) return refuse('The build failed.')
  const wanted = files.some((file) => reaches(file, support)) ? lineNames : []
  const home = mkdtempSync(join(tmpdir(), 'turngraph-test-'))
  const removeHome = (): void => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  process.once('exit', removeHome)
  const { servers, obstacles } = await startAll(wanted, home)
  try {
    if (inCi && obstacles.length > 0) return refuse(obstacles.join(' '))
    const outcome = await runNodeTests(files, servers)
    if (obstacles.length > 0) console.log(`\nNot run: ${obstacles.join(' ')}`)
    return conclude(outcome)
  } finally {
    await Promise.all(servers.map((server) => server.kill9()))
  }
}

function testFiles(): string[] {
  const names = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name}`)
    .sort()
}

/** Whether a test file runs what is in dist/. */
const runsTheBuild = (file: string): boolean =>
  /bin\/(turngraph|start)\.js|dist\//.test(readFileSync(join(root, file), 'utf8'))

/** Whether a file of test/ imports another, directly or through others. */
function reaches(file: string, target: string, seen = new Set<string>()): boolean {
  const path = resolve(root, file)
  if (path === target) return true
  if (seen.has(path) || !path.startsWith(join(root, 'test')) || !existsSync(path)) return false
  seen.add(path)
  const imports = readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)
  return [...imports].some(([, specifier]) => reaches(resolve(dirname(path), specifier ?? ''), target, seen))
}

interface Started {
  readonly servers: Neo4jServer[]
  readonly obstacles: string[]
}

async function startAll(wanted: readonly Line[], home: string): Promise<Started> {
  const started = await Promise.all(wanted.map((line) => start(line, join(home, line))))
  return {
    servers: started.filter((each) => typeof each !== 'string'),
    obstacles: started.filter((each) => typeof each === 'string'),
  }
}

/** A running server, or why there is none. */
async function start(line: Line, home: string): Promise<Neo4jServer | string> {
  const obstacle = await whyNot(line)
  if (obstacle !== null) return obstacle
  return startNeo4j({ line, home }).catch((error: unknown) => `Neo4j ${line} did not start: ${String(error)}`)
}

interface Outcome {
  readonly status: number
  /** Whether a test or a whole suite was left out; node's own count knows of tests only. */
  readonly leftOut: boolean
  readonly summary: readonly string[]
}

function runNodeTests(files: readonly string[], servers: readonly Neo4jServer[]): Promise<Outcome> {
  const concurrency = Math.min(4, Math.max(2, availableParallelism()))
  const options = [
    '--import',
    'tsx',
    '--test',
    `--test-concurrency=${concurrency}`,
    '--test-timeout=2400000',
    '--test-reporter=spec',
  ]
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(process.execPath, [...options, ...files], {
    cwd: root,
    env: { ...process.env, ...colour, ...variables(servers) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const summary: string[] = []
  let leftOut = false
  createInterface({ input: child.stdout }).on('line', (line) => {
    const plain = stripVTControlCharacters(line)
    leftOut ||= leftOutLine.test(plain)
    if (summaryLine.test(plain)) summary.push(line)
    else console.log(line)
  })
  return new Promise((done) => child.once('close', (code) => done({ status: code ?? 1, leftOut, summary })))
}

const variables = (servers: readonly Neo4jServer[]): Record<string, string> =>
  Object.fromEntries(
    servers.map(({ line, uri, user, password }) => [
      `TURNGRAPH_TEST_NEO4J_${line.replace('.', '_').toUpperCase()}`,
      uri.replace('//', `//${user}:${encodeURIComponent(password)}@`),
    ]),
  )

/** Prints the counts last; where nothing may be left out, a skipped test is a failure. */
function conclude({ status, leftOut, summary }: Outcome): number {
  if (inCi && leftOut) console.error('\nCI=true: no test may be skipped.')
  console.log(['', ...summary].join('\n'))
  return inCi && leftOut ? 1 : status
}

function refuse(reason: string): number {
  console.error(reason)
  return 1
}

// Last, for everything above must have been read first.
endWithNpm()
process.exit(await testAll(process.argv.slice(2)))
