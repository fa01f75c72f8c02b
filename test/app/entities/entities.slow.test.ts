import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { correctEntity } from '../../../src/app/entities/correctEntity.ts'
import { defineEntityType } from '../../../src/app/entities/defineEntityType.ts'
import { deleteEntity } from '../../../src/app/entities/deleteEntity.ts'
import { entityName, entitySnapshot } from '../../../src/app/entities/entities.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import { mergeEntities } from '../../../src/app/entities/mergeEntities.ts'
import { restoreEntity } from '../../../src/app/entities/restoreEntity.ts'
import { storeEntity } from '../../../src/app/entities/storeEntity.ts'
import type { ListPage } from '../../../src/app/read/pages.ts'
import type { Json } from '../../../src/domain/model.ts'
import type { Fact } from '../../../src/domain/messages/snapshot.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { history } from '../../support/things.ts'

let tenants = 0
/** Scopes of a tenant of its own; each call is a request of its own. */
function tenantOf(on: TestStore): (process?: number) => Scope {
  const tenant = `entities ${tenants++} ${on.name}`
  return (process = 0) => on.scope({ tenant, process })
}

const ada = { type: 'person', name: 'Ada', id: 'ada' }
const at = (second: number) => `2026-01-01T00:00:0${second}.000000000Z`

/** Returns the fields of an entity's present value, null when it has none. */
async function fieldsOf(scope: Scope, id: string): Promise<Json> {
  const entity = await scope.reads.entity(id)
  assert.ok(entity)
  return (await entitySnapshot(scope, entity))?.fields ?? null
}

async function listedIds(scope: Scope, type?: string): Promise<string[]> {
  const page = type === undefined ? listPage(scope, 'entities', '', {}) : listPage(scope, 'entitiesOfType', type, {})
  return (await page).items.map(({ item }) => item.id)
}

