import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { UiWriting } from '../../../src/formats/aiSdk/uiMessages.ts'
import { AnthropicWriting } from '../../../src/formats/anthropic/write.ts'
import { readItem } from '../../../src/formats/codex/items.ts'
import { ChatWriting } from '../../../src/formats/openai/chat.ts'
import { ResponsesWriting } from '../../../src/formats/openai/responses.ts'
import { allMessages, saidBy } from '../../support/accepted.ts'
import { linesOf, planOf } from '../../support/plans.ts'
import { describeOnce } from '../../support/stores.ts'

const blockOf = (item: JsonObject) => readItem(item)?.draft({}).blocks[0]

describeOnce('items of a Codex rollout', () => {
  it('that end in _call are calls, those that end in _output results, also of a later program', () => {
    assert.deepEqual(blockOf({ type: 'tool_search_call', call_id: 'k', arguments: { query: 'x' } }), {
      type: 'toolCall',
      callId: 'k',
      name: 'tool_search',
      input: { query: 'x' },
    })
    assert.deepEqual(blockOf({ type: 'tool_search_output', call_id: 'k', tools: [1] }), {
      type: 'toolResult',
      callId: 'k',
      content: [1],
      isError: false,
    })
    assert.deepEqual(blockOf({ type: 'dream_call', call_id: 'k', arguments: '{"a":1}' }), {
      type: 'toolCall',
      callId: 'k',
      name: 'dream',
      input: { a: 1 },
    })
    assert.deepEqual(blockOf({ type: 'dream_output', call_id: 'k', output: 'y' }), {
      type: 'toolResult',
      callId: 'k',
      content: 'y',
      isError: false,
    })
    assert.equal(readItem({ type: 'dream_call' }), null)
    assert.equal(readItem({ type: 'dream' }), null)
  })

  it('that the provider worked off are calls with their results beside them', () => {
    const search = readItem({
      type: 'web_search_call',
      id: 'w',
      status: 'completed',
      action: { type: 'search', query: 'x' },
    })
    assert.ok(search)
    assert.deepEqual(search.draft({}).blocks, [
      { type: 'toolCall', callId: 'w', name: 'web_search', input: { type: 'search', query: 'x' } },
    ])
    assert.deepEqual(search.result?.({}).blocks, [
      { type: 'toolResult', callId: 'w', content: { status: 'completed' }, isError: false },
    ])
    const open = readItem({ type: 'web_search_call', status: 'in_progress', action: {} })
    assert.equal(open && 'result' in open, false)
    const same = { type: 'image_generation_call', status: 'failed', result: null }
    const [one, other] = [readItem(same), readItem({ ...same, revised_prompt: 'cat' })]
    assert.ok(one)
    assert.equal(one.result?.({}).blocks[0]?.type, 'toolResult')
    assert.notDeepEqual(one.draft({}).blocks, other?.draft({}).blocks)
  })

  it('that only their provider can read are blocks, counted where they are not sent, and go back to it as they came (F-2)', async () => {
    const opaque = { type: 'compaction', encrypted_content: 'sealed', id: 'cmp_1' }
    const said = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
    const line = (type: string, payload: JsonObject) => ({ timestamp: '2026-01-01T10:00:00.000Z', type, payload })
    const plan = await planOf(
      'CODEX',
      linesOf([
        line('session_meta', { id: 'c', cwd: '/w' }),
        line('response_item', said('one')),
        line('response_item', said('two')),
        line('compacted', { message: '', replacement_history: [said('two'), opaque] }),
      ]),
    )
    assert.deepEqual(plan.said, [
      'USER one',
      'USER two',
      'ASSISTANT {"type":"compaction","encrypted_content":"sealed","id":"cmp_1"}',
      'COMPACTION',
    ])
    assert.equal(plan.nodes[3]?.keep.length, 2)
    assert.deepEqual([plan.codes, plan.counts.emptyTurns, plan.counts.unreadBlocks], ['', 0, 0])
    const entries = saidBy(plan.nodes.slice(1, 3).map(({ draft }) => draft))
    const { chat, responses, anthropic } = allMessages(entries)
    assert.deepEqual(responses.at(-1), opaque)
    assert.deepEqual([chat.length, anthropic.length], [1, 1])
    for (const [writing, left] of [
      [new ChatWriting(), 1],
      [new AnthropicWriting(), 1],
      [new UiWriting(), 1],
      [new ResponsesWriting(), 0],
    ] as const) {
      for (const entry of entries) writing.add(entry)
      assert.equal(writing.omissions.counts()['other'] ?? 0, left)
    }
  })
})
