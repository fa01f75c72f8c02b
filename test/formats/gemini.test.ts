import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/domain/model.ts'
import { openScratch } from '../../src/storage/scratch.ts'
import { drawn, linesOf, planOf } from '../support/plans.ts'

const at = '2026-01-01T10:00:00.000Z'
const said = (id: string, type: string, content: string, more: JsonObject = {}) => ({
  id,
  timestamp: at,
  type,
  content,
  ...more,
})
const session = (messages: readonly JsonObject[]) =>
  JSON.stringify({ sessionId: 'g1', projectHash: 'h', startTime: at, lastUpdated: at, messages }, null, 2)
const header = { sessionId: 'g1', projectHash: 'h', startTime: at }
const call = (id: string, more: JsonObject) => ({ id, name: 'ls', args: { path: '.' }, timestamp: at, ...more })
const response = (id: string, answer: JsonObject) => [{ functionResponse: { id, name: 'ls', response: answer } }]

describe('Gemini CLI sessions', () => {
  it('have call and result in one message, which become two nodes and count as one', async () => {
    const calls = [
      call('c1', { status: 'success', result: response('c1', { output: 'x' }), displayName: 'List' }),
      call('c2', { status: 'error', result: response('c2', { error: 'no' }) }),
      call('c3', { status: 'executing' }),
    ]
    const plan = await planOf(
      'GEMINI_CLI',
      session([
        said('a', 'user', 'hi'),
        said('b', 'gemini', '', { toolCalls: calls, model: 'm' }),
        said('c', 'gemini', 'done'),
      ]),
    )
    assert.deepEqual(plan.said, [
      'USER hi',
      'ASSISTANT ls({"path":"."})#c1 ls({"path":"."})#c2 ls({"path":"."})#c3',
      'TOOL #c1={"output":"x"}',
      'TOOL #c2!={"error":"no"}',
      'ASSISTANT done',
    ])
    assert.equal(drawn(plan), 'a b<a b.c1<b b.c2<b.c1 c<b.c2')
    assert.deepEqual(
      [plan.counts.entries, plan.counts.nodes, plan.counts.unansweredToolCalls, plan.counts.leaves],
      [3, 3, 1, 1],
    )
    assert.equal(plan.nodes[2]?.draft.fields['displayName'], 'List')
  })
  it('count what is thought as output', async () => {
    const tokens = { input: 10, output: 2, cached: 4, thoughts: 3, tool: 0, total: 15 }
    const thoughts = [{ subject: 'S', description: 'D', timestamp: at }]
    const { nodes } = await planOf('GEMINI_CLI', session([said('a', 'gemini', 'x', { tokens, thoughts })]))
    assert.deepEqual(nodes[0]?.draft.usage, { inputTokens: 6, outputTokens: 5, cacheReadTokens: 4 })
    assert.deepEqual(nodes[0].draft.blocks[0], {
      type: 'thinking',
      thinking: 'D',
      extra: { subject: 'S', timestamp: at },
    })
  })
  it('keep messages of the program as notes, and name what is not known', async () => {
    const plan = await planOf('GEMINI_CLI', session([said('a', 'info', 'x'), said('b', 'song', 'y')]))
    assert.deepEqual([plan.said, plan.codes], [['NOTE', 'NOTE'], '1:UNKNOWN_TYPE'])
  })
  it('may have their content as parts: calls, results and files among them are read (F-11)', async () => {
    const parts = [
      { text: 'hm', thought: true },
      { text: 'I look.' },
      { functionCall: { id: 'c1', name: 'ls', args: { path: '.' } } },
      { functionCall: { id: 'c2', name: 'ls', args: {} } },
    ]
    const answer = {
      ...said('b', 'gemini', ''),
      content: parts,
      toolCalls: [call('c2', { status: 'success', result: response('c2', { output: 'y' }) })],
    }
    const results = { ...said('c', 'user', ''), content: [...response('c1', { output: 'x' }), { text: 'and on' }] }
    const prompt = {
      ...said('a', 'user', ''),
      content: [
        { text: 'see @a' },
        { text: 'file a' },
        { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
      ],
      displayContent: 'see @a',
    }
    const plan = await planOf('GEMINI_CLI', session([prompt, answer, results]))
    assert.deepEqual(
      plan.nodes.map(({ draft }) => [draft.role, ...draft.blocks.map(({ type }) => type)]),
      [
        ['USER', 'text', 'text', 'attachment'],
        ['ASSISTANT', 'thinking', 'text', 'toolCall', 'toolCall'],
        ['TOOL', 'toolResult'],
        ['TOOL', 'toolResult', 'text'],
      ],
    )
    assert.equal(plan.nodes[0]?.draft.fields['displayContent'], 'see @a')
    assert.equal(plan.nodes[0].draft.files?.[0]?.mediaType, 'image/png')
    assert.deepEqual(
      [plan.counts.unreadBlocks, plan.counts.unansweredToolCalls, plan.counts.orphanToolResults],
      [0, 0, 0],
    )
  })
  it('hold the messages of a log on the disk until its end, each in its last state', async () => {
    const ids = Array.from({ length: 60 }, (_, k) => (k === 30 ? 'half \ud83d' : `m${k}`))
    const messages = ids.map((id, k) => said(id, k % 2 === 0 ? 'user' : 'gemini', `first ${k}`))
    const again = ids.slice(0, 40).map((id, k) => said(id, k % 2 === 0 ? 'user' : 'gemini', `last ${k}`))
    const log = linesOf([header, ...messages, ...again])
    const scratch = openScratch(4)
    try {
      const { items, said: texts } = await planOf('GEMINI_CLI', log, { scratch })
      assert.deepEqual(items, (await planOf('GEMINI_CLI', log)).items)
      assert.deepEqual([texts[0], texts[30], texts[59]], ['USER last 0', 'USER last 30', 'ASSISTANT first 59'])
    } finally {
      scratch.close()
    }
  })
  it('are read as a log of lines, in which a message is written again and the talk goes back', async () => {
    const lines = [
      header,
      said('a', 'user', 'one'),
      said('b', 'gemini', '', { toolCalls: [call('c1', { status: 'executing' })] }),
      said('b', 'gemini', 'x', {
        toolCalls: [call('c1', { status: 'success', result: response('c1', { output: 'y' }) })],
      }),
      said('c', 'user', 'two'),
      { $rewindTo: 'c' },
      { $set: { lastUpdated: at } },
      said('d', 'user', 'three'),
    ]
    const plan = await planOf('GEMINI_CLI', linesOf(lines))
    assert.equal(drawn(plan), 'a b<a b.c1<b c<b.c1 d<b.c1')
    assert.deepEqual(plan.said[1], 'ASSISTANT x ls({"path":"."})#c1')
    assert.deepEqual(
      plan.heads.map(({ externalId }) => externalId),
      ['GEMINI_CLI:d'],
    )
    assert.equal(plan.raw('g1').toString(), linesOf(lines))
  })
})
