import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { readItem } from '../../../src/formats/codex/items.ts'
import { describeOnce } from '../../support/stores.ts'

const blockOf = (item: JsonObject) => readItem(item)?.draft({}).blocks[0]

describeOnce('items of a Codex rollout', () => {
  it('that end in _call are calls, those that end in _output results, also of a later program', () => {
    assert.deepEqual(blockOf({ type: 'tool_search_call', call_id: 'k', arguments: { query: 'x' } }), { type: 'toolCall', callId: 'k', name: 'tool_search', input: { query: 'x' } }) // prettier-ignore
    assert.deepEqual(blockOf({ type: 'tool_search_output', call_id: 'k', tools: [1] }), { type: 'toolResult', callId: 'k', content: [1], isError: false }) // prettier-ignore
    assert.deepEqual(blockOf({ type: 'dream_call', call_id: 'k', arguments: '{"a":1}' }), { type: 'toolCall', callId: 'k', name: 'dream', input: { a: 1 } }) // prettier-ignore
    assert.deepEqual(blockOf({ type: 'dream_output', call_id: 'k', output: 'y' }), { type: 'toolResult', callId: 'k', content: 'y', isError: false }) // prettier-ignore
    assert.equal(readItem({ type: 'dream_call' }), null)
    assert.equal(readItem({ type: 'dream' }), null)
  })

  it('that the provider worked off are calls with their results beside them', () => {
    const search = readItem({ type: 'web_search_call', id: 'w', status: 'completed', action: { type: 'search', query: 'x' } }) // prettier-ignore
    assert.ok(search)
    assert.deepEqual(search.draft({}).blocks, [{ type: 'toolCall', callId: 'w', name: 'web_search', input: { type: 'search', query: 'x' } }]) // prettier-ignore
    assert.deepEqual(search.result?.({}).blocks, [{ type: 'toolResult', callId: 'w', content: { status: 'completed' }, isError: false }]) // prettier-ignore
    const open = readItem({ type: 'web_search_call', status: 'in_progress', action: {} })
    assert.equal(open && 'result' in open, false)
    const same = { type: 'image_generation_call', status: 'failed', result: null }
    const [one, other] = [readItem(same), readItem({ ...same, revised_prompt: 'cat' })]
    assert.ok(one)
    assert.equal(one.result?.({}).blocks[0]?.type, 'toolResult')
    assert.notDeepEqual(one.draft({}).blocks, other?.draft({}).blocks)
  })
})
