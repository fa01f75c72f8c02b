import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { drawn, planOf } from '../../support/plans.ts'

const user = (id: string, parts: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  info: { id, sessionID: 'ses_1', role: 'user', time: { created: 1_782_896_400_000 }, ...more },
  parts,
})
const answer = (id: string, parts: readonly JsonObject[], more: JsonObject = {}): JsonObject =>
  user(id, parts, { role: 'assistant', parentID: 'msg_1', modelID: 'm', providerID: 'p', ...more })
const text = (said: string, more: JsonObject = {}) => ({ type: 'text', text: said, ...more })
const tool = (callID: string, state: JsonObject) => ({
  type: 'tool',
  callID,
  tool: 'bash',
  state: { input: { a: 1 }, ...state },
})
const finish = (input: number) => ({
  type: 'step-finish',
  reason: 'stop',
  cost: 0.5,
  tokens: { input, output: 2, reasoning: 1, cache: { read: 4, write: 3 } },
})
const file = (messages: readonly JsonObject[], more: JsonObject = {}) =>
  JSON.stringify({ info: { id: 'ses_1', title: 'T', directory: '/w', version: '1.2', ...more }, messages }, null, 2)
const heads = (plan: Awaited<ReturnType<typeof planOf>>) => plan.heads.map(({ externalId }) => externalId)

