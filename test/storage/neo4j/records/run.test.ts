import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Run } from '../../../../src/domain/records/run.ts'
import { runProperties, runs } from '../../../../src/storage/neo4j/records/run.ts'
import { run } from '../../../support/records/acts.ts'
import { createWorld } from '../../../support/world.ts'
import { given } from '../given.ts'

const world = createWorld()
const done: Partial<Run> = {
  completedAt: world.now(),
  completionSeq: 2,
  end: { observationId: 'o', depth: 4, leftOut: null },
}

describe('a run in Neo4j', () => {
  it('comes out of its one text as it went in', () => {
    for (const more of [{}, done, { settings: { model: 'né\nx' } }, { exclusive: true }]) {
      const one = run(world, 'trip', 'r"1', more)
      assert.deepEqual(runs.from(runProperties('t', one)['body']), one)
    }
  })

  it('has beside it what it is listed and counted by', () => {
    const { tenant, conversationId, runId, state, exclusive, completionSeq } = runProperties(
      't',
      run(world, 'trip', 'r1', done),
    )
    assert.deepEqual(
      [tenant, conversationId, runId, state, exclusive, given(completionSeq)],
      ['t', 'trip', 'r1', 'CLAIMED', false, 2n],
    )
    const open = runProperties('t', run(world, 'trip', 'r1'))
    assert.deepEqual([open['completedAt'], open['completionSeq']], [null, null])
  })

  it('has times whose order as text is their order', () => {
    const times = [run(world, 'trip', 'a'), run(world, 'trip', 'b')].map(
      (one) => runProperties('t', one)['claimedAt'] as string,
    )
    assert.ok((times[0] ?? '') < (times[1] ?? ''))
  })

  it('is found by its conversation and its id', () => {
    assert.deepEqual(runs.keyOf({ conversationId: 'trip', runId: 'r1' }), ['trip', 'r1'])
    assert.deepEqual(runs.names(run(world, 'trip', 'r1')), ['trip', 'r1'])
    assert.match(runs.byKey, /tenant: \$q\.tenant, conversationId: \$q\.ids\[i\]\[0\], runId: \$q\.ids\[i\]\[1\]/)
  })
})
