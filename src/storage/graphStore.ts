import type { FileLook } from '../domain/erasure/erasure.ts'
import type {
  Conversation,
  ConversationId,
  Event,
  EventId,
  Hash,
  Mark,
  Instant,
  Json,
  KeyRecord,
  Message,
  MessageId,
  Observation,
  ObservationId,
  OriginKind,
  BranchPoint,
  RawChunk,
  Segment,
  SegmentId,
  Tenant,
} from '../domain/model.ts'
import type { Changes } from '../domain/changes.ts'
import type { Annotations } from '../domain/messages/annotation.ts'
import type { LoadBatch, DumpBatch } from '../domain/contents.ts'
import type { Erasure } from '../domain/erasure/erasure.ts'
import type { Attachment } from '../domain/records/attachment.ts'
import type { EntityType, Entity, EntityId } from '../domain/records/entity.ts'
import type { Run } from '../domain/records/run.ts'
import type { Relationship, RelationshipType, Endpoint, RelationshipId } from '../domain/records/relationship.ts'
import type { Fact } from '../domain/messages/snapshot.ts'
import type { StateRecord, StateRecordPlace, StateRecordRange } from '../domain/records/stateRecord.ts'
import type { ListName, Lists } from './kinds.ts'
import type { Presence } from './presence.ts'
import type { Peers } from './peers.ts'
import type { Followers } from './causality.ts'
import type { Registry } from './registry.ts'
import type { Range, BundleReads } from './bundles.ts'
import type { UsageRollups } from './usageRollups.ts'
import type { Walks } from './walk.ts'

export type { ReceiptKey, Registry } from './registry.ts'
export type { ListName, Lists } from './kinds.ts'
export type { Axis, Range, Tail, Bundle as Together } from './bundles.ts'
export type { Walked, WalkedKind, WalkPage, WalkPart } from './walk.ts'
export type { ConversationSum, RollupKey, RollupKind, RollupQuery, RollupRow } from './usageRollups.ts'

/** A keyset position in a list: the sort value and the id of an item, which is itself left out. */
export interface ListKey {
  readonly sort: string | number
  readonly id: string
}

export interface ListRequest<N extends ListName = ListName> {
  readonly list: N
  readonly owner: string
  /** Only items after this one in the list's order. */
  readonly after: ListKey | null
  readonly limit: number
}

/** Returns the owner of a list of facts. */
export function factOwner({ ownerKind, ownerId }: Pick<Fact, 'ownerKind' | 'ownerId'>): string {
  return JSON.stringify([ownerKind, ownerId])
}

/** Returns the owner of a list of entities of one type and name, as JSON. */
export function entityNameOwner(type: string, name: string): string {
  return JSON.stringify([type, name])
}

/** Returns the owner of a list of the children that a conversation recorded below an observation. No id has a line break. */
export function childrenOwner(conversationId: ConversationId, parentId: ObservationId): string {
  return `${parentId}\n${conversationId}`
}

/** Relationships of a thing that stands at this end of them: the live ones, or the deleted ones. */
export interface RelationshipList {
  readonly thing: Endpoint
  readonly end: 'source' | 'target'
  /** Null: of every type. */
  readonly type: RelationshipType | null
  readonly deleted: boolean
}

/** Newest change first (changedAt), ties to the smaller id. */
export interface RelationshipListRequest extends RelationshipList {
  readonly after: ListKey | null
  readonly limit: number
}

/** State records by kind, then by key; those of all conversations by key, then by conversation. All by their UTF-8 bytes. */
export interface StateRecordListRequest extends StateRecordRange {
  readonly descending: boolean
  /** Only those after this place, in the list's order. */
  readonly after: StateRecordPlace | null
  readonly limit: number
}

/** Kinds of state records by their UTF-8 bytes; over all conversations (null) without parts and what is deleted. */
export interface StateRecordKindRequest {
  readonly conversationId: ConversationId | null
  readonly prefix: string
  /** Only those behind this one. */
  readonly after: string | null
  readonly limit: number
}

/** Conversations by latest activity, newest first (activityAt), ties to the smaller id. */
export interface ConversationQuery {
  readonly origin: readonly OriginKind[] | null
  /** One of these working directories. */
  readonly cwd: readonly string[] | null
  /** Part of the title, without regard to case. */
  readonly title: string | null
  /** Inclusive. */
  readonly activeAfter: Instant | null
  readonly activeBefore: Instant | null
  readonly forkedFrom: ConversationId | null
  readonly includeDeleted: boolean
  /** Kinds that are not listed; failing: a tool failed in a turn that was recorded there. */
  readonly leaveOut: readonly ('forks' | 'sidechains' | 'archived' | 'pinned' | 'undated' | 'failing' | 'notFailing')[]
  /** Whether only those are listed in which nothing came with a time of its own. */
  readonly undatedOnly?: boolean
  /** Top-level members that the metadata must have with equal values, each as canonical JSON. */
  readonly metadata: readonly { readonly name: string; readonly json: string }[]
  readonly after: ListKey | null
  readonly limit: number
}

