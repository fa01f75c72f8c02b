import {
  relationshipTypes,
  type EndpointKind,
  type Relationship,
  type RelationshipType,
} from '../../../domain/records/relationship.ts'
import type { RelationshipList } from '../../graphStore.ts'
import { endpointOf, relationshipOf, relationshipRow, type RelationshipRow } from '../../rows/relationship.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'
import { columnsOf, versioned, type Shape, type Table } from './table.ts'

const create = `
CREATE TABLE relationships (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  type TEXT NOT NULL,
  source TEXT NOT NULL,
  target TEXT NOT NULL,
  created_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  deleted_at TEXT,
  deleted INTEGER NOT NULL GENERATED ALWAYS AS (deleted_at IS NOT NULL) VIRTUAL,
  body TEXT NOT NULL,
  sum INTEGER,
  UNIQUE (tenant, id)
) STRICT;
CREATE INDEX relationships_of_source ON relationships (tenant, source, deleted, changed_at, id DESC);
CREATE INDEX relationships_of_target ON relationships (tenant, target, deleted, changed_at, id DESC);
CREATE INDEX relationships_of_source_by_type ON relationships (tenant, source, deleted, type, changed_at, id DESC);
CREATE INDEX relationships_of_target_by_type ON relationships (tenant, target, deleted, type, changed_at, id DESC);
`

const shape = {
  table: 'relationships',
  key: ['id'],
  columns: ['source', 'target', 'version', 'type', 'createdAt', 'changedAt', 'deletedAt', 'body'],
  rowOf: relationshipRow,
  valueOf: relationshipOf,
} satisfies Shape<Relationship, RelationshipRow>
const table = versioned('relationship', { create, ...shape })

/** Says whether there is an end of a relationship: one for each kind, by its id (`?2`). */
export const endpointExists: Readonly<Record<EndpointKind, string>> = {
  CONVERSATION: 'SELECT 1 FROM conversations WHERE tenant = ?1 AND id = ?2',
  MESSAGE: 'SELECT 1 FROM messages WHERE tenant = ?1 AND id = ?2',
  ENTITY: 'SELECT 1 FROM entities WHERE tenant = ?1 AND id = ?2',
  ATTACHMENT: 'SELECT 1 FROM attachments WHERE tenant = ?1 AND id = ?2',
}

/** Both ends of a new one must be there, so it is written behind what may be an end. */
export const relationships: Table<Relationship, Parameters<typeof table.rowOf>[0]> = {
  ...table,
  write: (connection, tenant, row) => {
    if (row.at(-1) === null) refuseLooseEnds(connection, tenant, row)
    return table.write(connection, tenant, row)
  },
  weight: 4,
}

/** One that ties what is not there is a fault of the command. */
function refuseLooseEnds(connection: Connection, tenant: number, [id, ...ends]: SqlRow): void {
  for (const end of ends.slice(0, 2).map(String)) {
    const { kind, id: endId } = endpointOf(end)
    if (connection.get(endpointExists[kind], tenant, endId) === null)
      throw new Error(`The relationship "${String(id)}" ties what is not there: ${kind} "${endId}".`)
  }
}

const listsOf = (end: RelationshipList['end'], type: RelationshipType | null) => {
  const index = `relationships_of_${end}${type === null ? '' : '_by_type'}`
  const ofType = type === null ? '' : `AND type = '${type}'`
  const list = (deleted: number) =>
    columnsOf(shape).list({
      from: `FROM relationships INDEXED BY ${index} WHERE tenant = ?1 AND ${end} = ?2 AND deleted = ${deleted} ${ofType}`,
      sort: 'changed_at',
      id: 'id',
    }).sql
  return { live: list(0), deleted: list(1) }
}
const ofEnd = (end: RelationshipList['end']) =>
  new Map([null, ...relationshipTypes].map((type) => [type, listsOf(end, type)]))
/** The lists by the end that their owner is of them, and their type. */
export const relationshipLists = { source: ofEnd('source'), target: ofEnd('target') }
