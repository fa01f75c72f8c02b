import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Json, JsonObject } from '../../../src/domain/model.ts'
import { linksOf } from '../../../src/adapters/proxy/links/links.ts'
import { eventsOf } from '../../../src/adapters/proxy/wires/events.ts'
import { wireAt } from '../../../src/adapters/proxy/wires/index.ts'
import type { Wire, WireTurn } from '../../../src/adapters/proxy/wires/wire.ts'

const nameKey = 'ab'.repeat(32)
const wire = (path: string): Wire => wireAt(path) ?? assert.fail(path)
const messages = wire('/messages')
const chat = wire('/chat/completions')
const responses = wire('/responses')

const turnsOf = (of: Wire, history: readonly Json[]): readonly WireTurn[] =>
  of.request({ [of.name === 'responses' ? 'input' : 'messages']: history })?.turns ?? []
const linkNames = (of: Wire, history: readonly Json[]): string[] =>
  linksOf(nameKey, turnsOf(of, history)).flatMap(({ link, isOwn }) => (isOwn ? [link] : []))
const same = (of: Wire, one: readonly Json[], other: readonly Json[]) =>
  assert.deepEqual(linkNames(of, one), linkNames(of, other))

const user = (content: Json): JsonObject => ({ role: 'user', content })

describe('the links of a history', () => {
  it('are those of its beginning, whatever follows, and others behind a message that differs', () => {
    const texts = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 12 })
    const property = (words: string[], at: number, other: string) => {
      const history = words.map((text, k) => ({ role: k % 2 === 0 ? 'user' : 'assistant', content: text }))
      const links = linkNames(chat, history)
      const cut = at % words.length
      assert.deepEqual(linkNames(chat, history.slice(0, cut)), links.slice(0, cut))
      if (words[cut] === other) return
      const changed = linkNames(
        chat,
        history.map((message, k) => (k === cut ? { ...message, content: other } : message)),
      )
      assert.deepEqual(changed.slice(0, cut), links.slice(0, cut))
      for (let k = cut; k < links.length; k++) assert.notEqual(changed[k], links[k])
    }
    fc.assert(fc.property(texts, fc.nat(), fc.string({ minLength: 1 }), property), { numRuns: 100 })
  })

  it('have no part in tools that Codex sends in the history, which are its setup', () => {
    const tools = (name: string): JsonObject => ({
      type: 'additional_tools',
      id: 'at',
      role: 'developer',
      tools: [{ type: 'namespace', name }],
    })
    const message = {
      type: 'agent_message',
      author: '/root/a',
      recipient: '/root',
      content: [{ type: 'input_text', text: 'found' }],
    }
    const history = [{ role: 'developer', content: 'You are.' }, user('look'), message]
    same(responses, history, [tools('one'), ...history])
    const request = responses.request({ input: [tools('one'), ...history], tools: [{ name: 'two' }] })
    assert.deepEqual(
      [request?.hasTools, request?.setup['tools']],
      [true, [{ name: 'two' }, { type: 'namespace', name: 'one' }]],
    )
    assert.deepEqual(
      request?.turns.map(({ role }) => role),
      ['SYSTEM', 'USER', 'USER'],
    )
    const unknown = responses.request({ input: [{ type: 'later', role: 'developer' }, { type: 'later' }] })
    assert.deepEqual(
      unknown?.turns.map(({ role }) => role),
      ['SYSTEM', 'ASSISTANT'],
    )
  })

  it('are the same for every form that a client gives the same message', () => {
    const text = { type: 'text', text: 'words' }
    same(messages, [user('words')], [user([{ ...text, cache_control: { type: 'ephemeral' } }])])
    same(chat, [user('words')], [user([text])])
    same(
      responses,
      [user('words')],
      [{ type: 'message', ...user([{ type: 'input_text', text: 'words' }]), id: 'm', status: 'completed' }],
    )
    const call = { type: 'tool_use', id: 'c', name: 'f', input: { a: 1, b: [2] } }
    const answer = (content: Json): JsonObject => ({ role: 'assistant', content })
    const thought = { type: 'thinking', thinking: 'hm', signature: 's' }
    same(messages, [user('q'), answer([thought, call])], [user('q'), answer([{ ...call, input: { b: [2], a: 1 } }])])
    same(messages, [user('q'), answer([{ type: 'redacted_thinking', data: 'x' }]), user('r')], [user('q'), user('r')])
    const called = { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }
    const spaced = { ...called, function: { name: 'f', arguments: '{ "a": 1 }' } }
    same(
      chat,
      [user('q'), { role: 'assistant', content: '', tool_calls: [called], refusal: null, annotations: [] }],
      [user('q'), { role: 'assistant', content: null, tool_calls: [spaced] }],
    )
    const item = { type: 'function_call', call_id: 'c', name: 'f', arguments: '' }
    same(
      responses,
      [user('q'), { type: 'reasoning', id: 'r', summary: [], encrypted_content: 'x' }, item],
      [user('q'), { ...item, id: 'fc', status: 'completed', arguments: '{}' }],
    )
    const system = { role: 'system', content: 'It is noon.' }
    same(chat, [system, user('q')], [{ ...system, content: 'It is one.' }, user('q')])
  })

  it('are others for another tenant, another role, another result', () => {
    const links = linkNames(chat, [user('a')])
    const [other] = linksOf('cd'.repeat(32), turnsOf(chat, [user('a')]))
    assert.notEqual(other?.link, links[0])
    assert.notDeepEqual(linkNames(chat, [{ role: 'assistant', content: 'a' }]), links)
    const result = (more: JsonObject): Json[] => [
      user([{ type: 'tool_result', tool_use_id: 'c', content: 'x', ...more }]),
    ]
    assert.notDeepEqual(linkNames(messages, result({})), linkNames(messages, result({ is_error: true })))
  })
})

