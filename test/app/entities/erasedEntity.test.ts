import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mustNotBeErased } from '../../../src/app/entities/erasedEntity.ts'
import { newEntity } from '../../../src/domain/records/entity.ts'

it('an entity that was erased is refused with the erasure, and any other one is returned', () => {
  const entity = { ...newEntity('e', 'bird', 'Stork', '2026-01-01T00:00:00.000000000Z'), version: 1 }
  assert.equal(mustNotBeErased(entity), entity)
  const refused = { code: 'ERASED', facts: { entityId: 'e', erasureId: 'e1' }, field: ['id'] }
  assert.throws(() => mustNotBeErased({ ...entity, erased: { by: 'e1' } }), refused)
})
