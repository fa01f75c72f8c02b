import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../scripts/root.ts'
import { clientOf } from '../support/client.ts'
import { comparison } from '../support/figures.ts'
import { median } from '../support/measure.ts'
import { cpuOfRun, takenBy, type Taken } from '../support/processes.ts'
import type { Sizes } from '../amounts.ts'
import { startServer } from '../support/server.ts'
import type { Subject } from '../support/subject.ts'
import type { Figure } from '../support/table.ts'

/** Times a server from its process's start to its first answer, beside a bare Node process with an HTTP server; the commands beside `node -e 0`. */
export async function measureStarts({ environment, kind, name }: Subject, { starts }: Sizes): Promise<Figure[]> {
  if (kind !== 'sqlite') return []
  return [...(await timeStarts(environment, name, starts)), ...(await timeCommands(environment, name, starts))]
}

/** The most that a start may take of what a bare Node takes. */
const most = { cpu: 10, rss: 2.7, help: 3, list: 7.5 }

/** The server's start, of a store that is given by its environment. */
export async function timeStarts(environment: Subject['environment'], name: string, starts: number): Promise<Figure[]> {
  // The first one builds, and makes the file.
  await firstAnswer(environment)
  const [product, bare]: [Start[], Start[]] = [[], []]
  for (let round = 0; round < starts; round++) {
    product.push(await firstAnswer(environment))
    bare.push(await bareProcess())
  }
  const compare = (what: string, of: keyof Start, bar: number | null) =>
    comparison({
      store: name,
      what,
      times: product.map((each) => each[of]),
      beside: bare.map((each) => each[of]),
      most: bar,
    })
  const compared = compare('process start to first answer, beside Node alone that listens', 'ms', null)
  const rss = compare('memory at rest (MiB), beside Node alone that listens', 'rss', most.rss)
  return [
    { ...compared, bar: 'under 1 s', holds: median(product.map(({ ms }) => ms)) < 1_000 },
    compare('processor time to listening, beside Node alone that listens', 'cpuMs', most.cpu),
    { ...rss, product: mib(product), beside: mib(bare) },
  ]
}

const mib = (starts: readonly Start[]): string => `${median(starts.map(({ rss }) => rss)).toFixed(0)} MiB`

async function timeCommands(environment: Subject['environment'], name: string, starts: number): Promise<Figure[]> {
  // As it is installed: in a checkout bin/ looks first whether it is built.
  const program = join(root, 'dist/cli.js')
  const env = { ...process.env, ...environment }
  const commands = { '--help': most.help, list: most.list } as const
  const figures: Figure[] = []
  for (const [command, bar] of Object.entries(commands)) {
    const [times, beside]: [number[], number[]] = [[], []]
    for (let round = 0; round < starts; round++) {
      times.push(await cpuOfRun([program, command], env))
      beside.push(await cpuOfRun(['-e', '0'], env))
    }
    const what = `processor time of turngraph ${command}, beside node -e 0`
    figures.push(comparison({ store: name, what, times, beside, most: bar }))
  }
  return figures
}

/** What a start took: until the first answer, until it listened, and at rest. */
interface Start extends Taken {
  readonly ms: number
}

/** Stopping is not part of it. */
async function firstAnswer(environment: Subject['environment']): Promise<Start> {
  const begin = performance.now()
  const server = await startServer(environment)
  const { cpuMs } = takenBy(server.pid)
  const client = clientOf(server.url)
  await client.ask('{ conversations(first: 1) { nodes { id } } }')
  const ms = performance.now() - begin
  client.close()
  await sleep(500)
  const { rss } = takenBy(server.pid)
  await server.stop()
  return { ms, cpuMs, rss }
}

const bareServer = `require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('listens'))`

async function bareProcess(): Promise<Start> {
  const begin = performance.now()
  const child = spawn(process.execPath, ['-e', bareServer], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  const ms = performance.now() - begin
  const pid = child.pid ?? 0
  const { cpuMs } = takenBy(pid)
  await sleep(500)
  const { rss } = takenBy(pid)
  const ended = once(child, 'exit')
  child.kill()
  await ended
  return { ms, cpuMs, rss }
}
