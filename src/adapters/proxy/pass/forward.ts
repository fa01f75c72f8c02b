import {
  Agent as HttpAgent,
  request as overHttp,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'
import type { ExchangeOutcome } from '../record/exchange.ts'
import type { AnswerHead } from '../record/recorder.ts'
import { mayBeUsedAgain, type Framing } from './framing.ts'
import { answerHeaders, requestHeaders } from './headers.ts'
import type { UpstreamTarget } from './upstream.ts'

/** A connection that was not used for so long may be closed by the other side at any moment: another one is opened. */
const unusedMs = 4_000

/** Opens connections to upstreams, and keeps those that may be used again: by the tenant that opened them. */
export interface Connections {
  readonly http: HttpAgent
  readonly https: HttpsAgent
  close(): void
}

/** What a connection is opened with, and found again by. */
type ConnectionOptions = RequestOptions & { readonly tenant?: string }
const nameOf = (name: string, options: ConnectionOptions = {}): string => `${options.tenant ?? ''} ${name}`
class TenantsHttp extends HttpAgent {
  override getName(options?: RequestOptions): string {
    return nameOf(super.getName(options), options)
  }
}
class TenantsHttps extends HttpsAgent {
  override getName(options?: RequestOptions): string {
    return nameOf(super.getName(options), options)
  }
}

/** Returns connections of a server. */
export function openConnections(): Connections {
  const options = { keepAlive: true, timeout: unusedMs }
  const [http, https] = [new TenantsHttp(options), new TenantsHttps(options)]
  const close = () => {
    http.destroy()
    https.destroy()
  }
  return { http, https, close }
}

/** A request that is passed on, and who follows it. */
export interface Forwarded {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly target: UpstreamTarget
  readonly framing: Framing
  /** Whose request it is: nobody else's goes over the same connection. */
  readonly tenant: string
  readonly connections: Connections
  /** Returns headers to send beside those of the answer: asked for when its head has come. */
  readonly moreHeaders: () => readonly (readonly [string, string])[]
  /** Called once the caller has sent all of its request. */
  readonly onRequestEnd?: (() => void) | undefined
  readonly onRequest?: ((piece: Uint8Array) => void) | undefined
  readonly onAnswer?: ((piece: Uint8Array) => void) | undefined
  readonly onEnd: (head: AnswerHead | null, outcome: ExchangeOutcome) => void
}

/** Passes a request on and its answer back, byte for byte and as fast as either side takes them. */
export function forward(of: Forwarded): void {
  const { request, response, target, framing, tenant, connections, onEnd } = of
  const began = performance.now()
  const passed = new Passage(began, onEnd)
  const { url, path } = target
  const isSecure = url.protocol === 'https:'
  const { method = '' } = request
  const options: ConnectionOptions = {
    tenant,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? undefined : Number(url.port),
    path,
    method,
    headers: requestHeaders(request.rawHeaders, url.host, framing),
    setHost: false,
    agent: mayBeUsedAgain(method, framing) && (isSecure ? connections.https : connections.http),
  }
  const outgoing = (isSecure ? overHttps : overHttp)(options)
  const failed = (error: Error) => {
    if (passed.head !== null) return
    if (!response.headersSent && !response.destroyed) refuse(response, error)
    passed.end(response.destroyed ? 'client' : 'upstream')
  }
  const broken = (status: number | undefined) => {
    failed(new BrokenAnswer(status))
    outgoing.destroy()
  }
  outgoing.on('response', (incoming) => {
    if (isStatus(incoming.statusCode)) passBack(of, incoming, passed)
    else broken(incoming.statusCode)
  })
  // Nothing was asked to be another protocol. Without a listener Node says nothing at all of such an answer.
  outgoing.on('upgrade', (incoming, socket) => {
    socket.destroy()
    broken(incoming.statusCode)
  })
  outgoing.on('error', failed)
  response.on('close', () => {
    if (response.writableFinished) return
    passed.end('client')
    outgoing.destroy()
  })
  if (of.onRequestEnd) request.once('end', of.onRequestEnd)
  if (framing.body === 'none') {
    request.resume()
    outgoing.end()
    return
  }
  // A body that ends before its end is no body: what was sent of it is not all that its head has said.
  request.once('close', () => {
    if (!request.complete) outgoing.destroy()
  })
  if (of.onRequest) request.on('data', of.onRequest)
  request.pipe(outgoing)
}

/** What is known of a request while it passes. */
class Passage {
  head: AnswerHead | null = null
  private ttfbMs: number | null = null
  private isOver = false
  private readonly began: number
  private readonly onEnd: Forwarded['onEnd']

  constructor(began: number, onEnd: Forwarded['onEnd']) {
    this.began = began
    this.onEnd = onEnd
  }

  answered(head: AnswerHead): void {
    this.head = head
    this.ttfbMs = Math.round(performance.now() - this.began)
  }

  /** The first end counts. */
  end(cutBy: ExchangeOutcome['cutBy']): void {
    if (this.isOver) return
    this.isOver = true
    const ms = Math.round(performance.now() - this.began)
    this.onEnd(this.head, { status: this.head?.status ?? null, ms, ttfbMs: this.ttfbMs, cutBy })
  }
}

function passBack({ response, moreHeaders, onAnswer }: Forwarded, incoming: IncomingMessage, passed: Passage): void {
  const { statusCode = 502, headers, rawHeaders } = incoming
  const statusMessage = inHead.test(incoming.statusMessage ?? '') ? incoming.statusMessage : ''
  passed.answered({ status: statusCode, headers })
  response.sendDate = headers.date === undefined
  response.writeHead(statusCode, statusMessage, answerHeaders(rawHeaders, moreHeaders()))
  response.flushHeaders()
  if (onAnswer) incoming.on('data', onAnswer)
  incoming.on('end', () => passed.end(null))
  // What was cut off before its end is cut off for the caller, too.
  incoming.on('close', () => {
    if (incoming.complete) return
    passed.end(response.destroyed ? 'client' : 'upstream')
    response.destroy()
  })
  incoming.on('error', () => undefined)
  incoming.pipe(response)
}

/** What an answer that is the last one to its request may have (RFC 9110, 15). */
const isStatus = (status: number | undefined): boolean => status !== undefined && status >= 200 && status <= 599
/** What Node sends in the head of an answer: it reads more in one. */
const inHead = /^[\t\x20-\x7e\x80-\xff]*$/

/** An answer that no client is sent. */
class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer'
  readonly code = 'STATUS'

  constructor(status = 0) {
    super(`The upstream has answered with the status ${status}, which ends no request.`)
  }
}

function refuse(response: ServerResponse, error: Error): void {
  const { code } = error as NodeJS.ErrnoException
  const isBroken = error instanceof BrokenAnswer
  const message = isBroken ? error.message : `The upstream cannot be reached${code === undefined ? '' : `: ${code}`}.`
  const name = isBroken ? 'UPSTREAM_BROKEN' : 'UPSTREAM_UNREACHABLE'
  const body = JSON.stringify({ error: { type: 'api_error', code: name, message, details: { reason: code ?? null } } })
  response.writeHead(502, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}
