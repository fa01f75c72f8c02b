/** The statements that read relationships, by identity and from their ends. */
import { type RelationshipType, relationshipTypes } from '../../../domain/records/relationship.ts'
import type { RelationshipList } from '../../graphStore.ts'

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

type StatementPart = (type: RelationshipType, end: RelationshipList['end']) => string
const perRequest = (parts: readonly string[]): string => `UNWIND range(0, size($q.requests) - 1) AS i
CALL (i) {${parts.join('\n  UNION ALL')}
}
RETURN i, found`
/** `ALL` answers a row for each type: they are put in one order by the reader. */
const ofEach = (part: StatementPart, end: RelationshipList['end']) => ({
  ...(Object.fromEntries(relationshipTypes.map((type) => [type, perRequest([part(type, end)])])) as Record<
    RelationshipType,
    string
  >),
  ALL: perRequest(relationshipTypes.map((type) => part(type, end))),
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
