import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { correctEntity } from '../../../src/app/entities/correctEntity.ts'
import { deleteEntity } from '../../../src/app/entities/deleteEntity.ts'
import { mergeEntities } from '../../../src/app/entities/mergeEntities.ts'
import { entitySnapshot } from '../../../src/app/entities/entities.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import { relate } from '../../../src/app/relationships/relate.ts'
import { splitEntity } from '../../../src/app/entities/splitEntity.ts'
import { storeEntity } from '../../../src/app/entities/storeEntity.ts'
import { unrelate } from '../../../src/app/relationships/unrelate.ts'
import type { Entity } from '../../../src/domain/records/entity.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { entity, history, listed, merge, say, tie, topics } from '../../support/things.ts'

let tenants = 0
function tenantOf(on: TestStore): (process?: number) => Scope {
  const tenant = `merge ${tenants++} ${on.name}`
  return (process = 0) => on.scope({ tenant, process })
}

const ids = async (scope: Scope, id: string) =>
  (await listPage(scope, 'factsOf', JSON.stringify(['ENTITY', id]), {})).items.map(({ item }) => item.id)
const fields = async (scope: Scope, of: Entity) => (await entitySnapshot(scope, of))?.fields ?? null

await onEveryStore('mergeEntities', (on) => {
  it('N-35: gives observations and edges to the one that stays; the other is a name for it', async () => {
    const scope = tenantOf(on)
    await storeEntity(scope(), { id: 'from', type: 'topic', name: 'From', fields: { color: 'red' } })
    await storeEntity(scope(), { id: 'into', type: 'topic', name: 'Into', fields: { size: 1 } })
    await topics(scope(), 'x')
    await tie(scope(), 'CORRECTS', 'from', 'x', { weight: 1 })
    await tie(scope(), 'SETTLES', 'x', 'from')
    const merged = await merge(scope(), 'from', 'into')
    assert.deepEqual([merged.entity.id, merged.observationsMoved, merged.relationshipsMoved], ['into', 1, 2])
    assert.deepEqual(await fields(scope(), merged.entity), { color: 'red', name: 'Into', size: 1 })
    assert.deepEqual((await listed(scope(), entity('into'))).sort(), ['CORRECTS:into:x', 'SETTLES:x:into'])
    assert.deepEqual(await listed(scope(), entity('from')), [])
    assert.deepEqual(await history(scope(), 'RELATIONSHIP', 'CORRECTS:into:x'), ['FACT'])
    const from = await scope().reads.entity('from')
    assert.deepEqual([from?.mergedInto, from?.snapshot], ['into', null])
    const { items } = await listPage(scope(), 'entities', '', {})
    assert.deepEqual(items.map(({ item }) => item.id).sort(), ['into', 'x'])
  })

  it('N-35: sends later writes to the one that stays, over several merges', async () => {
    const scope = tenantOf(on)
    await topics(scope(), 'a', 'b', 'c', 'x')
    await merge(scope(), 'a', 'b')
    await merge(scope(), 'b', 'c')
    const stored = await storeEntity(scope(), { id: 'a', type: 'topic', name: 'A' })
    const corrected = await correctEntity(scope(), { id: 'a', fields: { size: 2 } })
    assert.deepEqual([stored.entity.id, corrected.entity.id], ['c', 'c'])
    const { relationship } = await tie(scope(), 'CORRECTS', 'a', 'x')
    assert.equal(relationship.id, 'CORRECTS:c:x')
    await say(scope(), 'talk', 't1', { refersTo: [{ entityId: 'a' }] })
    assert.deepEqual((await listed(scope(), entity('c'))).sort(), ['CORRECTS:c:x', 'REFERS_TO:talk%3At1:c'])
  })

  it('N-35: collapses twins, a live edge winning over a deleted one, and drops an edge between the two', async () => {
    const scope = tenantOf(on)
    await topics(scope(), 'from', 'into', 'x', 'y', 'z')
    const ends = (source: string, target: string) => ({
      type: 'CORRECTS' as const,
      source: { entityId: source },
      target: { entityId: target },
    })
    for (const target of ['x', 'y', 'z']) {
      await tie(scope(), 'CORRECTS', 'from', target, { of: 'from' })
      await tie(scope(), 'CORRECTS', 'into', target)
    }
    await unrelate(scope(), ends('from', 'y'))
    await unrelate(scope(), ends('into', 'z'))
    await tie(scope(), 'CORRECTS', 'from', 'into')
    const { relationshipsMoved } = await merge(scope(), 'from', 'into')
    assert.equal(relationshipsMoved, 1)
    assert.deepEqual((await listed(scope(), entity('into'))).sort(), [
      'CORRECTS:into:x',
      'CORRECTS:into:y',
      'CORRECTS:into:z',
    ])
    assert.deepEqual((await scope().reads.relationship('CORRECTS:into:z'))?.metadata, { of: 'from' })
    assert.deepEqual(await history(scope(), 'RELATIONSHIP', 'CORRECTS:into:z'), [
      'FACT',
      'DELETION',
      'RESTORATION',
      'FACT',
    ])
  })

  it('lets a deleted edge be restored under the one that stays', async () => {
    const scope = tenantOf(on)
    await topics(scope(), 'from', 'into', 'x')
    await tie(scope(), 'CORRECTS', 'from', 'x')
    const input = { type: 'CORRECTS' as const, source: { entityId: 'from' }, target: { entityId: 'x' } }
    await unrelate(scope(), input)
    assert.equal((await merge(scope(), 'from', 'into')).relationshipsMoved, 0)
    const { relationship } = await relate(scope(), input)
    assert.deepEqual(await history(scope(), 'RELATIONSHIP', relationship.id), ['FACT', 'DELETION', 'RESTORATION'])
  })

  it('N-35: refuses the unknown, the deleted, what was merged already, and an entity with itself', async () => {
    const scope = tenantOf(on)
    await topics(scope(), 'a', 'b', 'c', 'gone')
    await deleteEntity(scope(), { id: 'gone' })
    await merge(scope(), 'a', 'b')
    const refused = async (from: string, into: string, code: string) =>
      assert.rejects(merge(scope(), from, into), { code }, `${from} into ${into}`)
    await refused('a', 'c', 'ALREADY_MERGED')
    await refused('c', 'a', 'ALREADY_MERGED')
    await refused('c', 'c', 'BAD_INPUT')
    await refused('nobody', 'c', 'NOT_FOUND')
    await refused('c', 'nobody', 'NOT_FOUND')
    await refused('gone', 'c', 'NOT_FOUND')
    await assert.rejects(mergeEntities(tenantOf(on)(), { from: 'b', into: 'c' }), { code: 'NOT_FOUND' })
  })

  it('N-31: refuses to close a cycle over another thing, not over an edge between the two', async () => {
    const scope = tenantOf(on)
    await topics(scope(), 'a', 'b', 'c')
    await tie(scope(), 'DEPENDS_ON', 'a', 'b')
    await tie(scope(), 'DEPENDS_ON', 'b', 'c')
    await assert.rejects(merge(scope(), 'a', 'c'), {
      code: 'CYCLE_DETECTED',
      facts: { type: 'DEPENDS_ON', cycle: ['a', 'b', 'c'] },
    })
    await assert.rejects(merge(scope(), 'c', 'a'), { code: 'CYCLE_DETECTED' })
    await merge(scope(), 'a', 'b')
    assert.deepEqual(await listed(scope(), entity('b')), ['DEPENDS_ON:b:c'])
  })

  it('N-35: leaves everything untouched when it cannot be written', async () => {
    const scope = tenantOf(on)
    await topics(scope(), 'from', 'into', 'x')
    await tie(scope(), 'CORRECTS', 'from', 'x')
    const broken = intercept(scope().store, (method, call) => {
      if (method === 'write') throw new Error('broken')
      return call()
    })
    await assert.rejects(merge({ ...scope(), store: broken }, 'from', 'into'), /broken/)
    assert.equal((await scope().reads.entity('from'))?.mergedInto, null)
    assert.deepEqual(await listed(scope(), entity('from')), ['CORRECTS:from:x'])
  })

  it('misses no edge that is made at the same time', async () => {
    const scope = tenantOf(on)
    await topics(scope(), 'from', 'into')
    const names = Array.from({ length: 20 }, (_, i) => `x${i}`)
    await topics(scope(), ...names)
    const ties = names.map((name) => tie(scope(1), 'CORRECTS', name, 'from'))
    await Promise.all([...ties, merge(scope(2), 'from', 'into')])
    const expected = names.map((name) => `CORRECTS:${name}:into`).sort()
    assert.deepEqual((await listed(scope(), entity('into'))).sort(), expected)
    assert.deepEqual(await listed(scope(), entity('from')), [])
  })

  it('answers a second time with one key as the first time', async () => {
    const scope = tenantOf(on)
    await topics(scope(), 'from', 'into')
    const input = { from: 'from', into: 'into', idempotencyKey: 'k' }
    const first = await mergeEntities(scope(), input)
    const again = await mergeEntities(scope(), input)
    assert.deepEqual(again, { ...first, replayed: true })
    await assert.rejects(mergeEntities(scope(), { ...input, from: 'into', into: 'from' }), {
      code: 'IDEMPOTENCY_MISMATCH',
    })
  })
})

