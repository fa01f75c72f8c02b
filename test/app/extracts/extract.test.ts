/** Tables for analysts: what they hold of what is stored, and that they add up to what analytics say. */
import assert from 'node:assert/strict'
import fc from '../../support/properties.ts'
import { it } from 'node:test'
import { analytics } from '../../../src/app/analytics/analytics.ts'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { storeEntity } from '../../../src/app/entities/storeEntity.ts'
import { openExtract, type ExtractRequest } from '../../../src/app/extracts/extract.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { setPrices } from '../../../src/app/prices/setPrices.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import type { Block } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { ReadTooLarge } from '../../../src/storage/graphStore.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

type Line = Readonly<Record<string, unknown>>
const usual: ExtractRequest = {
  ...{ of: null, format: null, names: null, from: null, to: null },
  ...{ includeExperiments: false, includeDeleted: true },
}

async function linesOf(scope: Scope, of: string, more: Partial<ExtractRequest> = {}): Promise<Line[]> {
  let text = ''
  for await (const piece of openExtract(scope, { ...usual, of, ...more }).pieces) text += Buffer.from(piece).toString()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}
const sumOf = (lines: readonly Line[], name: string) =>
  Number(lines.reduce((sum, line) => sum + Number(line[name] ?? 0), 0).toPrecision(12))
const call = (callId: string, name: string): Block => ({ type: 'toolCall', callId, name, input: {} })
const text: Block = { type: 'text', text: 'x' }