describe('an answer', () => {
  const streamed = async (of: Wire, text: string) => of.assemble(await eventsOf(text))
  const event = (data: object) => `data: ${JSON.stringify(data)}\r\n\r\n`

  it('of a stream is what the same answer is as a whole, however its pieces are cut', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    const property = async (words: string[], thought: string) => {
      const whole = {
        type: 'message',
        id: 'm',
        role: 'assistant',
        model: 'x',
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 2 },
        content: [
          { type: 'thinking', thinking: thought, signature: 's' },
          { type: 'text', text: words.join('') },
        ],
      }
      const delta = (index: number, of: object) => event({ type: 'content_block_delta', index, delta: of })
      const stream = [
        event({
          type: 'message_start',
          message: { ...whole, content: [], stop_reason: null, usage: { input_tokens: 1, output_tokens: 0 } },
        }),
        event({
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'thinking', thinking: '', signature: '' },
        }),
        delta(0, { type: 'thinking_delta', thinking: thought }) + delta(0, { type: 'signature_delta', signature: 's' }),
        event({ type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } }),
        ...words.map((piece) => delta(1, { type: 'text_delta', text: piece })),
        event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }),
      ]
      const made = await streamed(messages, stream.join(''))
      assert.ok(made)
      assert.deepEqual(messages.answer(made), messages.answer(whole))
    }
    await fc.assert(fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), text, property), { numRuns: 50 })
  })

  it('is never a fault of the reader, whatever comes', async () => {
    const any = fc.json()
    const names = [
      'message_start',
      'content_block_start',
      'content_block_delta',
      'message_delta',
      'response.completed',
      'response.output_item.done',
      'response.output_text.delta',
    ]
    const odd = fc.record({
      type: fc.constantFrom(...names),
      index: fc.oneof(fc.nat(), fc.constant(4_294_967_295)),
      ...Object.fromEntries(
        ['message', 'content_block', 'delta', 'item', 'response', 'choices', 'usage', 'output_index'].map((name) => [
          name,
          fc.jsonValue(),
        ]),
      ),
    })
    const property = async (texts: string[], events: object[]) => {
      for (const of of [messages, chat, responses]) {
        const body = await streamed(of, [...texts.map((text) => `data: ${text}\n\n`), ...events.map(event)].join(''))
        if (body) of.answer(body)
        for (const text of texts) {
          const value = JSON.parse(text) as JsonObject | null
          if (typeof value === 'object' && value !== null && !Array.isArray(value)) of.answer(value)
          linksOf(nameKey, of.request({ messages: [value], input: [value] })?.turns ?? [])
        }
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(any, { maxLength: 4 }), fc.array(odd, { maxLength: 6 }), property), {
      numRuns: 200,
    })
  })

  it('that a client sends back has the link that it was given', () => {
    const body = {
      id: 'r',
      status: 'completed',
      output: [
        { type: 'reasoning', id: 'rs', summary: [] },
        {
          type: 'message',
          id: 'm',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'so', annotations: [], logprobs: [] }],
        },
      ],
    }
    const [answer] = responses.answer(body)
    const back = turnsOf(responses, [user('q'), { role: 'assistant', content: 'so' }])
    const given = linksOf(nameKey, [...turnsOf(responses, [user('q')]), answer?.turn ?? assert.fail()])
    assert.equal(given.at(-1)?.link, linksOf(nameKey, back).at(-1)?.link)
  })
})
