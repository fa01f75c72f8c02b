import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as an upstream met it. */
export interface Met {
  readonly method: string
  readonly url: string
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
}

/** A server in place of a provider's. */
export interface Upstream {
  readonly url: string
  readonly met: Met[]
  /** What answers the next requests. */
  answer: (met: Met, response: ServerResponse, request: IncomingMessage) => void | Promise<void>
  close(): Promise<void>
}

/** Starts one; until it is told otherwise it answers as its API would, in words that it makes of the request. */
export async function startUpstream(): Promise<Upstream> {
  const met: Met[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = []
      try {
        for await (const piece of request) pieces.push(piece as Buffer)
      } catch {
        return
      }
      const { method = '', url = '', rawHeaders } = request
      const one = { method, url, rawHeaders, body: Buffer.concat(pieces) }
      met.push(one)
      await upstream.answer(one, response, request)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const upstream: Upstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    answer: answerAsAsked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return upstream
}

type Asked = Record<string, unknown> & {
  messages?: { role: string; content: unknown }[]
  input?: unknown
  stream?: boolean
}

/** Answers JSON or a stream as `stream` asks; the text names how many messages there were. */
export function answerAsAsked(met: Met, response: ServerResponse): void {
  const asked = JSON.parse(met.body.toString() || '{}') as Asked
  const count = Array.isArray(asked.input) ? asked.input.length : (asked.messages?.length ?? 1)
  answerWith(met, response, `answer to ${count}`)
}

let made = 0

/** Answers with a text, in the form of the API that was asked. */
export function answerWith({ url, body }: Met, response: ServerResponse, text: string): void {
  const asked = JSON.parse(body.toString() || '{}') as Asked
  const id = ++made
  if (url.includes('/messages'))
    respond(response, asked.stream === true, anthropic(id, text), anthropicEvents(id, text))
  else if (url.includes('/responses'))
    respond(response, asked.stream === true, responses(id, text), responsesEvents(id, text))
  else respond(response, asked.stream === true, chat(id, text, Number(asked['n'] ?? 1)), chatEvents(id, text))
}

function respond(response: ServerResponse, isStream: boolean, whole: object, events: readonly string[]): void {
  if (isStream) {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'request-id': 'req_1' })
    for (const event of events) response.write(event)
    response.end()
    return
  }
  const text = JSON.stringify(whole)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

const anthropic = (id: number, text: string) => ({
  ...{
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    stop_reason: 'end_turn',
    stop_sequence: null,
  },
  content: [{ type: 'text', text }],
  usage: { input_tokens: 10, output_tokens: 3, cache_read_input_tokens: 2, cache_creation_input_tokens: 1 },
})

/** Returns the events of a stream of Anthropic's API. */
export function anthropicEvents(id: number, text: string): string[] {
  const event = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const begun = { ...anthropic(id, ''), content: [], stop_reason: null }
  return [
    event('message_start', { message: begun }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...[...(text.match(/.{1,5}/gs) ?? [])].map((piece) =>
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: piece } }),
    ),
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }),
    event('message_stop', {}),
  ]
}

const chat = (id: number, text: string, n: number) => ({
  ...{ id: `chatcmpl-${id}`, object: 'chat.completion', created: 1, model: 'gpt-x' },
  choices: Array.from({ length: n }, (_, index) => ({
    index,
    message: { role: 'assistant', content: index === 0 ? text : `${text}, again`, refusal: null, annotations: [] },
    finish_reason: 'stop',
  })),
  usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15, prompt_tokens_details: { cached_tokens: 2 } },
})

function chatEvents(id: number, text: string): string[] {
  const head = { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: 1, model: 'gpt-x' }
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  return [
    chunk({ role: 'assistant', content: '' }),
    ...[...(text.match(/.{1,5}/gs) ?? [])].map((piece) => chunk({ content: piece })),
    chunk({}, 'stop'),
    'data: [DONE]\n\n',
  ]
}

const responses = (id: number, text: string) => ({
  ...{ id: `resp_${id}`, object: 'response', status: 'completed', model: 'gpt-x', created_at: 1, error: null },
  output: [
    {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    },
  ],
  usage: { input_tokens: 12, output_tokens: 3, total_tokens: 15, input_tokens_details: { cached_tokens: 2 } },
})

function responsesEvents(id: number, text: string): string[] {
  const event = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const whole = responses(id, text)
  return [
    event('response.created', { response: { ...whole, status: 'in_progress', output: [] } }),
    event('response.output_item.added', { output_index: 0, item: { ...whole.output[0], content: [] } }),
    ...[...(text.match(/.{1,5}/gs) ?? [])].map((delta) =>
      event('response.output_text.delta', { output_index: 0, content_index: 0, delta }),
    ),
    event('response.output_item.done', { output_index: 0, item: whole.output[0] }),
    event('response.completed', { response: whole }),
  ]
}
