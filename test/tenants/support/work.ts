import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { Api } from '../../graphql/support/api.ts'

/** How often each thing was done: calls of the store by their names, and digests. */
export type Work = Readonly<Record<string, number>>

/** Counts what a server in this process does for its answers. */
export interface WorkCounter {
  /** Returns what came of it, and what was done meanwhile. */
  readonly during: <T>(work: () => Promise<T>) => Promise<[came: T, done: Work]>
  readonly stop: () => void
}

const digests = ['createHash', 'createHmac'] as const
const metric = /^turngraph_store_call_duration_seconds_count\{call="(\w+)"\} (\d+)$/gm

/** Returns what counts; `token` opens the server's metrics. */
export function countWork({ url }: Api, token: string): WorkCounter {
  const originals = digests.map((name) => [name, crypto[name]] as const)
  const counts = new Map<string, number>()
  for (const [name, original] of originals) {
    const counted = (...asked: unknown[]): unknown => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      return (original as (...asked: unknown[]) => unknown)(...asked)
    }
    Object.assign(crypto, { [name]: counted })
  }
  syncBuiltinESMExports()
  const callsUntilNow = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const text = await (await fetch(`${url}/metrics`, { headers })).text()
    return new Map([...text.matchAll(metric)].map(([, name = '', count]) => [name, Number(count)]))
  }
  return {
    async during(work) {
      const before = await callsUntilNow()
      counts.clear()
      const came = await work()
      const done = [...counts].filter(([, count]) => count > 0)
      const calls = [...(await callsUntilNow())].map(
        ([name, count]) => [name, count - (before.get(name) ?? 0)] as const,
      )
      return [came, Object.fromEntries([...done, ...calls.filter(([, count]) => count > 0)].sort())]
    },
    stop() {
      for (const [name, original] of originals) Object.assign(crypto, { [name]: original })
      syncBuiltinESMExports()
    },
  }
}
