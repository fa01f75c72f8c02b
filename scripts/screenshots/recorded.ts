import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Message = Readonly<Record<string, unknown>>

/** A model in place of a provider's, and where it is. */
export interface ExampleModel {
  readonly url: string
  close(): Promise<void>
}

/** Starts a model that answers as the next answer of the example says. */
export async function startExampleModel(): Promise<ExampleModel> {
  const answers = [...conversation.flatMap(({ answer }) => answer)]
  const server = createServer((request, response) => {
    request.resume().once('end', () => stream(response, answers.shift() ?? []))
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

/** Sends the requests of an agent through the proxy of a server, and waits until all of them are stored. */
export async function recordExample(url: string): Promise<void> {
  const tools = ['Read', 'Edit', 'Bash'].map((name) => ({ name, input_schema: { type: 'object' } }))
  for (const [n, { messages }] of conversation.entries()) {
    const answer = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-claude-code-session-id': 'bakery' },
      body: JSON.stringify({ model: 'model-a', max_tokens: 1000, system: 'You mend programs.', tools, messages }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.text()
    while ((await recordedCount(url)) <= n) await new Promise((done) => setTimeout(done, 20))
  }
}

async function recordedCount(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^turngraph_proxy_recorded_total\{.*\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

const user = (content: unknown): Message => ({ role: 'user', content })
const said = (content: readonly object[]): Message => ({ role: 'assistant', content })
const result = (id: string, content: string): Message => user([{ type: 'tool_result', tool_use_id: id, content }])
const text = (words: string) => ({ type: 'text', text: words })
const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input })

const asked = user([
  text('<system-reminder>\nToday is Friday.\n</system-reminder>'),
  text('The till rounds prices down. Why?'),
])
const reading = [text('I read how it adds up.'), call('c1', 'Read', { file_path: 'src/till.ts' })]
const read = result('c1', '4  const total = Math.floor(sum * 100) / 100')
const why = [text('`Math.floor` drops the half cent. **Round the sum once**, at the end.')]
const mending = [call('c2', 'Edit', { file_path: 'src/till.ts', old: 'Math.floor', new: 'Math.round' })]
const mended = result('c2', 'Written.')
const trying = [text('Now the tests.'), call('c3', 'Bash', { command: 'npm test -- till' })]
const passed = result('c3', '12 passed')
const history = [asked, said(reading), read, said(why)]
const [mend, explain] = [user('Mend it, and run the tests.'), user('Which receipts were wrong?')]

/** What the agent sends, and what it is answered: its second prompt was edited. */
const conversation: readonly {
  readonly messages: readonly Message[]
  readonly answer: readonly [readonly object[]]
}[] = [
  { messages: [asked], answer: [reading] },
  { messages: [asked, said(reading), read], answer: [why] },
  { messages: [...history, explain], answer: [[text('Those with half a cent in their sum: about one in nine.')]] },
  { messages: [...history, mend], answer: [mending] },
  { messages: [...history, mend, said(mending), mended], answer: [trying] },
  {
    messages: [...history, mend, said(mending), mended, said(trying), passed],
    answer: [[text('The till rounds the sum once now, and all 12 tests pass.')]],
  },
]

let answered = 0

/** Streams an answer as Anthropic's API does. */
function stream(response: ServerResponse, content: readonly object[]): void {
  const usage = { input_tokens: 900 + 40 * answered, output_tokens: 60 }
  const message = { id: `msg_${++answered}`, type: 'message', role: 'assistant', model: 'model-a', content: [], usage }
  const isCall = content.some((block) => 'input' in block)
  const events = [
    { type: 'message_start', message },
    ...content.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: block },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: isCall ? 'tool_use' : 'end_turn' }, usage },
    { type: 'message_stop' },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
}
