import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Run } from '../../../src/domain/records/run.ts'
import { runOf, runRow } from '../../../src/storage/rows/run.ts'
import { run } from '../../support/records/acts.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

describe('a run in a store', () => {
  it('comes out as it went in: claimed, suspended, answered, completed, with settings or without', () => {
    const at = world.now()
    const runs: Partial<Run>[] = [
      {},
      { state: 'SUSPENDED', pending: { questionId: 'q', request: { ask: 'né?' } } },
      { answers: [{ questionId: 'q', answer: null, eventId: 'e' }], exclusive: true },
      { completedAt: at, completionSeq: 3, end: { observationId: null, depth: -1, leftOut: 0 } },
      { settings: { model: 'm', seed: 7 } },
    ]
    for (const given of runs) {
      const one = run(world, 'trip', 'r1', given)
      for (const form of ['whole', 'lean'] as const) assert.deepEqual(runOf(runRow(one, form)), one)
    }
    assert.equal('settings' in runOf(runRow(run(world, 'trip', 'r1'))), false)
  })

  it('leaves out of a lean row what is as usual and what follows, and nothing else', () => {
    const at = world.now()
    const [head, end] = ['head', { observationId: 'head', depth: 3, leftOut: null }]
    const recorded = {
      state: 'COMPLETED',
      claimedAt: at,
      completedAt: at,
      completionSeq: 1,
      claimedAtHeadId: head,
      end,
    } as const
    const lean = (given: Partial<Run>) => runRow(run(world, 'trip', 'r1', { ...recorded, ...given }), 'lean')
    assert.equal(lean({}).body, '{"completionSeq":1,"end":{"observationId":"head","depth":3}}')
    const others: Partial<Run>[] = [
      ...[{ claimedAtHeadId: null }, { claimedAtHeadId: 'other' }, { completedAt: null }, { completedAt: world.now() }],
      ...[{ state: 'ABORTED' as const }, { end: null }, { end: { ...end, leftOut: 0 } }, { completionSeq: null }],
      ...[{ state: 'ABORTED' as const, completedAt: null, end: null, claimedAtHeadId: null }],
    ]
    for (const given of others) {
      const one = run(world, 'trip', 'r1', { ...recorded, ...given })
      assert.deepEqual(runOf(lean(given)), one)
    }
  })

  it('has in columns what it is found and listed by', () => {
    const one = run(world, 'trip', 'r1')
    const { body, ...columns } = runRow(one)
    assert.deepEqual(columns, { conversationId: 'trip', runId: 'r1', state: 'CLAIMED', claimedAt: one.claimedAt })
    assert.equal('state' in (JSON.parse(body) as object), false)
  })
})
