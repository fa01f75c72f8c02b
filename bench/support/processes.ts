import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/** What a process has taken so far, its threads included. */
export interface Taken {
  readonly cpuMs: number
  /** Memory at rest, in MiB. */
  readonly rss: number
}

/** The clock of /proc counts hundredths of a second (`getconf CLK_TCK`). */
const tickMs = 10

/** Returns what a running process has taken; on Linux alone, as /proc says it. */
export function takenBy(pid: number): Taken {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs, rss: Number(rss) / 1024 }
}

/** Runs Node to its end; returns the processor's milliseconds that it took, as it says itself. */
export async function cpuOfRun(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const tell = `process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('CPU ' + (user + system) + '\\n') })`
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`]
  const child = spawn(process.execPath, [...preload, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  await once(child, 'close')
  const cpu = /^CPU (\d+)$/m.exec(said)?.[1]
  if (cpu === undefined) throw new Error(`It did not say what it took: ${said}`)
  return Number(cpu) / 1000
}
