import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Act } from '../../src/app/act.ts'
import { correctEntity } from '../../src/app/correctEntity.ts'
import { defineEntityType } from '../../src/app/defineEntityType.ts'
import { deleteEntity } from '../../src/app/deleteEntity.ts'
import { entityName, entitySnapshot, listPage } from '../../src/app/queries.ts'
import { restoreEntity } from '../../src/app/restoreEntity.ts'
import { storeEntity } from '../../src/app/storeEntity.ts'
import type { Page } from '../../src/app/pages.ts'
import type { Json } from '../../src/domain/model.ts'
import type { Fact } from '../../src/domain/things.ts'
import { onEveryStore, type TestStore } from '../support/acts.ts'
import { history } from '../support/things.ts'

let tenants = 0
/** Acts of a tenant of its own; each call is a request of its own. */
function tenantOf(on: TestStore): (process?: number) => Act {
  const tenant = `entities ${tenants++} ${on.name}`
  return (process = 0) => on.act({ tenant, process })
}

const ada = { type: 'person', name: 'Ada', id: 'ada' }
const at = (second: number) => `2026-01-01T00:00:0${second}.000000000Z`

/** Returns the fields of an entity's present value, null when it has none. */
async function fieldsOf(act: Act, id: string): Promise<Json> {
  const entity = await act.reads.entity(id)
  assert.ok(entity)
  return (await entitySnapshot(act, entity))?.fields ?? null
}

async function listedIds(act: Act, type?: string): Promise<string[]> {
  const page = type === undefined ? listPage(act, 'entities', '', {}) : listPage(act, 'entitiesOfType', type, {})
  return (await page).items.map(({ item }) => item.id)
}

