import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** An item of a history or an answer. */
export type Item = Readonly<Record<string, unknown>> & { readonly type: string }

/** A model in place of OpenAI's. */
export interface Model {
  readonly url: string
  close(): Promise<void>
}

/** Returns a model behind the Responses API on this machine, which answers each history with one item. */
export async function startModel(itemFor: (history: readonly Item[]) => Item): Promise<Model> {
  let answers = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/v1/responses') return response.writeHead(404).end('{}')
      const { input } = JSON.parse(body) as { readonly input: readonly Item[] }
      void answer(response, ++answers, itemFor(input))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Streams an item as the Responses API does, event by event. */
async function answer(response: ServerResponse, number: number, given: Item): Promise<void> {
  const item = { ...given, id: `item_${number}`, status: 'completed' }
  const usage = {
    input_tokens: 5,
    output_tokens: 2,
    total_tokens: 7,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  }
  const whole = {
    id: `resp_${number}`,
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'gpt-fake',
    output: [item],
    usage,
  }
  const events = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: whole },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    await setImmediate()
  }
  response.end()
}
