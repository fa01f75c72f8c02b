/**
 * How entities, relationships, attachments, facts and runs lie in a store: as rows.ts says, a few columns that are
 * queried, everything else as one JSON text. They are written far less often than turns, so what a body holds besides
 * is plain.
 */
import type { Instant } from '../domain/model.ts'
import type { Attachment } from '../domain/attachment.ts'
import type { EntityType, Entity } from '../domain/entity.ts'
import type { Run } from '../domain/run.ts'
import type { Relationship, RelationshipType, EndpointKind, Endpoint } from '../domain/relationship.ts'
import type { Fact } from '../domain/snapshot.ts'
import { factOwner } from './graphStore.ts'

/** Returns both parts of a thing as one text: kinds hold no colon. */
export function thingKey({ kind, id }: Endpoint): string {
  return `${kind}:${id}`
}

/** Returns the thing of such a text. */
export function thingOf(key: string): Endpoint {
  const colon = key.indexOf(':')
  return { kind: key.slice(0, colon) as EndpointKind, id: key.slice(colon + 1) }
}

export interface EntityRow {
  readonly id: string
  readonly version: number
  readonly type: string
  readonly createdAt: Instant
  /** Neither merged nor deleted. */
  readonly listed: boolean
  readonly body: string
}

/** Returns the entity as it lies in a store. */
export function entityRow({ id, version, type, createdAt, ...rest }: Entity): EntityRow {
  const listed = !rest.deleted && rest.mergedInto === null
  return { id, version, type, createdAt, listed, body: JSON.stringify(rest) }
}

/** Returns the entity that lies in a row. */
export function entityOf({ body, ...columns }: Omit<EntityRow, 'listed'>): Entity {
  return { ...columns, ...(JSON.parse(body) as Omit<Entity, keyof EntityRow>) }
}

export interface EntityTypeRow {
  readonly type: string
  readonly version: number
  readonly body: string
}

/** Returns the entity type as it lies in a store. */
export function entityTypeRow({ type, version, strategies }: EntityType): EntityTypeRow {
  return { type, version, body: JSON.stringify(strategies) }
}

/** Returns the entity type that lies in a row. */
export function entityTypeOf({ type, version, body }: EntityTypeRow): EntityType {
  return { type, version, strategies: JSON.parse(body) as EntityType['strategies'] }
}

export interface RelationshipRow {
  readonly id: string
  readonly version: number
  readonly type: RelationshipType
  /** See thingKey. */
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
  return { ...columns, source: thingKey(source), target: thingKey(target), body }
}

/** Returns the relationship that lies in a row. */
export function relationshipOf({ source, target, body, ...columns }: RelationshipRow): Relationship {
  const rest = JSON.parse(body) as Pick<Relationship, 'metadata' | 'factCount'>
  return { ...columns, source: thingOf(source), target: thingOf(target), ...rest }
}

export interface FactRow {
  readonly id: string
  readonly kind: Fact['kind']
  /** See factOwner. */
  readonly owner: string
  readonly observedAt: Instant
  readonly ingestedAt: Instant
  readonly body: string
}

/** Returns the fact as it lies in a store. */
export function factRow(fact: Fact): FactRow {
  const { id, kind, ownerKind: _, ownerId: __, observedAt, ingestedAt, ...rest } = fact
  return { id, kind, owner: factOwner(fact), observedAt, ingestedAt, body: JSON.stringify(rest) }
}

/** Returns the fact that lies in a row. */
export function factOf({ owner, body, ...columns }: FactRow): Fact {
  const [ownerKind, ownerId] = JSON.parse(owner) as [Fact['ownerKind'], string]
  const rest = JSON.parse(body) as Omit<Fact, keyof FactRow | 'ownerKind' | 'ownerId'>
  return { ...columns, ownerKind, ownerId, ...rest }
}

export interface AttachmentRow {
  readonly id: string
  readonly createdAt: Instant
  readonly fileName: string | null
  readonly body: string
}

/** Returns the attachment as it lies in a store. */
export function attachmentRow({ id, createdAt, fileName, ...rest }: Attachment): AttachmentRow {
  return { id, createdAt, fileName, body: JSON.stringify(rest) }
}

/** Returns the attachment that lies in a row. */
export function attachmentOf({ body, ...columns }: AttachmentRow): Attachment {
  return { ...columns, ...(JSON.parse(body) as Omit<Attachment, keyof AttachmentRow>) }
}

export interface RunRow {
  readonly conversationId: string
  readonly runId: string
  readonly state: Run['state']
  readonly claimedAt: Instant
  readonly body: string
}

/** Returns the run as it lies in a store. */
export function runRow({ conversationId, runId, state, claimedAt, ...rest }: Run): RunRow {
  return { conversationId, runId, state, claimedAt, body: JSON.stringify(rest) }
}

/** Returns the run that lies in a row. */
export function runOf({ body, ...columns }: RunRow): Run {
  return { ...columns, ...(JSON.parse(body) as Omit<Run, keyof RunRow>) }
}
