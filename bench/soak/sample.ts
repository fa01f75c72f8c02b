import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { memoryOf } from '../expensive/processUsage.ts'
import type { ServerProcess } from '../support/server.ts'
import type { SoakFleet } from './fleet.ts'
import type { Ground, StoreSizes } from './ground.ts'
import type { Counted, Requests } from './requests.ts'

/** What one server holds. */
export interface ServerSample {
  readonly pid: number
  readonly rss: number
  /** What is left of the heap once it is collected. */
  readonly heap: number
  /** Open files and sockets, connections to the database aside. */
  readonly descriptors: number
  readonly databaseConnections: number
  readonly threads: number
  /** How late the event loop was since the line before, in milliseconds. */
  readonly loopP99: number
  readonly loopMax: number
  /** Stored observations that the search index has not seen; null where that is not known. */
  readonly searchBehind: number | null
}

/** One line of a soak. */
export interface Line extends Counted {
  readonly at: string
  /** Since the load began. */
  readonly seconds: number
  readonly kills: number
  readonly servers: readonly ServerSample[]
  readonly store: StoreSizes
}

/** Returns the line of this moment. A server that is being killed is not in it. */
export async function lineOf(
  ground: Ground,
  fleet: SoakFleet,
  requests: Requests,
  { began, kills }: { readonly began: number; readonly kills: number },
): Promise<Line> {
  const counted = requests.take()
  const servers = await Promise.all(fleet.running().map((server) => sampleOf(server, ground.port).catch(() => null)))
  return {
    at: new Date().toISOString(),
    seconds: Math.round((performance.now() - began) / 1000),
    kills,
    ...counted,
    servers: servers.filter((server) => server !== null),
    store: await ground.sizes(),
  }
}

/** Returns what a server holds; rejects when it has ended. */
export async function sampleOf(server: ServerProcess, databasePort: number | null): Promise<ServerSample> {
  const written = server.says(/soak (\{.*?\});/)
  process.kill(server.pid, 'SIGUSR2')
  const { heap, p99, max } = JSON.parse(await written) as { heap: number; p99: number; max: number }
  const { pid } = server
  return {
    pid,
    rss: memoryOf(pid, 'VmRSS'),
    heap,
    ...descriptorsOf(pid, databasePort),
    threads: readdirSync(`/proc/${pid}/task`).length,
    ...{ loopP99: rounded(p99), loopMax: rounded(max), searchBehind: await behindOf(server.url) },
  }
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10

/** Returns how many descriptors a process has open, those to a port of this machine apart. */
export function descriptorsOf(pid: number, port: number | null): { descriptors: number; databaseConnections: number } {
  const links = readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)]
    } catch {
      return []
    }
  })
  const sockets = port === null ? new Set<string>() : socketsTo(pid, port)
  const databaseConnections = links.filter((link) => sockets.has(link)).length
  return { descriptors: links.length - databaseConnections, databaseConnections }
}

function socketsTo(pid: number, port: number): Set<string> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const lines = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/${pid}/net/${name}`, 'latin1').split('\n').slice(1),
  )
  const [remote, inode] = [2, 9]
  const fields = lines.map((line) => line.trim().split(/\s+/))
  return new Set(fields.filter((each) => each[remote]?.endsWith(`:${hex}`)).map((each) => `socket:[${each[inode]}]`))
}

async function behindOf(url: string): Promise<number | null> {
  try {
    const text = await (await fetch(`${url}/metrics`)).text()
    const value = Number(/^turngraph_search_behind (\S+)/m.exec(text)?.[1])
    return Number.isNaN(value) ? null : value
  } catch {
    return null
  }
}
