import { type RelationshipType, relationshipTypes } from '../../../domain/records/relationship.ts'
import { labels } from '../schema.ts'

const LABELS = {
  conversations: 'Conversation',
  messages: 'Message',
  observations: 'Observation',
  segments: 'Segment',
  events: 'Event',
  keys: 'IdempotencyKey',
  junctions: 'Junction',
  rawChunks: 'RawChunk',
  importMarks: 'ImportMark',
  ...Object.fromEntries(Object.entries(labels).map(([kind, { label }]) => [kind, label])),
}

/** Of these types some edges are drawn that are no rows: those have no id, so they are not in the index. */
const drawn: readonly RelationshipType[] = ['PART_OF', 'SUPERSEDES']
const edges = (type: RelationshipType): string =>
  drawn.includes(type)
    ? `MATCH ()-[n:${type}]->() USING INDEX n:${type}(tenant, id) WHERE n.tenant IS NOT NULL AND n.id IS NOT NULL`
    : `MATCH ()-[n:${type}]->()`
/**
 * Parts of the number of each kind, from the store's own counts wherever it has one. A name beside the count would leave
 * out what there is none of. Facts are among the observations of the database.
 */
export const ROW_COUNTS = [
  ...Object.entries(LABELS).map(([name, label]) => ({ name, match: `MATCH (n:${label})`, rows: 'rows' })),
  { name: 'observations', match: 'MATCH (n:Fact)', rows: '-rows' },
  ...relationshipTypes.map((type) => ({ name: 'relationships', match: edges(type), rows: 'rows' })),
]
  .map(({ name, match, rows }) => `${match} WITH count(n) AS rows RETURN '${name}' AS name, ${rows} AS rows`)
  .join(' UNION ALL ')
