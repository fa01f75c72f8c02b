import type { NewEvent } from '../../../domain/model.ts'
import type { Changes, Expected, RecordChanges } from '../../../domain/changes.ts'
import { type Entity } from '../../../domain/records/entity.ts'
import { type Relationship } from '../../../domain/records/relationship.ts'
import { type Fact } from '../../../domain/messages/snapshot.ts'
import type { ChangeSet } from './changeSet.ts'

/** Returns changes of records alone, with their event. */
export function changesOfRecords(event: NewEvent, records: RecordChanges): Changes {
  const tree = { conversations: [], messages: [], observations: [], segments: [], junctions: [] }
  return { events: [event], ...tree, key: null, rawChunks: [], importMarks: [], ...records }
}

/** Notes a changed entity in a draft. */
export function putEntity(draft: ChangeSet, before: Entity | null, value: Omit<Entity, 'version'>): Entity {
  return put(draft.entities, before, { ...value, version: (before?.version ?? 0) + 1 })
}

/** Notes a changed relationship in a draft. */
export function putRelationship(
  draft: ChangeSet,
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
export function putFact(draft: ChangeSet, value: Fact): void {
  draft.facts.set(value.id, { isNew: true, value })
}
