import type { Annotations } from './messages/annotation.ts'
import type { Erasure } from './erasure/erasure.ts'
import type { Rewrites } from './erasure/rewrites.ts'
import type { AttachmentChange } from './records/attachment.ts'
import type { CallNames, Counted } from './usage/counted.ts'
import type { Entity, EntityType } from './records/entity.ts'
import type { Relationship } from './records/relationship.ts'
import type { Run } from './records/run.ts'
import type { Fact } from './messages/snapshot.ts'
import type { StateRecordChange } from './records/stateRecord.ts'
import type {
  NewEvent,
  Observation,
  BranchPoint,
  KeyRecord,
  RawChunk,
  Mark,
  Conversation,
  Message,
  Segment,
} from './model.ts'

/**
 * Everything that one command wants written, as data, and what must still hold when it is. Applied whole or not at
 * all. The first event's id is the attempt: a store that has it already has applied these changes.
 */
export interface Changes extends RecordChanges {
  readonly events: readonly [NewEvent, ...NewEvent[]]
  readonly conversations: readonly ConversationChange[]
  /** New messages, and present values of known ones. */
  readonly messages: readonly MessageChange[]
  readonly observations: readonly Observation[]
  /** New segments, and known ones with a moved tip. */
  readonly segments: readonly SegmentChange[]
  /** Present values. */
  readonly junctions: readonly BranchPoint[]
  readonly key: KeyRecord | null
  readonly rawChunks: readonly RawChunk[]
  readonly importMarks: readonly Mark[]
  /** What the sums of analytics need to know beside it all; most changes need nothing. */
  readonly counting?: Counting
  /** Keys of answers that were taken for new: none of them may have parts yet. */
  readonly newAnswers?: readonly string[]
  /** The lines of ledgers come with a file and keep their times, also where one is dated before the line above it. */
  readonly keepsTimes?: boolean
  /** What an erasure puts in the place of what is stored. */
  readonly rewrites?: Rewrites
}

/** What is counted otherwise than the stored turns say by themselves. */
export interface Counting {
  /** By the observations that report failures: the names of the tools that failed, by their call ids. */
  readonly names: ReadonlyMap<string, CallNames>
  /** Turns that corrections, or newer turns of a corrected message, make count otherwise. */
  readonly recounts: readonly { readonly before: Counted; readonly after: Counted }[]
}

/** `expected`: the version it must have now; null when it must not exist. */
export interface ConversationChange {
  readonly expected: number | null
  readonly value: Conversation
}

/** `isNew`: it must not exist yet. */
export interface MessageChange {
  readonly isNew: boolean
  readonly value: Message
}

export interface SegmentChange {
  readonly isNew: boolean
  readonly value: Segment
}

/** A change that is applied only while the thing has the version `expected`; null: it must not exist. */
export interface Expected<T> {
  readonly expected: number | null
  readonly value: T
}

/** What a command wants written besides the tree. */
export interface RecordChanges {
  readonly entities: readonly Expected<Entity>[]
  readonly entityTypes: readonly Expected<EntityType>[]
  readonly relationships: readonly Expected<Relationship>[]
  readonly annotations: readonly Expected<Annotations>[]
  readonly erasures: readonly Expected<Erasure>[]
  /** In this order. */
  readonly stateRecords: readonly StateRecordChange[]
  /** New facts, and known ones under another owner. */
  readonly facts: readonly { readonly isNew: boolean; readonly value: Fact }[]
  /** Kept as they are when they exist already, but for a file name that they come with; those that are only embedded must be there, and not erased. */
  readonly attachments: readonly AttachmentChange[]
  /** Present values. */
  readonly runs: readonly Run[]
  /**
   * Counters that must have these values, each of which is raised by one: what two commands must not decide beside
   * each other without seeing it (edges that may close a cycle). One that was never raised is 0. `expected` null: whatever it has.
   */
  readonly guards: readonly { readonly name: string; readonly expected: number | null }[]
}

/** Says whether changes that write erasures write nothing else: of a tenant that is erased, or is being erased, no others are taken. */
export function areErasuresAlone({ events, erasures: _, key, rewrites, ...others }: Changes): boolean {
  if (key !== null || rewrites !== undefined) return false
  const isEmpty = (list: unknown) => !Array.isArray(list) || list.length === 0
  return events.every(isErasureLine) && Object.values(others).every(isEmpty)
}

/** Says whether a line says that something was erased, and is of no conversation. */
export const isErasureLine = ({ kind, conversationId }: Pick<NewEvent, 'kind' | 'conversationId'>): boolean =>
  kind === 'ERASE' && conversationId === null

/** Nothing written besides the tree. */
export const noRecords: RecordChanges = {
  entities: [],
  entityTypes: [],
  relationships: [],
  annotations: [],
  erasures: [],
  stateRecords: [],
  facts: [],
  attachments: [],
  runs: [],
  guards: [],
}
