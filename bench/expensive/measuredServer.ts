import { startServer, type ServerProcess } from '../support/server.ts'
import type { NamedQuery } from './nastyQueries.ts'
import { usageOf, type Usage } from './processUsage.ts'

/** What a query cost, and how it was answered. */
export interface Measured extends Usage {
  readonly query: NamedQuery
  readonly ms: number
  readonly answerBytes: number
  /** The codes of its errors; none: it was answered. */
  readonly codes: readonly string[]
}

/** A server in a process of its own, asked one query at a time. */
export interface MeasuredServer {
  readonly url: string
  measure(query: NamedQuery): Promise<Measured>
  close(): Promise<void>
}

/** Starts a server. One that ends is started again for the next query. */
export async function startMeasured(environment: Readonly<Record<string, string>>): Promise<MeasuredServer> {
  const first = await startServer(environment)
  let running: ServerProcess | null = first
  return {
    url: first.url,
    async measure(query) {
      running ??= await startServer(environment)
      try {
        return await measured(running, query)
      } catch {
        await running.stop()
        running = null
        return { query, ms: 0, answerBytes: 0, codes: ['THE_SERVER_ENDED'], cpuMs: Infinity, grownBytes: Infinity }
      }
    },
    close: async () => running?.stop(),
  }
}

async function measured({ url, pid }: ServerProcess, query: NamedQuery): Promise<Measured> {
  const begin = performance.now()
  let [ms, text] = [0, '']
  const usage = await usageOf(pid, async () => {
    const body = JSON.stringify({ query: query.text })
    const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    text = await response.text()
    ms = performance.now() - begin
  })
  const codes = [...text.slice(-200_000).matchAll(/"code":"([A-Z_]+)"/g)].map(([, code]) => code ?? '')
  return { query, ms, answerBytes: Buffer.byteLength(text), codes: [...new Set(codes)], ...usage }
}
