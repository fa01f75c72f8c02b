import { clientOf, type Answer, type Send } from './clientOf.ts'
import type { GraphClient, RemoteOptions } from './graphClient.ts'
import { TurngraphError } from './turngraphError.ts'

/** Returns the client of a running server: `fetch` alone, so it works in browsers. */
export function connectRemote({ url, token, fetch = globalThis.fetch }: RemoteOptions): GraphClient {
  const endpoint = endpointOf(url)
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const send: Send = async (query, variables, signal) => {
    const body = JSON.stringify({ query, variables })
    const request = { method: 'POST', headers, body, ...(signal && { signal }) }
    return answerOf(endpoint, await fetch(endpoint, request).catch(unreachable(endpoint, signal)), signal)
  }
  return clientOf(send, () => Promise.resolve())
}

/** The address of the server, or of its API. */
function endpointOf(url: string): string {
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: null }
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new TurngraphError('BAD_INPUT', `An address like http://127.0.0.1:4000 is wanted, not "${url}".`, { url })
  const base = url.replace(/[?#].*$/, '').replace(/\/+$/, '')
  return base.endsWith('/graphql') ? base : `${base}/graphql`
}

function unreachable(endpoint: string, signal: AbortSignal | undefined): (thrown: unknown) => never {
  return (thrown) => {
    signal?.throwIfAborted()
    const reason = reasonOf(thrown)
    const message = `No server can be asked at ${endpoint}: ${reason}.`
    throw new TurngraphError('UNREACHABLE', message, { url: endpoint, reason }, null, { cause: thrown })
  }
}

/** Node tells the reason in the cause, browsers tell none. */
function reasonOf(thrown: unknown): string {
  const { cause, message } = thrown as { readonly cause?: { readonly code?: string }; readonly message?: string }
  return cause?.code ?? message ?? String(thrown)
}

async function answerOf(endpoint: string, response: Response, signal: AbortSignal | undefined): Promise<Answer> {
  const text = await response.text().catch(unreachable(endpoint, signal))
  const answer = parsed(text)
  if (answer !== null && ('data' in answer || 'errors' in answer)) return answer
  const { status } = response
  const { error } = (answer ?? {}) as { readonly error?: { code: string; message: string; details?: unknown } }
  if (error) throw new TurngraphError(error.code, error.message, error.details ?? null)
  const message = `${endpoint} does not answer as turngraph does (status ${status}).`
  // What stands in front of a server says so while that starts or ends.
  throw new TurngraphError(status >= 502 && status <= 504 ? 'UNREACHABLE' : 'UNEXPECTED_ANSWER', message, {
    url: endpoint,
    status,
  })
}

function parsed(text: string): Answer | null {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
