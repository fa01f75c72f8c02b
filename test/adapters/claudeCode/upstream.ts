import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** A request, as far as a model in these tests reads it. */
export interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly { readonly name: string }[]
}
/** What it answers. */
export type Block =
  { readonly type: 'text'; readonly text: string } | { readonly type: 'tool_use'; readonly [member: string]: unknown }

/** A model in place of Anthropic's. */
export interface Upstream {
  readonly url: string
  close(): Promise<void>
}

/** Returns an upstream of the Messages API on this machine; by itself it lets a sub-agent look first, then answers. */
export async function startUpstream(blockFor: (asked: Asked) => Block = lookFirst): Promise<Upstream> {
  let answers = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      if (!request.url?.startsWith('/v1/messages') || request.url.includes('count_tokens')) return response.end('{}')
      void answer(response, `msg_${++answers}`, blockFor(JSON.parse(body) as Asked))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function lookFirst({ messages, tools = [] }: Asked): Block {
  const text = JSON.stringify(messages)
  if (text.includes('Count the geese.')) {
    if (text.includes('tool_result')) return { type: 'text', text: 'There are three geese.' }
    const name = ['Agent', 'Task'].find((each) => tools.some((tool) => tool.name === each))
    const input = { description: 'Look for geese', prompt: 'Look around.', subagent_type: 'general-purpose' }
    if (name !== undefined) return { type: 'tool_use', id: 'toolu_1', name, input }
  }
  return { type: 'text', text: 'Three are here.' }
}

/** Streams one block as the Messages API does, event by event. */
async function answer(response: ServerResponse, id: string, block: Block): Promise<void> {
  const isCall = block.type === 'tool_use'
  const usage = { input_tokens: 3, output_tokens: 5 }
  const message = { id, type: 'message', role: 'assistant', model: 'claude-fake', content: [], usage }
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }
    : { type: 'text_delta', text: block.text }
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: isCall ? { ...block, input: {} } : { ...block, text: '' } },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    await setImmediate()
  }
  response.end()
}
