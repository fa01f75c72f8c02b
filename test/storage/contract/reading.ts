import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fill } from '../../support/changes.ts'
import { randomWorld, shapes } from '../../support/shapes.ts'
import { converse, fork, store as put } from '../../support/tree/acts.ts'
import { createWorld } from '../../support/world.ts'
import { sameAnswers } from './answers.ts'
import type { Contract } from './contract.ts'

/** Reads answer as the plain graph in memory does. */
export function reading({ store, newTenant }: Contract): void {
  describe('answers as the plain graph does', () => {
    for (const [name, shape] of Object.entries(shapes(60)))
      it(`on ${name}`, async () => {
        const [tenant, world] = [newTenant(), shape()]
        await fill(store(), tenant, world)
        await sameAnswers(store(), tenant, world)
      })

    for (const seed of [1, 2, 3, 4, 5])
      it(`on a random tree, seed ${seed}`, async () => {
        const [tenant, world] = [newTenant(), randomWorld(seed, 120)]
        await fill(store(), tenant, world)
        await sameAnswers(store(), tenant, world)
      })

    it('when every act was a write of its own', async () => {
      const [tenant, world] = [newTenant(), randomWorld(6, 40)]
      await fill(store(), tenant, world, 1)
      await sameAnswers(store(), tenant, world)
    })

    it('when nothing was ever written', async () => {
      await sameAnswers(store(), newTenant(), createWorld())
    })
  })

  it('a fork shows the head it shares, and its source keeps its version', async () => {
    const [tenant, world] = [newTenant(), createWorld()]
    converse(world, 'source')
    put(world, 'source')
    const shared = put(world, 'source', { role: 'ASSISTANT' })
    fork(world, 'source', shared, 'fork')
    await fill(store(), tenant, world, 1)
    const [source, forked] = await store().frontiers(tenant, ['source', 'fork'])
    assert.deepEqual(forked?.head, shared)
    assert.deepEqual(forked.segment, source?.segment)
    assert.equal(source?.conversation.version, 3)
  })

  it('empty questions have empty answers', async () => {
    const tenant = newTenant()
    const asked = store()
    const answers = [asked.conversations(tenant, []), asked.observations(tenant, []), asked.ranges(tenant, [])]
    const more = [
      asked.lineages(tenant, []),
      asked.lists(tenant, []),
      asked.counts(tenant, [], 9),
      asked.frontiers(tenant, []),
      asked.grounds(tenant, []),
      asked.tails(tenant, []),
      asked.shown(tenant, []),
    ]
    for (const answer of await Promise.all([...answers, ...more])) assert.deepEqual(answer, [])
  })
}
