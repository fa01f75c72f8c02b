import { type Relationship, relationshipTypes } from '../../../domain/records/relationship.ts'
import type { GraphStore, RelationshipList, RelationshipListRequest } from '../../graphStore.ts'
import { endpointKey } from '../../rows/relationship.ts'
import { timeText } from './compactText.ts'
import type { Connection } from '../connection/connection.ts'
import { RELATIONSHIP_COUNTS, RELATIONSHIP_PAGES, RELATIONSHIPS } from './cypherRelationships.ts'
import { inPlace } from './batchedRead.ts'
import { int, numberFrom, type Value } from '../properties/rows.ts'
import { relationships } from '../records/relationship.ts'
import { whole } from './tornRead.ts'

type RelationshipReads = Pick<GraphStore, 'relationships' | 'relationshipLists' | 'relationshipCounts'>

/** Returns the reads of relationships. */
export function relationshipReadsOn(connection: Connection, timeout: number): RelationshipReads {
  return {
    relationships: (tenant, ids) => whole(() => readById(connection, tenant, ids), timeout),
    relationshipLists: (tenant, requests) =>
      whole(async () => {
        const limit = Math.max(0, ...requests.map((request) => request.limit))
        const pages = await readParts(connection, tenant, requests, limit, 'pages')
        return pages.map((parts, k) => joined(parts as unknown[][], requests[k]?.limit ?? 0))
      }, timeout),
    relationshipCounts: async (tenant, lists, limit) => {
      const requests = lists.map((list) => ({ ...list, after: null }))
      const counts = await readParts(connection, tenant, requests, limit, 'counts')
      return counts.map((parts) =>
        Math.min(
          limit,
          parts.map(numberFrom).reduce((sum, part) => sum + part, 0),
        ),
      )
    },
  }
}

/** Each id begins with its type, and each type has an index of its own. */
async function readById(connection: Connection, tenant: string, ids: readonly string[]) {
  const answers = ids.map((): Relationship | null => null)
  for (const type of relationshipTypes) {
    const places = ids.flatMap((id, k) => (id.startsWith(`${type}:`) ? [k] : []))
    if (places.length === 0) continue
    const requests = places.map((k) => ids[k] as string)
    const records = await connection.read(RELATIONSHIPS[type], { tenant, ids: requests })
    const results = inPlace(requests.length, records, relationships.from, null)
    for (const [at, k] of places.entries()) answers[k] = results[at] ?? null
  }
  return answers
}

/** What was found for each request: one part where a type is asked for, one for each type otherwise. */
async function readParts(
  connection: Connection,
  tenant: string,
  requests: readonly Omit<RelationshipListRequest, 'limit'>[],
  limit: number,
  what: 'pages' | 'counts',
): Promise<unknown[][]> {
  const parts = requests.map((): unknown[] => [])
  const statements = what === 'pages' ? RELATIONSHIP_PAGES : RELATIONSHIP_COUNTS
  for (const statement of new Set(requests.map((request) => statementOf(statements, request)))) {
    const items = requests.flatMap((request, k) => (statementOf(statements, request) === statement ? [k] : []))
    const seeks = items.map((k) => seekFor(requests[k] as RelationshipListRequest))
    for (const record of await connection.read(statement, { tenant, requests: seeks, limit: int(limit) }))
      parts[items[numberFrom(record.get('i'))] as number]?.push(record.get('found'))
  }
  return parts
}

function statementOf(statements: typeof RELATIONSHIP_PAGES, { end, type }: Pick<RelationshipList, 'end' | 'type'>) {
  return statements[end][type ?? 'ALL']
}

function seekFor({ thing, deleted, after }: Omit<RelationshipListRequest, 'limit'>): Value[] {
  return [endpointKey(thing), deleted, after ? timeText(String(after.sort)) : '~', after?.id ?? '']
}

/** Each part is in order; newest change first, ties to the smaller id. */
function joined(parts: readonly unknown[][], limit: number): Relationship[] {
  const results = parts.flat().map(relationships.from)
  if (parts.length > 1)
    results.sort((a, b) => (a.changedAt === b.changedAt ? (a.id < b.id ? -1 : 1) : a.changedAt > b.changedAt ? -1 : 1))
  return results.slice(0, limit)
}
