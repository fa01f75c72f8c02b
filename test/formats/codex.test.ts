import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/domain/model.ts'
import { drawn, linesOf, planOf } from '../support/plans.ts'

let second = 0
const line = (type: string, payload: JsonObject): JsonObject => ({
  timestamp: new Date(Date.UTC(2026, 0, 1) + ++second * 1000).toISOString(),
  type,
  payload,
})
const meta = (more: JsonObject = {}) => line('session_meta', { id: 's1', cwd: '/w', cli_version: '0.40.0', ...more })
const event = (type: string, more: JsonObject) => line('event_msg', { type, ...more })
const message = (role: string, text: string) => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
})
const item = (payload: JsonObject) => line('response_item', payload)
const asks = (text: string) => [item(message('user', text)), event('user_message', { message: text })]
const answers = (text: string) => [event('agent_message', { message: text }), item(message('assistant', text))]
const thinks = (text: string) => [
  event('agent_reasoning', { text }),
  item({ type: 'reasoning', summary: [{ type: 'summary_text', text }], content: null, encrypted_content: 'xyz' }),
]
const calls = (id: string, input = '{"command":["ls"]}') =>
  item({ type: 'function_call', name: 'shell', arguments: input, call_id: id })
const gives = (id: string, output = 'ok') => item({ type: 'function_call_output', call_id: id, output })
const tokens = (input: number, output: number) =>
  event('token_count', {
    info: {
      total_token_usage: { input_tokens: second },
      last_token_usage: { input_tokens: input, output_tokens: output, cached_input_tokens: 1 },
    },
  })