await onEveryStore('storeEntity', (on) => {
  it('makes a new entity each time when no id is given', async () => {
    const scope = tenantOf(on)
    const [one, other] = [
      await storeEntity(scope(), { type: 'person', name: 'Ada' }),
      await storeEntity(scope(), { type: 'person', name: 'Ada' }),
    ]
    assert.notEqual(one.entity.id, other.entity.id)
    assert.deepEqual(await listedIds(scope(), 'person'), [other.entity.id, one.entity.id])
    assert.deepEqual(await listedIds(scope(), 'topic'), [])
  })

  it('N-4, N-17: adds an observation to the one with the id, also of equal content', async () => {
    const scope = tenantOf(on)
    await storeEntity(scope(), { ...ada, fields: { city: 'London' } })
    await storeEntity(scope(), { ...ada, fields: { city: 'Turin' } })
    await storeEntity(scope(), { ...ada, fields: { city: 'London' } })
    assert.deepEqual(await history(scope(), 'ENTITY', 'ada'), ['FACT', 'FACT', 'FACT'])
    assert.deepEqual(await fieldsOf(scope(), 'ada'), { city: 'London', name: 'Ada' })
    assert.equal((await scope().reads.entity('ada'))?.snapshot?.observationCount, 3)
  })

  it('N-2, N-3: with one key stores once, and names the key when the input differs', async () => {
    const scope = tenantOf(on)
    const input = { ...ada, fields: { city: 'London' }, idempotencyKey: 'k' }
    const results = await Promise.all(Array.from({ length: 50 }, (_, i) => storeEntity(scope(i % 2), input)))
    assert.equal(results.filter(({ replayed }) => !replayed).length, 1)
    assert.equal(new Set(results.map(({ observation }) => observation?.id)).size, 1)
    assert.deepEqual(await history(scope(), 'ENTITY', 'ada'), ['FACT'])
    await assert.rejects(storeEntity(scope(), { ...input, name: 'Eve' }), {
      code: 'IDEMPOTENCY_MISMATCH',
      message: /"k" was used for storeEntity with another input: entityId "ada"/,
    })
  })

  it('counts every one of many concurrent stores', async () => {
    const scope = tenantOf(on)
    const count = on.name.includes('SQLite') ? 50 : 16
    const stores = Array.from({ length: count }, (_, i) => storeEntity(scope(i % 2), { ...ada, fields: { n: i } }))
    await Promise.all(stores)
    assert.equal((await scope().reads.entity('ada'))?.snapshot?.observationCount, count)
  })

  it('N-22: clears a field by null, and leaves alone what is left out', async () => {
    const scope = tenantOf(on)
    await storeEntity(scope(), { ...ada, fields: { city: 'London', age: 36 } })
    await storeEntity(scope(), { ...ada, fields: { city: null } })
    assert.deepEqual(await fieldsOf(scope(), 'ada'), { age: 36, name: 'Ada' })
  })

  it('N-20: is dated by its last observation, whatever comes in late', async () => {
    const scope = tenantOf(on)
    await storeEntity(scope(), { ...ada, fields: { city: 'London' }, observedAt: at(5) })
    const { entity } = await storeEntity(scope(), { ...ada, fields: { city: 'Turin' }, observedAt: at(2) })
    assert.deepEqual([entity.snapshot?.computedAt, entity.snapshot?.fields['city']], [at(5), 'London'])
  })

  it('N-24: shows the value as of a time, by when it was observed, stored, or both', async () => {
    const scope = tenantOf(on)
    const first = await storeEntity(scope(), { ...ada, fields: { city: 'London' }, observedAt: at(5) })
    await storeEntity(scope(), { ...ada, fields: { city: 'Turin' }, observedAt: at(2) })
    const seen = async (when: string | null, ingestedAt: string | null) =>
      (await entitySnapshot(scope(), first.entity, { at: when, ingestedAt }))?.fields['city'] ?? null
    const stored = first.observation?.ingestedAt ?? ''
    assert.deepEqual(
      [await seen(at(1), null), await seen(at(2), null), await seen(at(5), null), await seen(null, stored)],
      [null, 'Turin', 'London', 'London'],
    )
    assert.equal(await seen(at(2), stored), null)
  })

  it('N-18, N-19: pages its history newest first, ties by the smaller id, with the total', async () => {
    const scope = tenantOf(on)
    const ids: string[] = []
    for (let i = 0; i < 8; i++) {
      const { observation } = await storeEntity(scope(), { ...ada, observedAt: at(i === 0 ? 1 : 2) })
      ids.push(observation?.id ?? '')
    }
    const [oldest = '', ...tied] = ids
    const seen: string[] = []
    for (let after: string | null = null; ;) {
      const page: ListPage<Fact> = await listPage(scope(), 'factsOf', JSON.stringify(['ENTITY', 'ada']), {
        first: 3,
        after,
      })
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
    const scope = tenantOf(on)
    await storeEntity(scope(), ada)
    const wrong = [
      { type: 'topic' },
      { fields: { name: 'Eve' } },
      { priority: 1000 },
      { specificity: 2 },
      { name: ' ' },
    ]
    for (const given of wrong)
      await assert.rejects(storeEntity(scope(), { ...ada, ...given }), { code: 'BAD_INPUT' }, JSON.stringify(given))
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
    const scope = tenantOf(on)
    await storeEntity(scope(), { ...ada, fields: { city: 'London' } })
    const { observation } = await correctEntity(scope(), { id: 'ada', fields: { city: 'Turin' }, note: 'moved' })
    assert.deepEqual([observation?.priority, observation?.specificity, observation?.note], [1000, 1, 'moved'])
    await storeEntity(scope(), { ...ada, fields: { city: 'Paris' } })
    assert.deepEqual(await fieldsOf(scope(), 'ada'), { city: 'Turin', name: 'Ada' })
    await correctEntity(scope(), { id: 'ada', fields: { city: null, name: 'Ada L.' } })
    await storeEntity(scope(), { ...ada, fields: { city: 'Paris' } })
    assert.deepEqual(await fieldsOf(scope(), 'ada'), { name: 'Ada L.' })
    const entity = await scope().reads.entity('ada')
    assert.equal(entity && (await entityName(scope(), entity)), 'Ada L.')
  })

  it('refuses an unknown entity and a correction of nothing', async () => {
    const scope = tenantOf(on)
    await assert.rejects(correctEntity(scope(), { id: 'ada', fields: { city: 'Turin' } }), { code: 'NOT_FOUND' })
    await storeEntity(scope(), ada)
    await assert.rejects(correctEntity(scope(), { id: 'ada', fields: {} }), { code: 'BAD_INPUT' })
  })
})

await onEveryStore('deleteEntity and restoreEntity', (on) => {
  it('N-33: nothing revives a deleted entity but a restore, and its history stays', async () => {
    const scope = tenantOf(on)
    await storeEntity(scope(), { ...ada, fields: { city: 'London' } })
    const { entity } = await deleteEntity(scope(), { id: 'ada' })
    assert.deepEqual([entity?.deleted, entity?.snapshot], [true, null])
    await storeEntity(scope(), { ...ada, fields: { city: 'Paris' } })
    await correctEntity(scope(), { id: 'ada', fields: { age: 36 } })
    assert.equal(await fieldsOf(scope(), 'ada'), null)
    assert.deepEqual(await listedIds(scope()), [])
    await restoreEntity(scope(), { id: 'ada' })
    assert.deepEqual(await fieldsOf(scope(), 'ada'), { age: 36, city: 'Paris', name: 'Ada' })
    assert.deepEqual(await listedIds(scope()), ['ada'])
    assert.deepEqual(await history(scope(), 'ENTITY', 'ada'), ['FACT', 'DELETION', 'FACT', 'CORRECTION', 'RESTORATION'])
  })

  it('change nothing where it is so already; what never was is nothing to delete, and not to be restored', async () => {
    const scope = tenantOf(on)
    await storeEntity(scope(), ada)
    await restoreEntity(scope(), { id: 'ada' })
    await deleteEntity(scope(), { id: 'ada', idempotencyKey: 'k' })
    const again = await deleteEntity(scope(), { id: 'ada' })
    assert.deepEqual([again.observation, again.replayed], [null, false])
    assert.equal((await deleteEntity(scope(), { id: 'ada', idempotencyKey: 'k' })).replayed, true)
    assert.deepEqual(await history(scope(), 'ENTITY', 'ada'), ['FACT', 'DELETION'])
    const nothing = await deleteEntity(scope(), { id: 'nobody', idempotencyKey: 'none' })
    assert.deepEqual([nothing.entity, nothing.observation, nothing.replayed], [null, null, false])
    await assert.rejects(restoreEntity(scope(), { id: 'nobody' }), { code: 'NOT_FOUND' })
  })
})

await onEveryStore('defineEntityType', (on) => {
  it('N-21: holds for what was stored before it, and for what is stored after', async () => {
    const scope = tenantOf(on)
    await storeEntity(scope(), { ...ada, fields: { tags: ['a'], city: 'London' }, priority: 200 })
    await storeEntity(scope(), { ...ada, fields: { tags: ['b'], city: 'Turin' } })
    await storeEntity(scope(), { ...ada, fields: { tags: ['c'] }, priority: 200 })
    assert.deepEqual(await fieldsOf(scope(), 'ada'), { tags: ['c'], city: 'Turin', name: 'Ada' })
    await defineEntityType(scope(), {
      type: 'person',
      strategies: { tags: 'merge_array', city: 'highest_priority', name: 'most_specific' },
    })
    assert.deepEqual(await fieldsOf(scope(), 'ada'), { tags: ['a', 'c'], city: 'London', name: 'Ada' })
    await storeEntity(scope(), { ...ada, name: 'Ada L.', specificity: 0.5, fields: { tags: ['d'] }, priority: 200 })
    await storeEntity(scope(), { ...ada, fields: { city: 'Paris' } })
    assert.deepEqual(await fieldsOf(scope(), 'ada'), { tags: ['a', 'c', 'd'], city: 'London', name: 'Ada L.' })
    await defineEntityType(scope(), { type: 'person', strategies: {} })
    assert.deepEqual(await fieldsOf(scope(), 'ada'), { tags: ['d'], city: 'Paris', name: 'Ada' })
  })

  it('N-8: counts the fields that a declared type does not know, and loses none', async () => {
    const scope = tenantOf(on)
    await storeEntity(scope(), { ...ada, fields: { city: 'London', age: 36 } })
    assert.equal((await scope().reads.entity('ada'))?.snapshot?.unknownFields, 0)
    await defineEntityType(scope(), { type: 'person', strategies: { city: 'last_write' } })
    const entity = await scope().reads.entity('ada')
    const snapshot = entity && (await entitySnapshot(scope(), entity))
    assert.deepEqual([snapshot?.unknownFields, snapshot?.fields['age']], [1, 36])
  })

  it('refuses an unknown strategy, naming the accepted', async () => {
    const scope = tenantOf(on)
    const define = defineEntityType(scope(), { type: 'person', strategies: { city: 'newest' } })
    await assert.rejects(define, (refusal: { code: string; facts: Json }) => {
      const accepted = ['last_write', 'highest_priority', 'most_specific', 'merge_array']
      assert.deepEqual(refusal.facts, { fieldName: 'city', given: 'newest', accepted })
      return refusal.code === 'BAD_INPUT'
    })
  })
})

await onEveryStore('an entity by its type and name', (on) => {
  it('is used again, the oldest of several, where it is asked for', async () => {
    const scope = tenantOf(on)
    const oldest = await storeEntity(scope(), { type: 'place', name: 'Lisbon' })
    await storeEntity(scope(), { type: 'place', name: 'Lisbon' })
    const again = await storeEntity(scope(), { type: 'place', name: 'Lisbon', ifNamed: 'REUSE', fields: { in: 'PT' } })
    assert.equal(again.entity.id, oldest.entity.id)
    assert.deepEqual([again.entity.factCount, again.entity.snapshot?.fields['in']], [2, 'PT'])
    const other = await storeEntity(scope(), { type: 'ship', name: 'Lisbon', ifNamed: 'REUSE' })
    assert.equal(other.entity.factCount, 1)
  })
  it('is found by the name that it has now, and not when it is deleted or merged', async () => {
    const scope = tenantOf(on)
    const reuse = async (name: string) =>
      (await storeEntity(scope(), { type: 'place', name, ifNamed: 'REUSE' })).entity.id
    const id = await reuse('Lisboa')
    await correctEntity(scope(), { id, fields: { name: 'Lisbon' } })
    assert.equal(await reuse('Lisbon'), id)
    assert.notEqual(await reuse('Lisboa'), id)
    await deleteEntity(scope(), { id })
    const next = await reuse('Lisbon')
    assert.notEqual(next, id)
    await mergeEntities(scope(), { from: next, into: await reuse('Lisboa') })
    assert.ok(![id, next].includes(await reuse('Lisbon')))
  })
  it('is made once, however many make it at once, whatever its name', async () => {
    const scope = tenantOf(on)
    for (const name of ['Ada', '\u{1F600} "odd"\n', 'x'.repeat(20_000)]) {
      const made = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const { entity } = await storeEntity(scope(), { type: 'person', name, ifNamed: 'REUSE' })
          return entity.id
        }),
      )
      assert.equal(new Set(made).size, 1, name.slice(0, 20))
    }
  })

  it('has no name that a store would cut or change: with NUL or half of a surrogate pair', async () => {
    const scope = tenantOf(on)
    for (const name of ['Ada\0', '\ud800'])
      await assert.rejects(storeEntity(scope(), { type: 'person', name }), { code: 'BAD_INPUT' })
  })
})
