/** The official clients through the proxy: what they get, and what of it is in the graph. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { describeOnce } from '../../support/stores.ts'
import { recorded, whenRecorded } from './support/recorded.ts'
import { answerAsAsked, startUpstream, type Upstream } from './support/upstream.ts'

const sse = (events: readonly object[], named: boolean) =>
  events
    .map((data) => `${named ? `event: ${(data as { type: string }).type}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
    .join('')

describeOnce('an official client', () => {
  let api: Api
  let upstream: Upstream
  let count = 0
  before(async () => {
    upstream = await startUpstream()
    api = await startApi({ PROXY_OPENAI_UPSTREAM: `${upstream.url}/v1`, PROXY_ANTHROPIC_UPSTREAM: upstream.url })
  })
  after(async () => {
    await api.close()
    await upstream.close()
  })
  beforeEach(() => {
    upstream.answer = answerAsAsked
  })
  const openai = (id: string) => new OpenAI({ baseURL: `${api.url}/c/${id}/v1`, apiKey: 'sk-caller' })
  const anthropic = (id: string) => new Anthropic({ baseURL: `${api.url}/c/${id}`, apiKey: 'sk-caller' })

  it('of OpenAI chats, streams and calls tools', async () => {
    const { chat } = openai('chat')
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'hello' }]
    const first = await chat.completions.create({ model: 'gpt-x', messages })
    messages.push(first.choices[0]!.message, { role: 'user', content: 'call it' })
    const calls = [
      { index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: '' } },
      { index: 0, function: { arguments: '{"at":' } },
      { index: 0, function: { arguments: '"sea"}' } },
    ]
    const chunk = (delta: object, finish: string | null) => ({
      id: 'chatcmpl-call',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'gpt-x',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
    upstream.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const deltas = calls.map((call) => chunk({ role: 'assistant', tool_calls: [call] }, null))
      response.end(`${sse([...deltas, chunk({}, 'tool_calls')], false)}data: [DONE]\n\n`)
    }
    const stream = chat.completions.stream({ model: 'gpt-x', messages })
    const called = (await stream.finalChatCompletion()).choices[0]!.message
    assert.equal(called.tool_calls?.[0]?.type === 'function' && called.tool_calls[0].function.arguments, '{"at":"sea"}')
    upstream.answer = answerAsAsked
    messages.push(called, { role: 'tool', tool_call_id: 'call_1', content: 'waves' })
    await chat.completions.create({ model: 'gpt-x', messages })
    await whenRecorded(api, (count += 3))
    const { path, leaves } = await recorded(api, 'chat')
    assert.equal(leaves, 1)
    assert.deepEqual(
      path.map((turn) => turn.split(':')[0]),
      ['USER', 'ASSISTANT', 'USER', 'ASSISTANT', 'TOOL', 'ASSISTANT'],
    )
  })

  it('of OpenAI asks for responses, whole and streamed, with thoughts and calls that come back without ids', async () => {
    const { responses } = openai('responses')
    const output = [
      { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'x' },
      {
        id: 'fc_1',
        type: 'function_call',
        status: 'completed',
        call_id: 'call_9',
        name: 'look',
        arguments: '{"a": 1}',
      },
    ]
    const whole = { id: 'resp_call', object: 'response', status: 'completed', model: 'gpt-x', created_at: 1, output }
    upstream.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const done = output.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item }))
      response.end(
        sse(
          [
            { type: 'response.created', response: { ...whole, output: [] } },
            ...done,
            { type: 'response.completed', response: whole },
          ],
          true,
        ),
      )
    }
    const asked: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'look' }]
    for await (const event of await responses.create({ model: 'gpt-x', input: asked, stream: true, store: false }))
      void event.type
    upstream.answer = answerAsAsked
    const call = { type: 'function_call', call_id: 'call_9', name: 'look', arguments: '{"a":1}' } as const
    const result = { type: 'function_call_output', call_id: 'call_9', output: 'seen' } as const
    const final = await responses.create({ model: 'gpt-x', input: [...asked, call, result], store: false })
    assert.match(final.output_text, /^answer/)
    await whenRecorded(api, (count += 2))
    const { path, leaves } = await recorded(api, 'responses')
    assert.deepEqual([path.length, leaves], [4, 1])
  })

  it('of Anthropic streams thoughts and calls, sends pictures, and is answered its errors', async () => {
    const { messages } = anthropic('messages')
    const stream = messages.stream({ model: 'claude-x', max_tokens: 9, messages: [{ role: 'user', content: 'hello' }] })
    const first = await stream.finalMessage()
    const picture = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: Buffer.from('picture').toString('base64') },
    } as const
    const history: Anthropic.MessageParam[] = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: first.content },
      { role: 'user', content: [picture, { type: 'text', text: 'What is it?' }] },
    ]
    await messages.create({ model: 'claude-x', max_tokens: 9, messages: history })
    upstream.answer = (_, response) =>
      void response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"type":"error","error":{"type":"invalid_request_error","message":"no"}}')
    const refused = await messages
      .create({ model: 'claude-x', max_tokens: 9, messages: history.slice(0, 1) })
      .catch((error: unknown) => error)
    assert.ok(refused instanceof Anthropic.BadRequestError)
    await whenRecorded(api, (count += 3))
    const found = await api.ask<{ conversation: { transcript: { nodes: { content: { __typename: string }[] }[] } } }>(
      `{ conversation(id: "messages") { transcript(view: RAW) { nodes { content { __typename } } } } }`,
    )
    assert.deepEqual(
      found.conversation.transcript.nodes[2]?.content.map((block) => block.__typename),
      ['TextBlock', 'AttachmentBlock'],
    )
  })
})
