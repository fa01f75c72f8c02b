import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../scripts/root.ts'

/** The product as people start it, in a process of its own. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Returns what its next line that the pattern finds holds in the pattern's first group. */
  says(pattern: RegExp): Promise<string>
  stop(): Promise<void>
}

/** Starts `npm start` without npm, and answers when it listens; with further flags of Node. It builds first when the sources are newer. The product is that of this checkout, or of another. */
export async function startServer(
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  checkout = root,
): Promise<ServerProcess> {
  const env = { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'warn', ...environment }
  const child = spawn(process.execPath, [...flags, join(checkout, 'bin/start.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const says = (pattern: RegExp) => Promise.race([nextLine(child, pattern), gone.then(endedEarly)])
  return {
    url: await says(/listens on (http\S+)/),
    pid: child.pid ?? 0,
    says,
    async stop() {
      child.kill('SIGTERM')
      await gone
      process.off('exit', kill)
    },
  }
}

function endedEarly(): never {
  throw new Error('The server ended before it said what was waited for.')
}

function nextLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const read = (part: string) => {
      text += part
      const [, found] = pattern.exec(text) ?? []
      if (found === undefined) return
      child.stdout?.off('data', read)
      child.stdout?.resume()
      resolve(found)
    }
    child.stdout?.setEncoding('utf8').on('data', read)
  })
}
