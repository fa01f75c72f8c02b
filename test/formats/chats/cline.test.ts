import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { bytesSource } from '../../../src/formats/importSource.ts'
import { formats } from '../../../src/formats/index.ts'
import { candidates } from '../../../src/formats/recognise.ts'
import type { Member } from '../../../src/formats/archive.ts'
import { displayOf } from '../../../src/formats/cline/display.ts'
import { planOf } from '../../support/plans.ts'

const user = (text: string, more: JsonObject = {}): JsonObject => ({
  role: 'user',
  content: [{ type: 'text', text }],
  ...more,
})
const answer = (content: JsonObject[], more: JsonObject = {}): JsonObject => ({ role: 'assistant', content, ...more })
const read = (all: readonly JsonObject[], fileName = 'tasks/1750/api_conversation_history.json') =>
  planOf('CLINE', JSON.stringify(all), { fileName })

describe('a task of Cline', () => {
  it('has times, models, usage and costs, and is called as its folder', async () => {
    const metrics = { tokens: { prompt: 10, completion: 5, cached: 30 }, cost: 0.5 }
    const call = { type: 'tool_use', id: 't1', name: 'read_file', input: { path: 'a' } }
    const plan = await read([
      user('<task>do</task>', { ts: 1_750_000_000_000 }),
      answer([{ type: 'reasoning', text: 'hm', summary: [] }, call], {
        ts: 1_750_000_001_000,
        modelInfo: { modelId: 'm', providerId: 'p' },
        metrics,
      }),
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] },
    ])
    assert.deepEqual(plan.conversations, ['1750'])
    assert.deepEqual(plan.said, ['USER <task>do</task>', 'ASSISTANT (hm) read_file({"path":"a"})#t1', 'TOOL #t1=x'])
    const { draft } = plan.nodes[1] ?? assert.fail()
    assert.deepEqual([draft.model, draft.observedAt], ['m', '2025-06-15T15:06:41.000000000Z'])
    assert.deepEqual(draft.usage, { inputTokens: 10, outputTokens: 5, cacheReadTokens: 30, costUsd: 0.5 })
    assert.deepEqual(plan.counts.unansweredToolCalls, 0)
  })
  it('puts a thought that stands by itself before its answer, and keeps one that led to none', async () => {
    const thought = (text: string) => ({
      type: 'reasoning',
      summary: [{ type: 'summary_text', text }],
      encrypted_content: 'e',
      ts: 2,
    })
    const plan = await read([
      user('q', { ts: 1 }),
      thought('so'),
      answer([{ type: 'text', text: 'a' }], { ts: 3 }),
      thought('on'),
    ])
    assert.deepEqual(plan.said, ['USER q', 'ASSISTANT (so) a', 'NOTE'])
  })
  it('has a marker where a summary or a cut stands for what was sent before, and none where that is not there', async () => {
    const plan = await read([
      user('a', { ts: 1, condenseParent: 'c' }),
      user('s', { ts: 2, isSummary: true, condenseId: 'c' }),
      user('b', { ts: 3, truncationParent: 't' }),
      user('-', { ts: 4, isTruncationMarker: true, truncationId: 't' }),
      user('d', { ts: 5, condenseParent: 'gone' }),
    ])
    assert.deepEqual(plan.said, ['USER a', 'USER s', 'COMPACTION', 'USER b', 'USER -', 'COMPACTION', 'USER d'])
    assert.deepEqual(
      plan.nodes.filter(({ draft }) => draft.kind === 'COMPACTION').map(({ keep }) => keep.length),
      [1, 2],
    )
  })
  it('is told by times or by a task in its wrapper; other messages are not its', async () => {
    const first = async (all: readonly JsonObject[]) =>
      (await candidates(bytesSource('x', Buffer.from(JSON.stringify(all))), null, formats)).formats[0]?.name
    assert.equal(await first([user('a', { ts: 1 }), answer([])]), 'CLINE')
    assert.equal(await first([user('<task>\ndo it\n</task>'), answer([])]), 'CLINE')
    assert.equal(await first([user('a'), answer([{ type: 'thinking', thinking: 'x' }])]), 'ANTHROPIC')
    assert.equal(
      await first([
        { role: 'user', content: 'a', ts: 1 },
        { role: 'tool', tool_call_id: 'x', content: 'b' },
      ]),
      'OPENAI',
    )
  })
  it('has times, usage, cost and checkpoints of what was shown, each request once, and a marker of what is not sent any more', async () => {
    const request = (counts: JsonObject, more: JsonObject = {}) => ({
      type: 'say',
      say: 'api_req_started',
      text: JSON.stringify({ request: '…', ...counts }),
      ...more,
    })
    const shown = [
      request(
        { tokensIn: 10, tokensOut: 5, cacheWrites: 7, cacheReads: 3, cost: 0.25 },
        { ts: 1_750_000_001_000, conversationHistoryIndex: -1 },
      ),
      {
        ts: 1_750_000_002_000,
        type: 'say',
        say: 'text',
        text: 'one',
        conversationHistoryIndex: 0,
        lastCheckpointHash: 'abc',
      },
      request({ tokensIn: 1, tokensOut: 2 }, { ts: 1_750_000_003_000, conversationHistoryIndex: 1 }),
      request({ cancelReason: 'streaming_failed' }, { ts: 1_750_000_003_500, conversationHistoryIndex: 1 }),
      request({ tokensIn: 2, tokensOut: 2, cost: 0.5 }, { ts: 1_750_000_004_000, conversationHistoryIndex: 2 }),
      { ts: 1_750_000_005_000, type: 'ask', ask: 'followup', text: 'two', conversationHistoryIndex: 2 },
      {
        ts: 1_750_000_006_000,
        type: 'say',
        say: 'text',
        text: 'three',
        conversationHistoryIndex: 4,
        conversationHistoryDeletedRange: [2, 3],
      },
    ]
    const messages = ['a', 'b', 'c', 'd', 'e'].map((text, i) => (i % 2 ? answer([{ type: 'text', text }]) : user(text)))
    const members = [
      member('1/api_conversation_history.json', messages),
      member('1/ui_messages.json', shown),
      member('1/history_item.json', { id: '1', parentTaskId: '0' }),
      member('2/ui_messages.json', []),
    ]
    const plan = await planOf('CLINE', JSON.stringify(messages), {
      fileName: '1/api_conversation_history.json',
      archive: { members },
    })
    assert.deepEqual(plan.said, ['USER a', 'ASSISTANT b', 'USER c', 'ASSISTANT d', 'USER e', 'COMPACTION'])
    assert.deepEqual(
      plan.nodes.slice(0, 5).map(({ draft }) => Number(draft.observedAt?.slice(17, 19))),
      [42, 43, 44, 45, 46],
    )
    assert.deepEqual(plan.nodes.map(({ draft }) => draft.usage).slice(1, 4), [
      { inputTokens: 10, outputTokens: 5, cacheReadTokens: 3, cacheWriteTokens: 7, costUsd: 0.25 },
      null,
      { inputTokens: 3, outputTokens: 4, cacheReadTokens: null, costUsd: 0.5 },
    ])
    assert.equal(plan.nodes[0]?.draft.fields['lastCheckpointHash'], 'abc')
    const [kept] = plan.nodes.flatMap(({ draft, keep }) => (draft.kind === 'COMPACTION' ? [keep] : []))
    assert.deepEqual(
      kept?.map((pair) => pair.map((id) => plan.nodes.findIndex(({ externalId }) => externalId === id))),
      [
        [0, 1],
        [4, 4],
      ],
    )
  })
  it('counts requests in their order where the display does not say which message they followed', () => {
    const shown = [1, 2].map((tokensIn) => ({
      type: 'say',
      say: 'api_req_started',
      text: JSON.stringify({ tokensIn, tokensOut: 1 }),
    }))
    const usageOf = displayOf(shown).usages()
    assert.deepEqual(
      [1, 3, 5].map((index) => usageOf(index)?.inputTokens ?? null),
      [1, 2, null],
    )
    const odd = displayOf([
      null,
      'x',
      { say: 'api_req_started', text: '{' },
      { conversationHistoryDeletedRange: [3, 1] },
    ])
    assert.deepEqual([odd.usages()(1), odd.deleted, odd.timeOf(0, false)], [null, null, null])
  })
})

const member = (name: string, value: unknown): Member => {
  const bytes = Buffer.from(JSON.stringify(value))
  return { name, byteSize: bytes.length, open: () => bytesSource(name, bytes).open() }
}
