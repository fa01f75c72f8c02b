import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Act } from '../../src/app/act.ts'
import { correctEntity } from '../../src/app/correctEntity.ts'
import { deleteEntity } from '../../src/app/deleteEntity.ts'
import { mergeEntities } from '../../src/app/mergeEntities.ts'
import { entitySnapshot, listPage } from '../../src/app/queries.ts'
import { relate } from '../../src/app/relate.ts'
import { splitEntity } from '../../src/app/splitEntity.ts'
import { storeEntity } from '../../src/app/storeEntity.ts'
import { unrelate } from '../../src/app/unrelate.ts'
import type { Entity } from '../../src/domain/things.ts'
import { aroundStore } from '../../src/app/aroundStore.ts'
import { onEveryStore, type TestStore } from '../support/acts.ts'
import { entity, history, listed, merge, say, tie, topics } from '../support/things.ts'

let tenants = 0
function tenantOf(on: TestStore): (process?: number) => Act {
  const tenant = `merge ${tenants++} ${on.name}`
  return (process = 0) => on.act({ tenant, process })
}

const ids = async (act: Act, id: string) =>
  (await listPage(act, 'factsOf', JSON.stringify(['ENTITY', id]), {})).items.map(({ item }) => item.id)
const fields = async (act: Act, of: Entity) => (await entitySnapshot(act, of))?.fields ?? null

