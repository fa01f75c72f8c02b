/** The statements of what turns refer to. `?1` is the tenant throughout. Columns as in decodeThings.ts. */
import { type RelationshipType, relationshipTypes, type EndpointKind } from '../../domain/relationship.ts'
import type { RelationshipList } from '../graphStore.ts'
import { listSql } from './listStatement.ts'

const entityColumns = 'id, version, type, created_at, body'
const relationshipColumns = 'id, version, type, source, target, created_at, changed_at, deleted_at, body'
const factColumns = 'id, kind, owner, observed_at, ingested_at, body'
const runColumns = 'conversation_id, run_id, state, claimed_at, body'

/** Everything with an id or name, by it (`?2`). */
export const thingsById = {
  entities: `SELECT ${entityColumns} FROM entities WHERE tenant = ?1 AND id = ?2`,
  entityTypes: 'SELECT type, version, body FROM entity_types WHERE tenant = ?1 AND type = ?2',
  relationships: `SELECT ${relationshipColumns} FROM relationships WHERE tenant = ?1 AND id = ?2`,
  facts: `SELECT ${factColumns} FROM facts WHERE tenant = ?1 AND id = ?2`,
  attachments: 'SELECT id, created_at, file_name, body FROM attachments WHERE tenant = ?1 AND id = ?2',
  guards: 'SELECT value FROM guards WHERE tenant = ?1 AND name = ?2',
}
export const run = `SELECT ${runColumns} FROM runs WHERE tenant = ?1 AND conversation_id = ?2 AND run_id = ?3`

const entities = (index: string, where: string) =>
  listSql({
    columns: entityColumns,
    from: `FROM entities INDEXED BY ${index} WHERE tenant = ?1 AND listed = 1 ${where}`,
    sort: 'created_at',
    id: 'id',
    newestFirst: true,
  })

export const thingLists = {
  runsOfConversation: listSql({
    columns: runColumns,
    from: 'FROM runs WHERE tenant = ?1 AND conversation_id = ?2',
    sort: 'claimed_at',
    id: 'run_id',
    newestFirst: true,
  }),
  factsOf: listSql({
    columns: factColumns,
    from: 'FROM facts WHERE tenant = ?1 AND owner = ?2',
    sort: 'observed_at',
    id: 'id',
    newestFirst: true,
  }),
  entitiesOfType: entities('entities_by_type', 'AND type = ?2'),
  entities: entities('entities_listed', ''),
}

const relationshipsOf = (end: RelationshipList['end'], type: RelationshipType | null) => {
  const index = `relationships_of_${end}${type === null ? '' : '_by_type'}`
  const ofType = type === null ? '' : `AND type = '${type}'`
  const of = (deleted: number) =>
    listSql({
      columns: relationshipColumns,
      from: `FROM relationships INDEXED BY ${index} WHERE tenant = ?1 AND ${end} = ?2 AND deleted = ${deleted} ${ofType}`,
      sort: 'changed_at',
      id: 'id',
      newestFirst: true,
    })
  return { live: of(0), deleted: of(1) }
}
const ofEnd = (end: RelationshipList['end']) =>
  new Map([null, ...relationshipTypes].map((type) => [type, relationshipsOf(end, type)]))
export const relationships = { source: ofEnd('source'), target: ofEnd('target') }

/** Says whether both ends of a relationship can be: one for each kind of thing, by its id (`?2`). */
export const thingExists: Readonly<Record<EndpointKind, string>> = {
  CONVERSATION: 'SELECT 1 FROM conversations WHERE tenant = ?1 AND id = ?2',
  MESSAGE: 'SELECT 1 FROM messages WHERE tenant = ?1 AND id = ?2',
  ENTITY: 'SELECT 1 FROM entities WHERE tenant = ?1 AND id = ?2',
  ATTACHMENT: 'SELECT 1 FROM attachments WHERE tenant = ?1 AND id = ?2',
}

export const thingRowCounts = {
  entities: 'SELECT count(*) FROM entities',
  entityTypes: 'SELECT count(*) FROM entity_types',
  relationships: 'SELECT count(*) FROM relationships',
  facts: 'SELECT count(*) FROM facts',
  attachments: 'SELECT count(*) FROM attachments',
  runs: 'SELECT count(*) FROM runs',
  guards: 'SELECT count(*) FROM guards',
}
