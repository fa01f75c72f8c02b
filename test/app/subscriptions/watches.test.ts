import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createListReader } from '../../../src/app/subscriptions/listReader.ts'
import { createListWatch } from '../../../src/app/subscriptions/listWatch.ts'
import { createWatches } from '../../../src/app/subscriptions/watches.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

const most = 10

await onEveryStore('many that follow at once', ({ scope, store }) => {
  it('do not pass the bound, and what is given back can be taken again', async () => {
    await say(scope(), 'burst', 'u1')
    const watches = createWatches(
      store(),
      { intervalMs: 1000, subscriptions: most, share: most, buffer: 10 },
      assert.ifError,
    )
    const burst = async () => {
      const asked = Array.from({ length: 3 * most }, () => watches.follow(scope(), 'burst', null))
      const answers = await Promise.allSettled(asked)
      const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []))
      assert.equal(refusals.length, 2 * most)
      for (const refusal of refusals) assert.match(refusal, /has 10 subscriptions/)
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    }
    for (let round = 0; round < 3; round++) {
      const unknown = Array.from({ length: most }, () => watches.follow(scope(), 'nowhere', null))
      for (const answer of await Promise.allSettled(unknown)) assert.equal(answer.status, 'rejected')
      const streams = await burst()
      assert.equal(watches.size().subscriptions, most)
      // Ending one twice gives back one place.
      for (const stream of [...streams, ...streams]) await stream.return()
      assert.equal(watches.size().subscriptions, 0)
    }
    watches.close()
  })

  it('leave other tenants their share, whatever one of them has', async () => {
    const [greedy, modest] = ['greedy', 'modest'].map((name) => scope({ tenant: `${scope().tenant} ${name}` }))
    assert.ok(greedy && modest)
    for (const one of [greedy, modest]) await say(one, 'shared', 'u1')
    const limits = { intervalMs: 1000, subscriptions: most, share: 3, buffer: 10 }
    const watches = createWatches(store(), limits, assert.ifError)
    const follow = (one: typeof greedy) => watches.follow(one, 'shared', null)
    const streams = [await follow(greedy), await follow(greedy), await follow(greedy)]
    await assert.rejects(follow(greedy), { code: 'LIMIT_EXCEEDED', facts: { limit: 3 } })
    streams.push(await follow(modest))
    await streams[0]?.return()
    streams.push(await follow(greedy))
    for (const stream of streams) await stream.return()
    watches.close()
  })

  it('ask the store as often as one does', async () => {
    await say(scope(), 'asked', 'u1')
    const calls: string[] = []
    const counted = intercept(store(), (name, call) => {
      calls.push(name)
      return call()
    })
    const watches = createWatches(
      counted,
      { intervalMs: 1000, subscriptions: 1000, share: 1000, buffer: 10 },
      assert.ifError,
    )
    const one = scope()
    const streams = await Promise.all(Array.from({ length: 500 }, () => watches.follow(one, 'asked', null)))
    assert.deepEqual(calls, ['lists'])
    await Promise.all(streams.map((stream) => stream.return()))
    watches.close()
  })

  it('hint at what another process wrote before it was looked for the first time', { timeout: 60_000 }, async () => {
    const limits = { intervalMs: 200, subscriptions: 10, share: 10, buffer: 10 }
    const watches = createWatches(store(), limits, assert.ifError)
    await say(scope(), 'known before', 'u1')
    const hints = await watches.followList(scope(), {})
    await say(scope(), 'from afar', 'u1')
    const hint = await hints.next()
    assert.ok(hint.done !== true)
    assert.equal(hint.value.kind === 'conversation' && hint.value.conversation.id, 'from afar')
    await hints.return()
    watches.close()
  })

  it('hint at what changed together with one call of the store, at once and after the pause', async () => {
    const ids = Array.from({ length: 40 }, (_, k) => `together${k}`)
    for (const id of ids) await say(scope(), id, 'u1')
    const calls: string[] = []
    const counted = intercept(store(), (name, call) => {
      calls.push(name)
      return call()
    })
    const watch = createListWatch(counted, assert.ifError)
    const reader = createListReader(() => 'listed', ids.length)
    const { tenant, fresh } = scope()
    await watch.join(tenant, reader)
    calls.length = 0
    const shared = { actor: null, principal: null, note: null, pathHash: null, details: {}, head: null }
    const events = ids.map((conversationId) => ({
      ...shared,
      ...{ id: fresh.id(), conversationId, kind: 'STORE' as const, at: fresh.now() },
    }))
    for (const round of [1, 2]) {
      watch.written(tenant, events)
      const told: string[] = []
      for (let hints = 0; hints < ids.length; hints++) {
        const hint = await reader.take()
        told.push(hint?.kind === 'conversation' ? hint.conversation.id : '')
      }
      assert.deepEqual(told.sort(), [...ids].sort())
      if (round === 1) assert.deepEqual(calls, ['conversations'])
      // Timers of one round may end in two turns on a busy machine.
      else assert.ok(calls.length < ids.length / 2, `${calls.length} calls`)
    }
    watch.leave(tenant, reader)
  })
})