await onEveryStore('mergeEntities', (on) => {
  it('N-35: gives observations and edges to the one that stays; the other is a name for it', async () => {
    const act = tenantOf(on)
    await storeEntity(act(), { id: 'from', type: 'topic', name: 'From', fields: { color: 'red' } })
    await storeEntity(act(), { id: 'into', type: 'topic', name: 'Into', fields: { size: 1 } })
    await topics(act(), 'x')
    await tie(act(), 'CORRECTS', 'from', 'x', { weight: 1 })
    await tie(act(), 'SETTLES', 'x', 'from')
    const merged = await merge(act(), 'from', 'into')
    assert.deepEqual([merged.entity.id, merged.observationsMoved, merged.relationshipsMoved], ['into', 1, 2])
    assert.deepEqual(await fields(act(), merged.entity), { color: 'red', name: 'Into', size: 1 })
    assert.deepEqual((await listed(act(), entity('into'))).sort(), ['CORRECTS:into:x', 'SETTLES:x:into'])
    assert.deepEqual(await listed(act(), entity('from')), [])
    assert.deepEqual(await history(act(), 'RELATIONSHIP', 'CORRECTS:into:x'), ['FACT'])
    const from = await act().reads.entity('from')
    assert.deepEqual([from?.mergedInto, from?.snapshot], ['into', null])
    const { items } = await listPage(act(), 'entities', '', {})
    assert.deepEqual(items.map(({ item }) => item.id).sort(), ['into', 'x'])
  })

  it('N-35: sends later writes to the one that stays, over several merges', async () => {
    const act = tenantOf(on)
    await topics(act(), 'a', 'b', 'c', 'x')
    await merge(act(), 'a', 'b')
    await merge(act(), 'b', 'c')
    const stored = await storeEntity(act(), { id: 'a', type: 'topic', name: 'A' })
    const corrected = await correctEntity(act(), { id: 'a', fields: { size: 2 } })
    assert.deepEqual([stored.entity.id, corrected.entity.id], ['c', 'c'])
    const { relationship } = await tie(act(), 'CORRECTS', 'a', 'x')
    assert.equal(relationship.id, 'CORRECTS:c:x')
    await say(act(), 'talk', 't1', { refersTo: [{ entityId: 'a' }] })
    assert.deepEqual((await listed(act(), entity('c'))).sort(), ['CORRECTS:c:x', 'REFERS_TO:talk%3At1:c'])
  })

  it('N-35: collapses twins, a live edge winning over a deleted one, and drops an edge between the two', async () => {
    const act = tenantOf(on)
    await topics(act(), 'from', 'into', 'x', 'y', 'z')
    const ends = (source: string, target: string) => ({
      type: 'CORRECTS' as const,
      source: { entityId: source },
      target: { entityId: target },
    })
    for (const target of ['x', 'y', 'z']) {
      await tie(act(), 'CORRECTS', 'from', target, { of: 'from' })
      await tie(act(), 'CORRECTS', 'into', target)
    }
    await unrelate(act(), ends('from', 'y'))
    await unrelate(act(), ends('into', 'z'))
    await tie(act(), 'CORRECTS', 'from', 'into')
    const { relationshipsMoved } = await merge(act(), 'from', 'into')
    assert.equal(relationshipsMoved, 1)
    assert.deepEqual((await listed(act(), entity('into'))).sort(), [
      'CORRECTS:into:x',
      'CORRECTS:into:y',
      'CORRECTS:into:z',
    ])
    assert.deepEqual((await act().reads.relationship('CORRECTS:into:z'))?.metadata, { of: 'from' })
    assert.deepEqual(await history(act(), 'RELATIONSHIP', 'CORRECTS:into:z'), [
      'FACT',
      'DELETION',
      'RESTORATION',
      'FACT',
    ])
  })

  it('lets a deleted edge be restored under the one that stays', async () => {
    const act = tenantOf(on)
    await topics(act(), 'from', 'into', 'x')
    await tie(act(), 'CORRECTS', 'from', 'x')
    const input = { type: 'CORRECTS' as const, source: { entityId: 'from' }, target: { entityId: 'x' } }
    await unrelate(act(), input)
    assert.equal((await merge(act(), 'from', 'into')).relationshipsMoved, 0)
    const { relationship } = await relate(act(), input)
    assert.deepEqual(await history(act(), 'RELATIONSHIP', relationship.id), ['FACT', 'DELETION', 'RESTORATION'])
  })

  it('N-35: refuses the unknown, the deleted, what was merged already, and an entity with itself', async () => {
    const act = tenantOf(on)
    await topics(act(), 'a', 'b', 'c', 'gone')
    await deleteEntity(act(), { id: 'gone' })
    await merge(act(), 'a', 'b')
    const refused = async (from: string, into: string, code: string) =>
      assert.rejects(merge(act(), from, into), { code }, `${from} into ${into}`)
    await refused('a', 'c', 'ALREADY_MERGED')
    await refused('c', 'a', 'ALREADY_MERGED')
    await refused('c', 'c', 'BAD_INPUT')
    await refused('nobody', 'c', 'NOT_FOUND')
    await refused('c', 'nobody', 'NOT_FOUND')
    await refused('gone', 'c', 'NOT_FOUND')
    await assert.rejects(mergeEntities(tenantOf(on)(), { from: 'b', into: 'c' }), { code: 'NOT_FOUND' })
  })

  it('N-31: refuses to close a cycle over another thing, not over an edge between the two', async () => {
    const act = tenantOf(on)
    await topics(act(), 'a', 'b', 'c')
    await tie(act(), 'DEPENDS_ON', 'a', 'b')
    await tie(act(), 'DEPENDS_ON', 'b', 'c')
    await assert.rejects(merge(act(), 'a', 'c'), {
      code: 'CYCLE_DETECTED',
      facts: { type: 'DEPENDS_ON', cycle: ['a', 'b', 'c'] },
    })
    await assert.rejects(merge(act(), 'c', 'a'), { code: 'CYCLE_DETECTED' })
    await merge(act(), 'a', 'b')
    assert.deepEqual(await listed(act(), entity('b')), ['DEPENDS_ON:b:c'])
  })

  it('N-35: leaves everything untouched when it cannot be written', async () => {
    const act = tenantOf(on)
    await topics(act(), 'from', 'into', 'x')
    await tie(act(), 'CORRECTS', 'from', 'x')
    const broken = aroundStore(on.store(), (method, call) => {
      if (method === 'write') throw new Error('broken')
      return call()
    })
    await assert.rejects(merge({ ...act(), store: broken }, 'from', 'into'), /broken/)
    assert.equal((await act().reads.entity('from'))?.mergedInto, null)
    assert.deepEqual(await listed(act(), entity('from')), ['CORRECTS:from:x'])
  })

  it('misses no edge that is made at the same time', async () => {
    const act = tenantOf(on)
    await topics(act(), 'from', 'into')
    const names = Array.from({ length: 20 }, (_, i) => `x${i}`)
    await topics(act(), ...names)
    const ties = names.map((name) => tie(act(1), 'CORRECTS', name, 'from'))
    await Promise.all([...ties, merge(act(2), 'from', 'into')])
    const expected = names.map((name) => `CORRECTS:${name}:into`).sort()
    assert.deepEqual((await listed(act(), entity('into'))).sort(), expected)
    assert.deepEqual(await listed(act(), entity('from')), [])
  })

  it('answers a second time with one key as the first time', async () => {
    const act = tenantOf(on)
    await topics(act(), 'from', 'into')
    const input = { from: 'from', into: 'into', idempotencyKey: 'k' }
    const first = await mergeEntities(act(), input)
    const again = await mergeEntities(act(), input)
    assert.deepEqual(again, { ...first, replayed: true })
    await assert.rejects(mergeEntities(act(), { ...input, from: 'into', into: 'from' }), {
      code: 'IDEMPOTENCY_MISMATCH',
    })
  })
})

