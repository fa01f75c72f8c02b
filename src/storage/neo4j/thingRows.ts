/**
 * Entities, relationships, attachments, facts and runs as Neo4j's driver takes and gives them. As in rows.ts, what
 * changes in place is read from one text, `body`; the other properties are for indexes and for people who analyse.
 */
import type { Attachment } from '../../domain/attachment.ts'
import type { EntityType, Entity } from '../../domain/entity.ts'
import type { Run } from '../../domain/run.ts'
import type { Relationship } from '../../domain/relationship.ts'
import type { Fact } from '../../domain/snapshot.ts'
import * as rows from '../thingRows.ts'
import { instantFrom, timeText } from './compactText.ts'
import { inOneText, int, intOrNull, outOfOneText, withoutNulls, type Properties } from './rows.ts'

/** Text that people read: the database keeps no lone surrogates and no U+0000. */
const plain = (text: string): string => text.replaceAll(/\p{Surrogate}|\0/gu, '\uFFFD')

/** Returns the properties of an entity. `listing` and `listedType` are there only while lists have it. */
export function entityProperties(tenant: string, entity: Entity): Properties {
  const { id, version, type, createdAt, listed, body: rest } = rows.entityRow(entity)
  return {
    ...{ tenant, id, version: int(version), type, name: plain(entity.name), createdAt: timeText(createdAt) },
    listing: listed ? '' : null,
    listedType: listed ? type : null,
    deleted: entity.deleted,
    mergedInto: entity.mergedInto,
    factCount: int(entity.factCount),
    body: inOneText([id, version, type, createdAt], rest),
  }
}

/** Returns the entity of a `body`. */
export function entityFrom(body: unknown): Entity {
  const [[id, version, type, createdAt], rest] = outOfOneText(body)
  return rows.entityOf({ ...({ id, version, type, createdAt } as rows.EntityRow), body: rest })
}

/** Returns the properties of an entity type. */
export function entityTypeProperties(tenant: string, entityType: EntityType): Properties {
  const { type, version, body: rest } = rows.entityTypeRow(entityType)
  return { tenant, type, version: int(version), body: inOneText([type, version], rest) }
}

/** Returns the entity type of a `body`. */
export function entityTypeFrom(body: unknown): EntityType {
  const [[type, version], rest] = outOfOneText(body)
  return rows.entityTypeOf({ ...({ type, version } as rows.EntityTypeRow), body: rest })
}

/** Returns the properties of a relationship's edge. */
export function relationshipProperties(tenant: string, relationship: Relationship): Properties {
  const { body: rest, ...row } = rows.relationshipRow(relationship)
  const { id, version, type, source, target, createdAt, changedAt, deletedAt } = row
  return {
    ...{ tenant, id, version: int(version), source, target, deleted: deletedAt !== null },
    ...{ createdAt: timeText(createdAt), changedAt: timeText(changedAt), deletedAt: deletedAt && timeText(deletedAt) },
    body: inOneText([id, version, type, source, target, createdAt, changedAt, deletedAt], rest),
  }
}

/** Returns the relationship of a `body`. */
export function relationshipFrom(given: unknown): Relationship {
  const [[id, version, type, source, target, createdAt, changedAt, deletedAt], body] = outOfOneText(given)
  const columns = { id, version, type, source, target, createdAt, changedAt, deletedAt }
  return rows.relationshipOf({ ...(columns as rows.RelationshipRow), body })
}

/** Returns the properties of a fact; only `owner` ever changes. */
export function factProperties(tenant: string, fact: Fact): Properties {
  const { observedAt, ingestedAt, ...row } = rows.factRow(fact)
  return withoutNulls({
    ...{ ...row, tenant, observedAt: timeText(observedAt), ingestedAt: timeText(ingestedAt) },
    sourceKind: fact.sourceKind === null ? null : plain(fact.sourceKind),
  })
}

/** Returns the fact of a list as FACT in cypherThings.ts makes it. */
export function factFrom(given: unknown): Fact {
  const [id, kind, owner, observedAt, ingestedAt, body] = given as string[]
  const times = { observedAt: instantFrom(observedAt), ingestedAt: instantFrom(ingestedAt) }
  return rows.factOf({ id, kind, owner, body, ...times } as rows.FactRow)
}

/** Returns the properties of an attachment. */
export function attachmentProperties(tenant: string, attachment: Attachment): Properties {
  const { id, createdAt, body: rest } = rows.attachmentRow(attachment)
  const { mediaType, byteSize, uri, fileName } = attachment
  return withoutNulls({
    ...{
      tenant,
      id,
      createdAt: timeText(createdAt),
      mediaType: plain(mediaType),
      uri: uri === null ? null : plain(uri),
      fileName,
    },
    byteSize: byteSize === null ? null : int(byteSize),
    body: inOneText([id, createdAt], rest),
  })
}

/** Returns the attachment of a list as ATTACHMENTS in cypherThings.ts makes it. */
export function attachmentFrom(given: unknown): Attachment {
  const [body, fileName] = given as [unknown, string | null]
  const [[id, createdAt], rest] = outOfOneText(body)
  return rows.attachmentOf({ ...({ id, createdAt, fileName } as rows.AttachmentRow), body: rest })
}

/** Returns the properties of a run. */
export function runProperties(tenant: string, run: Run): Properties {
  const { conversationId, runId, state, claimedAt, body: rest } = rows.runRow(run)
  const { exclusive, completedAt, completionSeq } = run
  return {
    ...{ tenant, conversationId, runId, state, exclusive, claimedAt: timeText(claimedAt) },
    ...{ completedAt: completedAt && timeText(completedAt), completionSeq: intOrNull(completionSeq) },
    body: inOneText([conversationId, runId, state, claimedAt], rest),
  }
}

/** Returns the run of a `body`. */
export function runFrom(body: unknown): Run {
  const [[conversationId, runId, state, claimedAt], rest] = outOfOneText(body)
  return rows.runOf({ ...({ conversationId, runId, state, claimedAt } as rows.RunRow), body: rest })
}
