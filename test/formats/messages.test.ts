import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formats } from '../../src/formats/index.ts'
import { bytesSource } from '../../src/formats/importSource.ts'
import { candidates } from '../../src/formats/recognise.ts'
import type { JsonObject } from '../../src/domain/model.ts'
import { linesOf, planOf } from '../support/plans.ts'

const said = (role: string, content: unknown, more: object = {}) => ({ role, content, ...more }) as JsonObject
const recognised = async (file: string) =>
  (await candidates(bytesSource(null, Buffer.from(file)), null, formats)).formats[0]?.name ?? null
const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{"x":1}' } })

describe('which format messages are of', () => {
  const talk = [said('user', 'hi'), said('assistant', 'hello')]
  const cases: readonly (readonly [string, string, string])[] = [
    ['lines of role and content', linesOf(talk), 'PLAIN'],
    ['one line', '{"role":"user","content":"hi"}', 'PLAIN'],
    ['an array', JSON.stringify(talk), 'OPENAI'],
    ['an array, pretty', JSON.stringify(talk, null, 2), 'OPENAI'],
    ['lines with calls', linesOf([...talk, said('assistant', null, { tool_calls: [call('a')] })]), 'OPENAI'],
    ['lines of lists', linesOf([{ messages: talk }, { messages: talk }]), 'OPENAI'],
    [
      'requests in a batch',
      linesOf([{ custom_id: '1', method: 'POST', body: { model: 'm', messages: talk } }]),
      'OPENAI',
    ],
    ['a list with a system prompt beside it', JSON.stringify({ system: 'be kind', messages: talk }), 'ANTHROPIC'],
    [
      'blocks with tool_use',
      JSON.stringify([said('assistant', [{ type: 'tool_use', id: 'a', name: 'f', input: {} }])]),
      'ANTHROPIC',
    ],
    [
      'lines with thinking',
      linesOf([said('assistant', [{ type: 'thinking', thinking: 'hm', signature: 's' }])]),
      'ANTHROPIC',
    ],
    ['from and value', JSON.stringify([{ conversations: [{ from: 'human', value: 'hi' }] }]), 'SHAREGPT'],
    ['role and text', linesOf([{ role: 'user', text: 'hi', ts: '2026-01-01T00:00:00Z' }]), 'NEO_JSONL'],
    ['a record with turns', JSON.stringify({ conversation_id: 'c', turns: [], updated: '' }), 'NEO_JSON'],
  ]
  for (const [what, file, format] of cases)
    it(`${what}: ${format}`, async () => assert.equal(await recognised(file), format))
})

describe('OpenAI messages', () => {
  it('hold calls beside no content, and results', async () => {
    const plan = await planOf(
      'OPENAI',
      JSON.stringify([
        said('developer', 'rules'),
        said('user', 'hi'),
        said('assistant', null, { tool_calls: [call('a'), call('b')], reasoning_content: 'hm' }),
        said('tool', 'one', { tool_call_id: 'a', name: 'f' }),
        said('tool', 'two', { tool_call_ids: ['b'] }),
        said('assistant', [{ type: 'text', text: 'done' }]),
      ]),
    )
    assert.deepEqual(plan.said, [
      'SYSTEM rules',
      'USER hi',
      'ASSISTANT (hm) f({"x":1})#a f({"x":1})#b',
      'TOOL #a=one',
      'TOOL #b=two',
      'ASSISTANT done',
    ])
    assert.deepEqual([plan.counts.entries, plan.counts.unansweredToolCalls, plan.counts.orphanToolResults], [6, 0, 0])
    assert.deepEqual(plan.nodes[3]?.draft.fields, { name: 'f' })
  })
  it('hold calls of the first form, which have no ids', async () => {
    const plan = await planOf(
      'OPENAI',
      JSON.stringify([
        said('assistant', null, { function_call: { name: 'f', arguments: '{}' } }),
        said('function', 'ok', { name: 'f' }),
      ]),
    )
    assert.deepEqual(plan.said, ['ASSISTANT f({})#function_call-1', 'TOOL #function_call-1=ok'])
  })
  it('have what was said aloud as its words', async () => {
    const messages = [
      said('user', [{ type: 'input_audio', transcript: 'may I?' }]),
      said('assistant', null, { audio: { id: 'a', transcript: 'You may.' } }),
      said('assistant', 'Both.', { audio: { id: 'b', transcript: 'Both aloud.' } }),
    ]
    const { said: all, nodes } = await planOf('OPENAI', JSON.stringify({ messages }))
    assert.deepEqual(all, ['USER may I?', 'ASSISTANT You may.', 'ASSISTANT Both.'])
    assert.deepEqual(nodes[1]?.draft.fields, { audio: { id: 'a', transcript: 'You may.' } })
  })
  it('hold many conversations, whose call ids are their own', async () => {
    const one = [said('assistant', null, { tool_calls: [call('a')] }), said('tool', 'x', { tool_call_id: 'a' })]
    const text = JSON.stringify([
      { task_id: 0, traj: one, trial: 0 },
      { task_id: 1, traj: one.slice(0, 1), trial: 0 },
    ])
    const plan = await planOf('OPENAI', text, { fileName: 'runs.json' })
    assert.match(plan.conversations.join(' '), /^runs-([0-9a-f]{12}) runs-\1\.2$/)
    assert.deepEqual([plan.counts.unansweredToolCalls, plan.counts.roots], [1, 2])
    assert.deepEqual(plan.items.find((item) => item.kind === 'conversation')?.metadata, { task_id: 0, trial: 0 })
  })
  it('are named by their content where the file has no name', async () => {
    const name = async (text: string) => (await planOf('OPENAI', text, { fileName: null })).conversations[0]
    const talk = [said('user', 'hi')]
    assert.equal(await name(JSON.stringify(talk)), await name(JSON.stringify(talk)))
    assert.notEqual(await name(JSON.stringify(talk)), await name(JSON.stringify([...talk, said('user', 'ho')])))
    assert.match((await name(JSON.stringify(talk, null, 1))) ?? '', /^openai-[0-9a-f]{32}$/)
  })
  it('of the given conversation are its first ones', async () => {
    const { conversations } = await planOf(
      'OPENAI',
      linesOf([{ messages: [said('user', 'a')] }, { messages: [said('user', 'b')] }]),
      { conversationId: 'mine' },
    )
    assert.deepEqual(conversations, ['mine', 'mine.2'])
  })
})

