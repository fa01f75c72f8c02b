import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Run } from '../../../src/domain/records/run.ts'
import { runOf, runRow } from '../../../src/storage/rows/run.ts'
import { createWorld } from '../../support/world.ts'
import { run } from '../../support/worldThings.ts'

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
      assert.deepEqual(runOf(runRow(one)), one)
    }
    assert.equal('settings' in runOf(runRow(run(world, 'trip', 'r1'))), false)
  })

  it('has in columns what it is found and listed by', () => {
    const one = run(world, 'trip', 'r1')
    const { body, ...columns } = runRow(one)
    assert.deepEqual(columns, { conversationId: 'trip', runId: 'r1', state: 'CLAIMED', claimedAt: one.claimedAt })
    assert.equal('state' in (JSON.parse(body) as object), false)
  })
})
