import type { KeyRecord, NewEvent } from '../../../domain/model.ts'
import { type Changes, noRecords, type Expected, type RecordChanges } from '../../../domain/changes.ts'
import { sentAgain, type Attachment } from '../../../domain/records/attachment.ts'
import { type Entity } from '../../../domain/records/entity.ts'
import { type Relationship } from '../../../domain/records/relationship.ts'
import { type Fact } from '../../../domain/messages/snapshot.ts'

/** What a command wants written of things, before it is: what is decided later sees what was decided before. */
export interface RecordDraft {
  readonly entities: Map<string, Expected<Entity>>
  readonly relationships: Map<string, Expected<Relationship>>
  readonly facts: Map<string, { readonly isNew: boolean; readonly value: Fact }>
  readonly attachments: Map<string, Attachment>
  /** Name to the value that the counter must have. */
  readonly guards: Map<string, number>
}

/** Returns a draft of things that changes nothing yet. */
export function createRecordDraft(): RecordDraft {
  return { entities: new Map(), relationships: new Map(), facts: new Map(), attachments: new Map(), guards: new Map() }
}

/** Returns what drafts of things want written. */
export function thingChanges(drafts: readonly RecordDraft[]): RecordChanges {
  const guards = new Map(drafts.flatMap((draft) => [...draft.guards]))
  const attachments = new Map<string, Attachment>()
  for (const draft of drafts) for (const one of draft.attachments.values()) addAttachment(attachments, one)
  return {
    ...noRecords,
    entities: drafts.flatMap((draft) => [...draft.entities.values()]),
    relationships: drafts.flatMap((draft) => [...draft.relationships.values()]),
    attachments: [...attachments.values()],
    facts: drafts.flatMap((draft) => [...draft.facts.values()]),
    guards: [...guards].map(([name, expected]) => ({ name, expected })),
  }
}

/** Returns changes of things alone, with the event that tells of them. */
export function changesOfRecords(event: NewEvent, key: KeyRecord | null, things: RecordChanges): Changes {
  const tree = { conversations: [], messages: [], observations: [], segments: [], junctions: [] }
  return { events: [event], ...tree, key, rawChunks: [], importMarks: [], ...things }
}

/** Notes an attachment that was sent in a draft. */
export function putSent(draft: RecordDraft, attachment: Attachment): void {
  addAttachment(draft.attachments, attachment)
}

function addAttachment(all: Map<string, Attachment>, one: Attachment): void {
  all.set(one.id, sentAgain(all.get(one.id), one))
}

/** Notes a changed entity in a draft. */
export function putEntity(draft: RecordDraft, before: Entity | null, value: Omit<Entity, 'version'>): Entity {
  return put(draft.entities, before, { ...value, version: (before?.version ?? 0) + 1 })
}

/** Notes a changed relationship in a draft. */
export function putRelationship(
  draft: RecordDraft,
  before: Relationship | null,
  value: Omit<Relationship, 'version'>,
): Relationship {
  return put(draft.relationships, before, { ...value, version: (before?.version ?? 0) + 1 })
}

/** What was drafted before keeps what it expects of the store, also that there is none. */
function put<T extends { readonly id: string; readonly version: number }>(
  drafted: Map<string, Expected<T>>,
  before: T | null,
  value: T,
): T {
  const earlier = drafted.get(value.id)
  drafted.set(value.id, { expected: earlier ? earlier.expected : (before?.version ?? null), value })
  return value
}

/** Notes a new fact in a draft. */
export function putFact(draft: RecordDraft, value: Fact): void {
  draft.facts.set(value.id, { isNew: true, value })
}
