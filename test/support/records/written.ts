import type { RecordChanges } from '../../../src/domain/changes.ts'
import type { Annotations } from '../../../src/domain/messages/annotation.ts'
import type { Fact } from '../../../src/domain/messages/snapshot.ts'
import type { Attachment } from '../../../src/domain/records/attachment.ts'
import type { Entity, EntityType } from '../../../src/domain/records/entity.ts'
import type { Relationship } from '../../../src/domain/records/relationship.ts'
import type { Run } from '../../../src/domain/records/run.ts'
import type { PlainRecords } from './plainRecords.ts'

/** What was written of all that hangs on a tree, as it is now. */
export interface WrittenRecords extends PlainRecords {
  readonly entities: Map<string, Entity>
  readonly entityTypes: Map<string, EntityType>
  readonly relationships: Map<string, Relationship>
  readonly facts: Map<string, Fact>
  readonly attachments: Map<string, Attachment>
  /** By the observation that they are of. */
  readonly annotations: Map<string, Annotations>
  /** By conversation and run id (`runKey`). */
  readonly runs: Map<string, Run>
  readonly guards: Map<string, number>
}

/** Returns records of nothing. */
export function emptyRecords(): WrittenRecords {
  return {
    entities: new Map(),
    entityTypes: new Map(),
    relationships: new Map(),
    facts: new Map(),
    attachments: new Map(),
    annotations: new Map(),
    runs: new Map(),
    guards: new Map(),
  }
}

export const runKey = ({ conversationId, runId }: Pick<Run, 'conversationId' | 'runId'>): string =>
  JSON.stringify([conversationId, runId])

/** Returns an attachment that is sent once more: it stays what it was first, but for the name, which is the last that it was sent with. */
export function sentOnceMore(first: Attachment | undefined, again: Attachment): Attachment {
  if (first === undefined) return again
  return again.fileName === null ? first : { ...first, fileName: again.fileName }
}

/** Returns the attachments that a write sends; what it only embeds is there already. */
export function sentIn({ attachments }: Pick<RecordChanges, 'attachments'>): Attachment[] {
  return attachments.flatMap((one) => ('mediaType' in one ? [one] : []))
}

/** Puts what a write says into the records. A guard counts up by one. */
export function putRecords(records: WrittenRecords, written: RecordChanges): void {
  for (const { value } of written.entities) records.entities.set(value.id, value)
  for (const { value } of written.entityTypes) records.entityTypes.set(value.type, value)
  for (const { value } of written.relationships) records.relationships.set(value.id, value)
  for (const { value } of written.annotations) records.annotations.set(value.id, value)
  for (const { value } of written.facts) records.facts.set(value.id, value)
  for (const it of sentIn(written)) records.attachments.set(it.id, sentOnceMore(records.attachments.get(it.id), it))
  for (const it of written.runs) records.runs.set(runKey(it), it)
  for (const { name } of written.guards) records.guards.set(name, (records.guards.get(name) ?? 0) + 1)
}
