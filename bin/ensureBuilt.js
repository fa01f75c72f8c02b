import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}dist/.built`

/** The hash of everything that a build reads; equal hashes, equal builds. */
export function sourcesHash() {
  const hash = createHash('sha256')
  for (const path of ['package-lock.json', 'schema.graphql', 'tsconfig.json', 'tsconfig.build.json', ...sources()])
    if (existsSync(root + path)) hash.update(`${path}\0`).update(readFileSync(root + path))
  return hash.digest('hex')
}

function sources() {
  const entries = readdirSync(`${root}src`, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length))
    .sort()
}

/** Builds dist/ when it is missing or older than its sources; a published package has no sources and is left alone. */
export function ensureBuilt() {
  if (!existsSync(`${root}src`)) return
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()) return
  process.stderr.write('Building turngraph (first start, or its sources have changed) …\n')
  const tsx = createRequire(import.meta.url).resolve('tsx/cli')
  // What a build prints must not mix with what the command prints.
  const built = spawnSync(process.execPath, [tsx, `${root}scripts/build.ts`], { stdio: ['ignore', 2, 2] })
  if (built.status !== 0) process.exit(built.status ?? 1)
}