describe('Codex rollouts', () => {
  it('tell every text once, though it stands there twice', async () => {
    const plan = await planOf('CODEX', linesOf([meta(), ...asks('hi'), ...thinks('hm'), ...answers('hello')]))
    assert.deepEqual(plan.said, ['USER hi', 'ASSISTANT (hm)', 'ASSISTANT hello'])
    assert.deepEqual(plan.conversations, ['s1'])
    assert.equal(plan.counts.entries, 7)
    assert.equal(plan.codes, '')
  })
  it('tell what only events tell', async () => {
    const told = [
      meta(),
      event('user_message', { message: 'one' }),
      event('agent_message', { message: 'two' }),
      event('user_message', { message: 'three' }),
    ]
    const plan = await planOf('CODEX', linesOf(told))
    assert.deepEqual(plan.said, ['USER one', 'ASSISTANT two', 'USER three'])
  })
  it('take a prompt once that the program wrapped', async () => {
    const wrapped = item(message('user', '# Context\n\n## My request:\nfix it'))
    const plan = await planOf(
      'CODEX',
      linesOf([meta(), wrapped, event('user_message', { message: 'fix it' }), ...answers('done')]),
    )
    assert.equal(plan.nodes.length, 2)
  })
  it('keep equal texts of different turns', async () => {
    const plan = await planOf(
      'CODEX',
      linesOf([meta(), ...asks('go on'), ...answers('ok'), ...asks('go on'), ...answers('ok')]),
    )
    assert.deepEqual(plan.said, ['USER go on', 'ASSISTANT ok', 'USER go on', 'ASSISTANT ok'])
    assert.equal(new Set(plan.nodes.map(({ externalId }) => externalId)).size, 4)
  })
  it('give an answer its usage, whether it is told before or after', async () => {
    const plan = await planOf(
      'CODEX',
      linesOf([
        meta(),
        line('turn_context', { model: 'm1' }),
        ...asks('a'),
        tokens(10, 5),
        ...thinks('x'),
        calls('c1'),
        gives('c1'),
        ...thinks('y'),
        calls('c2'),
        tokens(20, 6),
        gives('c2'),
        ...answers('z'),
      ]),
    )
    const usage = plan.nodes.map(
      ({ draft: { usage: of, model } }) => of && [of.inputTokens ?? null, of.outputTokens ?? null, of.answerId, model],
    )
    assert.deepEqual(usage, [
      null,
      [9, 5, 'codex:s1:1', 'm1'],
      [9, 5, 'codex:s1:1', 'm1'],
      null,
      [19, 6, 'codex:s1:2', 'm1'],
      [19, 6, 'codex:s1:2', 'm1'],
      null,
      [null, null, 'codex:s1:3', 'm1'],
    ])
  })
  describe('tell what an answer took', () => {
    const took = (input: number, cached: number, output: number) => ({
      input_tokens: input,
      cached_input_tokens: cached,
      output_tokens: output,
      total_tokens: input + output,
    })
    const count = (total: number, last: JsonObject) =>
      event('token_count', { info: { total_token_usage: { total_tokens: total }, last_token_usage: last } })
    const record = (id: string, usage: JsonObject) => line('token_usage_record', { response_id: id, usage })
    const usageOf = async (...lines: JsonObject[]) => {
      const { nodes, codes } = await planOf('CODEX', linesOf([meta(), ...asks('a'), ...lines]))
      assert.equal(codes, '')
      const answers = nodes.filter(({ draft: { role } }) => role === 'ASSISTANT')
      return answers.map(({ draft: { usage } }) => [
        usage?.inputTokens ?? null,
        usage?.cacheReadTokens ?? null,
        usage?.outputTokens ?? null,
        usage?.answerId,
      ])
    }
    it('behind the results of its calls', async () => {
      const usage = await usageOf(
        calls('c1'),
        gives('c1'),
        count(1, took(10, 4, 5)),
        item(message('assistant', 'b')),
        count(2, took(20, 8, 6)),
      )
      assert.deepEqual(usage, [
        [6, 4, 5, 'codex:s1:1'],
        [12, 8, 6, 'codex:s1:2'],
      ])
    })
    it('with the request, and once more as the sum of the session', async () => {
      const usage = await usageOf(
        calls('c1'),
        record('r1', took(10, 4, 5)),
        gives('c1'),
        count(1, took(10, 4, 5)),
        item(message('assistant', 'b')),
        record('r2', took(20, 8, 6)),
        count(2, took(20, 8, 6)),
      )
      assert.deepEqual(usage, [
        [6, 4, 5, 'r1'],
        [12, 8, 6, 'r2'],
      ])
    })
    it('of several requests, whose counts add up', async () => {
      const sent = [...answers('b'), count(1, took(10, 0, 5)), count(2, took(20, 0, 6)), count(2, took(20, 0, 6))]
      assert.deepEqual(await usageOf(...sent), [[30, 0, 11, 'codex:s1:1']])
      const summed = [
        calls('c1'),
        count(1, took(10, 0, 5)),
        gives('c1'),
        count(2, took(20, 0, 6)),
        line('compacted', { message: 'm' }),
      ]
      assert.deepEqual(await usageOf(...summed), [[30, 0, 11, 'codex:s1:1']])
    })
    it('and nothing is held for ever', async () => {
      const many = Array.from({ length: 2000 }, (_, at) => item(message('developer', `${at}`)))
      const { nodes } = await planOf('CODEX', linesOf([meta(), ...asks('a'), calls('c1'), ...many, gives('c1')]))
      assert.equal(nodes.length, 2003)
    })
  })
  it('claim a run for each prompt and complete it, or abort it where it was broken off', async () => {
    const lines = [
      meta(),
      item(message('user', '<environment_context>x</environment_context>')),
      ...asks('a'),
      ...answers('b'),
      ...asks('c'),
      event('turn_aborted', { reason: 'interrupted' }),
      ...asks('d'),
      ...answers('e'),
    ]
    const { nodes, runs } = await planOf('CODEX', linesOf(lines))
    const names = [...new Set(nodes.map(({ runId }) => runId))]
    assert.deepEqual(
      nodes.map(({ runId }) => names.indexOf(runId)),
      [0, 1, 1, 2, 2, 3, 3],
    )
    assert.equal(names[0], null)
    assert.deepEqual(
      runs.map(({ state, runId }) => [state, names.indexOf(runId)]),
      [
        ['COMPLETED', 1],
        ['ABORTED', 2],
        ['COMPLETED', 3],
      ],
    )
  })
  it('make what the program puts in a system turn', async () => {
    const plan = await planOf(
      'CODEX',
      linesOf([
        meta(),
        item(message('user', '<user_instructions>be kind</user_instructions>')),
        item(message('developer', 'rules')),
        ...asks('a'),
      ]),
    )
    assert.deepEqual(
      plan.nodes.map(({ draft }) => draft.role),
      ['SYSTEM', 'SYSTEM', 'USER'],
    )
  })
  it('leave a request to the user, whatever the program put around it', async () => {
    const asked = [
      '<environment_context>\n<cwd>/w</cwd>\n</environment_context>\n\nmend it',
      '# Context from my IDE setup:\n\n## Open tabs:\n- a\n\n## My request for Codex:\nmend it',
    ]
    const put = ['# Context from my IDE setup:\n\n## Open tabs:\n- a', '<skills_instructions>x</skills_instructions>']
    const { nodes } = await planOf(
      'CODEX',
      linesOf([meta(), ...[...asked, ...put].map((text) => item(message('user', text)))]),
    )
    assert.deepEqual(
      nodes.map(({ draft: { role } }) => role),
      ['USER', 'USER', 'SYSTEM', 'SYSTEM'],
    )
  })
  it('make a compaction of what says so', async () => {
    const { nodes } = await planOf(
      'CODEX',
      linesOf([
        meta(),
        ...asks('a'),
        ...answers('b'),
        line('compacted', { message: 'They said a and b.' }),
        ...asks('c'),
      ]),
    )
    assert.deepEqual(
      nodes.map(({ draft, summary }) => [draft.kind, summary]),
      [
        ['TURN', null],
        ['TURN', null],
        ['COMPACTION', 'They said a and b.'],
        ['TURN', null],
      ],
    )
  })
  it('keep the prompts that stand, before the summary, where a compaction has no list', async () => {
    const long = 'x'.repeat(79_990)
    const compacted = line('compacted', { message: 'Sum.' })
    const kept = async (...lines: readonly JsonObject[]) => {
      const { nodes } = await planOf('CODEX', linesOf([meta(), ...lines, compacted]))
      const said = new Map(
        nodes.map(({ externalId, draft }) => [
          externalId,
          draft.blocks[0]?.type === 'text' ? draft.blocks[0].text : '',
        ]),
      )
      const marker = nodes.at(-1)
      assert.equal(marker?.summaryAt, marker?.keep.length)
      return marker?.keep.map(([from]) => said.get(from)?.slice(0, 9))
    }
    const back = event('thread_rolled_back', { num_turns: 1 })
    assert.deepEqual(await kept(...asks('a'), ...answers('b'), ...asks('c')), ['a', 'c'])
    assert.deepEqual(await kept(...asks('a'), ...answers('b'), ...asks('c'), ...answers('d'), back, ...asks('e')), [
      'a',
      'e',
    ])
    assert.deepEqual(await kept(...asks('a longer one'), ...asks(long)), ['xxxxxxxxx'])
  })
  it('go back where turns were taken back', async () => {
    const plan = await planOf(
      'CODEX',
      linesOf([
        meta(),
        ...asks('a'),
        ...answers('b'),
        ...asks('c'),
        ...answers('d'),
        event('thread_rolled_back', { num_turns: 1 }),
        ...asks('e'),
      ]),
    )
    const [, b, , , e] = plan.nodes
    assert.equal(e?.parent, b?.externalId)
    assert.equal(plan.counts.branchPoints, 1)
  })
  it('keep and name what is not known', async () => {
    const odd = { type: 'dance_call', step: 1 }
    const plan = await planOf('CODEX', linesOf([meta(), item(odd), event('party', {}), line('poem', { text: 'o' })]))
    assert.deepEqual(
      plan.nodes.map(({ draft }) => draft.blocks),
      [[{ type: 'other', value: odd }]],
    )
    assert.equal(plan.codes, '2:UNKNOWN_TYPE 3:UNKNOWN_TYPE 4:UNKNOWN_TYPE')
  })
  it('are read in their older layout as well', async () => {
    const lines = [
      { id: 's2', timestamp: '2025-05-01T10:00:00Z', instructions: null },
      { record_type: 'state' },
      message('user', 'hi'),
      { record_type: 'state' },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
      { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c' },
      { type: 'function_call_output', call_id: 'c', output: 'ok' },
      message('assistant', 'hello'),
    ]
    const plan = await planOf('CODEX', linesOf(lines))
    assert.deepEqual(plan.said, ['USER hi', 'ASSISTANT (hm)', 'ASSISTANT shell({})#c', 'TOOL #c=ok', 'ASSISTANT hello'])
    assert.deepEqual([plan.conversations, plan.counts.entries, plan.codes], [['s2'], 8, ''])
    assert.equal(plan.nodes[0]?.draft.observedAt, '2025-05-01T10:00:00.000000000Z')
    assert.equal(
      drawn(plan)
        .split(' ')
        .filter((node) => !node.includes('<')).length,
      1,
    )
  })
  it('count calls without result and results without call', async () => {
    const { counts, codes } = await planOf('CODEX', linesOf([meta(), ...asks('a'), calls('x', 'not json'), gives('y')]))
    assert.deepEqual([counts.unansweredToolCalls, counts.orphanToolResults], [1, 1])
    assert.equal(codes, '4:UNANSWERED_CALL 5:ORPHAN_RESULT')
  })
})
