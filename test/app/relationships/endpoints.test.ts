import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mergedChain, resolveEntity } from '../../../src/app/relationships/endpoints.ts'
import { relate } from '../../../src/app/relationships/relate.ts'
import { newEntity, type Entity } from '../../../src/domain/records/entity.ts'
import type { LoadBatch } from '../../../src/domain/contents.ts'
import { onEveryStore } from '../../support/scopes.ts'

const at = '2026-01-01T00:00:00.000000000Z'
/** Entities of a store that was damaged, or filled by another hand: "a b" was merged into b. */
async function* merged(...said: readonly string[]): AsyncGenerator<LoadBatch> {
  await Promise.resolve()
  const values = said.map((one): Entity => {
    const [id = '', mergedInto = null] = one.split(' ')
    return { ...newEntity(id, 'thing', id, at), version: 1, mergedInto }
  })
  yield { kind: 'entity', values }
}

await onEveryStore('entities that were merged', (on) => {
  it('stand for the last one, and one of a circle for all of it', async () => {
    const scope = on.scope({ tenant: 'circles' })
    await scope.store.load(merged('end', 'b end', 'a b', 'self self', 'one two', 'two one', 'into one', 'to gone'))
    const standing = async (id: string) => (await resolveEntity(scope, id)).id
    assert.deepEqual(await Promise.all(['a', 'b', 'end'].map(standing)), ['end', 'end', 'end'])
    assert.deepEqual(await Promise.all(['self', 'one', 'two', 'into'].map(standing)), ['self', 'one', 'one', 'one'])
    await assert.rejects(standing('to'))
    const chain = async (id: string) => (await mergedChain(scope, id)).map((one) => one.id)
    assert.deepEqual(await chain('a'), ['a', 'b', 'end'])
    assert.deepEqual(await chain('self'), ['self'])
    assert.deepEqual(await chain('into'), ['into', 'one', 'two'])
    const { relationship } = await relate(scope, {
      type: 'REFERS_TO',
      source: { entityId: 'two' },
      target: { entityId: 'self' },
    })
    assert.deepEqual([relationship.source.id, relationship.target.id], ['one', 'self'])
  })
})
