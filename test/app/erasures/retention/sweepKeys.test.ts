import assert from 'node:assert/strict'
import { it } from 'node:test'
import { erase } from '../../../../src/app/erasures/erase.ts'
import { dailySweeps } from '../../../../src/app/erasures/retention/dailySweeps.ts'
import { sweepKeys } from '../../../../src/app/erasures/retention/sweepKeys.ts'
import { repair } from '../../../../src/app/repairs/repair.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { instantOf, nanosecondsOf } from '../../../../src/domain/instants.ts'
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

await onEveryStore('idempotency keys that have expired', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `expiring ${on.name} ${++count}` })
  const keyed = (scope: Scope, turnId: string, text: string, idempotencyKey = 'k') =>
    say(scope, 'c', turnId, text, { idempotencyKey })
  const known = async (scope: Scope, ...keys: string[]) => (await scope.store.keys(keys)).map((one) => one !== null)

  it('are as if they were never used: the same request is executed again, and the key is bound to that', async () => {
    const scope = alone()
    const first = await keyed(scope, 'u1', 'once')
    const soon = await keyed(later(scope, 29), 'u1', 'once')
    assert.deepEqual([soon.replayed, soon.observation.id], [true, first.observation.id])
    const late = await keyed(later(scope, 31), 'u1', 'once')
    assert.deepEqual([late.replayed, late.restated], [false, true])
    assert.notEqual(late.observation.id, first.observation.id)
    const again = await keyed(later(scope, 32), 'u1', 'once')
    assert.deepEqual([again.replayed, again.observation.id], [true, late.observation.id])
  })

  it('take another input, and refuse none', async () => {
    const scope = alone()
    await keyed(scope, 'u1', 'once')
    await assert.rejects(keyed(later(scope, 29), 'u2', 'other'), { code: 'IDEMPOTENCY_MISMATCH' })
    const { observation } = await keyed(later(scope, 31), 'u2', 'other')
    assert.equal(observation.messageId, 'c:u2')
  })

  it('give way to a refusal, and to what finds nothing to do', async () => {
    const scope = alone()
    await keyed(scope, 'u1', 'once')
    const refused = { expectedHeadId: 'none', idempotencyKey: 'k' }
    await assert.rejects(say(later(scope, 31), 'c', 'u2', 'x', refused), { code: 'HEAD_MOVED' })
    await keyed(scope, 'u3', 'once')
    const { replayed } = await repair(later(scope, 31), { conversationId: 'c', dryRun: false, idempotencyKey: 'k' })
    assert.equal(replayed, false)
  })

  it('of many requests that come at once with the same one, one is executed', async () => {
    const scope = alone()
    await keyed(scope, 'u1', 'once')
    const old = later(scope, 31)
    const all = await Promise.all(Array.from({ length: 5 }, () => keyed(old, 'u1', 'once')))
    assert.deepEqual(all.map(({ replayed }) => replayed).sort(), [false, true, true, true, true])
    assert.equal(new Set(all.map(({ observation }) => observation.id)).size, 1)
  })

  it('are kept as long as the setting says', async () => {
    const scope = alone()
    await keyed(scope, 'u1', 'once')
    const short = { ...scope, limits: { ...scope.limits, keyDays: 1 } }
    assert.ok((await keyed(later(short, 0), 'u1', 'once')).replayed)
    assert.ok(!(await keyed(later(short, 2), 'u1', 'once')).replayed)
  })

  it('are deleted by the sweep, in batches, and the others stay', async () => {
    const scope = alone()
    for (let i = 0; i < 230; i++) await keyed(scope, `u${i}`, 'old', `old ${i}`)
    const old = later(scope, 31)
    await keyed(old, 'new', 'new', 'new')
    assert.equal(await sweepKeys(scope), 0)
    assert.equal(await sweepKeys(old), 230)
    assert.equal(await sweepKeys(old), 0)
    assert.deepEqual(await known(scope, 'old 0', 'old 229', 'new'), [false, false, true])
  })

  it('are deleted by a server each day, of every tenant', async () => {
    const scope = alone()
    await keyed(scope, 'u1', 'old')
    const tenant = {
      ...({ name: scope.tenant, state: 'ACTIVE', salted: false } as const),
      ...{ nameKey: scope.nameKey, createdAt: null },
    }
    let seen: (details: object) => void = () => undefined
    const done = new Promise<object>((resolve) => (seen = resolve))
    const sweeps = dailySweeps(
      {
        store: { registry: { ...on.store().registry, tenants: () => Promise.resolve([tenant]) } },
        scopeOf: (requester, signal) => ({ ...later(scope, 31), principal: requester.principal, signal }),
        log: { info: (details) => seen(details), error: (details) => seen(details) },
      },
      { first: 1, next: 86_400_000 },
    )
    assert.deepEqual(await done, { tenant: scope.tenant, keys: 1 })
    await sweeps.stop()
    assert.deepEqual(await known(scope, 'k'), [false])
  })

  it('come with a backup as old as they are, and an erasure finds those that name what it takes', async () => {
    const [scope, to] = [alone(), alone()]
    await keyed(scope, 'u1', 'old', 'first')
    await keyed(scope, 'u2', 'old', 'second')
    await restored(to, await backedUp(scope))
    assert.deepEqual(await to.store.keys(['first', 'second']), await scope.store.keys(['first', 'second']))
    assert.equal(await sweepKeys(later(to, 29)), 0)
    await erase(to, { messageIds: ['c:u1'], reason: 'OTHER' })
    assert.deepEqual(await known(to, 'first', 'second'), [false, true])
    assert.equal(await sweepKeys(later(to, 31)), 1)
  })
})