/** A working directory with what of its conversations is not deleted. */
export interface Directory {
  readonly cwd: string
  readonly conversations: number
  /** The latest activity of any of them. */
  readonly updatedAt: Instant
}

/** What is counted below a node, which is named by its place; `conversationId` is the one that recorded it. */
export interface BelowNode {
  /** Leaves other than the node itself, or transcripts that hold the node; those of deleted forks left out. */
  readonly what: 'leaves' | 'conversations'
  readonly conversationId: ConversationId
  readonly segmentId: SegmentId
  readonly depth: number
}

/** A conversation with the observation and segment of its head, read as of one commit. */
export interface Frontier {
  readonly conversation: Conversation
  readonly head: Observation | null
  readonly segment: Segment | null
}

/** A kind of record that is written only while it has the version that was read. */
export type VersionedKind = 'entity' | 'entityType' | 'relationship' | 'annotations' | 'erasure' | 'stateRecord'

/** Why a write was not applied; nothing of it was written. */
export type WriteRefusal =
  /** Another write came between: the version of this conversation is not the expected one, or it exists already. */
  | { readonly kind: 'conversationChanged'; readonly conversationId: ConversationId }
  /** The conversation of an event does not exist. */
  | { readonly kind: 'conversationMissing'; readonly conversationId: ConversationId }
  /** The last line of this conversation's ledger is dated after the first of the new ones, namely `at`. */
  | { readonly kind: 'ledgerAhead'; readonly conversationId: ConversationId; readonly at: Instant }
  | { readonly kind: 'messageExists'; readonly messageId: MessageId }
  /** The version of this thing is not the expected one, or it exists already; of state records `id` is their `recordName`. */
  | { readonly kind: 'recordsChanged'; readonly what: VersionedKind; readonly id: string }
  /** This counter has not the expected value. */
  | { readonly kind: 'guardChanged'; readonly name: string }
  /** This attachment was to be embedded by its id, and is erased or not there. */
  | { readonly kind: 'attachmentGone'; readonly id: string }
  /** These answers were taken for new, and have parts: all of them that do. */
  | { readonly kind: 'answersKnown'; readonly answerKeys: readonly string[] }
  | { readonly kind: 'keyUsed'; readonly record: KeyRecord }
  /** The tenant is erased, or is being erased: its erasures alone are taken. */
  | { readonly kind: 'tenantGone' }
/** `seqs`: of the events that are of a conversation. */
export type WriteOutcome = { readonly kind: 'written'; readonly seqs: ReadonlyMap<EventId, number> } | WriteRefusal

/** Damage of a store: bytes that are not what was written, or not written by us. */
export interface StoreFault {
  readonly code: 'PAGES_DAMAGED' | 'SCHEMA_DIFFERS' | 'ROW_LOOSE' | 'ROW_DAMAGED' | 'SUMS_DIFFER' | 'STORE_UNREADABLE'
  readonly message: string
  readonly details: { readonly [name: string]: Json }
}

/**
 * Where the graph is kept. Every method is scoped by the tenant: nothing of another is seen or changed. Reads are
 * batched: answers come in the order of the questions, null (or an empty list) where there is nothing.
 * The contract suite (test/storage/storeContract.ts) is the definition: a store is done when it passes.
 */
export interface GraphStore extends UsageRollups, Walks, BundleReads {
  /** `sqlite` or `neo4j`, for messages and metrics. */
  readonly name: string
  /** Of a database that is a process of its own. */
  readonly presence?: Presence | undefined
  /** Of a cluster whose followers may be read; absent: every read sees all that was written. */
  readonly followers?: Followers | undefined
  /** Of a database on which several servers may work, each with files of its own. */
  readonly peers?: Peers | undefined
  /** Resolves once a newer version has taken the database over; absent: no other version can while this store is open. */
  readonly outdated?: Promise<void> | undefined

