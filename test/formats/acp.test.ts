import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/domain/model.ts'
import { linesOf, planOf } from '../support/plans.ts'

const update = (sessionUpdate: string, more: JsonObject = {}, session = 's') => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: session, update: { sessionUpdate, ...more } },
})
const chunk = (kind: string, text: string, more: JsonObject = {}, session = 's') =>
  update(`${kind}_chunk`, { content: { type: 'text', text }, ...more }, session)
const read = (...lines: readonly JsonObject[]) => planOf('ACP', linesOf(lines))

describe('ACP updates', () => {
  it('join the pieces of a message', async () => {
    const plan = await read(
      chunk('user_message', 'fix '),
      chunk('user_message', 'it'),
      chunk('agent_thought', 'h'),
      chunk('agent_thought', 'm'),
      chunk('agent_message', 'do'),
      chunk('agent_message', 'ne'),
    )
    assert.deepEqual(plan.said, ['USER fix it', 'ASSISTANT (hm)', 'ASSISTANT done'])
    assert.deepEqual([plan.conversations, plan.counts.entries], [['s'], 6])
  })
  it('tell messages apart by their ids', async () => {
    const plan = await read(
      chunk('agent_message', 'a', { messageId: 'm1' }),
      chunk('agent_message', 'b', { messageId: 'm2' }),
      chunk('agent_message', 'c', { messageId: 'm2' }),
    )
    assert.deepEqual(
      [plan.said, plan.nodes.map(({ turnId }) => turnId)],
      [
        ['ASSISTANT a', 'ASSISTANT bc'],
        ['m1', 'm2'],
      ],
    )
  })
  it('merge the updates of a call', async () => {
    const plan = await read(
      update('tool_call', { toolCallId: 'c', title: 'write', rawInput: { a: 1 } }),
      update('tool_call_update', { toolCallId: 'c', status: null, kind: 'edit' }),
      update('tool_call_update', { toolCallId: 'c', status: 'completed', rawOutput: 'ok' }),
      chunk('agent_message', 'done'),
    )
    assert.deepEqual(plan.said, ['ASSISTANT edit({"a":1})#c', 'TOOL #c=ok', 'ASSISTANT done'])
    assert.equal(plan.counts.nodes, 2)
  })
  it('keep parallel calls in their order, and a late result after what came between', async () => {
    const plan = await read(
      update('tool_call', { toolCallId: 'a', kind: 'read' }),
      update('tool_call', { toolCallId: 'b', kind: 'read' }),
      update('tool_call_update', { toolCallId: 'b', status: 'failed', content: [] }),
      chunk('agent_message', 'hm'),
      update('tool_call_update', { toolCallId: 'a', status: 'completed', rawOutput: 1 }),
    )
    assert.deepEqual(plan.said, [
      'ASSISTANT read({})#a',
      'ASSISTANT read({})#b',
      'TOOL #b!=[]',
      'ASSISTANT hm',
      'TOOL #a=1',
    ])
  })
  it('keep sessions apart', async () => {
    const plan = await read(
      chunk('user_message', 'a', {}, 's'),
      chunk('user_message', 'b', {}, 't'),
      chunk('user_message', 'c', {}, 's'),
    )
    assert.deepEqual(plan.conversations, ['s', 't'])
    assert.deepEqual(
      plan.nodes.map(({ conversationId }) => conversationId),
      ['s', 't'],
    )
    assert.deepEqual(plan.said, ['USER ac', 'USER b'])
  })
  it('claim a run for each prompt, and complete it with what it took', async () => {
    const plan = await read(
      chunk('user_message', 'a'),
      chunk('agent_message', 'b'),
      update('turn_completed', { stop_reason: 'end_turn', usage: { inputTokens: 3, outputTokens: 4 } }),
      chunk('user_message', 'c'),
      update('turn_completed', { stop_reason: 'Cancelled' }),
    )
    assert.deepEqual(plan.said, ['USER a', 'ASSISTANT b', 'NOTE', 'USER c', 'NOTE'])
    assert.deepEqual(
      plan.runs.map(({ state }) => state),
      ['COMPLETED', 'ABORTED'],
    )
    assert.equal(plan.nodes[1]?.draft.usage?.inputTokens, 3)
  })
  it('take a prompt once that the client sent and the agent repeats', async () => {
    const prompt = {
      jsonrpc: '2.0',
      id: 7,
      method: 'session/prompt',
      params: { sessionId: 's', prompt: [{ type: 'text', text: 'hi' }] },
    }
    const plan = await read(prompt, chunk('user_message', 'hi'), chunk('agent_message', 'ho'), {
      jsonrpc: '2.0',
      id: 7,
      result: { stopReason: 'end_turn' },
    })
    assert.deepEqual([plan.said, plan.runs.map(({ state }) => state)], [['USER hi', 'ASSISTANT ho'], ['COMPLETED']])
  })
  it('keep and name what is not known, and take titles', async () => {
    const plan = await read(update('session_info_update', { title: 'T' }), update('dance', { x: 1 }))
    assert.deepEqual([plan.said, plan.codes], [['NOTE', 'NOTE'], '2:UNKNOWN_TYPE'])
    assert.deepEqual(
      plan.items.flatMap((item) => (item.kind === 'title' ? [item.title] : [])),
      ['T'],
    )
  })
})