await onEveryStore('storeEntity', (on) => {
  it('makes a new entity each time when no id is given', async () => {
    const act = tenantOf(on)
    const [one, other] = [
      await storeEntity(act(), { type: 'person', name: 'Ada' }),
      await storeEntity(act(), { type: 'person', name: 'Ada' }),
    ]
    assert.notEqual(one.entity.id, other.entity.id)
    assert.deepEqual(await listedIds(act(), 'person'), [other.entity.id, one.entity.id])
    assert.deepEqual(await listedIds(act(), 'topic'), [])
  })

  it('N-4, N-17: adds an observation to the one with the id, also of equal content', async () => {
    const act = tenantOf(on)
    await storeEntity(act(), { ...ada, fields: { city: 'London' } })
    await storeEntity(act(), { ...ada, fields: { city: 'Turin' } })
    await storeEntity(act(), { ...ada, fields: { city: 'London' } })
    assert.deepEqual(await history(act(), 'ENTITY', 'ada'), ['FACT', 'FACT', 'FACT'])
    assert.deepEqual(await fieldsOf(act(), 'ada'), { city: 'London', name: 'Ada' })
    assert.equal((await act().reads.entity('ada'))?.snapshot?.observationCount, 3)
  })

  it('N-2, N-3: with one key stores once, and names the key when the input differs', async () => {
    const act = tenantOf(on)
    const input = { ...ada, fields: { city: 'London' }, idempotencyKey: 'k' }
    const results = await Promise.all(Array.from({ length: 50 }, (_, i) => storeEntity(act(i % 2), input)))
    assert.equal(results.filter(({ replayed }) => !replayed).length, 1)
    assert.equal(new Set(results.map(({ observation }) => observation?.id)).size, 1)
    assert.deepEqual(await history(act(), 'ENTITY', 'ada'), ['FACT'])
    await assert.rejects(storeEntity(act(), { ...input, name: 'Eve' }), {
      code: 'IDEMPOTENCY_MISMATCH',
      facts: { idempotencyKey: 'k' },
    })
  })

  it('counts every one of 50 concurrent stores', async () => {
    const act = tenantOf(on)
    const stores = Array.from({ length: 50 }, (_, i) => storeEntity(act(i % 2), { ...ada, fields: { n: i } }))
    await Promise.all(stores)
    assert.equal((await act().reads.entity('ada'))?.snapshot?.observationCount, 50)
  })

  it('N-22: clears a field by null, and leaves alone what is left out', async () => {
    const act = tenantOf(on)
    await storeEntity(act(), { ...ada, fields: { city: 'London', age: 36 } })
    await storeEntity(act(), { ...ada, fields: { city: null } })
    assert.deepEqual(await fieldsOf(act(), 'ada'), { age: 36, name: 'Ada' })
  })

  it('N-20: is dated by its last observation, whatever comes in late', async () => {
    const act = tenantOf(on)
    await storeEntity(act(), { ...ada, fields: { city: 'London' }, observedAt: at(5) })
    const { entity } = await storeEntity(act(), { ...ada, fields: { city: 'Turin' }, observedAt: at(2) })
    assert.deepEqual([entity.snapshot?.computedAt, entity.snapshot?.fields['city']], [at(5), 'London'])
  })

  it('N-24: shows the value as of a time, by when it was observed, stored, or both', async () => {
    const act = tenantOf(on)
    const first = await storeEntity(act(), { ...ada, fields: { city: 'London' }, observedAt: at(5) })
    await storeEntity(act(), { ...ada, fields: { city: 'Turin' }, observedAt: at(2) })
    const seen = async (when: string | null, ingestedAt: string | null) =>
      (await entitySnapshot(act(), first.entity, { at: when, ingestedAt }))?.fields['city'] ?? null
    const stored = first.observation?.ingestedAt ?? ''
    assert.deepEqual(
      [await seen(at(1), null), await seen(at(2), null), await seen(at(5), null), await seen(null, stored)],
      [null, 'Turin', 'London', 'London'],
    )
    assert.equal(await seen(at(2), stored), null)
  })

  it('N-18, N-19: pages its history newest first, ties by the smaller id, with the total', async () => {
    const act = tenantOf(on)
    const ids: string[] = []
    for (let i = 0; i < 8; i++) {
      const { observation } = await storeEntity(act(), { ...ada, observedAt: at(i === 0 ? 1 : 2) })
      ids.push(observation?.id ?? '')
    }
    const [oldest = '', ...tied] = ids
    const seen: string[] = []
    for (let after: string | null = null; ;) {
      const page: Page<Fact> = await listPage(act(), 'factsOf', JSON.stringify(['ENTITY', 'ada']), { first: 3, after })
      seen.push(...page.items.map(({ item }) => item.id))
      assert.equal(await page.totalCount(), 8)
      if (!page.hasNextPage) break
      after = page.items.at(-1)?.cursor ?? null
    }
    assert.deepEqual(seen, [...tied.sort(), oldest])
  })

  it('N-5: has keys of its own in each tenant', async () => {
    const [here, there] = [tenantOf(on), tenantOf(on)]
    await storeEntity(here(), { ...ada, idempotencyKey: 'k' })
    const other = await storeEntity(there(), { ...ada, name: 'Eve', idempotencyKey: 'k' })
    assert.deepEqual([other.replayed, other.entity.name], [false, 'Eve'])
  })

  it('refuses another type, another name among the fields, and priorities of corrections', async () => {
    const act = tenantOf(on)
    await storeEntity(act(), ada)
    const wrong = [
      { type: 'topic' },
      { fields: { name: 'Eve' } },
      { priority: 1000 },
      { specificity: 2 },
      { name: ' ' },
    ]
    for (const given of wrong)
      await assert.rejects(storeEntity(act(), { ...ada, ...given }), { code: 'BAD_INPUT' }, JSON.stringify(given))
  })

  it('keeps tenants apart: one id names two things', async () => {
    const [here, there] = [tenantOf(on), tenantOf(on)]
    await storeEntity(here(), { ...ada, fields: { city: 'London' } })
    await storeEntity(there(), { ...ada, fields: { city: 'Turin' } })
    assert.deepEqual(await fieldsOf(here(), 'ada'), { city: 'London', name: 'Ada' })
  })
})

await onEveryStore('correctEntity', (on) => {
  it('N-26: holds against every ordinary store until another correction', async () => {
    const act = tenantOf(on)
    await storeEntity(act(), { ...ada, fields: { city: 'London' } })
    const { observation } = await correctEntity(act(), { id: 'ada', fields: { city: 'Turin' }, note: 'moved' })
    assert.deepEqual([observation?.priority, observation?.specificity, observation?.note], [1000, 1, 'moved'])
    await storeEntity(act(), { ...ada, fields: { city: 'Paris' } })
    assert.deepEqual(await fieldsOf(act(), 'ada'), { city: 'Turin', name: 'Ada' })
    await correctEntity(act(), { id: 'ada', fields: { city: null, name: 'Ada L.' } })
    await storeEntity(act(), { ...ada, fields: { city: 'Paris' } })
    assert.deepEqual(await fieldsOf(act(), 'ada'), { name: 'Ada L.' })
    const entity = await act().reads.entity('ada')
    assert.equal(entity && (await entityName(act(), entity)), 'Ada L.')
  })

  it('refuses an unknown entity and a correction of nothing', async () => {
    const act = tenantOf(on)
    await assert.rejects(correctEntity(act(), { id: 'ada', fields: { city: 'Turin' } }), { code: 'NOT_FOUND' })
    await storeEntity(act(), ada)
    await assert.rejects(correctEntity(act(), { id: 'ada', fields: {} }), { code: 'BAD_INPUT' })
  })
})

