import type { Instant } from '../../domain/model.ts'
import type { Endpoint, EndpointKind, Relationship, RelationshipType } from '../../domain/records/relationship.ts'

/** Returns both parts of an end as one text: kinds hold no colon. */
export function endpointKey({ kind, id }: Endpoint): string {
  return `${kind}:${id}`
}

/** Returns the end of such a text. */
export function endpointOf(key: string): Endpoint {
  const colon = key.indexOf(':')
  return { kind: key.slice(0, colon) as EndpointKind, id: key.slice(colon + 1) }
}

export interface RelationshipRow {
  readonly id: string
  readonly version: number
  readonly type: RelationshipType
  /** See endpointKey. */
  readonly source: string
  readonly target: string
  readonly createdAt: Instant
  readonly changedAt: Instant
  readonly deletedAt: Instant | null
  readonly body: string
}

/** Returns the relationship as it lies in a store. */
export function relationshipRow({ source, target, metadata, factCount, ...columns }: Relationship): RelationshipRow {
  const body = JSON.stringify({ metadata, factCount })
  return { ...columns, source: endpointKey(source), target: endpointKey(target), body }
}

/** Returns the relationship that lies in a row. */
export function relationshipOf({ source, target, body, ...columns }: RelationshipRow): Relationship {
  const rest = JSON.parse(body) as Pick<Relationship, 'metadata' | 'factCount'>
  return { ...columns, source: endpointOf(source), target: endpointOf(target), ...rest }
}
