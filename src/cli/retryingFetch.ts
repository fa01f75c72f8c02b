import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

/** Answers as `fetch` does, however long a server works: Node's own gives up after five minutes. */
export const retryingFetch: typeof globalThis.fetch = async (input, { method = 'GET', headers, body, signal } = {}) => {
  const url = new URL(input instanceof Request ? input.url : input)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const fields = Object.fromEntries(new Headers(headers))
  const request = send(url, { method, headers: fields, agent: false, ...(signal && { signal }) })
  const answered = new Promise<IncomingMessage>((done, failed) => {
    request.once('response', done)
    request.once('error', (cause) => failed(new TypeError('fetch failed', { cause })))
  })
  if (body == null || typeof body === 'string') request.end(body ?? undefined)
  // A server that refuses early closes the way for the rest: its answer says why.
  else await Promise.race([pipeline(Readable.fromWeb(body as ReadableStream), request).catch(() => answered), answered])
  return responseOf(await answered)
}

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  const { statusCode: status = 500 } = answer
  const isEmpty = status === 204 || status === 304
  if (isEmpty) answer.resume()
  return new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), { status, headers })
}
