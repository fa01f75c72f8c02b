import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { root } from '../../../scripts/root.ts'

/** How a process ended, and what it wrote. */
export interface Ended {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A server that runs as a process of its own. */
export interface Server {
  readonly url: string
  readonly ended: Promise<Ended>
  /** Ends it as an operator would. */
  stop(): Promise<Ended>
  /** Ends it as a power cut would. */
  kill9(): Promise<Ended>
  /** Sends it a signal. */
  signal(name: NodeJS.Signals): void
}

type Environment = Readonly<Record<string, string>>

/** Processes that a failed test left behind. */
const running = new Set<ChildProcess>()
after(async () => {
  const left = [...running]
  for (const child of left) child.kill('SIGKILL')
  await Promise.all(left.map((child) => once(child, 'close')))
})

/** Starts `npm start` on a free port; rejects with its words when it ends instead of listening. */
export function startServer(env: Environment): Promise<Server> {
  return listening(launch('bin/start.js', [], env))
}

/** Starts `turngraph proxy` with these arguments. */
export function startProxy(env: Environment, ...args: readonly string[]): Promise<Server> {
  return listening(launch('bin/turngraph.js', ['proxy', ...args], env))
}

async function listening({ child, ended }: ReturnType<typeof launch>): Promise<Server> {
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  const url = await Promise.race([said(child, /http:\/\/[^/]+/), ended.then(() => null)])
  const ends = {
    stop: () => end('SIGTERM'),
    kill9: () => end('SIGKILL'),
    signal: (name: NodeJS.Signals) => void child.kill(name),
  }
  if (url !== null) return { url, ended, ...ends }
  const { status, stderr } = await ended
  throw new Error(`The server ended with status ${status}: ${stderr}`)
}

/** A `turngraph watch` that runs as a process of its own. */
export interface WatchProcess {
  /** Resolves once it has stored what was there, or has ended. */
  readonly settled: Promise<unknown>
  readonly ended: Promise<Ended>
  stop(): Promise<Ended>
  kill9(): Promise<Ended>
}

/** Starts `turngraph watch` with these arguments. */
export function startWatch(env: Environment, ...args: readonly string[]): WatchProcess {
  const { child, ended } = launch('bin/turngraph.js', ['watch', ...args], env)
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  const settled = Promise.race([said(child, /Ctrl-C ends it/, 'stderr'), ended])
  return { settled, ended, stop: () => end('SIGTERM'), kill9: () => end('SIGKILL') }
}

/** Runs `npm start` where it cannot start, and answers how it ended. */
export function startInVain(env: Environment): Promise<Ended> {
  return launch('bin/start.js', [], env).ended
}

/** Runs `turngraph` with these arguments. */
export function turngraph(env: Environment, ...args: readonly string[]): Promise<Ended> {
  return launch('bin/turngraph.js', args, env).ended
}

function launch(file: string, args: readonly string[], env: Environment) {
  const child = spawn(process.execPath, [file, ...args], { cwd: root, env: { ...surroundings(), PORT: '0', ...env } })
  running.add(child)
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (piece: Buffer) => void (written[name] += piece.toString()))
  const ended = new Promise<Ended>((done) => {
    child.once('close', (status, signal) => {
      running.delete(child)
      done({ status, signal, ...written })
    })
  })
  return { child, ended }
}

/** What is set where the tests run must not reach them. A server "of npm" ends with the process that started it. */
function surroundings(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR'].map((name) => [name, process.env[name] ?? ''] as const)
  return { ...Object.fromEntries(kept.filter(([, value]) => value)), npm_lifecycle_event: 'start', LOG_LEVEL: 'warn' }
}

function said(child: ChildProcess, pattern: RegExp, where: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
  let text = ''
  return new Promise((resolve) => {
    child[where]?.on('data', (piece: Buffer) => {
      text += piece.toString()
      const found = pattern.exec(text)
      if (found) resolve(found[0])
    })
  })
}
