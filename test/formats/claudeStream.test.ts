import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/domain/model.ts'
import { drawn, linesOf, planOf } from '../support/plans.ts'

const line = (uuid: string, type: string, more: JsonObject): JsonObject => ({ type, session_id: 's', uuid, ...more })
const init = line('i', 'system', { subtype: 'init', cwd: '/w', model: 'm', tools: ['Bash'] })
const usage = (input: number, output: number): JsonObject => ({
  input_tokens: input,
  output_tokens: output,
  cache_read_input_tokens: 4,
  cache_creation_input_tokens: 0,
})
const answer = (uuid: string, id: string, content: readonly JsonObject[], more: JsonObject = {}) =>
  line(uuid, 'assistant', {
    message: { id, type: 'message', role: 'assistant', model: 'm', content, usage: usage(10, 1) },
    parent_tool_use_id: null,
    ...more,
  })
const result = (uuid: string, callId: string, content: string, more: JsonObject = {}) =>
  line(uuid, 'user', {
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: callId, content }] },
    parent_tool_use_id: null,
    ...more,
  })
const text = (said: string) => ({ type: 'text', text: said })
const call = (id: string, name = 'Bash') => ({ type: 'tool_use', id, name, input: { a: 1 } })
const end = (uuid: string, more: JsonObject = {}) =>
  line(uuid, 'result', {
    subtype: 'success',
    is_error: false,
    result: 'Done.',
    usage: usage(25, 40),
    total_cost_usd: 0.5,
    ...more,
  })

describe("Claude Code's stream-json (F-15)", () => {
  it('is one conversation called by its session, one line in the order of the file, in which each result ends a run', async () => {
    const lines = [
      init,
      line('k', 'stream_event', { event: { type: 'x' } }),
      answer('a', 'm1', [text('I look.')]),
      answer('b', 'm1', [call('c1')]),
      result('r', 'c1', 'x'),
      answer('d', 'm2', [text('Done.')]),
      end('e'),
    ]
    const plan = await planOf('CLAUDE_STREAM', linesOf(lines))
    assert.deepEqual(plan.said, [
      'NOTE',
      'ASSISTANT I look.',
      'ASSISTANT Bash({"a":1})#c1',
      'TOOL #c1=x',
      'ASSISTANT Done.',
      'NOTE',
    ])
    assert.equal(drawn(plan), 'i a<i b<a r<b d<r e<d')
    assert.deepEqual(
      [plan.conversations, plan.codes, plan.counts.orphanToolResults, plan.counts.unansweredToolCalls],
      [['s'], '', 0, 0],
    )
    assert.deepEqual([plan.counts.roots, plan.counts.leaves, plan.nodes[0]?.cwd], [1, 1, '/w'])
    assert.deepEqual(
      plan.runs.map(({ state }) => state),
      ['COMPLETED'],
    )
    assert.equal(plan.raw('s').toString(), linesOf(lines))
  })
  it('counts at the end of a run what its answers did not tell, and what it cost, whether the end tells of one run or of all', async () => {
    const usages = async (...ends: readonly JsonObject[]) => {
      const lines = ends.flatMap((more, k) => [
        answer(`a${k}`, `m${k}`, [text('x')]),
        answer(`b${k}`, `m${k}`, [text('y')]),
        end(`e${k}`, more),
      ])
      const { nodes } = await planOf('CLAUDE_STREAM', linesOf(lines))
      return nodes.flatMap(({ draft }) => (draft.kind === 'NOTE' ? [draft.usage] : []))
    }
    const rest = { inputTokens: 15, outputTokens: 39, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0.5 }
    assert.deepEqual(await usages({}), [rest])
    assert.deepEqual(await usages({}, {}), [rest, rest])
    const more = { usage: { ...usage(50, 80), cache_read_input_tokens: 8 }, total_cost_usd: 1 }
    assert.deepEqual(await usages({}, more), [rest, rest])
    assert.deepEqual(await usages({ usage: null, total_cost_usd: null }), [null])
  })
  it('has the talk of a sub-agent as a conversation of its own, which the call started', async () => {
    const inside = { parent_tool_use_id: 'c1' }
    const lines = [
      init,
      answer('a', 'm1', [call('c1', 'Agent')]),
      answer('x', 'm2', [call('c2')], inside),
      result('y', 'c2', 'in', inside),
      result('r', 'c1', 'out'),
      end('e', { is_error: true }),
    ]
    const plan = await planOf('CLAUDE_STREAM', linesOf(lines))
    assert.equal(drawn(plan), 'i a<i x y<x r<a e<r')
    assert.deepEqual(plan.conversations, ['s', 's.agent-c1'])
    assert.deepEqual(plan.nodes.map(({ conversationId, sidechainOf }) => [conversationId, sidechainOf]).slice(2, 4), [
      ['s.agent-c1', 's'],
      ['s.agent-c1', 's'],
    ])
    const spawns = plan.items.flatMap((item) =>
      item.kind === 'spawn' ? [Object.keys(item.side)[0], ...item.names.map(({ name }) => name)] : [],
    )
    assert.deepEqual(spawns, ['caller', 's:agent:c1', 'sidechain', 's:agent:c1'])
    assert.deepEqual(
      plan.runs.map(({ state }) => state),
      ['ABORTED'],
    )
  })
  it('knows prompts from what the program put in, keeps what a compaction left, and names what it does not know', async () => {
    const says = (uuid: string, said: string, more: JsonObject = {}) =>
      line(uuid, 'user', { message: { role: 'user', content: [text(said)] }, ...more })
    const lines = [
      says('a', 'q'),
      says('b', 'put in', { isSynthetic: true }),
      line('k', 'system', { subtype: 'compact_boundary', compact_metadata: {} }),
      says('d', 'so far', { isSynthetic: true }),
      line('z', 'song', {}),
    ]
    const plan = await planOf('CLAUDE_STREAM', linesOf(lines))
    assert.deepEqual(plan.said, ['USER q', 'SYSTEM put in', 'COMPACTION', 'USER so far', 'NOTE'])
    assert.equal(plan.codes, '5:UNKNOWN_TYPE')
  })
  it('needs no ids of lines, as older versions print none', async () => {
    const { uuid: _uuid, ...bare } = answer('a', 'm1', [text('x')])
    const plan = await planOf('CLAUDE_STREAM', linesOf([bare, bare]))
    assert.deepEqual([plan.said, plan.counts.roots], [['ASSISTANT x', 'ASSISTANT x'], 1])
  })
})
