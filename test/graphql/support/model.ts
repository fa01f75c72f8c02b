import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a request to the endpoint held. */
export interface Asked {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly { readonly role: string; readonly content: unknown; readonly [member: string]: unknown }[]
  readonly authorization: string | undefined
}

/** An endpoint that speaks OpenAI's chat completions over real HTTP. */
export interface Model {
  readonly url: string
  readonly asked: readonly Asked[]
  /** How many requests were broken off by who asked. */
  readonly brokenOff: () => number
  /** What it does with the next requests. */
  does: (asked: Asked, response: ServerResponse) => void
  close(): Promise<void>
}

/** Answers with a message of the assistant. */
export function says(content: string | null, { reason = 'stop', ...more }: Record<string, unknown> = {}) {
  return (asked: Asked, response: ServerResponse): void => {
    const message = { role: 'assistant', content, refusal: null, ...more }
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: `${asked.model}-2026`,
        choices: [{ index: 0, message, finish_reason: reason, logprobs: null }],
        usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
      }),
    )
  }
}

/** How a streamed answer ends. */
interface Streamed {
  readonly reason?: string
  /** Nothing comes after the pieces, neither an end nor the connection's. */
  readonly hangs?: boolean
  /** The connection is cut after the pieces. */
  readonly breaks?: boolean
}

/** Answers with a message of the assistant in pieces, as server-sent events. */
export function streams(pieces: readonly (string | object)[], { reason = 'stop', hangs, breaks }: Streamed = {}) {
  return (asked: Asked, response: ServerResponse): void => {
    const chunk = (more: object) => {
      const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: `${asked.model}-2026` }
      response.write(`data: ${JSON.stringify({ ...base, choices: [], ...more })}\n\n`)
    }
    const say = (delta: object, finish_reason: string | null = null) =>
      chunk({ choices: [{ index: 0, delta, finish_reason }] })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    for (const piece of pieces) say(typeof piece === 'string' ? { content: piece } : piece)
    if (breaks) setImmediate(() => response.destroy())
    if (hangs || breaks) return
    say({}, reason)
    chunk({ usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } })
    response.end('data: [DONE]\n\n')
  }
}

/** Answers piece by piece, as the test says: nothing comes until it does. */
export function stepwise() {
  let connected: (response: ServerResponse) => void = () => undefined
  const response = new Promise<ServerResponse>((resolve) => (connected = resolve))
  const send = async (more: object) => {
    const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'small-2026' }
    ;(await response).write(`data: ${JSON.stringify({ ...base, choices: [], ...more })}\n\n`)
  }
  return {
    does: (_: Asked, asked: ServerResponse): void => {
      asked.writeHead(200, { 'content-type': 'text/event-stream' })
      asked.flushHeaders()
      connected(asked)
    },
    /** Resolves once the model was asked. */
    asked: response,
    say: (content: string) => send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
    async end(reason = 'stop') {
      await send({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
      ;(await response).end('data: [DONE]\n\n')
    },
  }
}

/** Starts the endpoint on a free port. */
export async function startModel(): Promise<Model> {
  const asked: Asked[] = []
  let brokenOff = 0
  const server = createServer((request, response) => {
    response.once('close', () => {
      if (!response.writableEnded) brokenOff++
    })
    void answer(request, response)
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const part of request) body += String(part)
    if (request.url === '/v1/models') {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ object: 'list', data: ['small', 'large'].map((id) => ({ id, object: 'model' })) }))
      return
    }
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      response.writeHead(404).end()
      return
    }
    const one = { ...(JSON.parse(body) as Asked), authorization: request.headers.authorization }
    asked.push(one)
    model.does(one, response)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const model: Model = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    brokenOff: () => brokenOff,
    does: says('An answer.'),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return model
}
