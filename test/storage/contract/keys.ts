import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noRewrites } from '../../../src/domain/erasure/rewrites.ts'
import type { Instant, Json, KeyRecord, Tenant } from '../../../src/domain/model.ts'
import { changes, event, seqsOf } from '../../support/changes.ts'
import type { Contract } from './contract.ts'

/** When the keys of the suite are bound. */
export const boundAt: Instant = '2026-01-01T00:00:00.000000001Z'
const justAfter: Instant = '2026-01-01T00:00:00.000000002Z'

/** Idempotency keys: found by what their records name, and deleted once they have expired. */
export function keys({ store, newTenant }: Contract): void {
  const bind = async (tenant: Tenant, key: string, result: Json, storedAt = boundAt) => {
    const record: KeyRecord = { key, operation: 'storeTurn', inputHash: `k:${'a'.repeat(32)}`, result, storedAt }
    seqsOf(await store().write(tenant, changes(event(`of ${key}`, null), { key: record })))
    return record
  }
  const turn = (id: string) => ({ conversationId: 'c', messageId: `c:${id}`, observationId: `o ${id}`, warnings: [] })
  const naming = async (tenant: Tenant, ...names: string[]) =>
    (await store().keysNaming(tenant, names)).map(({ key }) => key).sort()
  const left = async (tenant: Tenant) =>
    (await store().walk(tenant, 'keys', { after: null, limit: 50 })).items.map(({ key }) => key)

  describe('idempotency keys', () => {
    it('are found by the messages and the other things that their records name, each once, in one tenant', async () => {
      const [one, other] = [newTenant(), newTenant()]
      const first = await bind(one, 'first', [turn('u1'), turn('a"1')])
      await bind(one, 'second', {
        ...turn('u2'),
        warnings: [{ code: 'CODE', message: 'c:u1', details: { id: 'c:u9' } }],
      })
      await bind(one, 'fork', { conversationId: 'd', eventId: 'e' })
      await bind(other, 'of another', turn('u1'))
      assert.deepEqual(await store().keysNaming(one, ['c:u1', 'c:a"1']), [first])
      assert.deepEqual(await naming(one, 'c:u9', 'd'), ['fork', 'second'])
      assert.deepEqual(await naming(one, 'c:u', 'C:U1', 'e', 'CODE', 'first', ''), [])
      assert.deepEqual(await naming(one), [])
    })

    it('are no more found once they were deleted, and are bound again', async () => {
      const tenant = newTenant()
      await bind(tenant, 'k', turn('u1'))
      await store().write(tenant, changes(event('deletes', null), { rewrites: { ...noRewrites, keys: ['k', 'none'] } }))
      assert.deepEqual(await naming(tenant, 'c:u1'), [])
      await store().write(
        tenant,
        changes(event('again', null), { key: { ...(await bind(tenant, 'l', turn('u1'))), key: 'k' } }),
      )
      assert.deepEqual(await naming(tenant, 'c:u1'), ['k', 'l'])
    })

    it('that were bound before a time expire, the oldest first, as many as are wanted, of one tenant', async () => {
      const [one, other] = [newTenant(), newTenant()]
      for (const tenant of [one, other])
        for (const [i, key] of ['c', 'b', 'a'].entries())
          await bind(tenant, key, turn(key), `2026-01-0${i + 1}T00:00:00.000000000Z`)
      const end = '2026-01-03T00:00:00.000000000Z'
      assert.equal(await store().expireKeys(one, end, { limit: 1 }), 1)
      assert.deepEqual(await left(one), ['a', 'b'])
      assert.equal(await store().expireKeys(one, end, { limit: 5 }), 1)
      assert.equal(await store().expireKeys(one, end, { limit: 5 }), 0)
      assert.deepEqual([await left(one), await naming(one, 'c:a', 'c:b', 'c:c')], [['a'], ['a']])
      assert.deepEqual(await left(other), ['a', 'b', 'c'])
      await bind(one, 'd', turn('b'))
      assert.deepEqual(await naming(one, 'c:b'), ['d'])
    })

    it('expire by themselves where one is named, unless it was bound since, to the nanosecond', async () => {
      const tenant = newTenant()
      const record = await bind(tenant, 'k', turn('u1'))
      await bind(tenant, 'older', turn('u2'), '2025-01-01T00:00:00.000000000Z')
      assert.equal(await store().expireKeys(tenant, boundAt, { limit: 1, key: 'k' }), 0)
      assert.deepEqual(await store().keys(tenant, ['k']), [record])
      assert.equal(await store().expireKeys(tenant, justAfter, { limit: 1, key: 'k' }), 1)
      assert.equal(await store().expireKeys(tenant, justAfter, { limit: 1, key: 'k' }), 0)
      assert.deepEqual([await left(tenant), await naming(tenant, 'c:u1')], [['older'], []])
    })
  })
}
