import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Context } from '../../../src/graphql/context.ts'
import { createReads } from '../../../src/app/read/reads.ts'
import { contextPerTick } from '../../../src/http/responses/contextPerTick.ts'
import { fakeScope, fakeOf } from '../../support/fakes.ts'

const wake = <T>(woken: () => T): Promise<T> => Promise.resolve().then(woken)

/** Returns contexts on a store that answers a conversation with how often it was asked. */
function contexts() {
  let asked = 0
  const store = { conversations: (ids: readonly string[]) => Promise.resolve(ids.map(() => ++asked)) }
  const make = () => {
    const reads = createReads(fakeScope({ store }).store, 'mine' as never, {} as never)
    return fakeOf<Context>('context', { scope: { reads } })
  }
  return contextPerTick(make, 60_000)
}

describe('the context of what is told to subscribers', () => {
  it('is the same for all whom one event wakes', async () => {
    const contextOf = contexts()
    const made = await Promise.all([1, 2, 3].map(() => wake(contextOf)))
    assert.equal(new Set(made).size, 1)
  })

  it('is another one for a later event, though the event loop did not come round', async () => {
    const contextOf = contexts()
    const read = () => wake(() => contextOf().scope.reads.conversation('a'))
    let isRound = false
    setImmediate(() => (isRound = true))
    const first = [read(), read()]
    await new Promise<void>((resolve) => process.nextTick(resolve))
    const second = [read(), read()]
    assert.equal(isRound, false)
    assert.deepEqual(await Promise.all([...first, ...second]), [1, 1, 2, 2])
  })
})
