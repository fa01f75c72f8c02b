import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/domain/model.ts'
import { drawn, linesOf, planOf } from '../support/plans.ts'

const at = '2026-01-01T10:00:00.000Z'
const message = (role: string, content: JsonObject['x'], more: JsonObject = {}) => ({
  type: 'message',
  timestamp: at,
  message: { role, content: typeof content === 'string' ? [{ type: 'text', text: content }] : content, ...more },
})
const placed = (id: string, parentId: string | null, entry: JsonObject): JsonObject => ({ ...entry, id, parentId })
const first = (more: JsonObject = {}) => ({ type: 'session', id: 's1', timestamp: at, cwd: '/w', ...more })
const third = { type: 'session', version: 3, id: 's3', timestamp: at, cwd: '/w' }

describe('pi sessions of the first layout', () => {
  it('chain their lines, changes of the model too', async () => {
    const plan = await planOf(
      'PI',
      linesOf([
        first({ branchedFrom: '/x.jsonl' }),
        message('user', 'hi'),
        { type: 'model_change', timestamp: at, modelId: 'm' },
        message('assistant', 'hello'),
      ]),
    )
    assert.deepEqual(plan.said, ['USER hi', 'NOTE', 'ASSISTANT hello'])
    assert.deepEqual(
      [plan.conversations, plan.counts.entries, plan.counts.nodes, plan.counts.leaves],
      [['s1'], 4, 3, 1],
    )
    assert.deepEqual(plan.items.find((item) => item.kind === 'conversation')?.metadata, {
      timestamp: at,
      branchedFrom: '/x.jsonl',
    })
  })
  it('keep of a compaction what its index names, a line of the file', async () => {
    const lines = [
      first(),
      message('user', 'a'),
      message('assistant', 'b'),
      message('user', 'c'),
      message('assistant', 'd'),
    ]
    const compaction = {
      type: 'compaction',
      timestamp: at,
      summary: 'They said a and b.',
      firstKeptEntryIndex: 3,
      tokensBefore: 9,
    }
    const { nodes } = await planOf('PI', linesOf([...lines, compaction, message('user', 'e')]))
    const marker = nodes[4]
    assert.deepEqual(
      [marker?.draft.kind, marker?.summary, marker?.draft.fields],
      ['COMPACTION', 'They said a and b.', { firstKeptEntryIndex: 3, tokensBefore: 9 }],
    )
    assert.deepEqual(marker?.keep, [[nodes[2]?.externalId, nodes[3]?.externalId]])
  })
})

describe('pi sessions since version 2', () => {
  it('are trees', async () => {
    const plan = await planOf(
      'PI',
      linesOf([
        third,
        placed('a', null, { type: 'session_info', timestamp: at, name: 'Smoke' }),
        placed('b', 'a', message('user', 'hi')),
        placed('c', 'b', message('assistant', 'one')),
        placed('d', 'b', message('assistant', 'two')),
        placed('e', 'c', message('user', 'go on')),
      ]),
    )
    assert.equal(drawn(plan), 'a b<a c<b d<b e<c')
    assert.deepEqual([plan.counts.branchPoints, plan.counts.leaves], [1, 2])
    assert.deepEqual(
      plan.items.flatMap((item) => (item.kind === 'title' ? [item.title] : [])),
      ['Smoke'],
    )
  })
  it('name what a compaction keeps by id', async () => {
    const entry = { type: 'compaction', timestamp: at, summary: 'S', firstKeptEntryId: 'b', tokensBefore: 1 }
    const { nodes } = await planOf(
      'PI',
      linesOf([
        third,
        placed('a', null, message('user', '1')),
        placed('b', 'a', message('user', '2')),
        placed('c', 'b', message('user', '3')),
        placed('d', 'c', entry),
      ]),
    )
    assert.deepEqual(nodes[3]?.keep, [['PI:b', 'PI:c']])
  })
  it('have a parent that stands later, or nowhere, or below', async () => {
    const plan = await planOf(
      'PI',
      linesOf([
        third,
        placed('b', 'a', message('user', '2')),
        placed('a', null, message('user', '1')),
        placed('x', 'gone', message('user', '3')),
        placed('m', 'n', message('user', '4')),
        placed('n', 'm', message('user', '5')),
      ]),
    )
    assert.equal(drawn(plan), 'a b<a x m n<m')
    assert.deepEqual([plan.counts.danglingParents, plan.counts.roots], [1, 3])
    assert.equal(plan.codes, '2:LATE_PARENT 4:DANGLING_PARENT 5:PARENT_CYCLE 6:LATE_PARENT')
  })
  it('have one entry of an id', async () => {
    const plan = await planOf(
      'PI',
      linesOf([third, placed('a', null, message('user', '1')), placed('a', null, message('user', '2'))]),
    )
    assert.deepEqual([plan.said, plan.counts.skipped, plan.codes], [['USER 1'], 1, '3:DUPLICATE_ID'])
  })
})

