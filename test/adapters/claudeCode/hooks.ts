import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A hook as Claude Code's settings have it. */
export interface Hook {
  readonly type: 'command'
  readonly command: string
  /** In seconds. */
  readonly timeout?: number
}

/** Seconds that Claude Code gives a hook of SessionEnd that names none: less in some versions, never more. */
const unnamed = 3
/** Longer than a hook without a timeout has. */
const slowSeconds = unnamed + 1

/** Returns the one hook of a session's end in settings of Claude Code. */
export function sessionEndHook(settings: string): Hook {
  const { hooks } = JSON.parse(settings) as { hooks: { SessionEnd: readonly { hooks: readonly Hook[] }[] } }
  assert.deepEqual([hooks.SessionEnd.length, hooks.SessionEnd[0]?.hooks.length], [1, 1])
  return hooks.SessionEnd[0]?.hooks[0] ?? assert.fail()
}

/** Runs a hook as Claude Code does: what it is handed comes on stdin, and it is cancelled when its time is over. */
export async function runHook(
  { command, timeout = unnamed }: Hook,
  handed: object,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const child = spawn('sh', ['-c', command], { env, stdio: ['pipe', 'ignore', 'pipe'], detached: true })
  let errors = ''
  child.stderr.on('data', (piece) => (errors += String(piece)))
  child.stdin.on('error', () => undefined).end(JSON.stringify(handed))
  const cancel = setTimeout(() => process.kill(-child.pid!), timeout * 1000)
  const [status, signal] = await new Promise<[number | null, string | null]>((done) =>
    child.once('close', (...ended) => done(ended)),
  )
  clearTimeout(cancel)
  assert.equal(signal, null, 'The hook was cancelled.')
  assert.equal(status, 0, errors)
}

/** Makes a command in a folder that starts another one of a global installation, after longer than a hook without a timeout has; returns the folder. */
export function slowly(name: string, prefix: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), `#!/bin/sh\nsleep ${slowSeconds}\nexec '${join(prefix, 'bin', name)}' "$@"\n`)
  chmodSync(join(folder, name), 0o755)
  return folder
}
