import { spawnSync } from 'node:child_process'

interface RunOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** In minutes; ten when absent. */
  readonly within?: number
}

/** Runs a program to its end and returns what it wrote; throws, with the end of what it said, where it fails. */
export function run(command: string, args: readonly string[], { cwd, env, within = 10 }: RunOptions = {}): string {
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2, timeout: within * 60_000 } as const
  const { status, error, stdout, stderr } = spawnSync(command, args, { ...options, cwd, env: env ?? process.env })
  if (error) throw error
  if (status === 0) return stdout
  const said = `${stdout}${stderr}`.trim().split('\n').slice(-15).join('\n')
  throw new Error(`${command} ${args.slice(0, 3).join(' ')} failed:\n${said}`)
}
