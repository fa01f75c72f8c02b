import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/domain/model.ts'
import { drawn, linesOf, planOf } from '../support/plans.ts'

let clock = 0
const line = (uuid: string, parentUuid: string | null, type: string, more: JsonObject): JsonObject => ({
  ...{ uuid, parentUuid, sessionId: 's', timestamp: new Date(Date.UTC(2026, 0, 1) + ++clock * 1000).toISOString() },
  ...{ type, cwd: '/w', version: '0.18.1', ...more },
})
const says = (
  uuid: string,
  parent: string | null,
  role: 'user' | 'model',
  parts: readonly JsonObject[],
  more: JsonObject = {},
) => line(uuid, parent, role === 'user' ? 'user' : 'assistant', { message: { role, parts }, ...more })

describe('Qwen Code', () => {
  const call = { functionCall: { id: 'c1', name: 'look', args: { at: 1 } } }
  const result = (response: JsonObject) => ({
    message: { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'look', response } }] },
  })

  it('is a tree over all lines, whose results are turns of tools and whose notes are none', async () => {
    const lines = [
      says('u', null, 'user', [{ text: 'q' }]),
      line('n', 'u', 'system', { subtype: 'ui_telemetry', systemPayload: {} }),
      says('a', 'n', 'model', [{ text: 'hm', thought: true }, { text: 'so' }, call], { model: 'm' }),
      line('r', 'a', 'tool_result', result({ error: 'no' })),
      line('z', 'r', 'system', { subtype: 'ui_telemetry', systemPayload: {} }),
    ]
    const plan = await planOf('QWEN_CODE', linesOf(lines))
    assert.equal(drawn(plan), 'u n<u a<n r<a z<r')
    assert.deepEqual(
      plan.nodes.map(({ draft }) => draft.role ?? draft.kind),
      ['USER', 'NOTE', 'ASSISTANT', 'TOOL', 'NOTE'],
    )
    assert.deepEqual(
      plan.nodes[2]?.draft.blocks.map(({ type }) => type),
      ['thinking', 'text', 'toolCall'],
    )
    assert.deepEqual(plan.nodes[3]?.draft.blocks, [{ type: 'toolResult', callId: 'c1', content: 'no', isError: true }])
    assert.deepEqual(
      plan.heads.map(({ externalId }) => externalId),
      ['QWEN_CODE:r'],
    )
    assert.deepEqual([plan.codes, plan.conversations], ['', ['s']])
  })
  it('counts input without what came from a cache, and what is thought as output once', async () => {
    const usages: readonly (readonly [JsonObject, JsonObject])[] = [
      [
        {
          promptTokenCount: 600,
          candidatesTokenCount: 5,
          thoughtsTokenCount: 2,
          totalTokenCount: 605,
          cachedContentTokenCount: 50,
        },
        { inputTokens: 550, outputTokens: 5, cacheReadTokens: 50 },
      ],
      [
        {
          promptTokenCount: 600,
          candidatesTokenCount: 5,
          thoughtsTokenCount: 2,
          totalTokenCount: 607,
          cachedContentTokenCount: 0,
        },
        { inputTokens: 600, outputTokens: 7, cacheReadTokens: 0 },
      ],
    ]
    for (const [usageMetadata, expected] of usages) {
      const plan = await planOf('QWEN_CODE', linesOf([says('a', null, 'model', [{ text: 'x' }], { usageMetadata })]))
      assert.deepEqual(plan.nodes[0]?.draft.usage, expected)
    }
  })
  it('stands where a rewind went back to, until something follows', async () => {
    const lines = [
      says('u', null, 'user', [{ text: 'q' }]),
      says('a', 'u', 'model', [{ text: 'x' }]),
      says('v', 'a', 'user', [{ text: 'w' }]),
      line('b', 'a', 'system', { subtype: 'rewind', systemPayload: { truncatedCount: 1 } }),
    ]
    const heads = async (more: readonly JsonObject[]) =>
      (await planOf('QWEN_CODE', linesOf([...lines, ...more]))).heads.map(({ externalId }) => externalId)
    assert.deepEqual(await heads([]), ['QWEN_CODE:a'])
    assert.deepEqual(await heads([says('y', 'b', 'user', [{ text: 'y' }])]), ['QWEN_CODE:y'])
  })
  it('has a marker with the texts that a compression left, and the title that a person gave', async () => {
    const compressedHistory = [
      { role: 'user', parts: [{ text: 'so far' }] },
      { role: 'model', parts: [{ text: 'Good.' }] },
    ]
    const lines = [
      says('u', null, 'user', [{ text: 'q' }]),
      line('k', 'u', 'system', { subtype: 'chat_compression', systemPayload: { info: {}, compressedHistory } }),
      line('t', 'k', 'system', {
        subtype: 'custom_title',
        systemPayload: { customTitle: 'Mine', titleSource: 'manual' },
      }),
      line('w', 't', 'system', {
        subtype: 'custom_title',
        systemPayload: { customTitle: 'Made', titleSource: 'auto' },
      }),
    ]
    const plan = await planOf('QWEN_CODE', linesOf(lines))
    assert.deepEqual(
      plan.nodes.slice(0, 3).map(({ draft: { role, kind }, summary }) => [role ?? kind, summary]),
      [
        ['USER', null],
        ['ASSISTANT', null],
        ['COMPACTION', 'so far'],
      ],
    )
    assert.deepEqual([plan.nodes[2]?.keep, plan.nodes[2]?.summaryAt], [[['QWEN_CODE:k.1', 'QWEN_CODE:k.1']], 0])
    assert.deepEqual(
      plan.items.flatMap((item) => (item.kind === 'title' ? [[item.title, item.rank]] : [])),
      [
        ['Mine', 3],
        ['Made', 2],
      ],
    )
  })
  it('has after a compression exactly its list: what was said before is known by its words, the newest of equal ones', async () => {
    const compressedHistory = [
      { role: 'user', parts: [{ text: 'so far' }] },
      { role: 'user', parts: [{ text: 'again' }] },
      { role: 'model', parts: [{ text: 'yes' }] },
    ]
    const lines = [
      says('u', null, 'user', [{ text: 'again' }]),
      says('a', 'u', 'model', [{ text: 'yes' }]),
      says('v', 'a', 'user', [{ text: 'again' }]),
      says('b', 'v', 'model', [{ text: 'hm', thought: true }, { text: 'yes' }]),
      line('k', 'b', 'system', { subtype: 'chat_compression', systemPayload: { compressedHistory } }),
    ]
    const plan = await planOf('QWEN_CODE', linesOf(lines))
    const marker = plan.nodes.at(-1)
    assert.deepEqual([plan.nodes.length, marker?.summary, marker?.summaryAt], [5, 'so far', 0])
    assert.deepEqual(
      marker?.keep.map(([from]) => from),
      ['QWEN_CODE:v', 'QWEN_CODE:b'],
    )
    assert.deepEqual(
      plan.heads.map(({ externalId }) => externalId),
      ['QWEN_CODE:k'],
    )
  })
  it('has a sub-agent’s talk in the same file begin below the call that started it', async () => {
    const agent = { isSidechain: true, agentId: 'g' }
    const lines = [
      says('u', null, 'user', [{ text: 'q' }]),
      says('a', 'u', 'model', [call]),
      says('x', 'a', 'user', [{ text: 'do' }], agent),
      says('y', 'x', 'model', [{ text: 'did' }], agent),
    ]
    const plan = await planOf('QWEN_CODE', linesOf(lines))
    assert.equal(drawn(plan), 'u a<u x y<x')
    assert.deepEqual(
      plan.nodes.map(({ sidechainOf }) => sidechainOf),
      [null, null, 's', 's'],
    )
    assert.deepEqual(
      plan.items.flatMap((item) => (item.kind === 'spawn' ? [item.side] : [])),
      [
        { caller: 'QWEN_CODE:a', conversationId: 's' },
        { sidechain: 's.agent-g', sidechainOf: 's' },
      ],
    )
    assert.equal(plan.codes, '2:UNANSWERED_CALL')
  })
  it('has the talk of a sub-agent as a conversation of its own', async () => {
    const lines = [
      says('u', null, 'user', [{ text: 'q' }]),
      says('x', null, 'user', [{ text: 'do' }], { isSidechain: true, agentId: 'g' }),
    ]
    assert.deepEqual((await planOf('QWEN_CODE', linesOf(lines))).conversations, ['s', 's.agent-g'])
  })
})
