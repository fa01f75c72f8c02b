/** The sums behind analytics: what they count, and that they are those of what is stored, whatever came in which order. */
import assert from 'node:assert/strict'
import fc from '../../support/properties.ts'
import { it } from 'node:test'
import { analytics } from '../../../src/app/analytics/analytics.ts'
import type { AnalyticsFilter } from '../../../src/app/analytics/filter.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { undo } from '../../../src/app/heads/undo.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { storeTurn, storeTurns } from '../../../src/app/turns/storeTurns.ts'
import type { Block, Json, Role, Usage } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'

const text = (said: string): Block => ({ type: 'text', text: said })
const call = (callId: string, name: string): Block => ({ type: 'toolCall', callId, name, input: {} })
const result = (callId: string, isError = false): Block => ({ type: 'toolResult', callId, content: 'x', isError })

interface Turn {
  readonly turnId?: string
  readonly role?: Role
  readonly blocks?: readonly Block[]
  readonly model?: string
  readonly usage?: Usage
  readonly day?: string
  readonly parent?: { readonly observationId: string }
  readonly ifEqual?: 'BRANCH'
}
const turnOf = (conversationId: string, { day, role = 'ASSISTANT', blocks = [text('x')], ...more }: Turn) => ({
  conversationId,
  role,
  blocks,
  ...(day !== undefined && { observedAt: `${day}T12:00:00.000000000Z` }),
  ...more,
})
const store = (scope: Scope, id: string, turn: Turn) => storeTurn(scope, turnOf(id, turn))
const spent = (inputTokens: number, outputTokens: number, answerId?: string): Usage => ({
  inputTokens,
  outputTokens,
  ...(answerId !== undefined && { answerId }),
})

async function whole(scope: Scope, filter: AnalyticsFilter = {}) {
  const found = await analytics(scope, filter)
  const { inputTokens, outputTokens, answers } = await found.usage()
  return { inputTokens, outputTokens, answers }
}
async function buckets(
  scope: Scope,
  dimension: Parameters<Awaited<ReturnType<typeof analytics>>['usageBy']>[0],
  top = 20,
) {
  const found = await (await analytics(scope, {})).usageBy(dimension, top)
  return found.map(({ key, totals }) => [key, totals.inputTokens, totals.outputTokens])
}
async function faults(scope: Scope, ...ids: string[]) {
  const reports = await Promise.all(ids.map((id) => integrity(scope, id)))
  return reports.flatMap(({ findings }) => findings.filter(({ code }) => code === 'SUMS_DIFFER'))
}