await onEveryStore('extracts for analytics', (on) => {
  let tenants = 0
  const fresh = () => {
    const tenant = `${on.name} extracts ${++tenants}`
    return (given: Partial<Parameters<typeof on.scope>[0]> = {}) => on.scope({ tenant, ...given })
  }
  const answer = (scope: Scope, conversationId: string, more: Partial<Parameters<typeof storeTurn>[1]> = {}) =>
    storeTurn(scope, { conversationId, role: 'ASSISTANT', blocks: [text], model: 'm', ...more })

  it('of turns have each storing once, and the usage of an answer at its earliest turn', async () => {
    const scope = fresh()
    await say(scope(), 'c', 'u1', 'x', { observedAt: '2026-03-01T08:00:00.000000000Z' })
    const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 100, costUsd: 0.5, answerId: 'a' }
    const blocks = [call('k', 'read'), call('l', 'read'), call('n', 'write')]
    await answer(scope(), 'c', { turnId: 'a1', blocks, usage, observedAt: '2026-03-01T09:00:00.000000000Z' })
    const error: Block = { type: 'toolResult', callId: 'k', content: 'no', isError: true }
    await storeTurn(scope(), {
      conversationId: 'c',
      role: 'TOOL',
      blocks: [error],
      observedAt: '2026-03-01T10:00:00.000000000Z',
    })
    await answer(scope(), 'c', { usage: { ...usage, outputTokens: 9 }, observedAt: '2026-03-01T11:00:00.000000000Z' })
    await forkConversation(scope(), { source: 'c', newConversationId: 'f', at: { turn: 1 } })
    const lines = await linesOf(scope(), 'turns')
    assert.equal(lines.length, 4)
    const { message_id: messageId, ...first } = lines.find((line) => line['message_id'] === 'c:a1') ?? {}
    assert.deepEqual(
      { messageId, ...first, observation_id: typeof first['observation_id'] },
      {
        ...{ conversation_id: 'c', messageId: 'c:a1', observation_id: 'string', role: 'ASSISTANT', model: 'm' },
        ...{
          observed_at: '2026-03-01T09:00:00Z',
          day: '2026-03-01',
          week: '2026-02-23',
          turn: 2,
          title: 'x',
          project: null,
        },
        ...{ tool: 'read, write', calls: 3, errors: 0, answers: 1, priced_answers: 1, answer_id: 'a' },
        ...{
          input_tokens: 10,
          output_tokens: 9,
          cache_read_tokens: 100,
          cache_write_tokens: 0,
          cost_usd: 0.5,
          cost_source: 'STATED',
          estimated_cost_usd: null,
        },
      },
    )
    const later = lines.find((line) => line['observed_at'] === '2026-03-01T11:00:00Z')
    assert.deepEqual([later?.['answer_id'], later?.['output_tokens'], later?.['answers']], ['a', null, 0])
    assert.deepEqual([sumOf(lines, 'errors'), lines.find((line) => line['errors'] === 1)?.['role']], [1, 'TOOL'])
  })

  it('of usage have a row for each conversation, day, role, model and tool', async () => {
    const scope = fresh()
    await say(scope(), 'c', 'u1', 'x', { observedAt: '2026-03-01T08:00:00.000000000Z' })
    const usage = { inputTokens: 11, outputTokens: 4, costUsd: 0.1 }
    await answer(scope(), 'c', {
      blocks: [call('k', 'a'), call('l', 'b')],
      usage,
      observedAt: '2026-03-01T09:00:00.000000000Z',
    })
    await answer(scope(), 'c', { usage, observedAt: '2026-03-02T09:00:00.000000000Z' })
    const key = (line: Line) => ['day', 'role', 'model', 'tool'].map((name) => line[name]).join('|')
    const lines = (await linesOf(scope(), 'USAGE')).sort((a, b) => (key(a) < key(b) ? -1 : 1))
    assert.deepEqual(
      lines.map((line) => [key(line), line['observations'], line['calls'], line['input_tokens'], line['cost_usd']]),
      [
        ['2026-03-01|ASSISTANT|m|', 1, 0, 0, null],
        ['2026-03-01|ASSISTANT|m|a', 0, 1, 6, 0.05],
        ['2026-03-01|ASSISTANT|m|b', 0, 1, 5, 0.05],
        ['2026-03-01|USER||', 1, 0, 0, null],
        ['2026-03-02|ASSISTANT|m|', 1, 0, 11, 0.1],
      ],
    )
    assert.deepEqual([sumOf(lines, 'answers'), sumOf(lines, 'messages')], [2, 3])
  })

  it('say of every cost whether it is stated, and leave an unknown one empty', async () => {
    const scope = fresh()
    await createConversation(scope(), { id: 'c', cwd: '/work/app' })
    const usage = { inputTokens: 10, outputTokens: 5 }
    const at = (day: number) => `2026-03-0${day}T09:00:00.000000000Z`
    await say(scope(), 'c', 'u1', 'Why?', { observedAt: at(1) })
    await answer(scope(), 'c', { usage, model: 'local', observedAt: at(2) })
    await answer(scope(), 'c', { usage: { ...usage, costUsd: 0 }, model: 'free', observedAt: at(3) })
    await answer(scope(), 'c', { usage: { ...usage, costUsd: 2 }, model: 'dear', observedAt: at(4) })
    const turns = await linesOf(scope(), 'TURNS')
    const costs = (lines: Line[]) =>
      Object.fromEntries(
        lines.map((line) => [(line['model'] as string) || '-', [line['cost_source'], line['cost_usd']]]),
      )
    const [unknown, none] = [
      ['UNKNOWN', null],
      [null, null],
    ]
    assert.deepEqual(costs(turns), { '-': none, local: unknown, free: ['STATED', 0], dear: ['STATED', 2] })
    const sums = await linesOf(scope(), 'USAGE')
    assert.deepEqual(costs(sums), { '-': [null, null], local: unknown, free: ['STATED', 0], dear: ['STATED', 2] })
    for (const line of [...turns, ...sums]) assert.deepEqual([line['title'], line['project']], ['Why?', '/work/app'])
    assert.deepEqual([...new Set(turns.map((line) => line['week']))].sort(), ['2026-02-23', '2026-03-02'])
    await setPrices(scope(), { prices: [{ model: 'lo*', from: '2026-01-01', input: 100_000, output: 200_000 }] })
    const estimated = (lines: Line[]) =>
      lines
        .filter((line) => line['model'] === 'local')
        .map((line) => [line['cost_source'], line['cost_usd'], line['estimated_cost_usd'], line['priced_answers']])
    for (const of of ['TURNS', 'USAGE'] as const)
      assert.deepEqual(estimated(await linesOf(scope(), of)), [['ESTIMATED', null, 2, 0]])
  })

  it('of conversations and forks have a row each, a deleted one without its title', async () => {
    const scope = fresh()
    await say(scope(), 'c', 'u1', 'Why?')
    await say(scope(), 'c', 'u2', 'How?')
    const fork = { source: 'c', newConversationId: 'f', at: { turn: 1 }, title: 'Another way' }
    await forkConversation(scope(), fork)
    await say(scope(), 'f', 'u3', 'When?')
    const [made, ...rest] = await linesOf(scope(), 'FORKS')
    assert.deepEqual(rest, [])
    const { created_at: _, day, week, fork_point: point, path_hash: hash, ...facts } = made ?? {}
    assert.deepEqual(facts, {
      ...{ conversation_id: 'f', title: 'Another way', project: null, source_id: 'c', source_title: 'Why?' },
      ...{ shared_turns: 1, own_nodes: 1, fork_level: 1 },
    })
    assert.ok(String(week) <= String(day) && typeof point === 'string' && /^[\da-f]{64}$/.test(String(hash)))
    await deleteConversation(scope(), { id: 'c' })
    const named = (lines: Line[]) =>
      lines
        .map((line) => [line['conversation_id'], line['title'], line['turns'], line['forked_from'], line['deleted']])
        .sort()
    assert.deepEqual(named(await linesOf(scope(), 'CONVERSATIONS')), [
      ['c', null, 2, null, 1],
      ['f', 'Another way', 2, 'c', 0],
    ])
    assert.equal((await linesOf(scope(), 'CONVERSATIONS', { includeDeleted: false })).length, 1)
  })

  it('of events have all ledgers, and what happened to things of no conversation', async () => {
    const scope = fresh()
    await say(scope(), 'c', 'u1')
    await say(scope(), 'c', 'a1')
    await rewindConversation(scope(), { conversationId: 'c', to: { messageId: 'c:u1' }, note: 'again', actor: ['me'] })
    await storeEntity(scope(), { type: 'topic', name: 'x' })
    const lines = await linesOf(scope(), 'EVENTS')
    const rewind = lines.find((line) => line['kind'] === 'REWIND')
    assert.deepEqual([rewind?.['note'], rewind?.['actor'], rewind?.['conversation_id']], ['again', ['me'], 'c'])
    assert.ok(rewind?.['head_from'] !== rewind?.['head_to'])
    assert.ok(lines.some((line) => line['conversation_id'] === null && line['seq'] === null))
    const stored = lines.filter((line) => line['conversation_id'] === 'c').map((line) => line['seq'])
    assert.deepEqual(
      [...stored].sort(),
      [...stored.keys()].map((k) => k + 1),
    )
  })

  it('add up to what analytics say, whatever was stored and corrected, and within whatever time', async () => {
    const day = fc.integer({ min: 1, max: 4 }).map((d) => `2026-03-0${d}`)
    const turn = fc.record({
      conversation: fc.constantFrom('c', 'd', 'tried', 'gone'),
      answerId: fc.option(fc.constantFrom('a', 'b'), { nil: null }),
      tokens: fc.integer({ min: 0, max: 50 }),
      at: fc.tuple(day, fc.integer({ min: 10, max: 23 })).map(([date, hour]) => `${date}T${hour}:00:00.000000000Z`),
      turnId: fc.constantFrom('t1', 't2', 't3'),
      names: fc.subarray(['read', 'write']),
      amend: fc.boolean(),
    })
    const bound = fc.constantFrom(null, '2026-03-02T00:00:00Z', '2026-03-02T13:30:00Z', '2026-03-03T12:00:00Z')
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 8 }), bound, fc.boolean(), async (turns, cut, all) => {
        const scope = fresh()
        await createConversation(scope(), { id: 'tried', origin: 'EXPERIMENT' })
        for (const { conversation, answerId, tokens, at, turnId, names, amend } of turns) {
          const blocks = names.length === 0 ? [text] : names.map((name, k) => call(`k${k}`, name))
          const usage = { inputTokens: tokens, outputTokens: 1, costUsd: tokens / 7, answerId }
          await answer(scope(), conversation, { turnId, blocks, usage, observedAt: at })
          const messageId = `${conversation}:${turnId}`
          if (amend) await amendMessage(scope(), { messageId, fields: { usage: { inputTokens: 99 }, model: 'n' } })
        }
        if (turns.some(({ conversation }) => conversation === 'gone')) await deleteConversation(scope(), { id: 'gone' })
        const flags = { includeExperiments: all, includeDeleted: all }
        for (const range of [
          { from: null, to: cut },
          { from: cut, to: null },
        ]) {
          const [usage, stored] = await Promise.all([
            linesOf(scope(), 'USAGE', { ...range, ...flags }),
            linesOf(scope(), 'TURNS', { ...range, ...flags }),
          ])
          const full = (time: string | null) => time?.replace('Z', '.000000000Z') ?? null
          const found = await analytics(scope(), { from: full(range.from), to: full(range.to), ...flags })
          const { inputTokens, outputTokens, costUsd, answers } = await found.usage()
          for (const lines of [usage, stored])
            assert.deepEqual(
              ['input_tokens', 'output_tokens', 'answers', 'calls'].map((name) => sumOf(lines, name)),
              [inputTokens, outputTokens, answers, (await found.tools(9)).reduce((sum, { calls }) => sum + calls, 0)],
            )
          assert.ok(Math.abs(sumOf(usage, 'cost_usd') - costUsd) < 1e-6)
          assert.equal(stored.length, await found.observations())
          assert.equal(sumOf(usage, 'observations'), await found.observations())
        }
      }),
      { numRuns: on.name.includes('Neo4j') ? 4 : 12 },
    )
  })

  it('leave out experiments unless asked, and deleted conversations when asked', async () => {
    const scope = fresh()
    await createConversation(scope(), { id: 'tried', origin: 'EXPERIMENT' })
    for (const id of ['c', 'tried', 'gone']) await answer(scope(), id, { usage: { inputTokens: 1 } })
    await deleteConversation(scope(), { id: 'gone' })
    for (const of of ['USAGE', 'TURNS', 'EVENTS', 'CONVERSATIONS']) {
      const ids = async (more: Partial<ExtractRequest>) => {
        const lines = await linesOf(scope(), of, more)
        return [...new Set(lines.map((line) => String(line['conversation_id'])))].sort()
      }
      assert.deepEqual(await ids({}), ['c', 'gone'])
      assert.deepEqual(await ids({ includeExperiments: true }), ['c', 'gone', 'tried'])
      assert.deepEqual(await ids({ includeDeleted: false }), ['c'])
    }
  })

  it('hold nothing of another tenant', async () => {
    const [mine, other] = [fresh(), fresh()]
    await answer(mine(), 'c', { usage: { inputTokens: 1 } })
    for (const of of ['USAGE', 'TURNS', 'EVENTS', 'CONVERSATIONS', 'FORKS'])
      assert.deepEqual(await linesOf(other(), of), [])
  })

  it('meet everything once while more is stored, page by page however large', async () => {
    const scope = fresh()
    for (let k = 0; k < 30; k++) await say(scope(), `c${k % 5}`, `u${k}`)
    let walks = 0
    const small = intercept(on.store(), async (method, run, asked) => {
      if (method !== 'walk') return run()
      const { limit } = asked[2] as { limit: number }
      if (limit > 8) throw new ReadTooLarge('Too much.')
      // Those that were there move to other places in lists by activity.
      await say(scope(), `c${walks++ % 5}`, 'late')
      return run()
    })
    const lines = await linesOf(scope({ store: small }), 'TURNS')
    const ids = lines.map((line) => line['observation_id'])
    assert.equal(new Set(ids).size, ids.length)
    assert.equal(lines.filter((line) => String(line['message_id']).includes(':u')).length, 30)
  })

  it('are refused with code and facts where they make no sense', () => {
    const scope = fresh()
    const refused = (more: Partial<ExtractRequest>): readonly unknown[] | null => {
      try {
        openExtract(scope(), { ...usual, of: 'USAGE', ...more })
        return null
      } catch (thrown) {
        assert.ok(thrown instanceof Refusal)
        const { code, facts } = thrown as Refusal
        return [code, facts]
      }
    }
    const tables = ['USAGE', 'TURNS', 'EVENTS', 'CONVERSATIONS', 'FORKS']
    assert.deepEqual(refused({ of: null }), ['BAD_INPUT', { accepted: tables }])
    assert.deepEqual(refused({ of: 'constructor' }), ['BAD_INPUT', { given: 'constructor', accepted: tables }])
    const formats = { given: 'xlsx', accepted: ['NDJSON', 'CSV', 'PARQUET'] }
    assert.deepEqual(refused({ format: 'xlsx' }), ['BAD_INPUT', formats])
    assert.deepEqual(refused({ names: 'x' }), ['BAD_INPUT', { given: 'x', accepted: ['OWN', 'OTEL'] }])
    assert.deepEqual(refused({ from: 'noon' }), ['BAD_INPUT', { given: 'noon' }])
    const turned = { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }
    assert.deepEqual(refused(turned), ['BAD_INPUT', turned])
    assert.equal(refused({ format: 'Parquet', names: 'otel' }), null)
  })
})
