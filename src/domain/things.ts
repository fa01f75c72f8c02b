/** What turns refer to and what ties things together, as types: entities, relationships, attachments, runs. */
import type { ConversationId, EventId, Hash, Instant, Json, JsonObject, ObservationId } from './model.ts'

export type EntityId = string
/** `type:source:target`, see `relationshipId()`. */
export type RelationshipId = string

/** Either end of a relationship. */
export interface Thing {
  readonly kind: ThingKind
  readonly id: string
}
export type ThingKind = 'CONVERSATION' | 'MESSAGE' | 'ENTITY' | 'ATTACHMENT'

export const relationshipTypes = [
  ...(['PART_OF', 'REFERS_TO', 'EMBEDS', 'SUPERSEDES'] as const),
  ...(['CORRECTS', 'SETTLES', 'DUPLICATE_OF', 'DEPENDS_ON'] as const),
] as const
export type RelationshipType = (typeof relationshipTypes)[number]

/** How the present value of one field is chosen among stores (spec N-21). */
export type Strategy = 'last_write' | 'highest_priority' | 'most_specific' | 'merge_array'

/** One storing of an entity's fields or of a relationship's metadata: immutable, outside the tree. */
export interface Fact {
  readonly id: ObservationId
  readonly kind: 'FACT' | 'CORRECTION' | 'DELETION' | 'RESTORATION'
  readonly ownerKind: 'ENTITY' | 'RELATIONSHIP'
  /** Whose history it is part of now: a merge and a split of entities move facts. */
  readonly ownerId: string
  /** A member that is null clears the field; one that is absent was not observed. */
  readonly fields: JsonObject
  readonly priority: number
  readonly specificity: number | null
  readonly sourceKind: string | null
  readonly note: string | null
  readonly observedAt: Instant
  readonly ingestedAt: Instant
}

/** A present or past value: a pure function of observations (spec N-20). */
export interface Snapshot {
  readonly fields: JsonObject
  /** Field to the observation behind it. */
  readonly provenance: Readonly<Record<string, ObservationId>>
  readonly observationCount: number
  readonly unknownFields: number
  /** Time of the last observation, never the wall clock. */
  readonly computedAt: Instant
}
/** The present value as it is kept, with the version of the type's declaration by which it was computed; 0: none. */
export interface KeptSnapshot extends Snapshot {
  readonly typeVersion: number
}

/** Anything a message or conversation refers to. */
export interface Entity {
  readonly id: EntityId
  /** Grows with each write; what a write expects unchanged. */
  readonly version: number
  readonly type: string
  /** Of the present snapshot. */
  readonly name: string
  readonly createdAt: Instant
  readonly deleted: boolean
  readonly mergedInto: EntityId | null
  readonly factCount: number
  /** Null while it is deleted or merged. */
  readonly snapshot: KeptSnapshot | null
}

/** Declared strategies of an entity type's fields. */
export interface EntityType {
  readonly type: string
  readonly version: number
  readonly strategies: Readonly<Record<string, Strategy>>
}

/** One edge. There is one of its identity, live or deleted. */
export interface Relationship {
  readonly id: RelationshipId
  readonly version: number
  readonly type: RelationshipType
  readonly source: Thing
  readonly target: Thing
  readonly metadata: JsonObject
  readonly createdAt: Instant
  /** Time of its newest observation: what lists are ordered by. */
  readonly changedAt: Instant
  readonly deletedAt: Instant | null
  readonly factCount: number
}

/** Bytes by their hash, or a URI by its. The bytes lie outside the graph. */
export interface Attachment {
  /** SHA-256 of the bytes, or of the URI. */
  readonly id: Hash
  readonly mediaType: string
  /** Null for a URI. */
  readonly byteSize: number | null
  readonly uri: string | null
  readonly createdAt: Instant
}

export type RunState = 'CLAIMED' | 'SUSPENDED' | 'COMPLETED' | 'ABORTED'

/** One prompt to final answer cycle of a conversation. Changed only by writes that also change its conversation. */
export interface Run {
  readonly conversationId: ConversationId
  readonly runId: string
  readonly state: RunState
  readonly exclusive: boolean
  readonly claimedAt: Instant
  /** Where the head stood when it was claimed; null: the empty path. */
  readonly claimedAtHeadId: ObservationId | null
  readonly completedAt: Instant | null
  /** 1, 2, … per conversation in the order of completion. */
  readonly completionSeq: number | null
  /** What a fork at it carries, once it is completed. */
  readonly end: RunEnd | null
  /** What it waits for while it is suspended. */
  readonly pending: { readonly questionId: string; readonly request: Json } | null
  /** Answers given so far, oldest first. */
  readonly answers: readonly { readonly questionId: string; readonly answer: Json; readonly eventId: EventId }[]
}

/** How far a fork at a completed run goes: fixed when it is completed, since the past never changes. */
export interface RunEnd {
  /** The last node that the fork carries; null: it carries nothing. */
  readonly observationId: ObservationId | null
  /** Depth of that node, -1 for none. */
  readonly depth: number
  /** Depth of the first turn above that node which the fork leaves out; null: it carries the path as it is. */
  readonly leftOut: number | null
}

/** A change that is applied only while the thing has the version `expected`; null: it must not exist. */
export interface Expecting<T> {
  readonly expected: number | null
  readonly value: T
}

/** What a command wants written besides the tree. */
export interface ThingChanges {
  readonly entities: readonly Expecting<Entity>[]
  readonly entityTypes: readonly Expecting<EntityType>[]
  readonly relationships: readonly Expecting<Relationship>[]
  /** New facts, and known ones under another owner. */
  readonly facts: readonly { readonly isNew: boolean; readonly value: Fact }[]
  /** Kept as they are when they exist already. */
  readonly attachments: readonly Attachment[]
  /** Present values. */
  readonly runs: readonly Run[]
  /**
   * Counters that must have these values, each of which is raised by one: what two commands must not decide beside
   * each other without seeing it (edges that may close a cycle). One that was never raised is 0.
   */
  readonly guards: readonly { readonly name: string; readonly expected: number }[]
}

/** Nothing written besides the tree. */
export const noThings: ThingChanges = {
  entities: [],
  entityTypes: [],
  relationships: [],
  facts: [],
  attachments: [],
  runs: [],
  guards: [],
}
