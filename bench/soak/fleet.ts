import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../test/support/random.ts'
import { startServer, type ServerProcess } from '../support/server.ts'
import type { Ground } from './ground.ts'

/** Servers on one store, each of which may be killed. */
export interface SoakFleet {
  /** The address of one of those that run, if one does. */
  readonly url: () => string
  /** Those that run now. */
  readonly running: () => readonly ServerProcess[]
  /** Kills one with SIGKILL, and starts another in its place. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/**
 * On each SIGUSR2 a server writes how late its event loop was since the last time, and what remains of its heap after a
 * collection, which the next figures of the loop do not contain.
 */
const probe = `import { isMainThread } from 'node:worker_threads'
import { monitorEventLoopDelay } from 'node:perf_hooks'
if (isMainThread) {
  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()
  process.on('SIGUSR2', () => {
    const [p99, max] = [loop.percentile(99) / 1e6, loop.max / 1e6]
    for (let i = 0; i < 2; i++) globalThis.gc()
    console.log('soak ' + JSON.stringify({ heap: process.memoryUsage().heapUsed, p99, max }) + ';')
    setImmediate(() => loop.reset())
  })
}`

/** Starts so many servers on a store. */
export async function startSoakFleet(ground: Ground, count: number, random: Random): Promise<SoakFleet> {
  const flags = ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(probe)}`]
  const start = async () => {
    const server = await startServer(ground.environment, flags)
    // It says where GraphQL is.
    return { ...server, url: new URL(server.url).origin }
  }
  // The first builds what is to be built, and makes the schema.
  const places: (ServerProcess | null)[] = [await start()]
  for (let place = 1; place < count; place++) places.push(await start())
  const running = () => places.filter((server) => server !== null)
  let last = running()[0]?.url ?? ''
  return {
    running,
    url: () => {
      const servers = running()
      // While the only one is away, connections are refused.
      if (servers.length > 0) last = random.pick(servers).url
      return last
    },
    async kill() {
      const place = random.pick([...places.keys()].filter((at) => places[at]))
      const server = places[place]
      places[place] = null
      if (server) await end(server)
      places[place] = await started(start)
    },
    async stop() {
      await Promise.all(running().map((server) => server.stop()))
    },
  }
}

async function end(server: ServerProcess): Promise<void> {
  process.kill(server.pid, 'SIGKILL')
  await server.stop()
}

/** A server that begins while its database is being killed may give up, and is started again then. */
async function started(start: () => Promise<ServerProcess>): Promise<ServerProcess> {
  for (let tries = 0; ; tries++) {
    try {
      return await start()
    } catch (error) {
      if (tries === 3) throw error
      await sleep(1_000)
    }
  }
}
