import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandFailed } from './failures.ts'

/** What a server is asked. */
export interface Asked {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly parameters?: Readonly<Record<string, string | null>>
  readonly type?: string
  readonly body?: string | Readable
}

/** A running server, and the key that it is sent. */
export type Base = URL & { readonly key?: string | undefined }

/** Asks the server at `base`; answers once the status is known. It waits as long as the server works. */
export async function ask(base: Base, asked: Asked): Promise<IncomingMessage> {
  const url = addressOf(base, asked)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const headers = {
    accept: 'application/json',
    ...(asked.type !== undefined && { 'content-type': asked.type }),
    ...(base.key !== undefined && { authorization: `Bearer ${base.key}` }),
  }
  const request = send(url, { method: asked.method, headers, agent: false })
  const answered = new Promise<IncomingMessage>((done, failed) => {
    request.once('response', done)
    request.once('error', (error: NodeJS.ErrnoException) => failed(unreachable(base, error)))
  })
  if (asked.body === undefined || typeof asked.body === 'string') request.end(asked.body)
  // A server that refuses early closes the way for the rest: its answer says why.
  else await Promise.race([pipeline(asked.body, request).catch(ofTheBody(answered)), answered])
  return answered
}

/** Returns what the server answered as JSON. */
export async function jsonOf(base: URL, answer: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  try {
    return JSON.parse(Buffer.concat(pieces).toString()) as unknown
  } catch {
    throw unexpectedAnswer(base, answer)
  }
}

/** Returns the failure to understand who answered. */
export function unexpectedAnswer(base: URL, { statusCode }: IncomingMessage): CommandFailed {
  const status = statusCode ?? null
  return new CommandFailed('UNREACHABLE', `${base.href} does not answer as turngraph does (status ${status}).`, {
    url: base.href,
    status,
  })
}

function addressOf(base: URL, { path, parameters = {} }: Asked): URL {
  const url = new URL(path, base.href.endsWith('/') ? base : `${base.href}/`)
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value)
  return url
}

function ofTheBody(answered: Promise<IncomingMessage>): (error: unknown) => Promise<void> {
  return async (error) => {
    const { path, code } = error as NodeJS.ErrnoException
    // The file itself cannot be read.
    if (path !== undefined && code !== undefined) throw error
    await answered
  }
}

const troubles: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ETIMEDOUT: 'it does not answer',
}

function unreachable(base: URL, error: NodeJS.ErrnoException): CommandFailed {
  const reason = error.code ?? error.message
  return new CommandFailed('UNREACHABLE', `No server can be asked at ${base.href}: ${troubles[reason] ?? reason}.`, {
    url: base.href,
    reason,
  })
}
