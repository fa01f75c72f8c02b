import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}dist/.built`
const required = createRequire(import.meta.url)
/** How long a build takes at most where much else goes on. */
const patienceMs = 600_000

/** The hash of everything that a build reads; equal hashes, equal builds. */
export function sourcesHash() {
  const hash = createHash('sha256')
  for (const path of ['package-lock.json', 'schema.graphql', ...sources()])
    if (existsSync(root + path)) hash.update(`${path}\0`).update(readFileSync(root + path))
  return hash.digest('hex')
}

function sources() {
  const entries = readdirSync(`${root}src`, { recursive: true, withFileTypes: true })
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length))
      // Made from the others by each build.
      .filter((path) => !path.endsWith('/generated.ts'))
      .sort()
  )
}

/** Builds dist/ when it is missing or older than its sources; a published package has no sources and is left alone. */
export function ensureBuilt() {
  const isToBuild = existsSync(`${root}src`) && !isBuilt()
  refuseMissing(isToBuild)
  if (!isToBuild) return
  const lock = takeLock()
  try {
    // Another one may have built it meanwhile.
    if (!isBuilt()) build()
  } finally {
    lock.close()
  }
}

/** Says in one sentence, and ends, what must be done first where a package that is needed is not installed. */
function refuseMissing(isToBuild) {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const needed = Object.keys({ ...dependencies, ...(isToBuild && devDependencies) })
  const missing = needed.find((name) => !required.resolve.paths(name)?.some((path) => existsSync(`${path}/${name}`)))
  if (missing === undefined) return
  const words = `Packages that turngraph needs are not installed (${missing} is missing): run "npm ci" in ${root} first.`
  process.stderr.write(`${words}\n`)
  process.exit(1)
}

function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()
}

/** Waits until no other process builds. Several may be started at once, as editors do; a lock of SQLite's ends with its holder. */
function takeLock() {
  const { DatabaseSync } = required('@photostructure/sqlite')
  const folder = `${root}node_modules/.cache/turngraph`
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(`${folder}/building`, { timeout: patienceMs })
  lock.exec('BEGIN EXCLUSIVE')
  return lock
}

function build() {
  process.stderr.write('Building turngraph (first start, or its sources have changed) …\n')
  // What a build prints must not mix with what the command prints.
  const built = spawnSync(process.execPath, [required.resolve('tsx/cli'), `${root}scripts/build.ts`], {
    stdio: ['ignore', 2, 2],
  })
  if (built.status !== 0) process.exit(built.status ?? 1)
}
