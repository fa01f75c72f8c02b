import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/root.ts'
import { createKey } from '../../src/app/access/keys.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import { readConfig } from '../../src/config/config.ts'
import { questions } from './forgedQuestions.ts'
import { forged, type Forged } from './forged.ts'
import { FuzzFailed } from './fuzz.ts'
import { filesOf } from './fuzzOwnForm.ts'
import { openPatientParts } from './retryingParts.ts'
import { randomFrom } from './random.ts'
import { program } from './program.ts'
import { pause, waitFor } from './waitFor.ts'

export interface ForgedFiles {
  readonly seed: number
  readonly count: number
  /** STORE and what goes with it; the embedded store where absent. */
  readonly env?: NodeJS.ProcessEnv
  readonly onFile?: ((number: number) => void) | undefined
  /** Told of a file that did what it must not; without it the first one ends the run. */
  readonly onFailure?: ((failed: FuzzFailed) => void) | undefined
}
/** What became of forged files. */
export interface ForgedRun {
  readonly refused: number
  /** Files that came in, of which verify says that they are damaged. */
  readonly damaged: readonly Forged[]
  /** Files that came in, of which it says that they are sound. */
  readonly sound: readonly Forged[]
  /** The longest that /health took to answer, in milliseconds. */
  readonly slowestHealth: number
}

/**
 * Sends forged files to a server, each to a tenant of its own, and asks about what came in. Fails where the server ends,
 * and where an answer is INTERNAL.
 */
export async function runForged({ seed, count, env = {}, onFile, onFailure }: ForgedFiles): Promise<ForgedRun> {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-forged-'))
  const settings = { ...env, DATA: folder, AUTH: 'keys', PORT: '0', LOG_LEVEL: 'error', RATE: '0' }
  const { files, keys } = await prepared(settings, seed, count)
  const server = await start(settings)
  const health = watched(server.url)
  const [damaged, sound]: [Forged[], Forged[]] = [[], []]
  try {
    for (const [i, key] of keys.entries()) {
      const random = randomFrom(seed * 1_000_003 + i)
      const one = forged(random, random.pick(files))
      const failing = (thrown: unknown) => {
        if (!(thrown instanceof FuzzFailed) || !onFailure || server.child.exitCode !== null) throw thrown
        onFailure(thrown)
        return 'refused' as const
      }
      const found = await importOne(server, key, one, `file ${i + 1} of seed ${seed}`).catch(failing)
      if (found !== 'refused') (found === 'sound' ? sound : damaged).push(one)
      onFile?.(i + 1)
    }
  } finally {
    health.end()
    server.child.kill()
    await server.ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { refused: count - damaged.length - sound.length, damaged, sound, slowestHealth: await health.slowest }
}

async function prepared(settings: NodeJS.ProcessEnv, seed: number, count: number) {
  const parts = await openPatientParts(readConfig(settings))
  try {
    const { registry } = parts.store
    const keyOf = async (name: string) => {
      const { name: tenant } = await createTenant(registry, parts.fresh, name, false)
      const order = { tenant, scopes: ['READ', 'WRITE'] as const, label: null, milliseconds: null }
      return (await createKey(registry, parts.fresh, order)).text
    }
    const files = await filesOf(parts.scope())
    const keys: string[] = []
    for (let i = 0; i < count; i++) keys.push(await keyOf(`forged-${seed}-${i}`))
    return { files, keys }
  } finally {
    await parts.close()
  }
}

interface Server {
  readonly url: string
  readonly child: ChildProcess
  readonly ended: Promise<void>
  readonly output: () => string
}

async function start(env: NodeJS.ProcessEnv): Promise<Server> {
  const child = spawn(process.execPath, program('src/main.ts'), {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-20_000)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(output)
      return /listens on (\S+)\/graphql/.exec(output)?.[1]
    },
    { told: () => output },
  )
  return { url, child, ended, output: () => output }
}

/** Asks for /health ten times a second. */
function watched(url: string): { end(): void; readonly slowest: Promise<number> } {
  let isOver = false
  const asking = async () => {
    let slowest = 0
    for (let asked = 0; !isOver && asked < 100_000; asked++) {
      const began = performance.now()
      const answer = await fetch(`${url}/health/live`).catch(() => null)
      if (answer !== null) slowest = Math.max(slowest, performance.now() - began)
      await answer?.text()
      await pause(100, 'ten times a second')
    }
    return slowest
  }
  return { end: () => void (isOver = true), slowest: asking() }
}

async function importOne(
  server: Server,
  key: string,
  one: Forged,
  name: string,
): Promise<'refused' | 'damaged' | 'sound'> {
  let found: 'damaged' | 'sound' = 'sound'
  const failed = (what: string) => new FuzzFailed(`${name} (${one.member}: ${one.how}): ${what}`, one.bytes)
  const send = async (path: string, body: string | Buffer, type: string): Promise<string> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': type }
    try {
      const answer = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(60_000),
      })
      return await answer.text()
    } catch (thrown) {
      throw failed(`no answer to ${path}: ${String(thrown)} ${server.output()}`)
    }
  }
  const report = await send('/import?format=NDJSON', one.bytes, 'application/x-ndjson')
  if (/INTERNAL|UNIQUE|constraint/i.test(report)) throw failed(`${report} ${server.output()}`)
  const { conversationIds } = JSON.parse(report) as { conversationIds?: readonly string[] }
  if (!conversationIds) return 'refused'
  for (const { query, variables } of questions(conversationIds)) {
    const answer = await send('/graphql', JSON.stringify({ query, variables }), 'application/json')
    if (answer.includes('"INTERNAL"')) throw failed(`${query}\n${answer.slice(0, 1500)} ${server.output()}`)
    if (/"damage":[1-9]/.test(answer)) found = 'damaged'
  }
  return found
}
