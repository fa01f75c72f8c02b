// Takes long: worlds are counted anew after each step.
/** Conversations, forks and the shapes of all trees: whatever was done in which order, `analytics` says what a recount says. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { analytics } from '../../../src/app/analytics/analytics.ts'
import { conversationsIn, shapeOfAll } from '../../../src/app/analytics/conversations.ts'
import type { AnalyticsFilter } from '../../../src/app/analytics/filter.ts'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { restoreConversation } from '../../../src/app/conversations/restoreConversation.ts'
import { erase } from '../../../src/app/erasures/erase.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { foldersOf } from '../../../src/app/read/folders.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { backedUp, everything, restored } from '../../support/backups.ts'
import fc from '../../support/properties.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'

const directories = ['/a', '/b']
const acts = ['say', 'say', 'branch', 'call', 'fork', 'fork', 'delete', 'restore', 'rewind', 'erase'] as const
const step = fc.record({ act: fc.constantFrom(...acts), at: fc.nat(20), turn: fc.nat(5) })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Takes the steps one after the other, of what is refused the next one. */
async function live(scope: () => Scope, steps: readonly Step[]): Promise<void> {
  const ids = ['a', 'b', 'plain', 'tried']
  const messages: string[] = []
  for (const [k, cwd] of directories.entries()) await createConversation(scope(), { id: ids[k] ?? '', cwd })
  await createConversation(scope(), { id: 'tried', origin: 'EXPERIMENT', cwd: '/a' })
  for (const [k, { act, at, turn }] of steps.entries()) {
    const id = ids[at % ids.length] ?? 'a'
    const text = {
      conversationId: id,
      turnId: `t${k}`,
      role: 'USER' as const,
      blocks: [{ type: 'text' as const, text: 'x' }],
    }
    const call = { type: 'toolCall' as const, callId: `k${k}`, name: 'grep', input: {} }
    const work: Readonly<Record<Step['act'], () => Promise<unknown>>> = {
      say: () => storeTurn(scope(), text),
      branch: () => storeTurn(scope(), { ...text, parent: { messageId: messages[turn % messages.length] ?? '' } }),
      call: () => storeTurn(scope(), { ...text, role: 'ASSISTANT', blocks: [call] }),
      fork: () =>
        forkConversation(scope(), { source: id, newConversationId: `f${k}`, ...(turn > 0 && { at: { turn } }) }),
      delete: () => deleteConversation(scope(), { id }),
      restore: () => restoreConversation(scope(), { id }),
      rewind: () => rewindConversation(scope(), { conversationId: id, [turn % 2 === 0 ? 'to' : 'before']: { turn } }),
      erase: () => erase(scope(), { conversationIds: [id], reason: 'OTHER' }),
    }
    const isDone = await work[act]().then(
      () => true,
      (thrown: unknown) => {
        if (thrown instanceof Refusal) return false
        throw thrown
      },
    )
    if (act === 'fork' && isDone) ids.push(`f${k}`)
    if (isDone) messages.push(`${id}:t${k}`)
  }
}

async function shown(scope: Scope, filter: AnalyticsFilter) {
  const all = await analytics(scope, filter)
  const { failedCalls: _, prompts: __, notes: ___, ...shape } = await all.treeShape()
  return { conversations: await all.conversations(), forks: await all.forks(), depths: await all.forkDepths(), shape }
}

/** The same of every conversation that is read. */
async function recount(scope: Scope, { includeExperiments, includeDeleted, ...folders }: AnalyticsFilter) {
  const all = (await conversationsIn(scope, foldersOf(folders))).filter(
    ({ experiment, deleted }) => (includeExperiments === true || !experiment) && (includeDeleted !== false || !deleted),
  )
  const live = all.filter(({ deleted }) => !deleted)
  const levels = [...new Set(live.map(({ forkLevel }) => forkLevel))].sort((a, b) => a - b)
  return {
    conversations: live.length,
    forks: live.filter(({ forkLevel }) => forkLevel > 0).length,
    depths: levels.map((depth) => ({
      depth,
      conversations: live.filter(({ forkLevel }) => forkLevel === depth).length,
    })),
    shape: await shapeOfAll(scope, all),
  }
}

