import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../../scripts/root.ts'
import type { Random } from '../../support/random.ts'
import { startServer, type Server } from '../support/processes.ts'
import type { Fault } from './storm.ts'
import { pause } from '../../support/waitFor.ts'

/** Several servers on one store, each of which may be killed or halted at any moment. */
export interface Fleet {
  /** The address of one of those that run. */
  readonly url: () => string
  /** Kills one with SIGKILL and starts another in its place. */
  readonly kill: () => Promise<void>
  /** Halts one for so long with SIGSTOP. */
  readonly halt: (milliseconds: number) => Promise<void>
  readonly stop: () => Promise<void>
}

/** A module that has a process's clock jump. */
const jumping = pathToFileURL(join(root, 'test/faults/storm/jumpingClock.js'))

/** Starts servers on a store; the clock of every second one jumps. */
export async function startFleet(env: Readonly<Record<string, string>>, count: number, random: Random): Promise<Fleet> {
  const start = (place: number) =>
    startServer({ ...env, ...(place % 2 === 1 && { NODE_OPTIONS: `--import=${jumping.href}` }) })
  // The first builds what is to be built: two would at the same place.
  const first = await start(0)
  const places = [first, ...(await Promise.all(Array.from({ length: count - 1 }, (_, k) => start(k + 1))))]
  const running: (Server | null)[] = [...places]
  const taken = (): [number, Server] => {
    const place = random.pick([...running.keys()].filter((at) => running[at] !== null))
    return [place, running[place] as Server]
  }
  return {
    url: () => taken()[1].url,
    async kill() {
      const [place, server] = taken()
      running[place] = null
      await server.kill9()
      running[place] = await start(place)
    },
    async halt(milliseconds) {
      const [, server] = taken()
      server.signal('SIGSTOP')
      await pause(milliseconds, 'so long it stands still')
      server.signal('SIGCONT')
    },
    async stop() {
      await Promise.all(running.flatMap((server) => (server ? [server.stop()] : [])))
    },
  }
}

/** A server of the fleet is killed, another one halted. */
export const faultsOf = ({ kill, halt }: Fleet): { readonly kill: Fault; readonly halt: Fault } => ({
  kill: { name: 'servers killed', strike: kill },
  halt: { name: 'servers halted', strike: (random) => halt(100 + random.below(2_000)) },
})
