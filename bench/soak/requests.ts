import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../support/measure.ts'

/** What clients asked since the last line. */
export interface Counted {
  readonly requests: number
  /** By kind of operation. */
  readonly kinds: Readonly<Record<string, number>>
  readonly errors: Readonly<Record<string, number>>
  /** Milliseconds of GraphQL requests that no kill met. */
  readonly p50: number | null
  readonly p99: number | null
  readonly max: number | null
}

/** Counts requests and times them. */
export interface Requests {
  /** Asks GraphQL, and counts it as an operation of this kind; null: it failed, which is counted by its code. */
  ask<T>(kind: string, url: string, query: string, variables: object): Promise<T | null>
  /**
   * Asks whatever server runs until one answers; rejects when one refuses, or none has answered for five minutes. `what`
   * says in the error what was asked.
   */
  persist<T>(kind: string, url: () => string, query: string, variables: object, what: string): Promise<T>
  /** Counts something that is not GraphQL. */
  count(kind: string, code: string | null): void
  /** Returns what was counted since the last call, and begins anew. */
  take(): Counted
  /** From now on nothing is timed: a server or the database is away, or has just begun. */
  setDisturbed(isDisturbed: boolean): void
}

interface Body {
  readonly data?: Readonly<Record<string, { readonly userErrors?: readonly { readonly code: string }[] } | null>> | null
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[]
}

/** Codes that say that a request may be sent again; CONNECTION is ours, for a connection that broke. */
export const passing: ReadonlySet<string> = new Set(['CONNECTION', 'TIMEOUT', 'OVERLOADED'])
const patienceMs = 300_000

export function countRequests(): Requests {
  let kinds: Record<string, number> = {}
  let errors: Record<string, number> = {}
  let times: number[] = []
  let isDisturbed = false
  const count = (kind: string, code: string | null) => {
    kinds[kind] = (kinds[kind] ?? 0) + 1
    if (code !== null) errors[code] = (errors[code] ?? 0) + 1
  }
  const send = async (kind: string, url: string, query: string, variables: object) => {
    const began = performance.now()
    const wasDisturbed = isDisturbed
    const body = await post(url, query, variables)
    if (!wasDisturbed && !isDisturbed) times.push(performance.now() - began)
    const [value = null] = Object.values(body?.data ?? {})
    const code =
      body === null ? 'CONNECTION' : (body.errors?.[0]?.extensions.code ?? value?.userErrors?.[0]?.code ?? null)
    count(kind, code)
    return { value: code === null ? value : null, code }
  }
  return {
    count,
    setDisturbed: (is) => void (isDisturbed = is),
    ask: async <T>(kind: string, url: string, query: string, variables: object) =>
      (await send(kind, url, query, variables)).value as T | null,
    async persist<T>(kind: string, url: () => string, query: string, variables: object, what: string) {
      for (const end = performance.now() + patienceMs; performance.now() < end;) {
        const { value, code } = await send(kind, url(), query, variables)
        if (value !== null) return value as T
        if (code === null || !passing.has(code)) throw new Error(`${what}: ${code ?? 'nothing was found'}`)
        await sleep(100)
      }
      throw new Error(`No server has answered for ${patienceMs / 1000} s: ${what}.`)
    },
    take() {
      const at = (share: number) => (times.length === 0 ? null : percentile(times, share))
      const requests = Object.values(kinds).reduce((sum, each) => sum + each, 0)
      const counted = { requests, kinds, errors, p50: at(0.5), p99: at(0.99), max: at(1) }
      ;[kinds, errors, times] = [{}, {}, []]
      return counted
    },
  }
}

async function post(url: string, query: string, variables: object): Promise<Body | null> {
  try {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ query, variables })
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body })
    return (await response.json()) as Body
  } catch {
    return null
  }
}
