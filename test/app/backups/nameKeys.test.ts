import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { backedUp, contentOf, restored } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

const [first, second] = ['1'.repeat(64), '2'.repeat(64)]

await onEveryStore('the key for names', (on) => {
  let count = 0
  const registered = async (nameKey: string): Promise<Scope> => {
    const scope = on.scope({ tenant: `${on.name} ${++count}`, nameKey })
    const record = { name: scope.tenant, state: 'ACTIVE', salted: false, nameKey, createdAt: null } as const
    await on.store().registry.addTenant(record)
    return scope
  }
  const again = ({ tenant }: Scope, nameKey: string) => on.scope({ tenant, nameKey })
  const nameKeyOf = async ({ store }: Scope) => (await store.record())?.nameKey
  const repeated = (scope: Scope, text = 'hello') => say(scope, 'talk', 'u1', text, { idempotencyKey: 'k' })
  const mismatch = (thrown: unknown) => thrown instanceof Refusal && thrown.code === 'IDEMPOTENCY_MISMATCH'

  it('marks what a command was given: the same is a replay, another is refused', async () => {
    const scope = await registered(first)
    await repeated(scope)
    assert.equal((await repeated(scope)).replayed, true)
    await assert.rejects(repeated(scope, 'good bye'), mismatch)
    const [record] = await scope.store.keys(['k'])
    assert.match(record?.inputHash ?? '', /^k:[0-9a-f]{32}$/)
  })

  it('comes with a backup into an empty tenant, where retries are replays as before', async () => {
    const [from, to] = [await registered(first), await registered(second)]
    await repeated(from)
    const bytes = await backedUp(from)
    await restored(to, bytes)
    assert.equal(await nameKeyOf(to), first)
    assert.deepEqual(contentOf(await backedUp(again(to, first))), contentOf(bytes))
    // Also where the tenant is known as it was before.
    for (const nameKey of [first, second]) {
      assert.equal((await repeated(again(to, nameKey))).replayed, true)
      await assert.rejects(repeated(again(to, nameKey), 'good bye'), mismatch)
    }
  })

  it('of a backup that is merged stays with its records, and that of the tenant is what it was', async () => {
    const [from, to] = [await registered(first), await registered(second)]
    await repeated(from)
    await say(to, 'other', 'u1')
    const bytes = await backedUp(from)
    await restored(to, bytes, { merge: true })
    assert.equal(await nameKeyOf(to), second)
    assert.equal((await repeated(to)).replayed, true)
    await assert.rejects(repeated(to, 'good bye'), mismatch)
    assert.equal((await restored(to, bytes, { merge: true })).added, 0)
    const third = await registered('3'.repeat(64))
    await restored(third, await backedUp(to))
    assert.equal((await repeated(again(third, second))).replayed, true)
  })
})
