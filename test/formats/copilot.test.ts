import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/domain/model.ts'
import { CallIds } from '../../src/formats/writing/callIds.ts'
import { noSharedFiles, realFiles } from '../support/sharedFiles.ts'
import { drawn, linesOf, planOf } from '../support/plans.ts'

const heads = (plan: Awaited<ReturnType<typeof planOf>>) => plan.heads.map(({ externalId }) => externalId)
const rolesOf = (plan: Awaited<ReturnType<typeof planOf>>) => plan.nodes.map(({ draft }) => draft.role ?? draft.kind)

describe('events of Copilot', () => {
  const event = (id: string, parentId: string | null, type: string, data: JsonObject): JsonObject => ({
    type,
    data,
    id,
    parentId,
    timestamp: '2026-07-19T23:12:34.849Z',
  })
  const call = { toolCallId: 'c1', name: 'view', arguments: { path: '/a' }, type: 'function' }
  const session = [
    event('s', null, 'session.start', { sessionId: 'S', version: 1, context: { cwd: '/w' } }),
    event('p', 's', 'system.message', { role: 'system', content: 'be brief' }),
    event('u', 'p', 'user.message', { content: 'q', transformedContent: '<now/>q', parentAgentTaskId: 't' }),
    event('b', 'u', 'assistant.turn_start', { turnId: '0' }),
    event('x', 'b', 'user.message', { content: '', transformedContent: '<reminder/>', source: 'system' }),
    event('a', 'x', 'assistant.message', {
      content: '',
      reasoningText: 'hm',
      model: 'm',
      outputTokens: 7,
      toolRequests: [call],
    }),
    event('r', 'a', 'tool.execution_complete', {
      toolCallId: 'c1',
      success: false,
      error: { message: 'no', code: 'e' },
    }),
    event('e', 'r', 'assistant.turn_end', { turnId: '0' }),
    event('h', 'e', 'hook.end', {}),
  ]

  it('are one chain of turns and notes, in which what names a source is no prompt', async () => {
    const plan = await planOf('COPILOT_CLI', linesOf(session))
    assert.equal(drawn(plan), 's p<s u<p b<u x<b a<x r<a e<r h<e')
    assert.deepEqual(rolesOf(plan), ['NOTE', 'SYSTEM', 'USER', 'NOTE', 'SYSTEM', 'ASSISTANT', 'TOOL', 'NOTE', 'NOTE'])
    assert.deepEqual([plan.said[2], plan.said[4]], ['USER q', 'SYSTEM <reminder/>'])
    assert.deepEqual([plan.said[5], plan.said[6]], ['ASSISTANT (hm) view({"path":"/a"})#c1', 'TOOL #c1!=no'])
    assert.deepEqual(plan.nodes[5]?.draft.usage, { inputTokens: null, outputTokens: 7 })
    assert.equal(plan.nodes[2]?.draft.fields['transformedContent'], '<now/>q')
    assert.deepEqual([plan.conversations, heads(plan), plan.codes], [['S'], ['COPILOT_CLI:r'], ''])
    assert.deepEqual(
      plan.runs.map(({ runId, state }) => [runId, state]),
      [['u', 'COMPLETED']],
    )
  })
  it('are called by their folder where no first event names the session', async () => {
    const plan = await planOf('COPILOT_CLI', linesOf(session.slice(2)), { fileName: 'session-state/F/events.jsonl' })
    assert.deepEqual(plan.conversations, ['F'])
  })
  it('have what a compaction left, attachments, and unknown events as they came', async () => {
    const plan = await planOf(
      'COPILOT_CLI',
      linesOf([
        event('u', null, 'user.message', {
          content: 'q',
          attachments: [
            { type: 'file', path: '/w/\ud800a.txt', displayName: 'a.txt' },
            { type: 'blob', data: 'aGk=', mimeType: 'text/plain' },
            { type: 'selection' },
          ],
        }),
        event('k', 'u', 'session.compaction_complete', { success: true, summaryContent: 'so far' }),
        event('o', 'k', 'odd', {}),
      ]),
    )
    assert.deepEqual(rolesOf(plan), ['USER', 'COMPACTION', 'NOTE'])
    assert.deepEqual([plan.nodes[1]?.summary, plan.codes], ['so far', '3:UNKNOWN_TYPE'])
    assert.deepEqual(
      plan.nodes[0]?.draft.files?.map(({ fileName, byteSize }) => [fileName, byteSize]),
      [
        ['a.txt', null],
        [null, 2],
      ],
    )
  })
  it('of a copy under another name are the same', async () => {
    const copy = session.map((one, i) =>
      i === 0 ? { ...one, data: { ...(one['data'] as JsonObject), sessionId: 'T' } } : one,
    )
    const [first, second] = [await planOf('COPILOT_CLI', linesOf(session)), await planOf('COPILOT_CLI', linesOf(copy))]
    assert.deepEqual([first.conversations, second.conversations], [['S'], ['T']])
    assert.deepEqual(
      second.nodes.map(({ externalId, draft }) => [externalId, draft.blocks]),
      first.nodes.map(({ externalId, draft }) => [externalId, draft.blocks]),
    )
  })
  it('of the real session are what is known of it', { skip: noSharedFiles }, async () => {
    for (const { bytes, facts } of realFiles('copilot-cli')) {
      const plan = await planOf('COPILOT_CLI', bytes)
      const types = facts['types'] as Record<string, number>
      const count = (role: string) => rolesOf(plan).filter((one) => one === role).length
      assert.deepEqual(
        [count('ASSISTANT'), count('TOOL')],
        [types['assistant.message'], types['tool.execution_complete']],
      )
      assert.deepEqual(
        [count('USER'), count('SYSTEM')],
        [1, (types['user.message'] ?? 0) - 1 + (types['system.message'] ?? 0)],
      )
      const blocks = plan.nodes.flatMap(({ draft }) => draft.blocks)
      assert.equal(blocks.filter(({ type }) => type === 'toolCall').length, facts['tool_use_ids'])
      assert.equal(
        blocks.filter((block) => block.type === 'toolResult' && block.isError).length,
        facts['failed_results'],
      )
    }
  })
})

