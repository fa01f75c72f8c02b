/** Rows as thingSql.ts selects them, back to the domain's values. */
import type { Attachment } from '../../domain/attachment.ts'
import type { EntityType, Entity } from '../../domain/entity.ts'
import type { Run } from '../../domain/run.ts'
import type { Relationship } from '../../domain/relationship.ts'
import type { Fact } from '../../domain/snapshot.ts'
import * as rows from '../thingRows.ts'
import type { SqlRow } from './connection.ts'
import { named } from './decode.ts'

const entityNames = ['id', 'version', 'type', 'createdAt', 'body']
const relationshipNames = [
  ...['id', 'version', 'type', 'source', 'target'],
  ...['createdAt', 'changedAt', 'deletedAt', 'body'],
]
const factNames = ['id', 'kind', 'owner', 'observedAt', 'ingestedAt', 'body']
const runNames = ['conversationId', 'runId', 'state', 'claimedAt', 'body']

export const decodeEntity = (row: SqlRow): Entity => rows.entityOf(named(row, entityNames) as rows.EntityRow)

export const decodeEntityType = (row: SqlRow): EntityType =>
  rows.entityTypeOf(named(row, ['type', 'version', 'body']) as rows.EntityTypeRow)

export const decodeRelationship = (row: SqlRow): Relationship =>
  rows.relationshipOf(named(row, relationshipNames) as rows.RelationshipRow)

export const decodeFact = (row: SqlRow): Fact => rows.factOf(named(row, factNames) as rows.FactRow)

export const decodeAttachment = (row: SqlRow): Attachment =>
  rows.attachmentOf(named(row, ['id', 'createdAt', 'fileName', 'body']) as rows.AttachmentRow)

export const decodeRun = (row: SqlRow): Run => rows.runOf(named(row, runNames) as rows.RunRow)
