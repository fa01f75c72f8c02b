import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineEnvironment } from './folder.ts'

/** An engine of its own: it knows no image and no container but ours. */
export interface Engine {
  /** In which `docker` speaks to it. */
  readonly env: NodeJS.ProcessEnv
  stop(): Promise<void>
}

const startLimit = 60_000

/** Starts the engine in a folder of its own, which goes with it. Throws with its last words where it cannot run here. */
export async function startEngine(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-engine-'))
  const socket = `unix://${join(folder, 'docker.sock')}`
  const env = { ...engineEnvironment(), DOCKER_HOST: socket }
  const places = ['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec'), '-p', join(folder, 'pid')]
  const child = spawn('dockerd', [...places, '-H', socket], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const closed = once(child, 'close')
  const guardian = guard(child.pid ?? 0)
  const stop = async () => {
    guardian.dismiss()
    child.kill('SIGTERM')
    await closed
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  }
  let said = ''
  const ready = new Promise<boolean>((done) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000)
      if (said.includes('API listen on')) done(true)
    })
    void closed.then(() => done(false))
    setTimeout(() => done(false), startLimit).unref()
  })
  if (await ready) return { env, stop }
  await stop()
  throw new Error(`dockerd does not start here: ${said.trim().split('\n').at(-1) ?? 'it says nothing'}`)
}

/** Asks the engine to end, as it ends its containers then, once this process has ended, be it killed: then the pipe to the shell closes. */
function guard(pid: number): { dismiss(): void } {
  const words = ['-c', 'read -r word; [ "$word" = dismissed ] || kill -TERM "$0"', String(pid)]
  const shell = spawn('/bin/sh', words, { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  shell.unref()
  shell.stdin.on('error', () => undefined)
  return { dismiss: () => void shell.stdin.end('dismissed\n') }
}
