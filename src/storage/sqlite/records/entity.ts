import { entityOf, entityRow } from '../../rows/entity.ts'
import { columnsOf, versioned, type Shape } from './table.ts'

/** Names as JSON text, which holds lone surrogates too. */
const nameText = `body -> '$.name'`

const create = `
CREATE TABLE entities (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  type TEXT NOT NULL,
  created_at TEXT NOT NULL,
  listed INTEGER NOT NULL,
  body TEXT NOT NULL,
  sum INTEGER,
  UNIQUE (tenant, id)
) STRICT;
CREATE INDEX entities_listed ON entities (tenant, created_at, id DESC) WHERE listed = 1;
CREATE INDEX entities_by_type ON entities (tenant, type, created_at, id DESC) WHERE listed = 1;
CREATE INDEX entities_by_name ON entities (tenant, type, ${nameText}, created_at, id) WHERE listed = 1;
`

const shape = {
  table: 'entities',
  key: ['id'],
  columns: ['version', 'type', 'createdAt', 'body'],
  unread: ['listed'],
  rowOf: entityRow,
  valueOf: entityOf,
} satisfies Shape<ReturnType<typeof entityOf>, ReturnType<typeof entityRow>>

export const entities = versioned('entity', { create, ...shape })

const listed = (index: string, where: string, newestFirst = true) =>
  columnsOf(shape).list({
    from: `FROM entities INDEXED BY ${index} WHERE tenant = ?1 AND listed = 1 ${where}`,
    sort: 'created_at',
    id: 'id',
    newestFirst,
  })
export const entityLists = {
  entitiesOfType: listed('entities_by_type', 'AND type = ?2'),
  entitiesNamed: listed('entities_by_name', `AND type = ?2 ->> 0 AND ${nameText} = ?2 -> 1`, false),
  entities: listed('entities_listed', ''),
}
