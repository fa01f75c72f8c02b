import assert from 'node:assert/strict'
import { it } from 'node:test'
import { dailySweeps } from '../../../../src/app/erasures/retention/dailySweeps.ts'
import { sweepRetention } from '../../../../src/app/erasures/retention/sweepRetention.ts'
import { retention, setTenantRetention } from '../../../../src/app/erasures/retention/tenantRetention.ts'
import { updateConversation } from '../../../../src/app/conversations/updateConversation.ts'
import { forkConversation } from '../../../../src/app/forks/forkConversation.ts'
import { verifyPath } from '../../../../src/app/integrity/verifyPath.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { operator } from '../../../../src/domain/access/principal.ts'
import { instantOf, nanosecondsOf } from '../../../../src/domain/instants.ts'
import type { Conversation } from '../../../../src/domain/model.ts'
import { backedUp, restored } from '../../../support/backups.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { say } from '../../../support/talk.ts'

const day = 86_400_000_000_000n

/** The same request, so many days later. */
const later = (scope: Scope, days: number): Scope => {
  scope.reads.clear()
  const now = () => instantOf(nanosecondsOf(scope.fresh.now()) + BigInt(days) * day)
  return { ...scope, fresh: { ...scope.fresh, now } }
}

await onEveryStore('the retention of a tenant', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `retaining ${on.name} ${++count}` })
  const keep = (scope: Scope, id: string, retainDays: number) => updateConversation(scope, { id, retainDays })
  /** What is erased so many days later, by turns. */
  const swept = async (scope: Scope, days: number) => {
    const result = await sweepRetention(later(scope, days))
    scope.reads.clear()
    const found = await scope.store.observations(result?.receipt?.observationIds ?? [])
    return found.map((one) => one?.messageId).sort()
  }
  const conversation = async (scope: Scope, id: string) => {
    scope.reads.clear()
    return (await scope.reads.conversation(id)) as Conversation
  }

  it('is off until somebody says how long', async () => {
    const scope = alone()
    await say(scope, 'c', 'u1')
    assert.equal(await sweepRetention(later(scope, 20_000)), null)
    assert.equal(await retention(scope, await conversation(scope, 'c')), null)
  })

  it('erases what came in before, with one receipt, and leaves what is newer', async () => {
    const scope = alone()
    for (const id of ['a', 'b', 'kept']) for (const turn of ['u1', 'a1']) await say(scope, id, turn, `${turn} of ${id}`)
    await keep(scope, 'a', 30)
    await keep(scope, 'b', 10)
    await say(later(scope, 9), 'b', 'u2', 'newer')
    assert.deepEqual(await swept(scope, 9), [])
    assert.deepEqual(await swept(scope, 11), ['b:a1', 'b:u1'])
    assert.deepEqual(await swept(scope, 11), [])
    const result = await sweepRetention(later(scope, 31))
    assert.equal(result?.receipt?.reason, 'RETENTION')
    assert.equal(result.receipt.state, 'ERASED')
    assert.equal(result.affected.observations, 3)
    const { headId } = await conversation(scope, 'b')
    assert.equal((await verifyPath(scope, headId ?? '')).status, 'ERASED')
  })

  it('keeps what a fork shares as long as the longer one of both', async () => {
    const scope = alone()
    for (const turn of ['u1', 'a1', 'u2', 'a2', 'u3']) await say(scope, 'source', turn)
    const fork = async (id: string, source: string, turn: number) => {
      await forkConversation(scope, { source, newConversationId: id, at: { turn } })
      await say(scope, id, 'u9', `on from ${id}`)
    }
    await fork('for-ever', 'source', 2)
    await fork('longer', 'source', 4)
    await fork('shorter', 'source', 5)
    await keep(scope, 'source', 10)
    await keep(scope, 'longer', 20)
    await keep(scope, 'shorter', 5)
    assert.deepEqual(await swept(scope, 6), ['shorter:u9'])
    assert.deepEqual(await swept(scope, 11), ['source:u3'])
    assert.deepEqual(await swept(scope, 21), ['longer:u9', 'source:a2', 'source:u2'])
    assert.deepEqual(await swept(scope, 30_000), [])
    await keep(scope, 'for-ever', 1)
    assert.deepEqual(await swept(scope, 30), ['for-ever:u9', 'source:a1', 'source:u1'])
  })

  it('takes what the tenant says where a conversation says nothing', async () => {
    const scope = alone()
    for (const id of ['silent', 'ever', 'back']) await say(scope, id, 'u1')
    await setTenantRetention(scope, 7)
    await keep(scope, 'ever', 0)
    await keep(scope, 'back', 100)
    const said = async (id: string) => retention(scope, await conversation(scope, id))
    assert.deepEqual(
      [await said('silent'), await said('ever'), await said('back')],
      [{ days: 7, from: 'TENANT' }, null, { days: 100, from: 'CONVERSATION' }],
    )
    assert.deepEqual(await swept(scope, 8), ['silent:u1'])
    await keep(scope, 'back', -1)
    assert.deepEqual(await swept(scope, 8), ['back:u1'])
    await setTenantRetention(scope, 0)
    assert.equal(await said('silent'), null)
    for (const days of [-1, 0.5, 36_501, NaN])
      await assert.rejects(setTenantRetention(scope, days), { code: 'BAD_INPUT' })
    for (const days of [-2, 0.5, 36_501]) await assert.rejects(keep(scope, 'ever', days), { code: 'BAD_INPUT' })
  })

  it('is set by whoever may erase, beside writing', async () => {
    const scope = alone()
    await say(scope, 'c', 'u1')
    const writer = { ...scope, principal: { ...scope.principal, scopes: ['READ', 'WRITE'] as const } }
    await assert.rejects(keep(writer, 'c', 1), { code: 'FORBIDDEN' })
    await updateConversation(writer, { id: 'c', title: 'Named' })
    assert.equal((await conversation(scope, 'c')).retainDays, undefined)
  })

  it('is swept with one receipt where several sweep at once', async () => {
    const scope = alone()
    for (const turn of ['u1', 'a1']) await say(scope, 'c', turn)
    await keep(scope, 'c', 1)
    const others = [1, 2, 3].map((process) => later(on.scope({ tenant: scope.tenant, process }), 2))
    const results = await Promise.all(others.map((one) => sweepRetention(one)))
    assert.equal(results.filter((one) => one !== null).length, 1)
    const [erasures = []] = await scope.store.lists([{ list: 'erasures', owner: '', after: null, limit: 9 }])
    assert.deepEqual(
      erasures.map(({ state, scope }) => [state, scope.observations]),
      [['ERASED', 2]],
    )
  })

  it('finishes a sweep that was broken off, before it begins another one', async () => {
    const scope = alone()
    await say(scope, 'c', 'u1')
    await keep(scope, 'c', 1)
    const broken = later(scope, 2)
    const stopping = new Error('Stopped.')
    const write = async (...args: Parameters<Scope['store']['write']>) => {
      if (args[0].rewrites !== undefined) throw stopping
      return scope.store.write(...args)
    }
    const store = Object.create(broken.store, { write: { value: write } }) as Scope['store']
    await assert.rejects(sweepRetention({ ...broken, store }), stopping)
    assert.equal(await sweepRetention(later(scope, 2)), null)
    const [erasures = []] = await scope.store.lists([{ list: 'erasures', owner: '', after: null, limit: 9 }])
    assert.deepEqual(
      erasures.map(({ state }) => state),
      ['ERASED'],
    )
  })

  it('counts what is said again from then', async () => {
    const scope = alone()
    await say(scope, 'again', 'u1', 'the same')
    await say(later(scope, 8), 'again', 'u1', 'the same')
    await keep(scope, 'again', 10)
    assert.deepEqual(await swept(scope, 11), [])
    assert.deepEqual(await swept(scope, 19), ['again:u1', 'again:u1'])
  })

  it('comes back with a backup of its tenant', async () => {
    const scope = alone()
    await say(scope, 'c', 'u1')
    await keep(scope, 'c', 12)
    const copy = alone()
    await restored(copy, await backedUp(scope))
    assert.deepEqual(await retention(copy, await conversation(copy, 'c')), { days: 12, from: 'CONVERSATION' })
    assert.deepEqual(await swept(copy, 13), ['c:u1'])
  })

  it('is swept by a server some time after its start', async () => {
    const scope = alone()
    await say(scope, 'c', 'u1')
    await keep(scope, 'c', 1)
    const tenant = {
      name: scope.tenant,
      state: 'ACTIVE',
      salted: false,
      nameKey: scope.nameKey,
      createdAt: null,
    } as const
    let seen: (details: object) => void = () => undefined
    const done = new Promise<object>((resolve) => (seen = resolve))
    const sweeps = dailySweeps(
      {
        store: { registry: { ...on.store().registry, tenants: () => Promise.resolve([tenant]) } },
        scopeOf: (requester, signal) => ({ ...later(scope, 2), principal: requester.principal, signal }),
        log: { info: (details) => seen(details), error: (details) => seen(details) },
      },
      { first: 1, next: 86_400_000 },
    )
    const { observations, erasure } = (await done) as { observations?: number; erasure?: string }
    await sweeps.stop()
    assert.equal(observations, 1)
    const [receipt] = await scope.store.erasures([erasure ?? ''])
    assert.deepEqual([receipt?.principal, receipt?.reason], [operator, 'RETENTION'])
  })
})