  conversations(tenant: Tenant, ids: readonly ConversationId[]): Promise<(Conversation | null)[]>
  frontiers(tenant: Tenant, ids: readonly ConversationId[]): Promise<(Frontier | null)[]>
  messages(tenant: Tenant, ids: readonly MessageId[]): Promise<(Message | null)[]>
  observations(tenant: Tenant, ids: readonly ObservationId[]): Promise<(Observation | null)[]>
  /** Observations that were imported with these ids of their own, in whatever conversation. */
  externals(tenant: Tenant, externalIds: readonly string[]): Promise<Observation[][]>
  segments(tenant: Tenant, ids: readonly SegmentId[]): Promise<(Segment | null)[]>
  events(tenant: Tenant, ids: readonly EventId[]): Promise<(Event | null)[]>
  keys(tenant: Tenant, keys: readonly string[]): Promise<(KeyRecord | null)[]>
  /** Deletes keys that were bound before a time, the oldest first and at most `limit`, or `key` alone if it was; returns how many. */
  expireKeys(tenant: Tenant, before: Instant, part: { readonly limit: number; readonly key?: string }): Promise<number>
  junctions(
    tenant: Tenant,
    places: readonly { conversationId: ConversationId; parentId: ObservationId }[],
  ): Promise<(BranchPoint | null)[]>
  importMarks(tenant: Tenant, names: readonly string[]): Promise<(Mark | null)[]>

  entities(tenant: Tenant, ids: readonly EntityId[]): Promise<(Entity | null)[]>
  entityTypes(tenant: Tenant, types: readonly string[]): Promise<(EntityType | null)[]>
  relationships(tenant: Tenant, ids: readonly RelationshipId[]): Promise<(Relationship | null)[]>
  /** By the ids of their observations. */
  annotations(tenant: Tenant, ids: readonly ObservationId[]): Promise<(Annotations | null)[]>
  erasures(tenant: Tenant, ids: readonly string[]): Promise<(Erasure | null)[]>
  stateRecords(tenant: Tenant, places: readonly StateRecordPlace[]): Promise<(StateRecord | null)[]>
  attachments(tenant: Tenant, ids: readonly Hash[]): Promise<(Attachment | null)[]>
  facts(tenant: Tenant, ids: readonly ObservationId[]): Promise<(Fact | null)[]>
  runs(tenant: Tenant, places: readonly { conversationId: ConversationId; runId: string }[]): Promise<(Run | null)[]>
  /** Values of the counters with these names; 0 for one that was never raised. */
  guards(tenant: Tenant, names: readonly string[]): Promise<number[]>
  /** One page of each list. */
  relationshipLists(tenant: Tenant, requests: readonly RelationshipListRequest[]): Promise<Relationship[][]>
  /** Lengths of those lists, each counted no farther than `limit`. */
  relationshipCounts(tenant: Tenant, lists: readonly RelationshipList[], limit: number): Promise<number[]>

  /** One page of each list. */
  stateRecordLists(tenant: Tenant, requests: readonly StateRecordListRequest[]): Promise<StateRecord[][]>
  /** How many there are of each range, counted no farther than `limit`. */
  stateRecordCounts(tenant: Tenant, ranges: readonly StateRecordRange[], limit: number): Promise<number[]>
  stateRecordKinds(tenant: Tenant, request: StateRecordKindRequest): Promise<string[]>

  /** The nodes of each range by rising number: one round trip for all of them. */
  ranges(tenant: Tenant, ranges: readonly Range[]): Promise<Observation[][]>
  /** The conversations that each one was forked from, nearest first; empty for one that is no fork. */
  lineages(tenant: Tenant, ids: readonly ConversationId[]): Promise<Conversation[][]>
  /** One page of each list: one round trip for all requests of one kind of list. */
  lists<N extends ListName>(tenant: Tenant, requests: readonly ListRequest<N>[]): Promise<Lists[N][][]>
  /** Lengths of lists, each counted no farther than `limit`. */
  counts(
    tenant: Tenant,
    lists: readonly { readonly list: ListName; readonly owner: string }[],
    limit: number,
  ): Promise<number[]>
  /** How much there is below each node; `limit` where more segments or forks than that would be walked through. */
  countsBelow(tenant: Tenant, nodes: readonly BelowNode[], limit: number): Promise<number[]>
  conversationList(tenant: Tenant, query: ConversationQuery): Promise<Conversation[]>
  /** How many conversations the query has, page aside, counted no farther than `limit`. */
  conversationCount(tenant: Tenant, query: ConversationQuery, limit: number): Promise<number>
  /** Directories that conversations have, by latest activity, newest first, ties to the smaller `cwd` as JSON text, which is the key's id. */
  directories(tenant: Tenant, page: { readonly after: ListKey | null; readonly limit: number }): Promise<Directory[]>
  /** Names of the sources of a conversation's raw lines, in the order in which they were first stored. */
  rawSources(
    tenant: Tenant,
    conversationId: ConversationId,
  ): Promise<{ readonly source: string; readonly lineCount: number }[]>
  /** Chunks of one source in line order, from the one that holds `fromLine` on, at most `limit`. */
  rawChunks(
    tenant: Tenant,
    conversationId: ConversationId,
    source: string,
    fromLine: number,
    limit: number,
  ): Promise<RawChunk[]>

