import { entityTypeOf, entityTypeRow } from '../../rows/entityType.ts'
import { versioned } from './table.ts'

const create = `
CREATE TABLE entity_types (
  tenant INTEGER NOT NULL,
  type TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  sum INTEGER,
  PRIMARY KEY (tenant, type)
) STRICT, WITHOUT ROWID;
`

export const entityTypes = versioned('entityType', {
  create,
  table: 'entity_types',
  key: ['type'],
  columns: ['version', 'body'],
  rowOf: entityTypeRow,
  valueOf: entityTypeOf,
})
