/** A program of others between which and its model `turngraph proxy` stands. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startProxy, type Server } from '../../../faults/support/processes.ts'
import type { Asks } from './recorded.ts'
import { sorted, startTap, type Tap } from './tap.ts'

/** The key that the program has, which is not to be found in any file of the store. */
export const callersKey = 'sk-of-the-caller'

export interface Outsider extends Asks {
  /** What the program talks to: it passes the proxy, and then the model. */
  readonly base: string
  /** A home of its own. */
  readonly home: string
  /** Where it works. */
  readonly work: string
  /** Runs the program; returns what it printed, and fails where it fails. */
  run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string>
  /** Asserts that what the program and the model saw of each other was the same on both sides of the proxy, and how many requests there were. */
  assertSameBytes(least: number): void
  /** Asserts that the key of the program is in no file of the store. */
  assertNoKey(): void
  close(): Promise<void>
}

/** Starts the proxy before a model, with a tap on both of its sides. */
export async function startOutsider(model: string): Promise<Outsider> {
  const home = mkdtempSync(join(tmpdir(), 'turngraph-outsider-'))
  const [data, work] = [join(home, 'data'), join(home, 'work')]
  mkdirSync(work)
  const behind = await startTap(() => model)
  const upstreams = ['--openai', `${behind.url}/v1`, '--anthropic', behind.url]
  const proxy = await startProxy({ DATA: data }, '--port', '0', ...upstreams)
  const before = await startTap(() => proxy.url)
  return {
    url: proxy.url,
    ask: (query, variables = {}) => askAt(proxy.url, query, variables),
    base: before.url,
    home,
    work,
    run: (program, args, env) => run(program, args, work, { PATH: process.env['PATH'], HOME: home, ...env }),
    assertSameBytes(least) {
      assert.deepEqual(sorted(behind), sorted(before))
      assert.ok(before.passed.length >= least, `${before.passed.length} requests`)
    },
    assertNoKey() {
      const files = readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name))
      const holding = files.filter((path) => statSync(path).isFile() && readFileSync(path).includes(callersKey))
      assert.deepEqual(holding, [])
    },
    close: () => close([before, behind], proxy, home),
  }
}

async function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = new Promise<number | null>((done) => child.once('close', done))
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  assert.equal(status, 0, `${stdout}${stderr}`)
  return stdout
}

async function askAt<T>(url: string, query: string, variables: object): Promise<T> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data: T; errors?: unknown }
  assert.equal(errors, undefined)
  return data
}

async function close(taps: readonly Tap[], proxy: Server, home: string): Promise<void> {
  await proxy.stop()
  for (const tap of taps) await tap.close()
  rmSync(home, { recursive: true, force: true })
}