await onEveryStore('deleteEntity and restoreEntity', (on) => {
  it('N-33: nothing revives a deleted entity but a restore, and its history stays', async () => {
    const act = tenantOf(on)
    await storeEntity(act(), { ...ada, fields: { city: 'London' } })
    const { entity } = await deleteEntity(act(), { id: 'ada' })
    assert.deepEqual([entity.deleted, entity.snapshot], [true, null])
    await storeEntity(act(), { ...ada, fields: { city: 'Paris' } })
    await correctEntity(act(), { id: 'ada', fields: { age: 36 } })
    assert.equal(await fieldsOf(act(), 'ada'), null)
    assert.deepEqual(await listedIds(act()), [])
    await restoreEntity(act(), { id: 'ada' })
    assert.deepEqual(await fieldsOf(act(), 'ada'), { age: 36, city: 'Paris', name: 'Ada' })
    assert.deepEqual(await listedIds(act()), ['ada'])
    assert.deepEqual(await history(act(), 'ENTITY', 'ada'), ['FACT', 'DELETION', 'FACT', 'CORRECTION', 'RESTORATION'])
  })

  it('change nothing where it is so already, and refuse the unknown', async () => {
    const act = tenantOf(on)
    await storeEntity(act(), ada)
    await restoreEntity(act(), { id: 'ada' })
    await deleteEntity(act(), { id: 'ada', idempotencyKey: 'k' })
    const again = await deleteEntity(act(), { id: 'ada' })
    assert.deepEqual([again.observation, again.replayed], [null, false])
    assert.equal((await deleteEntity(act(), { id: 'ada', idempotencyKey: 'k' })).replayed, true)
    assert.deepEqual(await history(act(), 'ENTITY', 'ada'), ['FACT', 'DELETION'])
    await assert.rejects(deleteEntity(act(), { id: 'nobody' }), { code: 'NOT_FOUND' })
  })
})

await onEveryStore('defineEntityType', (on) => {
  it('N-21: holds for what was stored before it, and for what is stored after', async () => {
    const act = tenantOf(on)
    await storeEntity(act(), { ...ada, fields: { tags: ['a'], city: 'London' }, priority: 200 })
    await storeEntity(act(), { ...ada, fields: { tags: ['b'], city: 'Turin' } })
    await storeEntity(act(), { ...ada, fields: { tags: ['c'] }, priority: 200 })
    assert.deepEqual(await fieldsOf(act(), 'ada'), { tags: ['c'], city: 'Turin', name: 'Ada' })
    await defineEntityType(act(), {
      type: 'person',
      strategies: { tags: 'merge_array', city: 'highest_priority', name: 'most_specific' },
    })
    assert.deepEqual(await fieldsOf(act(), 'ada'), { tags: ['a', 'c'], city: 'London', name: 'Ada' })
    await storeEntity(act(), { ...ada, name: 'Ada L.', specificity: 0.5, fields: { tags: ['d'] }, priority: 200 })
    await storeEntity(act(), { ...ada, fields: { city: 'Paris' } })
    assert.deepEqual(await fieldsOf(act(), 'ada'), { tags: ['a', 'c', 'd'], city: 'London', name: 'Ada L.' })
    await defineEntityType(act(), { type: 'person', strategies: {} })
    assert.deepEqual(await fieldsOf(act(), 'ada'), { tags: ['d'], city: 'Paris', name: 'Ada' })
  })

  it('N-8: counts the fields that a declared type does not know, and loses none', async () => {
    const act = tenantOf(on)
    await storeEntity(act(), { ...ada, fields: { city: 'London', age: 36 } })
    assert.equal((await act().reads.entity('ada'))?.snapshot?.unknownFields, 0)
    await defineEntityType(act(), { type: 'person', strategies: { city: 'last_write' } })
    const entity = await act().reads.entity('ada')
    const snapshot = entity && (await entitySnapshot(act(), entity))
    assert.deepEqual([snapshot?.unknownFields, snapshot?.fields['age']], [1, 36])
  })

  it('refuses an unknown strategy, naming the accepted', async () => {
    const act = tenantOf(on)
    const define = defineEntityType(act(), { type: 'person', strategies: { city: 'newest' } })
    await assert.rejects(define, (refusal: { code: string; facts: Json }) => {
      const accepted = ['last_write', 'highest_priority', 'most_specific', 'merge_array']
      assert.deepEqual(refusal.facts, { fieldName: 'city', given: 'newest', accepted })
      return refusal.code === 'BAD_INPUT'
    })
  })
})
