import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { environmentOf, installNode } from './nodeVersions/install.ts'
import { walk } from './nodeVersions/walk.ts'
import { root } from './root.ts'

/** Exact, and the only place that names them. The least one that package.json allows, and those that people have. */
const { least, others, newest } = JSON.parse(
  readFileSync(new URL('nodeVersions/versions.json', import.meta.url), 'utf8'),
) as { least: string; others: string[]; newest: string }

/** What is tested again where Node itself matters: the rules, the embedded store, and all commands on it over HTTP. */
const suites = ['test/domain/', 'test/app/', 'test/storage/sqlite', 'test/graphql/walk']

/** What belongs to a machine, not to the sources. */
const leftOut = /^(\.git|data|dist|coverage|node_modules|test\/\w+\/node_modules)$/

/**
 * `npm run node-versions [-- 22 …]`: installs, starts and walks on these versions of Node, or on all but the one that runs
 * this; tests again on the least and on the newest of them.
 */
async function tryVersions(named: readonly string[]): Promise<void> {
  const own = majorOf(process.versions.node)
  const isWanted = (version: string) => (named.length > 0 ? named.includes(majorOf(version)) : majorOf(version) !== own)
  const versions = [least, ...others, newest].filter(isWanted)
  // Each waits for npm and for a server half of its time; and each ends in order, whatever comes of the others.
  const outcomes = await Promise.allSettled(versions.map(tryVersion))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  for (const version of versions.filter((each) => each === least || each === newest))
    await testAgain(installNode(version))
}

async function tryVersion(version: string): Promise<void> {
  const began = performance.now()
  await installAndStart(version, installNode(version))
  console.log(
    `Node ${version}: it installs, starts and walks, after ${Math.round((performance.now() - began) / 1000)} s.`,
  )
}

/** `npm ci && npm start` in a copy of the sources, one walk, and an orderly end. */
async function installAndStart(version: string, bin: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-node-'))
  try {
    cpSync(root, folder, { recursive: true, filter: (path) => !leftOut.test(relative(root, path)) })
    // What was built is the same on every version; the newest one builds for itself.
    if (version !== newest && existsSync(join(root, 'dist')))
      cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
    const args = ['ci', '--no-audit', '--no-fund', '--prefer-offline']
    const installing = spawn('npm', args, { cwd: folder, env: environmentOf(bin) })
    const [said, status] = await Promise.all([text(installing.stderr), ended(installing), text(installing.stdout)])
    if (status !== 0 || said.includes('EBADENGINE')) throw new Error(`npm ci on Node ${version}:\n${said}`)
    await startAndWalk(version, bin, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function startAndWalk(version: string, bin: string, folder: string): Promise<void> {
  const env = environmentOf(bin, { PORT: '0', DATA: join(folder, 'data') })
  const server = spawn('npm', ['start'], { cwd: folder, env })
  const errors = text(server.stderr)
  const done = ended(server)
  try {
    const url = await Promise.race([address(server), done.then(() => null)])
    if (url === null) throw new Error(`npm start on Node ${version}:\n${await errors}`)
    await walk(url, version)
  } finally {
    server.kill('SIGTERM')
    await done
  }
}

async function testAgain(bin: string): Promise<void> {
  const args = ['--import', 'tsx', 'scripts/test.ts', '--embedded', ...suites]
  const testing = spawn(join(bin, 'node'), args, { cwd: root, env: environmentOf(bin), stdio: 'inherit' })
  if ((await ended(testing)) !== 0) throw new Error(`Tests fail on the Node of ${bin}.`)
}

/** Where a server says that it listens. */
function address({ stdout }: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((found) =>
    stdout?.on('data', (piece: Buffer) => {
      said += piece.toString()
      const url = /listens on (http:\/\/[^/]+)/.exec(said)?.[1]
      if (url !== undefined) found(url)
    }),
  )
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((done, failed) => child.once('close', done).once('error', failed))

const majorOf = (version: string): string => version.split('.')[0] ?? ''

await tryVersions(process.argv.slice(2))
