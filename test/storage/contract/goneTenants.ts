import { TenantGone } from '../../../src/storage/graphStore.ts'
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Changes } from '../../../src/domain/changes.ts'
import type { LoadBatch } from '../../../src/domain/contents.ts'
import { noScope, type Erasure } from '../../../src/domain/erasure/erasure.ts'
import { operator } from '../../../src/domain/access/principal.ts'
import { changes, event, fill, seqsOf } from '../../support/changes.ts'
import { converse, fork, headOf, rewind, store as put } from '../../support/tree/acts.ts'
import { createWorld, type World } from '../../support/world.ts'
import type { Contract } from './contract.ts'

const at = '2026-01-01T00:00:00.000000000Z'

const erasure = (id: string): Erasure => ({
  ...{ id, version: 1, at, state: 'ERASED', principal: operator, reason: 'OTHER', note: null, scope: noScope },
  ...{ observationIds: [], things: [], digest: null, residue: [], signature: null, purge: null, plan: null },
})

/** Of a tenant that is erased, or is being erased, its erasures alone are taken. */
export function goneTenants({ store, newTenant }: Contract): void {
  /** A tenant in that state with two turns, and writes of each kind that builds on them, which were not sent. */
  const standing = async (state: 'SUSPENDED' | 'ERASING' | 'ERASED') => {
    const [tenant, world] = [newTenant(), createWorld()]
    await store().registry.addTenant({
      name: tenant,
      state: 'ACTIVE',
      salted: false,
      nameKey: 'a'.repeat(64),
      createdAt: at,
    })
    converse(world, 'c')
    put(world, 'c')
    put(world, 'c')
    await fill(store(), tenant, world)
    assert.equal(await store().registry.setTenantState(tenant, state, ['ACTIVE']), true)
    return { tenant, world }
  }
  const writesOf = (world: World): Changes[] => {
    put(world, 'c')
    rewind(world, 'c', null)
    fork(world, 'c', headOf(world, 'c'), 'f')
    converse(world, 'd')
    const mark = changes(event('mark', null), { importMarks: [{ name: 'm', value: 1 }] })
    const guard = changes(event('guard', null), { guards: [{ name: 'g', expected: null }] })
    const mixed = changes(event('mixed', null, { kind: 'ERASE' }), {
      erasures: [{ expected: null, value: erasure('mixed') }],
      importMarks: [{ name: 'm', value: 1 }],
    })
    const told = changes(event('told', null), { erasures: [{ expected: null, value: erasure('told') }] })
    return [...world.changes.splice(0), mark, guard, mixed, told]
  }

  for (const state of ['ERASING', 'ERASED'] as const) {
    it(`a write of any kind is refused of a tenant that is ${state}, and leaves nothing`, async () => {
      const { tenant, world } = await standing(state)
      const before = await store().rowCounts()
      for (const write of writesOf(world))
        assert.deepEqual(await store().write(tenant, write), { kind: 'tenantGone' }, write.events[0].kind)
      assert.deepEqual(await store().rowCounts(), before)
    })

    it(`a load is refused of a tenant that is ${state}, but for its erasures and the lines that say so`, async () => {
      const { tenant } = await standing(state)
      const load = (batch: LoadBatch) =>
        store().load(
          tenant,
          (async function* () {
            yield await Promise.resolve(batch)
          })(),
        )
      await assert.rejects(load({ kind: 'importMark', values: [{ name: 'm', value: 1 }] }), TenantGone)
      await assert.rejects(load({ kind: 'event', values: [{ ...event('line', 'c'), seq: 9 }] }), TenantGone)
      await assert.rejects(load({ kind: 'event', values: [{ ...event('file', null), seq: null }] }), TenantGone)
      assert.deepEqual(
        [await store().importMarks(tenant, ['m']), await store().events(tenant, ['line'])],
        [[null], [null]],
      )
      await load({ kind: 'erasure', values: [erasure('receipt')] })
      await load({ kind: 'event', values: [{ ...event('loose', null, { kind: 'ERASE' }), seq: null }] })
      assert.equal((await store().erasures(tenant, ['receipt']))[0]?.state, 'ERASED')
    })

    it(`an erasure is written of a tenant that is ${state}`, async () => {
      const { tenant } = await standing(state)
      const first = changes(event('begun', null, { kind: 'ERASE' }), {
        erasures: [{ expected: null, value: erasure('own') }],
      })
      seqsOf(await store().write(tenant, first))
      assert.equal((await store().erasures(tenant, ['own']))[0]?.version, 1)
    })
  }

  it('what is written of another tenant in the same moment stands, and so does what is written of one that is suspended', async () => {
    const [gone, paused] = [await standing('ERASING'), await standing('SUSPENDED')]
    const writes = writesOf(gone.world).map((write) => store().write(gone.tenant, write))
    await fill(store(), paused.tenant, (put(paused.world, 'c'), paused.world))
    const outcomes = await Promise.all(writes)
    assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(['tenantGone']))
  })
}
