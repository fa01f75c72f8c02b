import type { EntityType } from '../../../domain/records/entity.ts'
import { entityTypeOf, entityTypeRow, type EntityTypeRow } from '../../rows/entityType.ts'
import { inOneText, int, outOfOneText } from '../properties/rows.ts'
import { unique, versioned } from './label.ts'

export const entityTypes = versioned<EntityType>({
  label: 'EntityType',
  key: 'type',
  rows: 'entityTypes',
  what: 'entityType',
  schema: [unique('entity_type', 'EntityType', ['tenant', 'type'])],
  idOf: ({ type }) => type,
  properties: (tenant, entityType) => {
    const { type, version, body: rest } = entityTypeRow(entityType)
    return { tenant, type, version: int(version), body: inOneText([type, version], rest) }
  },
  from: (body) => {
    const [[type, version], rest] = outOfOneText(body)
    return entityTypeOf({ ...({ type, version } as EntityTypeRow), body: rest })
  },
})
