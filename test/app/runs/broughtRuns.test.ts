/** Runs that come whole with their turns, beside the same runs claimed, stored and completed one by one. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import { completeRun } from '../../../src/app/runs/completeRun.ts'
import type { StoredRun } from '../../../src/app/runs/broughtRuns.ts'
import { storeTurn, storeTurns, type StoreTurns } from '../../../src/app/turns/storeTurns.ts'
import type { StoreTurn } from '../../../src/app/turns/turnInput.ts'
import type { Conversation, Role } from '../../../src/domain/model.ts'
import { settingsHash, type Run } from '../../../src/domain/records/run.ts'
import { canonicalJson, sha256 } from '../../../src/domain/tree/pathHash.ts'
import fc from '../../support/properties.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { turnsOf } from '../../support/talk.ts'

const at = (minute: number) => `2026-01-02T00:${String(minute).padStart(2, '0')}:00.000000000Z`
const turn = (turnId: string, runId: string | null, more: Partial<StoreTurn> = {}): StoreTurn => ({
  conversationId: 'c',
  turnId,
  role: (turnId.startsWith('a') ? 'ASSISTANT' : 'USER') satisfies Role,
  blocks: [{ type: 'text', text: turnId }],
  ...(runId !== null && { runId }),
  ...more,
})
const run = (runId: string, more: Partial<StoredRun> = {}): StoredRun => ({ conversationId: 'c', runId, ...more })

await onEveryStore('runs that come with their turns', (on) => {
  let count = 0
  const fresh = () => {
    const tenant = `${on.name} ${++count}`
    const scope = () => on.scope({ tenant })
    const store = (turns: readonly StoreTurn[], runs: readonly StoredRun[], more: Partial<StoreTurns> = {}) =>
      storeTurns(scope(), { turns, runs, ...more })
    const known = async (runId: string) => (await scope().reads.run('c', runId)) as Run
    const events = async () => {
      const list = { list: 'events', owner: 'c', after: null, limit: 100 } as const
      return (await scope().reads.list(list)).map(({ kind, details }) => [
        kind,
        details['runId'] ?? null,
        details['state'] ?? null,
      ])
    }
    return { scope, store, known, events }
  }

  it('are completed in the order of their last turns, at the times of their rows', async () => {
    const { scope, store, known, events } = fresh()
    const turns = [
      turn('u1', 'r1', { observedAt: at(1) }),
      turn('u2', 'r2', { observedAt: at(2) }),
      turn('a2', 'r2', { observedAt: at(3) }),
      turn('a1', 'r1', { observedAt: at(4) }),
    ]
    const settings = { model: 'm', seed: 7, temperature: 0.5 }
    const { results } = await store(turns, [run('r1'), run('r2', { claimedAt: at(0), completedAt: at(9), settings })])
    assert.deepEqual(
      results.map(({ observation }) => observation.runId),
      ['r1', 'r2', 'r2', 'r1'],
    )
    const [r1, r2] = [await known('r1'), await known('r2')]
    assert.deepEqual([r1.state, r1.completionSeq, r1.claimedAt, r1.completedAt], ['COMPLETED', 2, at(1), at(4)])
    assert.deepEqual([r2.state, r2.completionSeq, r2.claimedAt, r2.completedAt], ['COMPLETED', 1, at(0), at(9)])
    assert.deepEqual([r1.claimedAtHeadId, r2.claimedAtHeadId], [null, results[0]?.observation.id])
    assert.deepEqual(
      [r2.settings, settingsHash(r2)],
      [settings, sha256(canonicalJson({ temperature: 0.5, seed: 7, model: 'm' }))],
    )
    assert.deepEqual([r1.settings, settingsHash(r1)], [undefined, null])
    assert.deepEqual(await events(), [
      ['STORE', null, null],
      ['RUN', 'r1', 'COMPLETED'],
      ['RUN', 'r2', 'COMPLETED'],
      ['CREATE', null, null],
    ])
    assert.deepEqual((await integrity(scope(), 'c')).findings, [])
    await forkConversation(scope(), { source: 'c', at: { runId: 'r2' }, newConversationId: 'f' })
    assert.deepEqual(await turnsOf(scope(), 'f'), ['u2', 'a2'])
  })

  it('stay open or are aborted where that is said, and end where the conversation stands without a turn', async () => {
    const { scope, store, known } = fresh()
    const runs = [run('open', { state: 'CLAIMED' }), run('off', { state: 'ABORTED' }), run('none'), run('done')]
    const { results } = await store([turn('u1', 'off'), turn('u2', 'done'), turn('u3', 'open')], runs)
    const states = await Promise.all(['open', 'off', 'none', 'done'].map(async (id) => (await known(id)).state))
    assert.deepEqual(states, ['CLAIMED', 'ABORTED', 'COMPLETED', 'COMPLETED'])
    assert.equal((await known('none')).claimedAtHeadId, results.at(-1)?.observation.id)
    await storeTurn(scope(), turn('a3', 'open'))
    assert.equal((await completeRun(scope(), { conversationId: 'c', runId: 'open' })).run.completionSeq, 3)
    assert.deepEqual((await integrity(scope(), 'c')).findings, [])
    const alone = await store([], [run('alone', { completedAt: at(3) })])
    assert.deepEqual(alone.results, [])
    assert.deepEqual([(await known('alone')).claimedAt, (await known('alone')).completionSeq], [at(3), 4])
  })

  it('begin where their first turn goes, also where that takes the place of another', async () => {
    const { scope, store, known } = fresh()
    await store([turn('u1', 'r1'), turn('a1', 'r1')], [run('r1')])
    await store([turn('u1', 'r2', { blocks: [{ type: 'text', text: 'again' }] }), turn('a1', 'r2')], [run('r2')])
    assert.deepEqual([(await known('r2')).claimedAtHeadId, (await known('r2')).state], [null, 'COMPLETED'])
    assert.deepEqual(await turnsOf(scope(), 'c'), ['u1', 'a1'])
    assert.deepEqual((await integrity(scope(), 'c')).findings, [])
  })

  it('are refused whole: an id of before, twice, suspended, times the wrong way, broken pairs, turns of another run', async () => {
    const { scope, store } = fresh()
    await store([turn('u1', 'old')], [run('old')])
    const refused = async (
      turns: readonly StoreTurn[],
      runs: readonly StoredRun[],
      code: string,
      field: readonly string[],
    ) => {
      const rows = await on.store().rowCounts()
      await assert.rejects(store(turns, runs), (error: { code: string; field: readonly string[] }) => {
        assert.deepEqual([error.code, error.field], [code, field])
        return true
      })
      assert.deepEqual(await on.store().rowCounts(), rows)
    }
    await refused([turn('u2', 'old')], [run('old')], 'RUN_ALREADY_COMPLETED', ['runs', '0', 'runId'])
    await refused([turn('u2', 'a')], [run('b'), run('b')], 'BAD_INPUT', ['runs', '1', 'runId'])
    await refused([turn('u2', 'a')], [run('a', { state: 'SUSPENDED' })], 'BAD_INPUT', ['runs', '0', 'state'])
    await refused([turn('u2', 'a')], [run('a', { claimedAt: at(2), completedAt: at(1) })], 'BAD_INPUT', [
      'runs',
      '0',
      'completedAt',
    ])
    await refused([turn('u2', 'a')], [run('a', { state: 'ABORTED', completedAt: at(1) })], 'BAD_INPUT', [
      'runs',
      '0',
      'completedAt',
    ])
    await refused([turn('u2', 'a')], [run('a', { settings: [1] })], 'BAD_INPUT', ['runs', '0', 'settings'])
    await refused([turn('u2', 'b')], [run('a')], 'RUN_NOT_CLAIMED', ['turns', '0', 'runId'])
    const call = { blocks: [{ type: 'toolCall', callId: 'k', name: 'read', input: {} }] } as const
    await refused([turn('u2', 'a'), turn('a2', 'a', call), turn('u3', 'a')], [run('a')], 'TOOL_PAIR_BROKEN', [
      'runs',
      '0',
      'runId',
    ])
    await claimRun(scope(), { conversationId: 'c', runId: 'alone', exclusive: true })
    await refused([turn('u2', 'a')], [run('a')], 'CONFLICT_ACTIVE_RUN', ['runs', '0'])
  })

  it('are stored once a key, and go with a loser into its sibling', async () => {
    const { scope, store, known } = fresh()
    const input = [[turn('u1', 'r1')], [run('r1')], { idempotencyKey: 'k' }] as const
    await store(...input)
    const rows = await on.store().rowCounts()
    assert.equal((await store(...input)).replayed, true)
    assert.deepEqual(await on.store().rowCounts(), rows)
    await assert.rejects(store([turn('u1', 'r1')], [run('r1', { state: 'ABORTED' })], { idempotencyKey: 'k' }), {
      code: 'IDEMPOTENCY_MISMATCH',
    })
    const { results } = await store([turn('u9', 'r9')], [run('r9')], { expectedHeadId: null, onConflict: 'FORK' })
    const sibling = results[0]?.conversation as Conversation
    assert.equal((await scope().reads.run(sibling.id, 'r9'))?.state, 'COMPLETED')
    assert.equal(await known('r9'), null)
  })

  it('are as they would be one by one', async () => {
    const act = fc.record({ run: fc.nat(3), minute: fc.nat(50) })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), fc.nat(6), async (acts, size) => {
        const [whole, single] = [fresh(), fresh()]
        const turns = acts.map(({ run: n }, i) =>
          turn(`${i % 2 ? 'a' : 'u'}${i}`, n === 0 ? null : `r${n}-${Math.floor(i / (size + 1))}`),
        )
        const last = new Map(turns.map(({ runId }, i) => [runId ?? '', i]))
        const ids = [...last.keys()].filter((id) => id !== '')
        for (let from = 0; from < turns.length; from += size + 1) {
          const page = turns.slice(from, from + size + 1)
          await whole.store(
            page,
            ids.filter((id) => page.some(({ runId }) => runId === id)).map((id) => run(id)),
          )
        }
        for (const [i, one] of turns.entries()) {
          const { runId } = one
          if (runId != null && turns.findIndex((it) => it.runId === runId) === i)
            await claimRun(single.scope(), { conversationId: 'c', runId })
          await storeTurn(single.scope(), one)
          if (runId != null && last.get(runId) === i) await completeRun(single.scope(), { conversationId: 'c', runId })
        }
        const shown = async ({ scope, known }: typeof whole) => {
          const reads = scope().reads
          const nameOf = async (id: string | null | undefined) =>
            id == null ? null : (await reads.observation(id))?.messageId
          return Promise.all(
            ids.map(async (id) => {
              const { state, completionSeq, end, claimedAtHeadId } = await known(id)
              return [
                id,
                state,
                completionSeq,
                await nameOf(claimedAtHeadId),
                end?.depth,
                end?.leftOut,
                await nameOf(end?.observationId),
              ]
            }),
          )
        }
        assert.deepEqual(await shown(whole), await shown(single))
      }),
      { numRuns: wholeOr(40, 12) },
    )
  })
})
