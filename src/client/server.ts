import { idInPath } from '../runtime/idInPath.ts'
import type { FailureCode } from './failureCodes.ts'
import type { RemoteOptions } from './graphClient.ts'
import { seenHeader, seenTokens } from './seen.ts'
import { TurngraphError } from './turngraphError.ts'
import { own } from '../runtime/own.ts'

/** A running server, as `fetch` reaches it. */
export interface Server {
  /** Its address, with `/` at the end. */
  readonly base: string
  /** Asks for a path below it; what cannot be reached is thrown as such. */
  readonly ask: (path: string, init: RequestInit) => Promise<Response>
  /** Notes that something came from the server outside of an answer: the next request is answered by the leader of its cluster. */
  readonly forgetSeen: () => void
}

/** Returns the server that the options name. */
export function serverAt({ url, token, fetch = globalThis.fetch }: RemoteOptions): Server {
  const base = baseOf(url)
  const seen = seenTokens()
  const server: Server = {
    base,
    ask: (path, init) => {
      const headers = new Headers(init.headers)
      if (!headers.has('accept')) headers.set('accept', 'application/json')
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
      const { header, end } = seen.begin()
      if (header !== null) headers.set(seenHeader, header)
      const signal = init.signal ?? undefined
      return fetch(`${base}${path}`, { ...init, headers }).then(
        (response) => {
          end(response.headers.get(seenHeader))
          return response
        },
        unreachable(server, path, signal),
      )
    },
    forgetSeen: () => seen.forget(),
  }
  return server
}

/** The address of the server, or of its API. */
function baseOf(url: string): string {
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: null }
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new TurngraphError('BAD_INPUT', `An address like http://127.0.0.1:4000 is wanted, not "${url}".`, { url })
  const bare = url.replace(/[?#].*$/, '').replace(/\/+$/, '')
  return `${bare.replace(/\/graphql$/, '')}/`
}

const troubles: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ETIMEDOUT: 'it does not answer',
}

/** Returns what throws that no answer came from a path, and why. */
export function unreachable(
  { base }: Server,
  path: string,
  signal: AbortSignal | undefined,
): (thrown: unknown) => never {
  return (thrown) => {
    signal?.throwIfAborted()
    const reason = reasonOf(thrown)
    const message = `No server can be asked at ${base}: ${own(troubles, reason) ?? reason}.`
    throw new TurngraphError('UNREACHABLE', message, { url: `${base}${path}`, reason }, null, { cause: thrown })
  }
}

/** Node gives the reason in the cause, browsers give none. */
function reasonOf(thrown: unknown): string {
  const { cause, message } = thrown as { readonly cause?: { readonly code?: string }; readonly message?: string }
  return cause?.code ?? message ?? String(thrown)
}

/** Returns why a server did not do what it was asked, or that what answered is none. */
export function refusalOf(
  { base }: Server,
  path: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): TurngraphError {
  const retryAfterMs = retryAfterOf({ status, headers })
  const { error } = (parsed(text) ?? {}) as { readonly error?: Refusal }
  if (error) return new TurngraphError(error.code, error.message, error.details ?? null, null, { retryAfterMs })
  const message = `${base} does not answer as turngraph does (status ${status}).`
  // What stands in front of a server says so while that starts or ends.
  const isAway = status >= 502 && status <= 504
  const code = isAway ? 'UNREACHABLE' : 'UNEXPECTED_ANSWER'
  return new TurngraphError(code, message, { url: `${base}${path}`, status }, null, { retryAfterMs })
}

/** Returns after how many milliseconds a server that has too much to do wants to be asked again; null where it does not say. */
export function retryAfterOf({ status, headers }: Pick<Response, 'status' | 'headers'>): number | null {
  const text = status === 429 || status === 503 ? headers.get('retry-after') : null
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(ms, 0)
}

interface Refusal {
  readonly code: FailureCode
  readonly message: string
  readonly details?: unknown
}

/** Returns the object that a text is as JSON; null where it is none. */
export function parsed(text: string): object | null {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** What of a server has an id in its address. */
export type AddressedById = 'attachments' | 'export'

/** Returns the address of what an id names, with parameters. */
export function addressOf(
  of: AddressedById,
  id: string,
  parameters: Readonly<Record<string, string | null | undefined>> = {},
): string {
  return withParameters(`${of}/${idInPath(id)}`, parameters)
}

/** Returns an address with those parameters that have a value. */
export function withParameters(path: string, parameters: Readonly<Record<string, string | null | undefined>>): string {
  const entries = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] != null)
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries).toString()}`
}
