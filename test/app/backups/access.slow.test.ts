import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Principal } from '../../../src/domain/access/principal.ts'
import type { TenantRecord } from '../../../src/domain/access/requester.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { createKey } from '../../../src/app/access/keys.ts'
import { backedUp, contentOf, everything, restored } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

const nameKey = '4'.repeat(64)
const principals: readonly Principal[] = [
  { kind: 'OPERATOR', id: null, label: null, scopes: ['READ', 'WRITE', 'ERASE', 'ADMIN'] },
  { kind: 'KEY', id: 'ABCDEFGHIJKL', label: 'ci', scopes: ['READ', 'WRITE'] },
]

await onEveryStore('who may ask and who asked', (on) => {
  let count = 0
  const registered = async (principal: Principal): Promise<Scope> => {
    const scope = { ...on.scope({ tenant: `${on.name} ${++count}`, nameKey }), principal }
    const record: TenantRecord = { name: scope.tenant, state: 'ACTIVE', salted: false, nameKey, createdAt: null }
    await on.store().registry.addTenant(record)
    return scope
  }
  const told = async (scope: Scope): Promise<unknown[]> =>
    contentOf(await backedUp(scope))
      .map((line) => JSON.parse(line) as { readonly line: string; readonly value: { readonly principal?: unknown } })
      .filter(({ line }) => line === 'event')
      .map(({ value }) => value.principal)

  it('is in every event of everything that can be done, of conversations and of things, and in those of a backup', async () => {
    for (const principal of principals) {
      const from = await registered(principal)
      await everything(from)
      const known = await told(from)
      assert.ok(known.length > 20, `${known.length}`)
      for (const each of known) assert.deepEqual(each, principal)
      // Whoever restores did not do what is restored.
      const to = await registered(principals.find((each) => each !== principal) ?? principal)
      await restored(to, await backedUp(from))
      assert.deepEqual(await told(to), known)
    }
  })

  it('is in no backup that a request gets as a key of the API, and no key comes with one', async () => {
    const [from, to] = [await registered(principals[1]!), await registered(principals[1]!)]
    const { registry } = on.store()
    const order = { tenant: from.tenant, scopes: ['READ'], label: 'a label of its own', milliseconds: null } as const
    const { text, key } = await createKey(registry, from.fresh, order)
    await say(from, 'talk', 'u1')
    const bytes = await backedUp(from)
    for (const part of [text, key.id, key.secretHash, 'a label of its own']) assert.ok(!bytes.includes(part), part)
    assert.ok(bytes.includes(nameKey))
    await restored(to, bytes)
    assert.deepEqual(
      (await registry.apiKeys()).filter(({ tenant }) => tenant === to.tenant),
      [],
    )
  })
})
