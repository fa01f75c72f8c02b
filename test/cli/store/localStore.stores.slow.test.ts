import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { openLocalStore } from '../../../src/cli/store/localStore.ts'
import type { Instant, Tenant } from '../../../src/domain/model.ts'
import { readConfig } from '../../../src/config/config.ts'
import { openPatientParts } from '../../support/retryingParts.ts'
import { everyStore } from '../../support/storeSettings.ts'
import { temporaryFolder } from '../support.ts'

/** More than a page. */
const count = 520

for (const { name, skip, settings } of await everyStore())
  describe(`the operator's store on ${name}`, { skip }, () => {
    it('names each conversation once, also those that are written to meanwhile', async () => {
      const env = { ...(await settings()), DATA: temporaryFolder(), LOG_LEVEL: 'silent' }
      const parts = await openPatientParts(readConfig(env))
      const ids = Array.from({ length: count }, (_, n) => `c${String(n).padStart(3, '0')}`)
      const append = async (some: readonly string[]) => {
        const blocks = [{ type: 'text' as const, text: 'one more' }]
        await storeTurns(parts.scope(), {
          turns: some.map((conversationId) => ({ conversationId, role: 'USER', blocks })),
        })
      }
      for (let from = 0; from < count; from += 65) await append(ids.slice(from, from + 65))
      const store = await openLocalStore(env, { writes: false })
      const named: string[] = []
      for await (const id of store.conversationIds('default')) {
        if (named.length === 0) await append([ids[0] as string, ids.at(-1) as string, 'c300'])
        named.push(id)
      }
      assert.deepEqual(named.toSorted(), ids)
      await store.close()
      await parts.close()
    })

    it('has the faults of API keys and of tenants whose content is gone, unless another tenant is named', async () => {
      const env = { ...(await settings()), DATA: temporaryFolder(), LOG_LEVEL: 'silent' }
      const parts = await openPatientParts(readConfig(env))
      const { registry } = parts.store
      const at = '2026-01-01T00:00:00.000000000Z' as Instant
      const [team, gone] = ['team', 'gone'] as [Tenant, Tenant]
      const record = { state: 'ACTIVE' as const, salted: false, nameKey: '5'.repeat(64), createdAt: at }
      await registry.addTenant({ ...record, name: team })
      await registry.addTenant({ ...record, name: gone, state: 'ERASED', nameKey: 'no key' })
      await registry.addApiKey({
        id: 'no id',
        tenant: team,
        secretHash: '0'.repeat(64),
        scopes: ['READ'],
        label: null,
        createdAt: at,
        expiresAt: null,
        revokedAt: null,
        lastUsedAt: null,
      })
      const faultsOf = async (tenant?: string) => {
        const store = await openLocalStore(env, { writes: false, ...(tenant !== undefined && { tenant }) })
        const faults = await store.faults().finally(() => store.close())
        return faults.map((fault) => ['tenant' in fault && fault.tenant, fault.code])
      }
      assert.deepEqual((await faultsOf()).sort(), [
        ['gone', 'ROW_UNREADABLE'],
        ['team', 'ROW_UNREADABLE'],
      ])
      assert.deepEqual(await faultsOf('team'), [['team', 'ROW_UNREADABLE']])
      assert.deepEqual(await faultsOf('default'), [])
      await parts.close()
    })
  })
