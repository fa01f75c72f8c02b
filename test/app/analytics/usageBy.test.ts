import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { analytics } from '../../../src/app/analytics/analytics.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { fill } from '../../support/changes.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { tenantFor } from '../../support/tenants.ts'
import { converse, fork, headOf, store } from '../../support/tree/acts.ts'
import { createWorld, type World } from '../../support/world.ts'

/** A talk with forks at as many different turns. */
function talks(forks: number): World {
  const world = createWorld()
  converse(world, 'talk')
  for (let i = 0; i < forks; i++) {
    store(world, 'talk')
    fork(world, 'talk', headOf(world, 'talk'), `fork-${i}`)
    store(world, `fork-${i}`)
  }
  return world
}

await onEveryStore('usage with what was inherited', (on) => {
  const worlds = new Map([3, 40].map((forks) => [forks, talks(forks)]))
  before(async () => {
    for (const [forks, world] of worlds) await fill(on.store(), tenantFor(`inherits ${forks}`), world)
  })
  const callsOf = async (forks: number, work: (scope: Scope) => Promise<unknown>) => {
    let calls = 0
    const counting = intercept(on.store(), (_name, call) => {
      calls++
      return call()
    })
    await work(on.scope({ tenant: `inherits ${forks}`, store: counting }))
    return calls
  }

  it('reads the points of many forks in as many calls of the store as those of few', async () => {
    const inclusive = async (scope: Scope) => (await analytics(scope, {})).usageInclusive(5)
    assert.equal(await callsOf(40, inclusive), await callsOf(3, inclusive))
  })
})