await onEveryStore('splitEntity', (on) => {
  const newEntity = { id: 'new', type: 'topic', name: 'New' }

  it('N-36: gives some observations to a new entity; the edges stay', async () => {
    const act = tenantOf(on)
    await storeEntity(act(), { id: 'old', type: 'topic', name: 'Old', fields: { size: 1 } })
    const { observation } = await storeEntity(act(), {
      id: 'old',
      type: 'topic',
      name: 'Old',
      fields: { color: 'red' },
    })
    await topics(act(), 'x')
    await tie(act(), 'CORRECTS', 'old', 'x')
    const split = await splitEntity(act(), { source: 'old', observationIds: [observation?.id ?? ''], newEntity })
    assert.deepEqual([split.entity.id, split.observationsMoved], ['new', 1])
    assert.deepEqual(await fields(act(), split.entity), { color: 'red', name: 'New' })
    const old = await act().reads.entity('old')
    assert.deepEqual(old && (await fields(act(), old)), { name: 'Old', size: 1 })
    assert.deepEqual(await ids(act(), 'new'), [split.observation?.id, observation?.id])
    assert.deepEqual(await listed(act(), entity('old')), ['CORRECTS:old:x'])
  })

  it('N-36: refuses none, all and foreign observations, and an id that is taken', async () => {
    const act = tenantOf(on)
    await topics(act(), 'old', 'old', 'other')
    const [own, other] = [await ids(act(), 'old'), await ids(act(), 'other')]
    for (const observationIds of [[], own, [own[0] ?? '', other[0] ?? '']])
      await assert.rejects(splitEntity(act(), { source: 'old', observationIds, newEntity }), { code: 'BAD_INPUT' })
    const taken = { source: 'old', observationIds: own.slice(1), newEntity: { ...newEntity, id: 'other' } }
    await assert.rejects(splitEntity(act(), taken), { code: 'ALREADY_EXISTS' })
    assert.equal(await act().reads.entity('new'), null)
  })

  it('N-36: answers a second time with one key as the first time, and refuses another choice', async () => {
    const act = tenantOf(on)
    await topics(act(), 'old', 'old', 'old')
    const [first = '', second = ''] = await ids(act(), 'old')
    const input = {
      source: 'old',
      observationIds: [first],
      newEntity: { type: 'topic', name: 'New' },
      idempotencyKey: 'k',
    }
    const split = await splitEntity(act(), input)
    const again = await splitEntity(act(), input)
    assert.deepEqual([again.entity.id, again.replayed], [split.entity.id, true])
    await assert.rejects(splitEntity(act(), { ...input, observationIds: [second] }), { code: 'IDEMPOTENCY_MISMATCH' })
  })
})