describe('chat sessions of Copilot', () => {
  const node = {
    node: {
      type: 1,
      children: [
        { type: 2, text: 'one', lineBreakBefore: true },
        { type: 2, text: 'two', lineBreakBefore: true },
      ],
    },
  }
  const rounds = {
    toolCallRounds: [
      {
        id: 'r1',
        response: 'Let me see.',
        thinking: { text: ['h', 'm'] },
        toolCalls: [{ id: 'c1__vscode-17', name: 'find', arguments: '{"a":1}' }],
      },
      { id: 'r2', response: 'Done.', toolCalls: [] },
    ],
    toolCallResults: { 'c1__vscode-17': { content: [{ $mid: 23, value: node }] } },
    promptTokens: 5,
    outputTokens: 3,
  }
  const request = (n: number, more: JsonObject = {}): JsonObject => ({
    requestId: `q${n}`,
    responseId: `a${n}`,
    message: { text: `ask ${n}` },
    response: [{ value: `say ${n}` }],
    timestamp: 1762883660019 + n,
    modelId: 'm',
    ...more,
  })
  const file = (requests: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
    version: 3,
    responderUsername: 'GitHub Copilot',
    requests,
    sessionId: 'S',
    customTitle: 'T',
    ...more,
  })

  it('are prompts and answers, which have the rounds that the model was sent', async () => {
    const plan = await planOf(
      'COPILOT_CHAT',
      JSON.stringify(file([request(1, { result: { metadata: rounds } }), request(2)]), null, 1),
    )
    assert.deepEqual(plan.said, [
      'USER ask 1',
      'ASSISTANT (hm) Let me see. find({"a":1})#c1__vscode-17',
      'TOOL #c1__vscode-17=one\ntwo',
      'ASSISTANT Done.',
      'USER ask 2',
      'ASSISTANT say 2',
    ])
    assert.equal(drawn(plan), 'q1 a1<q1 a1.c1__vscode-17<a1 a1.step-2<a1.c1__vscode-17 q2<a1.step-2 a2<q2')
    assert.deepEqual(
      [plan.nodes[1]?.draft.usage, plan.nodes[1]?.draft.model],
      [{ inputTokens: 5, outputTokens: 3 }, 'm'],
    )
    assert.deepEqual([plan.conversations, plan.codes], [['S'], ''])
    assert.equal(new CallIds({ refused: null, longest: 64 }).call('c1__vscode-17'), 'c1')
  })
  it('without rounds are what was shown', async () => {
    const response = [
      { kind: 'thinking', value: 'hm' },
      { value: 'See ' },
      { kind: 'inlineReference', inlineReference: { path: '/w/a.rs' } },
      { value: ' there.' },
      {
        kind: 'toolInvocationSerialized',
        toolCallId: 'd1',
        toolId: 'read',
        isComplete: true,
        invocationMessage: { value: 'Reading' },
        pastTenseMessage: { value: 'Read' },
      },
      { kind: 'progressTaskSerialized' },
      'Good.',
    ]
    const plan = await planOf('COPILOT_CHAT', JSON.stringify(file([request(1, { response })])))
    assert.deepEqual(plan.said.slice(1), [
      'ASSISTANT (hm) See `a.rs` there. read({"message":"Reading"})#d1',
      'TOOL #d1=Read',
      'ASSISTANT Good.',
    ])
  })
  it('stand before what was undone, which stays a branch that ended', async () => {
    const undone = await planOf(
      'COPILOT_CHAT',
      JSON.stringify(
        file([
          request(1),
          request(2, { isHidden: true }),
          request(3, { shouldBeRemovedOnSend: { afterUndoStop: 'x' } }),
        ]),
      ),
    )
    assert.equal(drawn(undone), 'q1 a1<q1 q2<a1 a2<q2 q3<a2 a3<q3')
    assert.deepEqual(heads(undone), ['COPILOT_CHAT:a1'])
    const goesOn = await planOf(
      'COPILOT_CHAT',
      JSON.stringify(file([request(1), request(2, { isHidden: true }), request(3)])),
    )
    assert.equal(drawn(goesOn), 'q1 a1<q1 q2<a1 a2<q2 q3<a1 a3<q3')
  })
  it('that failed without a word have no turn of the model, and those without ids are known by what they say', async () => {
    const failed = await planOf(
      'COPILOT_CHAT',
      JSON.stringify(
        file([
          request(1, { response: [], result: { errorDetails: { message: 'no' } } }),
          request(1),
          { message: 'old', response: [{ value: 'x' }] },
        ]),
      ),
    )
    assert.deepEqual(rolesOf(failed), ['USER', 'NOTE', 'USER', 'ASSISTANT', 'USER', 'ASSISTANT'])
    assert.equal(new Set(failed.nodes.map(({ externalId }) => externalId)).size, 6)
    assert.equal(failed.counts.roots, 1)
  })
  it('are the same as a log of changes', async () => {
    const log = [
      { kind: 0, v: file([], { customTitle: 'old' }) },
      { kind: 2, k: ['requests'], v: [request(1, { response: [{ value: 'x' }, { value: 'y' }] })] },
      { kind: 2, k: ['requests', 0, 'response'], v: [{ value: 'say 1' }], i: 0 },
      { kind: 1, k: ['customTitle'], v: 'T' },
      { kind: 1, k: ['requests', 0, 'result'], v: { metadata: rounds } },
      { kind: 2, k: ['requests'], v: [request(2, { isHidden: true })] },
      { kind: 3, k: ['requests', 1, 'isHidden'] },
    ]
    const plan = await planOf('COPILOT_CHAT', linesOf(log))
    const whole = await planOf(
      'COPILOT_CHAT',
      JSON.stringify(file([request(1, { result: { metadata: rounds } }), request(2)])),
    )
    assert.deepEqual([plan.said, drawn(plan), plan.codes], [whole.said, drawn(whole), ''])
    assert.equal(plan.raw('S').toString(), linesOf(log))
    assert.deepEqual(
      plan.items.flatMap((item) => (item.kind === 'title' ? [item.title] : [])),
      ['T'],
    )
  })
  it('of the real file are a prompt, four answers and five results', { skip: noSharedFiles }, async () => {
    for (const { bytes } of realFiles('copilot-chat')) {
      const plan = await planOf('COPILOT_CHAT', bytes)
      const count = (role: string) => rolesOf(plan).filter((one) => one === role).length
      assert.deepEqual([count('USER'), count('ASSISTANT'), count('TOOL')], [1, 4, 5])
      assert.ok(plan.said.some((said) => said.endsWith('No matches found')))
    }
  })
})
