import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { EntityType } from '../../../src/domain/records/entity.ts'
import { entityTypeOf, entityTypeRow } from '../../../src/storage/rows/entityType.ts'
import fc from '../../support/properties.ts'

const types = fc.record(
  {
    type: fc.string({ unit: 'grapheme' }),
    version: fc.nat(),
    strategies: fc.dictionary(fc.string(), fc.constantFrom('last_write', 'highest_priority'), {
      noNullPrototype: true,
    }),
  },
  { noNullPrototype: true },
) as unknown as fc.Arbitrary<EntityType>

it('a row of an entity type gives back the type, its version and the strategy of each field', () => {
  fc.assert(fc.property(types, (type) => assert.deepEqual(entityTypeOf(entityTypeRow(type)), type)))
})

it('a row of an entity type without strategies says so', () => {
  const type = { type: 'person', version: 1, strategies: {} }
  assert.deepEqual(entityTypeRow(type), { type: 'person', version: 1, body: '{}' })
})
