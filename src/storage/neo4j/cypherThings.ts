/** The statements that read what turns refer to, by identity and along relationships; other lists are in cypherLists.ts. */
import { type RelationshipType, relationshipTypes } from '../../domain/relationship.ts'
import type { RelationshipList } from '../graphStore.ts'
import { byKey } from './cypherRead.ts'

/** What is read of a fact, in the order of thingRows.ts `factFrom`. */
export const FACT = '[f.id, f.kind, f.owner, f.observedAt, f.ingestedAt, f.body]'

export const ENTITIES = byKey('n:Entity', 'id', 'n.body')
export const ENTITY_TYPES = byKey('n:EntityType', 'type', 'n.body')
export const ATTACHMENTS = byKey('n:Attachment', 'id', '[n.body, n.fileName]')
/** By their place among observations, of which they are a kind. */
export const FACTS = byKey('f:Observation', 'id', FACT, '\nWHERE f:Fact')
export const GUARDS = byKey('n:Guard', 'name', 'n.value')
export const RUNS = `UNWIND range(0, size($q.ids) - 1) AS i
MATCH (n:Run {tenant: $q.tenant, conversationId: $q.ids[i][0], runId: $q.ids[i][1]})
USING INDEX SEEK n:Run(tenant, conversationId, runId)
RETURN i, n.body AS found`

/** One index for each type and end, which is read from the newest change on. */
const edgesOf = (type: RelationshipType, end: RelationshipList['end'], from: string, before: string): string => `
  MATCH ()-[n:${type}]->()
  USING INDEX SEEK n:${type}(tenant, ${end}, deleted, changedAt)
  WHERE n.tenant = $q.tenant AND n.${end} = ${from}[0] AND n.deleted = ${from}[1] AND n.changedAt ${before}`

const page = (type: RelationshipType, end: RelationshipList['end']): string => `${edgesOf(
  type,
  end,
  '$q.requests[i]',
  `<= $q.requests[i][2]
    AND CASE WHEN n.changedAt < $q.requests[i][2] THEN true ELSE n.id > $q.requests[i][3] END`,
)}
  WITH n ORDER BY n.tenant DESC, n.${end} DESC, n.deleted DESC, n.changedAt DESC, n.id LIMIT $q.limit
  RETURN collect(n.body) AS found`
const count = (
  type: RelationshipType,
  end: RelationshipList['end'],
): string => `${edgesOf(type, end, '$q.requests[i]', ">= ''")}
  WITH n LIMIT $q.limit
  RETURN count(n) AS found`

type Part = (type: RelationshipType, end: RelationshipList['end']) => string
const asked = (parts: readonly string[]): string => `UNWIND range(0, size($q.requests) - 1) AS i
CALL (i) {${parts.join('\n  UNION ALL')}
}
RETURN i, found`
/** `ALL` answers a row for each type: they are put in one order by the reader. */
const ofEach = (part: Part, end: RelationshipList['end']) => ({
  ...(Object.fromEntries(relationshipTypes.map((type) => [type, asked([part(type, end)])])) as Record<
    RelationshipType,
    string
  >),
  ALL: asked(relationshipTypes.map((type) => part(type, end))),
})

export const RELATIONSHIP_PAGES = { source: ofEach(page, 'source'), target: ofEach(page, 'target') }
export const RELATIONSHIP_COUNTS = { source: ofEach(count, 'source'), target: ofEach(count, 'target') }
export const RELATIONSHIPS = Object.fromEntries(
  relationshipTypes.map((type) => [
    type,
    `UNWIND range(0, size($q.ids) - 1) AS i
MATCH ()-[n:${type} {tenant: $q.tenant, id: $q.ids[i]}]->()
USING INDEX SEEK n:${type}(tenant, id)
RETURN i, n.body AS found`,
  ]),
) as Readonly<Record<RelationshipType, string>>