await onEveryStore('splitEntity', (on) => {
  const newEntity = { id: 'new', type: 'topic', name: 'New' }

  it('N-36: gives some observations to a new entity; the edges stay', async () => {
    const scope = tenantOf(on)
    await storeEntity(scope(), { id: 'old', type: 'topic', name: 'Old', fields: { size: 1 } })
    const { observation } = await storeEntity(scope(), {
      id: 'old',
      type: 'topic',
      name: 'Old',
      fields: { color: 'red' },
    })
    await topics(scope(), 'x')
    await tie(scope(), 'CORRECTS', 'old', 'x')
    const split = await splitEntity(scope(), { source: 'old', observationIds: [observation?.id ?? ''], newEntity })
    assert.deepEqual([split.entity.id, split.observationsMoved], ['new', 1])
    assert.deepEqual(await fields(scope(), split.entity), { color: 'red', name: 'New' })
    const old = await scope().reads.entity('old')
    assert.deepEqual(old && (await fields(scope(), old)), { name: 'Old', size: 1 })
    assert.deepEqual(await ids(scope(), 'new'), [split.observation?.id, observation?.id])
    assert.deepEqual(await listed(scope(), entity('old')), ['CORRECTS:old:x'])
  })

  it('N-36: refuses none, all and foreign observations, and an id that is taken', async () => {
    const scope = tenantOf(on)
    await topics(scope(), 'old', 'old', 'other')
    const [own, other] = [await ids(scope(), 'old'), await ids(scope(), 'other')]
    for (const observationIds of [[], own, [own[0] ?? '', other[0] ?? '']])
      await assert.rejects(splitEntity(scope(), { source: 'old', observationIds, newEntity }), { code: 'BAD_INPUT' })
    const taken = { source: 'old', observationIds: own.slice(1), newEntity: { ...newEntity, id: 'other' } }
    await assert.rejects(splitEntity(scope(), taken), { code: 'ALREADY_EXISTS' })
    assert.equal(await scope().reads.entity('new'), null)
  })

  it('N-36: answers a second time with one key as the first time, and refuses another choice', async () => {
    const scope = tenantOf(on)
    await topics(scope(), 'old', 'old', 'old')
    const [first = '', second = ''] = await ids(scope(), 'old')
    const input = {
      source: 'old',
      observationIds: [first],
      newEntity: { type: 'topic', name: 'New' },
      idempotencyKey: 'k',
    }
    const split = await splitEntity(scope(), input)
    const again = await splitEntity(scope(), input)
    assert.deepEqual([again.entity.id, again.replayed], [split.entity.id, true])
    await assert.rejects(splitEntity(scope(), { ...input, observationIds: [second] }), { code: 'IDEMPOTENCY_MISMATCH' })
  })
})