  /** Who there is, over all tenants: for what asks who comes, and for the operator. */
  readonly registry: Registry

  /** Applies all of it durably, or none of it. Applying the same changes again is no error and writes nothing. */
  write(tenant: Tenant, changes: Changes): Promise<WriteOutcome>

  /**
   * Hands over everything of a tenant, in no order, while anybody writes: as it was at one moment, or where the store has no
   * such read each conversation as it was at one of its own, none before the call, and nothing that names what is not handed
   * over. `take` may get a value again: it is what it was the last time.
   */
  dump(tenant: Tenant, take: (portion: DumpBatch) => void): Promise<void>
  /** The same of several tenants, one after the other; where a store has such a read, all of them as of one moment. */
  dumpTenants(tenants: readonly Tenant[], take: (tenant: Tenant, portion: DumpBatch) => void): Promise<void>
  /**
   * Writes values as they are, none of which may be there, segments aside. A store that can takes back all of them when
   * it fails; one that cannot has taken those before.
   */
  load(tenant: Tenant, loadBatches: AsyncIterable<LoadBatch>): Promise<void>
  /** The same of several tenants, each of which has all of its values in a row: a store that can writes all or none of them. */
  loadTenants(loads: AsyncIterable<TenantBatch>): Promise<void>

  /**
   * Rewrites the store's files, without what was deleted from them, over all tenants, and looks at them: for what nothing uses, and for
   * pieces (`pieceLength`) of what was erased. Null where only the database's own tools can.
   */
  compact(pieces: readonly Uint8Array[]): Promise<{ readonly looks: readonly FileLook[]; readonly how: string } | null>

  /** Rejects, with the reason, when the store cannot answer now. */
  ready(): Promise<void>
  /** What is wrong with the store itself, over all tenants, that no look at a conversation shows; it reads everything. */
  faults(): Promise<readonly StoreFault[]>
  /** Rows of each kind, over all tenants. For tests, metrics and `stats`. */
  rowCounts(): Promise<Readonly<Record<string, number>>>
  close(): Promise<void>
}

/** Values of one tenant, to be put in as they are. */
export interface TenantBatch {
  readonly tenant: Tenant
  readonly batch: LoadBatch
}

/**
 * Thrown by a read of several things, or of a list, that hold more content together than the store brings at once. What
 * is asked for in parts comes; one thing alone always does.
 */
export class ReadTooLarge extends Error {
  override readonly name = 'ReadTooLarge'
}

/** Thrown by a load into a tenant that is erased, or is being erased. */
export class TenantGone extends Error {
  override readonly name = 'TenantGone'
}

/** Returns what such a load throws. */
export const goneTenant = (name: string): TenantGone =>
  new TenantGone(`The tenant "${name}" is erased, or is being erased: nothing is restored into it.`)

/** Thrown by every method while the store cannot be reached in time; the write may or may not have been applied when `uncertain`. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
  readonly uncertain: boolean
  /** It will not be reached again in this process. */
  readonly isLasting: boolean
  constructor(message: string, options: { cause?: unknown; uncertain?: boolean; isLasting?: boolean } = {}) {
    super(message, { cause: options.cause })
    this.uncertain = options.uncertain ?? false
    this.isLasting = options.isLasting ?? false
  }
}

/** Thrown while the database takes no connection: it has stopped, or the way to it is cut. What was asked was not done. */
export class StoreGone extends StoreUnavailable {
  override readonly name = 'StoreGone'
}

/** Thrown while the database takes nothing until it is started again: an operator must see to it. */
export class StoreHalted extends StoreUnavailable {
  override readonly name = 'StoreHalted'
}

/** Thrown while the store's own files are gone, replaced or damaged: an operator must look at them. */
export class StoreLost extends StoreUnavailable {
  override readonly name = 'StoreLost'
}

/** Thrown by writes once a newer version has taken the database over: this process writes no more, and a newer one must be asked. */
export class StoreOutdated extends StoreUnavailable {
  override readonly name = 'StoreOutdated'
  constructor(message: string, options: { cause?: unknown; uncertain?: boolean } = {}) {
    super(message, { ...options, isLasting: true })
  }
}