const folders = [...[null, ...directories].map((cwd) => ({ cwd })), { cwds: ['/a', '/b', '/nowhere'] }, { cwds: [] }]
const filters: readonly AnalyticsFilter[] = folders.flatMap((folder) =>
  [true, false].flatMap((includeExperiments) =>
    [true, false].map((includeDeleted) => ({ ...folder, includeExperiments, includeDeleted })),
  ),
)

async function isRecounted(scope: () => Scope): Promise<void> {
  for (const filter of filters)
    assert.deepEqual(await shown(scope(), filter), await recount(scope(), filter), JSON.stringify(filter))
}

await onEveryStore('sums of conversations', (on) => {
  let tenants = 0
  const fresh = () => {
    const tenant = `${on.name} counted ${++tenants}`
    return () => on.scope({ tenant })
  }

  it('are those of everything counted anew, erased, deleted and restored conversations with them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const scope = fresh()
        await live(scope, steps)
        await isRecounted(scope)
        assert.deepEqual(await on.store().faults(), [])
      }),
      { numRuns: on.name.includes('SQLite') ? wholeOr(60, 15) : 4 },
    )
  })

  it('are those of a restored backup, and of two stores merged', async () => {
    const [from, to, merged] = [fresh(), fresh(), fresh()]
    await everything(from())
    await isRecounted(from)
    const bytes = await backedUp(from())
    await restored(to(), bytes)
    await isRecounted(to)
    await live(merged, [
      { act: 'say', at: 1, turn: 0 },
      { act: 'fork', at: 1, turn: 0 },
      { act: 'say', at: 4, turn: 0 },
    ])
    await restored(merged(), bytes, { merge: true })
    await isRecounted(merged)
    assert.equal((await shown(merged(), {})).conversations, (await shown(from(), {})).conversations + 3)
    assert.deepEqual(await on.store().faults(), [])
  })

  it('know the directory of what was spent, of erased conversations none', async () => {
    const scope = fresh()
    await live(scope, [])
    for (const [conversationId, inputTokens] of [
      ['a', 1],
      ['b', 2],
      ['plain', 4],
    ] as const)
      // prettier-ignore
      await storeTurn(scope(), {
        ...{ conversationId, role: 'ASSISTANT', model: 'm', usage: { inputTokens } },
        blocks: [{ type: 'text', text: 'x' }],
      })
    const tokens = async (filter: AnalyticsFilter = {}) =>
      Object.fromEntries(
        (await (await analytics(scope(), filter)).usageBy('CWD', 9)).map(({ key, totals }) => [
          key,
          totals.inputTokens,
        ]),
      )
    const unpriced = async () =>
      Promise.all(
        (await (await analytics(scope(), {})).usageByAll(['MODEL', 'CWD'], 9)).map(async ({ keys, totals }) => [
          keys,
          (await totals.unpriced()).map((one) => one.inputTokens),
        ]),
      )
    for (let folds = 0; folds < 2; folds++) {
      assert.deepEqual(await tokens(), { '': 4, '/a': 1, '/b': 2 })
      assert.deepEqual(await tokens({ cwd: '/b' }), { '/b': 2 })
      assert.deepEqual(await tokens({ cwds: ['/b', '/nowhere'] }), { '/b': 2 })
      assert.deepEqual(await tokens({ from: '2020-01-01T10:00:00.000000000Z' }), { '': 4, '/a': 1, '/b': 2 })
      assert.deepEqual(await unpriced(), [
        [['m', ''], [4]],
        [['m', '/b'], [2]],
        [['m', '/a'], [1]],
      ])
      await scope().store.foldRollups()
    }
    await erase(scope(), { conversationIds: ['b'], reason: 'OTHER' })
    assert.deepEqual(await tokens(), { '': 6, '/a': 1 })
    await scope().store.foldRollups()
    assert.deepEqual(await tokens(), { '': 6, '/a': 1 })
    assert.deepEqual(await on.store().faults(), [])
  })
})
