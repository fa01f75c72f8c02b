import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../scripts/root.ts'

/** The product as people start it, in a process of its own. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts `npm start` without npm, and answers when it listens. It builds first when the sources are newer. */
export async function startServer(environment: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const env = { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'warn', ...environment }
  const child = spawn(process.execPath, [join(root, 'bin/start.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await addressOf(child, gone)
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await gone
      process.off('exit', kill)
    },
  }
}

async function addressOf(child: ChildProcess, gone: Promise<void>): Promise<string> {
  const told = new Promise<string>((resolve) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const [, url] = /listens on (http\S+)/.exec(text) ?? []
      if (url !== undefined) resolve(url)
    })
  })
  const url = await Promise.race([told, gone.then(() => null)])
  if (url === null) throw new Error('The server ended before it listened.')
  return url
}
