import assert from 'node:assert/strict'
import { it } from 'node:test'
import { integrity } from '../../src/app/integrity.ts'
import { onEveryStore } from '../support/acts.ts'
import { fill } from '../support/changes.ts'
import { act, entity, fact, relationship, run } from '../support/worldThings.ts'
import { converse, createWorld, store, update } from '../support/world.ts'

await onEveryStore('integrity of runs and relationships', (on) => {
  it('finds nothing where all is as it was counted', async () => {
    const world = createWorld()
    converse(world, 'whole')
    act(world, { entities: [entity(world, 'e')], runs: [run(world, 'whole', 'r')] })
    const open = { runId: 'r', exclusive: false, suspended: false, startDepth: 0, startHeadId: null }
    update(world, 'whole', { runs: { open: [open], completed: 0, since: 0 } })
    const thing = { kind: 'CONVERSATION', id: 'whole' } as const
    const tie = relationship(world, ['REFERS_TO', thing, { kind: 'ENTITY', id: 'e' }], { factCount: 1 })
    const newFacts = [fact(world, tie.id, { ownerKind: 'RELATIONSHIP' })]
    act(world, { relationships: [tie], newFacts })
    await fill(on.store(), on.act().tenant, world)
    assert.deepEqual((await integrity(on.act(), 'whole')).findings, [])
  })

  it('finds a run that the conversation does not know, and a relationship counted wrong', async () => {
    const world = createWorld({ seed: 2 })
    converse(world, 'damaged')
    store(world, 'damaged')
    act(world, { runs: [run(world, 'damaged', 'r')] })
    const thing = { kind: 'CONVERSATION', id: 'damaged' } as const
    act(world, { entities: [entity(world, 'f')] })
    act(world, {
      relationships: [relationship(world, ['REFERS_TO', thing, { kind: 'ENTITY', id: 'f' }], { factCount: 7 })],
    })
    await fill(on.store(), on.act().tenant, world)
    const codes = (await integrity(on.act(), 'damaged')).findings.map(({ code }) => code)
    assert.ok(codes.includes('RUNS_DIFFER'))
    assert.ok(codes.includes('RELATIONSHIP_DIFFERS'))
  })
})