await onEveryStore('sums of usage', (on) => {
  let tenants = 0
  const fresh = () => {
    const tenant = `${on.name} ${++tenants}`
    return () => on.scope({ tenant })
  }

  it('count the parts of one answer once, with the largest of each, whatever came first', async () => {
    for (const parts of [
      [spent(10, 1, 'a'), spent(10, 7, 'a'), spent(10, 3, 'a')],
      [spent(10, 7, 'a'), spent(10, 3, 'a'), spent(10, 1, 'a')],
    ]) {
      const scope = fresh()
      for (const usage of parts) await store(scope(), 'c', { usage, model: 'm' })
      assert.deepEqual(await whole(scope()), { inputTokens: 10, outputTokens: 7, answers: 1 })
      assert.deepEqual(await faults(scope(), 'c'), [])
    }
  })

  it('count an answer of two conversations in that of its earliest part, also when that comes late', async () => {
    const scope = fresh()
    await store(scope(), 'late', { usage: spent(5, 9, 'a'), model: 'new', day: '2026-03-02' })
    await store(scope(), 'early', { usage: spent(8, 2, 'a'), model: 'old', day: '2026-03-01' })
    assert.deepEqual(await buckets(scope(), 'CONVERSATION'), [['early', 8, 9]])
    assert.deepEqual(await buckets(scope(), 'MODEL'), [['old', 8, 9]])
    assert.deepEqual(await buckets(scope(), 'DAY'), [['2026-03-01', 8, 9]])
    assert.deepEqual(await faults(scope(), 'late', 'early'), [])
  })

  it('leave nothing of a fork, and of an experiment only when it is asked for', async () => {
    const scope = fresh()
    await store(scope(), 'c', { usage: spent(1, 2), model: 'm' })
    await forkConversation(scope(), { source: 'c', newConversationId: 'f' })
    await createConversation(scope(), { id: 'tried', origin: 'EXPERIMENT' })
    await store(scope(), 'tried', { usage: spent(100, 200) })
    assert.deepEqual(await whole(scope()), { inputTokens: 1, outputTokens: 2, answers: 1 })
    assert.deepEqual(await whole(scope(), { includeExperiments: true }), {
      inputTokens: 101,
      outputTokens: 202,
      answers: 2,
    })
    const found = await analytics(scope(), {})
    assert.deepEqual([await found.conversations(), await found.forks(), await found.messages()], [2, 1, 1])
    assert.deepEqual(await found.forkDepths(), [
      { depth: 0, conversations: 1 },
      { depth: 1, conversations: 1 },
    ])
    const shown = (await found.usageInclusive(10)).map(({ key, totals: { unpriced: _, ...totals } }) => ({
      key,
      totals,
    }))
    assert.deepEqual(shown, [
      {
        key: 'c',
        totals: {
          inputTokens: 1,
          outputTokens: 2,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
          costUsd: 0,
          answers: 1,
          pricedAnswers: 0,
        },
      },
      {
        key: 'f',
        totals: {
          inputTokens: 1,
          outputTokens: 2,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
          costUsd: 0,
          answers: 1,
          pricedAnswers: 0,
        },
      },
    ])
    assert.equal((await found.treeShape()).nodes, 1)
  })

  it('know the leaves of all trees, the point of a fork once that it went another way before', async () => {
    const scope = fresh()
    await store(scope(), 'c', { turnId: 'a' })
    await store(scope(), 'c', { turnId: 'b' })
    for (const id of ['onward', 'replaced', 'unused'])
      await forkConversation(scope(), { source: 'c', newConversationId: id })
    await store(scope(), 'onward', { turnId: 'c' })
    await store(scope(), 'replaced', { turnId: 'b', ifEqual: 'BRANCH' })
    await store(scope(), 'replaced', { turnId: 'd' })
    const shape = await (await analytics(scope(), {})).treeShape()
    assert.deepEqual([shape.nodes, shape.roots, shape.leaves], [5, 1, 3])
  })

  it('follow corrections of the newest storing, and not of what it replaced', async () => {
    const scope = fresh()
    await store(scope(), 'c', { turnId: 'a', usage: spent(1, 1), model: 'm', day: '2026-03-01' })
    await amendMessage(scope(), { messageId: 'c:a', fields: { usage: { inputTokens: 50 }, model: 'right' } })
    assert.deepEqual(await buckets(scope(), 'MODEL'), [['right', 50, 0]])
    await store(scope(), 'c', { turnId: 'a', usage: spent(3, 3), model: 'm', day: '2026-03-02' })
    assert.deepEqual(await buckets(scope(), 'MODEL'), [
      ['right', 50, 0],
      ['m', 1, 1],
    ])
    await amendMessage(scope(), {
      messageId: 'c:a',
      fields: { content: [{ toolCall: { callId: 'x', name: 'grep', input: {} } }] },
    })
    assert.deepEqual(await (await analytics(scope(), {})).tools(5), [{ name: 'grep', calls: 1, errors: 0 }])
    assert.deepEqual(await faults(scope(), 'c'), [])
  })

  it('take the largest of a shared answer anew when one part is corrected', async () => {
    const scope = fresh()
    await store(scope(), 'c', { turnId: 'p', usage: spent(10, 90, 'a') })
    await store(scope(), 'c', { turnId: 'q', usage: spent(10, 20, 'a') })
    await amendMessage(scope(), {
      messageId: 'c:p',
      fields: { usage: { inputTokens: 4, outputTokens: 5, answerId: 'a' } },
    })
    assert.deepEqual(await whole(scope()), { inputTokens: 10, outputTokens: 20, answers: 1 })
    await amendMessage(scope(), {
      messageId: 'c:p',
      fields: { usage: { inputTokens: 4, outputTokens: 5, answerId: 'b' } },
    })
    assert.deepEqual(await whole(scope()), { inputTokens: 14, outputTokens: 25, answers: 2 })
    assert.deepEqual(await faults(scope(), 'c'), [])
  })

  it('keep what deleted turns and conversations cost', async () => {
    const scope = fresh()
    await store(scope(), 'c', { turnId: 'a', usage: spent(1, 2) })
    await store(scope(), 'gone', { usage: spent(10, 20) })
    await deleteMessage(scope(), { id: 'c:a' })
    await deleteConversation(scope(), { id: 'gone' })
    assert.deepEqual(await whole(scope()), { inputTokens: 11, outputTokens: 22, answers: 2 })
    assert.deepEqual(await whole(scope(), { includeDeleted: false }), { inputTokens: 1, outputTokens: 2, answers: 1 })
    assert.equal(await (await analytics(scope(), {})).conversations(), 1)
    assert.deepEqual(await faults(scope(), 'c', 'gone'), [])
  })

  it('share the usage of a turn among its calls, and know the tools that failed', async () => {
    const scope = fresh()
    await store(scope(), 'c', { role: 'USER', usage: spent(0, 1) })
    await store(scope(), 'c', {
      blocks: [call('1', 'read'), call('2', 'write'), call('3', 'read')],
      usage: spent(10, 3),
    })
    await store(scope(), 'c', { role: 'TOOL', blocks: [result('2', true)] })
    await store(scope(), 'c', { role: 'TOOL', blocks: [result('1'), result('3', true)] })
    assert.deepEqual(await buckets(scope(), 'TOOL'), [
      ['read', 7, 2],
      ['write', 3, 1],
      ['', 0, 1],
    ])
    assert.deepEqual(await (await analytics(scope(), {})).tools(5), [
      { name: 'read', calls: 2, errors: 1 },
      { name: 'write', calls: 1, errors: 1 },
    ])
    const found = await analytics(scope(), {})
    const { inputTokens, outputTokens } = await found.other('TOOL', 1)
    assert.deepEqual([inputTokens, outputTokens], [3, 2])
    assert.deepEqual(await faults(scope(), 'c'), [])
  })

  it('name no tool of a result whose call is not there, be it a failure or not', async () => {
    const scope = fresh()
    await store(scope(), 'c', { role: 'USER' })
    await store(scope(), 'c', { role: 'TOOL', blocks: [result('nowhere'), result('gone', true)] })
    assert.deepEqual(await (await analytics(scope(), {})).tools(5), [])
    assert.deepEqual(await faults(scope(), 'c'), [])
  })

  it('count what was taken back for each turn of a user', async () => {
    const scope = fresh()
    const { observation } = await store(scope(), 'c', { turnId: 'u', role: 'USER' })
    await store(scope(), 'c', { turnId: 'v' })
    await rewindConversation(scope(), { conversationId: 'c', to: { observationId: observation.id } })
    await undo(scope(), { conversationId: 'c' })
    await storeTurns(scope(), {
      turns: ['u', 'u'].map((turnId) => turnOf('c', { turnId, role: 'USER', ifEqual: 'BRANCH' })),
    })
    const found = await analytics(scope(), {})
    assert.deepEqual([await found.rewinds(), await found.replacedTurns(), await found.rewindRate()], [2, 2, 4 / 3])
    assert.deepEqual(await found.turnsByRole(), [
      { role: 'USER', count: 3 },
      { role: 'ASSISTANT', count: 1 },
    ])
    assert.deepEqual(await faults(scope(), 'c'), [])
  })

  it('begin and end inside a day, where they are asked to', async () => {
    const scope = fresh()
    for (const [turnId, observedAt] of [
      ['a', '2026-03-01T10:00:00.000000000Z'],
      ['b', '2026-03-01T12:00:00.000000000Z'],
      ['c', '2026-03-02T01:00:00.000000000Z'],
      ['d', '2026-03-03T10:00:00.000000000Z'],
      ['e', '2026-03-03T12:00:00.000000001Z'],
    ] as const)
      await storeTurn(scope(), { ...turnOf('c', { turnId, usage: spent(1, 0) }), observedAt })
    const between = async (from: string, to: string) =>
      (await whole(scope(), { from: `${from}000000Z`, to: `${to}000000Z` })).answers
    assert.equal(await between('2026-03-01T12:00:00.000', '2026-03-03T12:00:00.000'), 3)
    assert.equal(await between('2026-03-01T10:00:00.000', '2026-03-01T11:00:00.000'), 1)
    assert.equal(await between('2026-03-04T00:00:00.000', '2026-03-05T00:00:00.000'), 0)
    const days = await (await analytics(scope(), { from: '2026-03-01T11:00:00.000000000Z' })).messagesPerDay()
    assert.deepEqual(days, [
      { day: '2026-03-01', messages: 1 },
      { day: '2026-03-02', messages: 1 },
      { day: '2026-03-03', messages: 2 },
    ])
  })

  it('say why they cannot be given', async () => {
    const scope = fresh()
    const refused = async (ask: () => Promise<unknown>) => {
      try {
        await ask()
      } catch (thrown) {
        if (thrown instanceof Refusal) return String(thrown.code)
        throw thrown
      }
      return null
    }
    const [early, late] = ['2026-03-01T00:00:00.000000000Z', '2026-03-02T00:00:00.000000000Z']
    assert.equal(await refused(() => analytics(scope(), { from: late, to: early })), 'BAD_INPUT')
    assert.equal(await refused(() => analytics(scope(), { conversationIds: ['nobody'] })), 'NOT_FOUND')
    for (const top of [0, 1001, 1.5])
      assert.equal(await refused(async () => (await analytics(scope(), {})).tools(top)), 'BAD_INPUT')
  })

  it('are those of what is stored after anything, whatever the order of parts', async () => {
    const tools = ['read', 'write']
    const step = fc.record({
      act: fc.constantFrom(
        'store',
        'store',
        'store',
        'call',
        'fail',
        'amend',
        'model',
        'again',
        'rewind',
        'fork',
        'delete',
      ),
      at: fc.nat(20),
      day: fc.constantFrom('2026-03-01', '2026-03-02'),
      tokens: fc.nat(9),
      answer: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const scope = fresh()
        const ids = ['c']
        let made = 0
        let calls = 0
        for (const { act, at, day, tokens, answer } of steps) {
          const id = ids[at % ids.length] ?? 'c'
          const usage = { inputTokens: tokens, costUsd: tokens / 7, ...(answer !== undefined && { answerId: answer }) }
          const known = `${id}:t${at % Math.max(1, made)}`
          const run = async () => {
            if (act === 'store') return store(scope(), id, { turnId: `t${made++}`, usage, day, model: `m${at % 2}` })
            if (act === 'call')
              return store(scope(), id, {
                turnId: `t${made++}`,
                usage,
                day,
                blocks: [call(`k${calls++}`, tools[at % 2] ?? '')],
              })
            if (act === 'fail')
              return store(scope(), id, {
                turnId: `t${made++}`,
                role: 'TOOL',
                day,
                blocks: [result(`k${at % Math.max(1, calls)}`, true)],
              })
            if (act === 'amend') return amendMessage(scope(), { messageId: known, fields: { usage: usage as Json } })
            if (act === 'model')
              return amendMessage(scope(), { messageId: known, fields: { model: 'other', text: 'no' } })
            if (act === 'again')
              return store(scope(), id, { turnId: known.slice(id.length + 1), usage, day, model: 'n' })
            if (act === 'rewind') return rewindConversation(scope(), { conversationId: id, to: { turn: 1 + (at % 3) } })
            if (act === 'delete') return deleteMessage(scope(), { id: known })
            await forkConversation(scope(), { source: id, newConversationId: `f${ids.length}` })
            return ids.push(`f${ids.length}`)
          }
          await run().catch((thrown: unknown) => {
            if (!(thrown instanceof Refusal)) throw thrown
          })
        }
        if (made > 0 && (await scope().reads.conversation('c')) !== null)
          assert.deepEqual(await faults(scope(), ...ids), [])
        for (const dimension of ['MODEL', 'ROLE', 'DAY', 'TOOL', 'CONVERSATION', 'FORK_DEPTH', 'CWD'] as const) {
          const found = await analytics(scope(), {})
          const shown = await found.usageBy(dimension, 2)
          const sum =
            (await found.other(dimension, 2)).inputTokens +
            shown.reduce((all, { totals }) => all + totals.inputTokens, 0)
          assert.equal(sum, (await found.usage()).inputTokens, dimension)
        }
      }),
      { numRuns: on.name.includes('SQLite') ? wholeOr(40, 10) : 6 },
    )
  })
})