describe('plain lines', () => {
  it('have times, roles of all kinds, and other members', async () => {
    const plan = await planOf(
      'PLAIN',
      linesOf([
        said('human', 'a', { timestamp: '2026-01-01T00:00:00.5Z', mood: 'x' }),
        said('AI', 'b', { timestamp: 1_767_225_600 }),
        said('oracle', 'c'),
      ]),
    )
    assert.deepEqual(plan.said, ['USER a', 'ASSISTANT b', 'USER c'])
    assert.deepEqual(
      plan.nodes.map(({ draft }) => draft.observedAt),
      ['2026-01-01T00:00:00.500000000Z', '2026-01-01T00:00:00.000000000Z', null],
    )
    assert.deepEqual(
      [plan.nodes[0]?.draft.fields, plan.nodes[2]?.draft.fields, plan.codes],
      [{ mood: 'x' }, { role: 'oracle' }, '3:UNKNOWN_ROLE'],
    )
  })
  it('are known by the same names when calls come and the format is another', async () => {
    const talk = [said('user', 'a'), said('assistant', 'b')]
    const [plain, later] = [
      await planOf('PLAIN', linesOf(talk)),
      await planOf('OPENAI', linesOf([...talk, said('tool', 'x', { tool_call_id: 'y' })])),
    ]
    assert.deepEqual(
      later.nodes.slice(0, 2).map(({ externalId }) => externalId),
      plain.nodes.map(({ externalId }) => externalId),
    )
  })
  it('survive what is odd', async () => {
    const plan = await planOf(
      'PLAIN',
      `\uFEFF${linesOf([said('user', 'a')])}\n{"role":"user","content":"b"}{"role":"user","content":"c"}\r\noops\n[1]\n{"role":"user","con`,
    )
    assert.deepEqual(plan.said, ['USER a', 'USER b', 'USER c'])
    assert.deepEqual([plan.counts.skipped, plan.counts.repaired], [3, 1])
    assert.equal(
      plan.codes,
      '1:BYTE_ORDER_MARK 2:BLANK_LINE 3:CRLF 3:GLUED_LINE 4:MALFORMED_LINE 5:NOT_AN_OBJECT 6:TORN_LINE',
    )
  })
})

describe('Anthropic messages', () => {
  it('have their system prompt beside them, and results in the user’s messages', async () => {
    const plan = await planOf(
      'ANTHROPIC',
      JSON.stringify({
        model: 'm',
        system: [{ type: 'text', text: 'be kind' }],
        messages: [
          said('user', 'hi'),
          said(
            'assistant',
            [
              { type: 'thinking', thinking: 'hm', signature: 's' },
              { type: 'tool_use', id: 'a', name: 'f', input: {} },
            ],
            { id: 'msg_1', usage: { input_tokens: 3 } },
          ),
          said('user', [{ type: 'tool_result', tool_use_id: 'a', content: 'x', is_error: true }]),
        ],
      }),
    )
    assert.deepEqual(plan.said, ['SYSTEM be kind', 'USER hi', 'ASSISTANT (hm) f({})#a', 'TOOL #a!=x'])
    assert.deepEqual([plan.nodes[2]?.draft.usage?.inputTokens, plan.nodes[2]?.draft.usage?.answerId], [3, 'msg_1'])
  })
})

describe('ShareGPT conversations', () => {
  const talk = (turns: readonly (readonly [string, string])[], more: object = {}) =>
    JSON.stringify([{ ...more, conversations: turns.map(([from, value]) => ({ from, value })) }])
  it('answer calls in their order', async () => {
    const two = '[{"name":"f","arguments":{"x":1}},{"name":"g","arguments":{}}]'
    const plan = await planOf(
      'SHAREGPT',
      talk(
        [
          ['human', 'hi'],
          ['function_call', two],
          ['observation', '[1,2]'],
          ['function_call', '{"name":"f","arguments":"{}"}'],
          ['observation', 'x'],
          ['observation', 'y'],
          ['gpt', 'done'],
        ],
        { id: 'c', system: 'S', tools: '[]' },
      ),
    )
    assert.deepEqual(plan.said, [
      'SYSTEM S',
      'USER hi',
      'ASSISTANT f({"x":1})#call-1 g({})#call-2',
      'TOOL #call-1=1 #call-2=2',
      'ASSISTANT f({})#call-3',
      'TOOL #call-3=x',
      'TOOL #observation-3=y',
      'ASSISTANT done',
    ])
    assert.deepEqual([plan.conversations, plan.counts.orphanToolResults], [['c'], 1])
  })
  it('keep a call that is none as its text, and who is not known as a note', async () => {
    const plan = await planOf(
      'SHAREGPT',
      talk([
        ['function_call', 'call me'],
        ['narrator', 'then'],
      ]),
    )
    assert.deepEqual([plan.said, plan.codes], [['ASSISTANT call me', 'NOTE'], '1:UNKNOWN_SHAPE 1:UNKNOWN_ROLE'])
  })
})
