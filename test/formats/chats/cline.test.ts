import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { bytesSource } from '../../../src/formats/importSource.ts'
import { formats } from '../../../src/formats/index.ts'
import { candidates } from '../../../src/formats/recognise.ts'
import { planOf } from '../../support/plans.ts'

const user = (text: string, more: JsonObject = {}): JsonObject => ({ role: 'user', content: [{ type: 'text', text }], ...more }) // prettier-ignore
const answer = (content: JsonObject[], more: JsonObject = {}): JsonObject => ({ role: 'assistant', content, ...more })
const read = (all: readonly JsonObject[], fileName = 'tasks/1750/api_conversation_history.json') => planOf('CLINE', JSON.stringify(all), { fileName }) // prettier-ignore

describe('Cline', () => {
  it('has times, models, usage and costs, and is called as its folder', async () => {
    const metrics = { tokens: { prompt: 10, completion: 5, cached: 30 }, cost: 0.5 }
    const call = { type: 'tool_use', id: 't1', name: 'read_file', input: { path: 'a' } }
    const plan = await read([user('<task>do</task>', { ts: 1_750_000_000_000 }), answer([{ type: 'reasoning', text: 'hm', summary: [] }, call], { ts: 1_750_000_001_000, modelInfo: { modelId: 'm', providerId: 'p' }, metrics }), { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] }]) // prettier-ignore
    assert.deepEqual(plan.conversations, ['1750'])
    assert.deepEqual(plan.said, ['USER <task>do</task>', 'ASSISTANT (hm) read_file({"path":"a"})#t1', 'TOOL #t1=x'])
    const { draft } = plan.nodes[1] ?? assert.fail()
    assert.deepEqual([draft.model, draft.observedAt], ['m', '2025-06-15T15:06:41.000000000Z'])
    assert.deepEqual(draft.usage, { inputTokens: 10, outputTokens: 5, cacheReadTokens: 30, costUsd: 0.5 })
    assert.deepEqual(plan.counts.unansweredToolCalls, 0)
  })
  it('puts a thought that stands by itself before its answer, and keeps one that led to none', async () => {
    const thought = (text: string) => ({ type: 'reasoning', summary: [{ type: 'summary_text', text }], encrypted_content: 'e', ts: 2 }) // prettier-ignore
    const plan = await read([user('q', { ts: 1 }), thought('so'), answer([{ type: 'text', text: 'a' }], { ts: 3 }), thought('on')]) // prettier-ignore
    assert.deepEqual(plan.said, ['USER q', 'ASSISTANT (so) a', 'NOTE'])
  })
  it('has a marker where a summary or a cut stands for what was sent before, and none where that is not there', async () => {
    const plan = await read([user('a', { ts: 1, condenseParent: 'c' }), user('s', { ts: 2, isSummary: true, condenseId: 'c' }), user('b', { ts: 3, truncationParent: 't' }), user('-', { ts: 4, isTruncationMarker: true, truncationId: 't' }), user('d', { ts: 5, condenseParent: 'gone' })]) // prettier-ignore
    assert.deepEqual(plan.said, ['USER a', 'USER s', 'COMPACTION', 'USER b', 'USER -', 'COMPACTION', 'USER d'])
    assert.deepEqual(plan.nodes.filter(({ draft }) => draft.kind === 'COMPACTION').map(({ keep }) => keep.length), [1, 2]) // prettier-ignore
  })
  it('is told by times or by a task in its wrapper; other messages are not its', async () => {
    const first = async (all: readonly JsonObject[]) => (await candidates(bytesSource('x', Buffer.from(JSON.stringify(all))), null, formats))[0]?.name // prettier-ignore
    assert.equal(await first([user('a', { ts: 1 }), answer([])]), 'CLINE')
    assert.equal(await first([user('<task>\ndo it\n</task>'), answer([])]), 'CLINE')
    assert.equal(await first([user('a'), answer([{ type: 'thinking', thinking: 'x' }])]), 'ANTHROPIC')
    assert.equal(await first([{ role: 'user', content: 'a', ts: 1 }, { role: 'tool', tool_call_id: 'x', content: 'b' }]), 'OPENAI') // prettier-ignore
  })
})
