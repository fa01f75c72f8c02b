/** Sums of days over all conversations: whatever is folded and whenever, `analytics` says what counting everything anew says. */
import assert from 'node:assert/strict'
import fc from '../../support/properties.ts'
import { it } from 'node:test'
import { analytics } from '../../../src/app/analytics/analytics.ts'
import type { AnalyticsFilter } from '../../../src/app/analytics/filter.ts'
import { always, countAnew } from '../../../src/app/analytics/storedCounts.ts'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import type { Rollup } from '../../../src/domain/usage/rollup.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'

const days = ['2026-03-01', '2026-03-02', '2026-03-03']
const conversations = ['a', 'b', 'tried']

const step = fc.record({
  act: fc.constantFrom('say', 'say', 'say', 'call', 'ask', 'amend', 'rewind', 'fork', 'delete', 'fold', 'fold'),
  at: fc.nat(20),
  day: fc.constantFrom(...days),
  tokens: fc.nat(9),
  answer: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
})
const filters = fc.record<AnalyticsFilter>({
  from: fc.option(fc.constantFrom(...days.map((day) => `${day}T00:00:00.000000000Z`)), { nil: null }),
  to: fc.option(fc.constantFrom(...days.map((day) => `${day}T23:59:59.999999999Z`)), { nil: null }),
  models: fc.option(fc.subarray(['m0', 'm1', 'other', '']), { nil: null }),
  roles: fc.option(fc.subarray(['USER', 'ASSISTANT', 'TOOL'] as const), { nil: null }),
  includeExperiments: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Takes the steps one after the other, of what is refused the next one; returns the conversations. */
async function live(scope: () => Scope, steps: readonly Step[]): Promise<string[]> {
  const ids = [...conversations]
  await createConversation(scope(), { id: 'a' })
  await createConversation(scope(), { id: 'b' })
  await createConversation(scope(), { id: 'tried', origin: 'EXPERIMENT' })
  let made = 0
  for (const { act, at, day, tokens, answer } of steps) {
    const conversationId = ids[at % ids.length] ?? 'a'
    const usage = { inputTokens: tokens, costUsd: tokens / 7, ...(answer !== undefined && { answerId: answer }) }
    const turn = { conversationId, observedAt: `${day}T12:00:00.000000000Z`, turnId: `t${made}` }
    const known = `${conversationId}:t${at % Math.max(1, made)}`
    const text = [{ type: 'text' as const, text: 'x' }]
    const call = [{ type: 'toolCall' as const, callId: `k${made}`, name: `tool ${at % 2}`, input: {} }]
    const acts: Readonly<Record<string, () => Promise<unknown>>> = {
      say: () => storeTurn(scope(), { ...turn, role: 'ASSISTANT', blocks: text, usage, model: `m${at % 2}` }),
      call: () => storeTurn(scope(), { ...turn, role: 'ASSISTANT', blocks: call, usage }),
      ask: () => storeTurn(scope(), { ...turn, role: 'USER', blocks: text }),
      amend: () => amendMessage(scope(), { messageId: known, fields: { usage, model: 'other' } }),
      rewind: () => rewindConversation(scope(), { conversationId, to: { turn: 1 + (at % 3) } }),
      fork: () => forkConversation(scope(), { source: conversationId, newConversationId: `f${ids.length}` }),
      delete: () => deleteConversation(scope(), { id: conversationId }),
      fold: () => scope().store.foldRollups(),
    }
    made++
    const isDone = await acts[act]?.().then(
      () => true,
      (thrown: unknown) => {
        if (thrown instanceof Refusal) return false
        throw thrown
      },
    )
    if (act === 'fork' && isDone === true) ids.push(`f${ids.length}`)
  }
  return ids
}

type Row = Readonly<Record<string, string | number | boolean>>

/** What the filter leaves of all that was counted anew, added up by a key. */
function added(rows: readonly object[], by: string, name: string): [string, number][] {
  const sums = new Map<string, number>()
  for (const row of rows as readonly Row[]) {
    const key = by === '' ? '' : String(row[by])
    sums.set(key, (sums.get(key) ?? 0) + Number(row[name]))
  }
  return sorted([...sums])
}
const sorted = (pairs: [string, number][]) => pairs.filter(([, sum]) => sum !== 0).sort(([a], [b]) => (a < b ? -1 : 1))

function leftOf(all: readonly Rollup[], { from, to, models, roles, includeExperiments }: AnalyticsFilter) {
  const inTime = ({ day, experiment }: { readonly day: string; readonly experiment: boolean }) =>
    day >= (from ?? '').slice(0, 10) && day <= (to ?? '~').slice(0, 10) && (includeExperiments === true || !experiment)
  const named = ({ model, role }: { readonly model: string; readonly role: string }) =>
    (models == null || models.includes(model)) && (roles == null || (roles as readonly string[]).includes(role))
  return {
    usage: all.flatMap(({ usage }) => usage.filter((row) => inTime(row) && named(row))),
    tools: all.flatMap(({ tools }) => tools.filter((row) => inTime(row) && named(row))),
    moves: all.flatMap(({ moves }) => moves.filter(inTime)),
  }
}

async function holdsFor(scope: Scope, all: readonly Rollup[], filter: AnalyticsFilter): Promise<void> {
  const left = leftOf(all, filter)
  const found = await analytics(scope, filter)
  for (const [dimension, key] of [
    ['MODEL', 'model'],
    ['ROLE', 'role'],
    ['DAY', 'day'],
  ] as const) {
    const buckets = await found.usageBy(dimension, 100)
    const tokens = buckets.map((one): [string, number] => [one.key, one.totals.inputTokens])
    assert.deepEqual(sorted(tokens), added(left.usage, key, 'inputTokens'), dimension)
    const answers = buckets.map((one): [string, number] => [one.key, one.totals.answers])
    assert.deepEqual(sorted(answers), added(left.usage, key, 'answers'), dimension)
  }
  const total = async (shown: Promise<number>, name: string) =>
    assert.equal(await shown, added(left.usage, '', name)[0]?.[1] ?? 0, name)
  await total(found.messages(), 'messages')
  await total(found.observations(), 'observations')
  const cost = added(left.usage, '', 'costUsd')[0]?.[1] ?? 0
  assert.ok(Math.abs((await found.usage()).costUsd - cost) < 1e-9)
  const calls = (await found.tools(100)).map((one): [string, number] => [one.name, one.calls])
  assert.deepEqual(sorted(calls), added(left.tools, 'tool', 'calls'))
  const rewinds = added(left.moves, 'kind', 'count').find(([kind]) => kind === 'REWIND')?.[1] ?? 0
  assert.equal(await found.rewinds(), rewinds)
}

await onEveryStore('sums of days', (on) => {
  let tenants = 0

  it('are those of everything counted anew, folded at any time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.array(filters, { minLength: 1, maxLength: 3 }),
        async (steps, asked) => {
          const tenant = `${on.name} days ${++tenants}`
          const scope = () => on.scope({ tenant })
          const ids = await live(scope, steps)
          const all: Rollup[] = []
          for (const id of ids) {
            const one = await countAnew(scope(), id, always).catch(() => null)
            if (one !== null) all.push(one)
          }
          for (const filter of [{}, ...asked]) {
            const isTurnedRound = (filter.from ?? '') > (filter.to ?? '~')
            if (!isTurnedRound) await holdsFor(scope(), all, filter)
          }
          await scope().store.foldRollups()
          await holdsFor(scope(), all, { includeExperiments: true })
          assert.deepEqual(await on.store().faults(), [])
        },
      ),
      { numRuns: on.name.includes('SQLite') ? wholeOr(40, 10) : 6 },
    )
  })
})
