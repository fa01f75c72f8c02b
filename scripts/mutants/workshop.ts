import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../root.ts'
import type { Killer, Mutant } from './mutant.ts'

/** A copy of the sources, in which one thing at a time is broken. */
export interface Workshop {
  /** Runs tests with the copy as it stands; returns the names of those that failed, and what was written. */
  readonly failures: (killer: Killer) => Promise<Failures>
  /** Breaks it, has the work done, and mends it again. */
  readonly broken: <T>(mutant: Mutant, work: () => Promise<T>) => Promise<T>
  readonly close: () => void
}

export interface Failures {
  readonly names: readonly string[]
  readonly output: string
}

/** What the tests read of the repository. */
const copied = [
  'src',
  'test',
  'scripts',
  'bin',
  'bench',
  'docs',
  'package.json',
  'package-lock.json',
  'schema.graphql',
  'tsconfig.json',
]
/** A mutant that makes a test wait forever is noticed, too. */
const patienceMs = 60_000

/** Makes a copy in a temporary folder; its tests run on the stores that the environment names. */
export function openWorkshop(environment: Readonly<Record<string, string>>): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-mutants-'))
  const isOurs = (path: string) => !path.includes('node_modules')
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true, filter: isOurs })
  mkdirSync(join(folder, 'data'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const close = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', close)
  return {
    failures: (killer) => run(folder, killer, environment),
    async broken(mutant, work) {
      const path = join(folder, mutant.file)
      const whole = readFileSync(path, 'utf8')
      writeFileSync(path, mutated(whole, mutant))
      try {
        return await work()
      } finally {
        writeFileSync(path, whole)
      }
    },
    close,
  }
}

/** Returns a text with the mutant's edits; throws when what they replace does not stand there exactly once. */
export function mutated(text: string, { name, file, edits }: Mutant): string {
  return edits.reduce((whole, [from, to]) => {
    const [before = '', after, ...more] = whole.split(from)
    if (after === undefined || more.length > 0) throw new Error(`${name}: ${file} has not once: ${from}`)
    return `${before}${to}${after}`
  }, text)
}

async function run(folder: string, { file, only }: Killer, environment: Readonly<Record<string, string>>) {
  const pattern = only === undefined ? [] : [`--test-name-pattern=${only}`]
  const flags = ['--import', 'tsx', '--test', '--test-reporter=tap', `--test-timeout=${patienceMs}`, ...pattern]
  const child = spawn(process.execPath, [...flags, file], {
    cwd: folder,
    // A test that runs these tests is another run of tests.
    env: { ...process.env, ...environment, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The file runs in a child of this process: both are to end.
    detached: true,
  })
  const end = () => endGroup(child)
  const timer = setTimeout(end, patienceMs)
  process.once('exit', end)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()))
  const status = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done))
  clearTimeout(timer)
  process.off('exit', end)
  return { names: status === 0 ? [] : failedIn(output), output }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // They have ended by themselves.
  }
}

/** The innermost of what failed: what holds it failed with it. */
function failedIn(output: string): string[] {
  const lines = [...output.matchAll(/^( *)not ok \d+ - (.*)$/gm)].map(([, indent = '', name = '']) => ({
    indent,
    name,
  }))
  const deepest = Math.max(0, ...lines.map(({ indent }) => indent.length))
  const names = lines.filter(({ indent }) => indent.length === deepest).map(({ name }) => name)
  return names.length > 0 ? names : ['it did not end']
}