describe('a session of OpenCode', () => {
  const steps = [
    { type: 'step-start' },
    { type: 'reasoning', text: 'hm' },
    text('Let me see.'),
    tool('c1', { status: 'completed', output: 'x', time: { start: 1, end: 1_782_896_401_000, compacted: 5 } }),
    tool('c2', { status: 'error', error: 'no' }),
    finish(5),
    { type: 'step-start' },
    text('Done.'),
    tool('c3', { status: 'running' }),
    finish(7),
    { type: 'patch', hash: 'h', files: [] },
  ]

  it('is a straight list by rising ids, in which each step of an answer is a turn', async () => {
    const form = file([answer('msg_2', steps), user('msg_1', [text('q')]), user('msg_3', [text('more')])])
    const plan = await planOf('OPENCODE', form)
    assert.deepEqual(plan.said, [
      'USER q',
      'ASSISTANT (hm) Let me see. bash({"a":1})#c1 bash({"a":1})#c2',
      'TOOL #c1=x',
      'TOOL #c2!=no',
      'ASSISTANT Done. bash({"a":1})#c3',
      'USER more',
    ])
    assert.equal(drawn(plan), 'msg_1 msg_2<msg_1 msg_2.c1<msg_2 msg_2.c2<msg_2.c1 msg_2.2<msg_2.c2 msg_3<msg_2.2')
    const usage = { outputTokens: 3, cacheReadTokens: 4, cacheWriteTokens: 3, costUsd: 0.5 }
    assert.deepEqual(plan.nodes[1]?.draft.usage, { inputTokens: 5, ...usage })
    assert.deepEqual(plan.nodes[4]?.draft.usage, { inputTokens: 7, ...usage })
    assert.deepEqual([plan.nodes[1].draft.model, plan.nodes[1].draft.fields['providerID']], ['m', 'p'])
    assert.deepEqual([plan.conversations, plan.counts.unansweredToolCalls], [['ses_1'], 1])
    assert.deepEqual(
      plan.runs.map(({ runId, state }) => [runId, state]),
      [
        ['msg_1', 'COMPLETED'],
        ['msg_3', 'COMPLETED'],
      ],
    )
    assert.equal(plan.raw('ses_1').toString(), form)
  })
  it('has the usage of a message once, where its steps do not tell theirs', async () => {
    const plan = await planOf(
      'OPENCODE',
      file([
        user('msg_1', [text('q')]),
        answer('msg_2', [text('a')], { tokens: { input: 5, output: 2, reasoning: 0, cache: { read: 0, write: 0 } } }),
      ]),
    )
    assert.deepEqual(plan.nodes[1]?.draft.usage, {
      inputTokens: 5,
      outputTokens: 2,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    })
  })
  it('knows what the program put in, and files with their bytes', async () => {
    const parts = [
      text('read @a'),
      text('Called read', { synthetic: true }),
      text('never sent', { ignored: true }),
      { type: 'file', mime: 'text/plain', filename: 'a.txt', url: 'data:text/plain;base64,aGk=' },
      { type: 'file', mime: 'text/plain', filename: 'b.txt', url: 'file:///w/b.txt' },
    ]
    const plan = await planOf(
      'OPENCODE',
      file([user('msg_1', parts), user('msg_2', [text('only put in', { synthetic: true })])]),
    )
    assert.deepEqual(
      plan.nodes.map(({ draft }) => draft.role),
      ['USER', 'SYSTEM', 'SYSTEM'],
    )
    assert.deepEqual([plan.said[1], plan.said[2]], ['SYSTEM Called read', 'SYSTEM only put in'])
    assert.deepEqual(
      plan.nodes[0]?.draft.files?.map(({ fileName, byteSize }) => [fileName, byteSize]),
      [
        ['a.txt', 2],
        ['b.txt', null],
      ],
    )
  })
  it('stands before what was taken back', async () => {
    const plan = await planOf(
      'OPENCODE',
      file(
        [
          user('msg_1', [text('q')]),
          answer('msg_2', [text('a')]),
          user('msg_3', [text('w')]),
          answer('msg_4', [text('x')]),
        ],
        { revert: { messageID: 'msg_3' } },
      ),
    )
    assert.deepEqual(heads(plan), ['OPENCODE:msg_2'])
    assert.equal(plan.counts.nodes, 4)
  })
  it('has a marker where it summed up, which keeps the tail that it names', async () => {
    const summed = [
      user('msg_1', [text('q')]),
      answer('msg_2', [text('a')]),
      user('msg_3', [{ type: 'compaction', auto: true, tail_start_id: 'msg_2' }]),
      answer('msg_4', [text('so far'), finish(5)], { summary: true }),
      user('msg_5', [text('on')]),
    ]
    const plan = await planOf('OPENCODE', file(summed))
    assert.deepEqual(plan.said, ['USER q', 'ASSISTANT a', 'COMPACTION', 'NOTE', 'USER on'])
    assert.deepEqual([plan.nodes[2]?.summary, plan.nodes[2]?.keep], ['so far', [['OPENCODE:msg_2', 'OPENCODE:msg_2']]])
    assert.equal(plan.nodes[3]?.draft.usage?.inputTokens, 5)
  })
  it('tells sub-agents, interrupted answers and failures without a word', async () => {
    const started = tool('c1', { status: 'completed', output: 'x', metadata: { sessionId: 'ses_2' } })
    const plan = await planOf(
      'OPENCODE',
      file(
        [
          user('msg_1', [text('q')]),
          answer('msg_2', [started], { error: { name: 'MessageAbortedError', data: {} } }),
          user('msg_3', [text('w')]),
          answer('msg_4', [], { error: { name: 'APIError', data: {} } }),
        ],
        { parentID: 'ses_0' },
      ),
    )
    const spawns = plan.items.flatMap((item) => (item.kind === 'spawn' ? [item.names.map(({ name }) => name)] : []))
    assert.deepEqual(spawns.flat().sort(), ['ses_0:agent:ses_1', 'ses_1:agent:ses_2'])
    assert.deepEqual([plan.nodes[0]?.sidechainOf, plan.said.at(-1)], ['ses_0', 'NOTE'])
    assert.deepEqual([plan.nodes[1]?.draft.fields['state'], plan.nodes.at(-1)?.draft.kind], ['interrupted', 'NOTE'])
    assert.deepEqual(
      plan.runs.map(({ runId, state }) => [runId, state]),
      [
        ['msg_1', 'ABORTED'],
        ['msg_3', 'COMPLETED'],
      ],
    )
  })
})
