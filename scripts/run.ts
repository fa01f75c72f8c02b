import { spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from './root.ts'

const require = createRequire(import.meta.url)

/** Returns the arguments with which Node runs the command-line tool of a dependency. */
export function tool(name: string, args: readonly string[], packageName = name): string[] {
  const manifestPath = require.resolve(`${packageName}/package.json`)
  const { bin } = require(manifestPath) as { bin: string | Record<string, string> }
  const file = typeof bin === 'string' ? bin : bin[name]
  if (file === undefined) throw new Error(`${packageName} has no command named ${name}.`)
  return [join(dirname(manifestPath), file), ...args]
}

/** Returns the arguments with which Node runs one of our scripts, which are TypeScript. */
export const script = (name: string, args: readonly string[] = []): string[] => [
  '--import',
  'tsx',
  join(root, 'scripts', name),
  ...args,
]

/** Runs Node in the repository's folder, where its output is seen, and returns the exit status. */
export function runNode(args: readonly string[]): number {
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (error) throw error
  return status ?? 1
}

/** Does the same while this process goes on. */
export function followNode(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (status) => done(status ?? 1))
  })
}

/** What came of a program, and what it took. */
interface Ended {
  readonly status: number
  readonly output: string
  readonly seconds: number
  readonly cpuSeconds: number
}

/** Runs Node in the repository's folder, and returns the exit status, what it wrote and what it took. */
export function captureNode(args: readonly string[]): Promise<Ended> {
  const began = performance.now()
  const telling = ['--import', new URL('testing/tellTime.js', import.meta.url).href]
  const child = spawn(process.execPath, [...telling, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  let [output, told] = ['', '']
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => (output += piece.toString()))
  child.stdio[3]?.on('data', (piece: Buffer) => (told += piece.toString()))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (status) =>
      done({ status: status ?? 1, output, seconds: (performance.now() - began) / 1000, cpuSeconds: Number(told) }),
    )
  })
}