describe('messages of pi', () => {
  it('keep calls, results, thoughts, cost and what else is there', async () => {
    const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, cost: { total: 0.5 } }
    const blocks = [
      { type: 'thinking', thinking: 'hm', thinkingSignature: 'sig' },
      { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'x' }, partialJson: '{' },
    ]
    const result = {
      type: 'message',
      timestamp: at,
      message: {
        role: 'toolResult',
        toolCallId: 'c1',
        toolName: 'read',
        content: [{ type: 'text', text: 'ok' }],
        isError: true,
        details: { n: 1 },
      },
    }
    const { nodes } = await planOf(
      'PI',
      linesOf([first(), message('assistant', blocks, { model: 'm', usage, stopReason: 'toolUse', api: 'x' }), result]),
    )
    assert.deepEqual(nodes[0]?.draft.blocks, [
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'toolCall', callId: 'c1', name: 'read', input: { path: 'x' }, extra: { partialJson: '{' } },
    ])
    assert.deepEqual(nodes[0].draft.usage, {
      inputTokens: 1,
      outputTokens: 2,
      cacheReadTokens: 3,
      cacheWriteTokens: 4,
      costUsd: 0.5,
    })
    assert.deepEqual([nodes[0].draft.model, nodes[0].draft.fields], ['m', { stopReason: 'toolUse', api: 'x' }])
    assert.deepEqual(nodes[1]?.draft.blocks, [
      {
        type: 'toolResult',
        callId: 'c1',
        content: [{ type: 'text', text: 'ok' }],
        isError: true,
        extra: { toolName: 'read', details: { n: 1 } },
      },
    ])
  })
  it('are read whoever put them in', async () => {
    const bash = {
      type: 'message',
      timestamp: at,
      message: { role: 'bashExecution', command: 'ls', output: 'x', exitCode: 0, timestamp: 1 },
    }
    const hidden = { ...bash, message: { ...bash.message, excludeFromContext: true } }
    const plan = await planOf(
      'PI',
      linesOf([
        third,
        placed('a', null, bash),
        placed('b', 'a', hidden),
        placed('c', 'b', { type: 'branch_summary', timestamp: at, summary: 'left', fromId: 'a' }),
        placed('d', 'c', { type: 'custom_message', timestamp: at, customType: 'x', content: 'told', display: true }),
        placed('e', 'd', { type: 'label', timestamp: at, label: 'l' }),
      ]),
    )
    assert.deepEqual(plan.said, ['USER $ ls\nx', 'NOTE', 'SYSTEM left', 'SYSTEM told', 'NOTE'])
  })
  it('of unknown roles, entries of unknown types and versions are kept and named', async () => {
    const plan = await planOf(
      'PI',
      linesOf([
        { ...third, version: 9 },
        placed('a', null, message('oracle', 'x')),
        placed('b', 'a', { type: 'dream', timestamp: at }),
      ]),
    )
    assert.equal(plan.codes, '1:UNKNOWN_VERSION 2:UNKNOWN_TYPE 3:UNKNOWN_TYPE')
    assert.deepEqual(plan.nodes[1]?.draft.blocks, [{ type: 'other', value: { type: 'dream' } }])
  })
})
