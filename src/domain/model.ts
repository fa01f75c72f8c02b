/**
 * The words of the product as types: plain values without behaviour.
 *
 * Everything is scoped by a tenant, which is never part of a value: it comes from authentication and travels beside it.
 */

import type { Principal } from './access/principal.ts'

export type { Tenant } from './access/tenant.ts'
/** The host's own name of a conversation, verbatim, or one we made. */
export type ConversationId = string
/** `conversationId:turnId`, see `messageId()` in ids.ts. */
export type MessageId = string
export type ObservationId = string
export type EventId = string
/** Internal; depends on arrival order, so it never reaches the API, a hash or an export (design §8). */
export type SegmentId = string
/** 64 lower-case hex digits. */
export type Hash = string
/** RFC 3339 in UTC with exactly nine fraction digits, so that text order is time order. */
export type Instant = string

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

export type Role = 'USER' | 'ASSISTANT' | 'SYSTEM' | 'TOOL'
export type ObservationKind =
  | 'TURN'
  | 'RESTATEMENT'
  | 'CORRECTION'
  | 'DELETION'
  | 'RESTORATION'
  | 'COMPACTION'
  | 'DROP'
  | 'CANCEL'
  | 'JOIN'
  | 'NOTE'
  | 'FACT'
export type OriginKind = 'HOST' | 'IMPORT' | 'EXPERIMENT'
export type EventKind =
  | 'CREATE'
  | 'UPDATE'
  | 'STORE'
  | 'FORK'
  | 'REWIND'
  | 'SWITCH'
  | 'UNDO'
  | 'MERGE'
  | 'COMPACT'
  | 'DROP'
  | 'CANCEL'
  | 'MATERIALIZE'
  | 'CORRECT'
  | 'DELETE'
  | 'RESTORE'
  | 'RELATE'
  | 'UNRELATE'
  | 'ENTITY_MERGE'
  | 'ENTITY_SPLIT'
  | 'IMPORT'
  | 'REPAIR'
  | 'RUN'
  | 'CHECKPOINT'
  | 'ANNOTATE'
  | 'RECORD'
  | 'ERASE'

/** One piece of a turn's content. `extra` holds the fields of a foreign block that no name here covers. */
export type Block =
  | { readonly type: 'text'; readonly text: string; readonly extra?: JsonObject }
  | {
      readonly type: 'thinking'
      readonly thinking: string
      readonly signature?: string | null
      readonly extra?: JsonObject
    }
  | {
      readonly type: 'toolCall'
      readonly callId: string
      readonly name: string
      readonly input: Json
      readonly extra?: JsonObject
    }
  | {
      readonly type: 'toolResult'
      readonly callId: string
      readonly content: Json
      readonly isError: boolean
      readonly extra?: JsonObject
    }
  | {
      readonly type: 'attachment'
      readonly attachmentId: Hash
      readonly fileName?: string | null
      readonly kind?: string | null
      readonly environment?: string | null
    }
  | { readonly type: 'other'; readonly value: Json }

/** Tokens and cost of one API answer; several turns of one answer share `answerId`, and it counts once. */
export interface Usage {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly cacheReadTokens?: number
  readonly cacheWriteTokens?: number
  readonly costUsd?: number
  readonly answerId?: string
}

/** Usage as a host or a file reports it: null is what it does not know. */
export type UsageInput = { readonly [K in keyof Usage]?: Usage[K] | null }

/** Tokens and cost of the answers on a path. */
export interface UsageSums {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  readonly costUsd: number
  /** API answers: turns that share an `answerId` are one. */
  readonly answers: number
  /** Those of them that state what they cost, be it nothing. */
  readonly pricedAnswers: number
}

/** The sums of a path, and its latest answers, to which a further part may come. */
export interface PathUsage extends Omit<UsageSums, 'pricedAnswers'> {
  readonly recent: readonly RecentAnswer[]
}
export interface RecentAnswer extends Omit<UsageSums, 'answers' | 'pricedAnswers'> {
  readonly answerId: string
}

/** The tokens of answers of one model on one day that state no cost. */
export interface UnpricedTokens {
  /** '' where none was named. */
  readonly model: string
  readonly day: string
  readonly answers: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
}

/** What is known along a path of the cost of its answers. */
export interface PathPricing {
  /** Answers that state what they cost. */
  readonly pricedAnswers: number
  /** The latest answers that state a cost of 0, as far as they are named: to them a further part may come. */
  readonly free: readonly string[]
  /** The tokens of answers that state no cost, below the node at the depth `above`. */
  readonly unpriced: readonly UnpricedTokens[]
  /** Where the sums before these stand; null: these are all of the path's. */
  readonly above: number | null
}

/** What the prompts of a path come to, up to a node and itself included. */
export interface PathPrompts {
  /** Turns of the user that begin a row: prompts, commands, what a compaction left. */
  readonly count: number
  /** Depth of the last of those; null where there is none. */
  readonly last: number | null
  /** Nodes that are shown on request alone: notes, markers, joins, system turns, text of programs in user's turns. */
  readonly notes: number
  /** Results that say that their tool failed. */
  readonly failures: number
  /** Results that say that a person declined the call. */
  readonly declined: number
}

/** A stretch of a path, both ends included, by depth. The path of a marker never changes, so depths name nodes. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** What a marker does to the reading of the path it stands on (design §6). */
export interface Marker {
  /** The stretch that CONTEXT leaves out; null for CANCEL. */
  readonly span: Span | null
  /** Stretches inside `span` that CONTEXT keeps all the same, in the order in which it shows them; `summaryPlace` among them. */
  readonly keep: readonly Span[]
  /** Stands in place of the span; null when nothing does. */
  readonly summary: string | null
  /** The marker that a CANCEL undoes. */
  readonly cancels: ObservationId | null
  /** Path hashes of what the marker names, part of its content hash. */
  readonly targets: readonly Hash[]
  /** What becomes of the sidechains of the turns that a DROP hides; null for other markers. */
  readonly sidechains: SidechainPolicy | null
  /** Where its stretches lie, part of its content hash; absent while it has no place. */
  readonly ends?: MarkerEnds
}
/** Where the stretches of a marker lie, by path hashes: they say it wherever its path is stored. */
export interface MarkerEnds {
  readonly span: StretchEnds | null
  /** As many as the marker keeps; of the place of its summary both are those of the empty path. */
  readonly keep: readonly StretchEnds[]
  /** The path hash of the marker that a CANCEL undoes. */
  readonly cancels: Hash | null
}
/** The path hashes of what stands before a stretch, and of its last node: equal where it is empty. */
export type StretchEnds = readonly [before: Hash, last: Hash]

/** ORPHAN: nothing; CASCADE: they are left out with their turn; REROOT: they are shown at the nearest kept turn before. */
export type SidechainPolicy = 'ORPHAN' | 'CASCADE' | 'REROOT'

/** A tool call of the path that has no result yet, and the depth of the turn that made it. */
export interface OpenCall {
  readonly callId: string
  readonly depth: number
}

/** Where a tree observation stands, fixed when it is stored. Counts include the observation itself. */
export interface Place {
  readonly parentId: ObservationId | null
  /** The other parents of a join. */
  readonly otherParents: readonly ObservationId[]
  readonly segmentId: SegmentId
  /** 0 at a root; counts every node of the path. */
  readonly depth: number
  /** USER, ASSISTANT and TOOL turns on the path. */
  readonly turns: number
  /** Its turn number; null where it is no such turn. */
  readonly turn: number | null
  /** Turns of any role on the path: what CONTEXT may show. */
  readonly entries: number
  /** Its number among those; null for markers, joins and notes. */
  readonly entry: number | null
  /** Tool calls on the path. */
  readonly calls: number
  readonly pathHash: Hash
  /** Calls of the path without a result on it, oldest first. */
  readonly openCalls: readonly OpenCall[]
  /** Depth at which the tool group begins that this node belongs to; null outside one (see toolPairs.ts). */
  readonly groupStart: number | null
  /** The API answer whose calls that group holds, when the host named it. */
  readonly groupAnswer: string | null
  /** The first USER turn of the path that has text: what a derived title is made of. */
  readonly firstUserId: ObservationId | null
  /** What the answers of the path cost. */
  readonly usage: PathUsage
  /** What is known of their cost. */
  readonly pricing: PathPricing
  /** What its prompts come to. */
  readonly prompts: PathPrompts
  /** The nearest bend at or above, see bends.ts; null: CONTEXT shows the path as its turns stand there. */
  readonly bendId: ObservationId | null
  /** Where it is a bend itself: the way to all bends above it. */
  readonly bend: Bend | null
}

/** Where a path's CONTEXT departs from its turns: which bend of the path it is, and enough of those above to find all. */
export interface Bend {
  /** From 1. */
  readonly number: number
  /** The bends above it in its block, and the last ones of the blocks above, nearest first. */
  readonly near: readonly ObservationId[]
  readonly far: readonly ObservationId[]
}

/** One storing: immutable. */
export interface Observation {
  readonly id: ObservationId
  readonly kind: ObservationKind
  /** Where it was recorded. */
  readonly conversationId: ConversationId
  /** The turn it is an observation of; null for notes, markers and joins. */
  readonly messageId: MessageId | null
  /** The id it had where it came from (a transcript's uuid); null for what hosts store. */
  readonly externalId: string | null
  readonly role: Role | null
  readonly blocks: readonly Block[]
  readonly senderId: string | null
  readonly senderKind: string | null
  readonly model: string | null
  readonly usage: Usage | null
  readonly runId: string | null
  readonly branchId: string | null
  readonly sourceKind: string | null
  readonly priority: number
  /** As stored, what no other member names. */
  readonly fields: JsonObject
  readonly metadata: JsonObject
  readonly observedAt: Instant
  readonly ingestedAt: Instant
  readonly copyOf: ObservationId | null
  /** What a RESTATEMENT says again, on whose place it stands. */
  readonly restates: ObservationId | null
  readonly marker: Marker | null
  /** What hides its content in `contentHash`: 32 hex digits, erased with the content; null in plain observations. */
  readonly salt: string | null
  readonly contentHash: Hash
  /** What emptied it: its hashes are of what it said. Absent where it was not erased. */
  readonly erased?: Erased
  /** The erasure that took names of attachments out of its blocks: its content hash is of what it said before. */
  readonly namesErased?: string
  /** Null outside the tree (corrections, deletions, restorations, facts). */
  readonly place: Place | null
}

/** Which erasure emptied an observation, and what is counted of what it said: places are computed from it as before. */
export interface Erased {
  readonly by: string
  /** It was a prompt, a command, or what a compaction left. */
  readonly begins: boolean
  /** It was a user's turn with text. */
  readonly titled: boolean
  /** Results in it that said that their tool failed, and that a person declined the call. */
  readonly failed: number
  readonly declined: number
}

/** An observation of the tree. */
export type TreeNode = Observation & { readonly place: Place }

/** A logical turn. */
export interface Message {
  readonly id: MessageId
  readonly conversationId: ConversationId
  readonly turnId: string
  /** Fixed by its first observation. */
  readonly role: Role
  readonly createdAt: Instant
  readonly deleted: boolean
  /** Its newest turn observation, by observedAt, then the smaller id; a restatement where a fork has no other of it. */
  readonly latestId: ObservationId
  readonly latestAt: Instant
  readonly observationCount: number
  /** The inherited message that this one of a fork replaced. */
  readonly supersedesId: MessageId | null
  /** Null while no correction, deletion or restoration of it was stored. */
  readonly overlay: Overlay | null
  /** Turn observations other than `latestId` that give fields of the present snapshot; mostly none. */
  readonly others: readonly FieldSource[]
  /** The newest restatement, where it is newer than `latestId`: it gives the content then. */
  readonly restated: Restated | null
  /** Every turn observation of it is erased; absent where one says something. */
  readonly erased?: true
}

/** A restatement as its message keeps it. */
export interface Restated {
  readonly observationId: ObservationId
  readonly observedAt: Instant
}

/** What corrections change in a message. */
export interface Overlay {
  /** A member that is null is cleared. */
  readonly fields: JsonObject
  /** Field to the correction behind it, cleared ones too. */
  readonly provenance: Readonly<Record<string, ObservationId>>
  /** Time of the newest correction, deletion or restoration. */
  readonly at: Instant
}
export interface FieldSource {
  readonly observationId: ObservationId
  readonly observedAt: Instant
  readonly fields: readonly string[]
}

/** Depth and counts at which a path leaves a segment. */
export interface Exit {
  readonly segmentId: SegmentId
  readonly depth: number
  readonly turns: number
  readonly entries: number
}

/** A run of nodes of one conversation, each the first child in that conversation of the one before (design §8). */
export interface Segment {
  readonly id: SegmentId
  readonly conversationId: ConversationId
  /** The parent of its first node; null when that is a root. */
  readonly exit: Exit | null
  /** Segments above it. */
  readonly level: number
  /** The nearest 64 exits of every path through here, farthest first; the last one is `exit`. */
  readonly lineage: readonly Exit[]
  /** Skew-binary jump to a farther ancestor; null at a root segment. */
  readonly jump: Exit | null
  /** Level of the segment that `jump` names; 0 when there is none. */
  readonly jumpLevel: number
  // The moving end:
  readonly tipId: ObservationId
  readonly tipDepth: number
  readonly tipAt: Instant
}

/** Present count and kind of the children that one node has inside one conversation, kept once there are two. */
export interface BranchPoint {
  readonly conversationId: ConversationId
  readonly parentId: ObservationId
  readonly children: number
  /** BRANCH: two ways; VERSION: versions of one turn; PARALLEL: tool calls and results side by side. */
  readonly kind: JunctionKind
  /** The one way that all children take so far; null once there are two. See junctions.ts. */
  readonly way: string | null
}
export type JunctionKind = 'BRANCH' | 'VERSION' | 'PARALLEL'

export interface TreeShape {
  readonly nodes: number
  readonly roots: number
  readonly leaves: number
  readonly branchPoints: number
  readonly versionPoints: number
  readonly sidechains: number
  readonly toolCalls: number
}

export interface ForkedFrom {
  readonly conversationId: ConversationId
  /** Null: the empty path. */
  readonly observationId: ObservationId | null
  readonly turn: number | null
  readonly pathHash: Hash
  readonly eventId: EventId
}

/** Where a fork begins, and what its own turns call it: what is read of forks where there may be very many. */
export interface ForkPoint {
  readonly id: ConversationId
  readonly createdAt: Instant
  /** Null: the empty path. */
  readonly observationId: ObservationId | null
  readonly derivedTitle: string
}

/** A movable name for a place in the tree. */
export interface Conversation {
  readonly id: ConversationId
  /** Grows with each write; what a write expects unchanged. */
  readonly version: number
  /** As a host gave it; null when it is to be derived. */
  readonly title: string | null
  readonly derivedTitle: string
  readonly preview: string
  readonly turnCount: number
  readonly createdAt: Instant
  /** Time of the newest turn recorded here, or of its creation. */
  readonly activityAt: Instant
  readonly deletedAt: Instant | null
  readonly origin: OriginKind
  readonly cwd: string | null
  readonly metadata: JsonObject
  readonly headId: ObservationId | null
  readonly forkedFrom: ForkedFrom | null
  /** How many forks deep. */
  readonly forkLevel: number
  readonly shape: TreeShape
  /** The turn whose tool call started it, when it is a sidechain. */
  readonly spawnedBy: MessageId | null
  /** The conversation of that turn, known also before the turn itself is. */
  readonly sidechainOf: ConversationId | null
  readonly runs: ConversationRuns
  /** How many of its own messages are deleted now. */
  readonly deletedTurns: number
  /** Whether it holds copies of other conversations' messages: what those say now changes without a write to it. */
  readonly showsOthers: boolean
  /** Whether the content of one of its own messages was ever corrected: then CONTEXT looks at each turn's present value. */
  readonly hasCorrections: boolean
  /** Something that it recorded was erased: CONTEXT looks for it. Absent where nothing was. */
  readonly hasErased?: true
  /** It was imported, and no turn in it came with a time of its own: `activityAt` says when it was imported. */
  readonly undated?: true
  /** How many days its content is kept: 0 forever, whatever its tenant says. Absent: as its tenant says. */
  readonly retainDays?: number
}

export interface ConversationRuns {
  /** In order of claiming. */
  readonly open: readonly OpenRun[]
  /** How many were completed: the last completion's sequence number. */
  readonly completed: number
  /** Depth at which the first node of a run can stand, on any path; null: no run was ever claimed. */
  readonly since: number | null
}
export interface OpenRun {
  readonly runId: string
  readonly exclusive: boolean
  readonly suspended: boolean
  /** Depth of the first node after the claim: the depth of the head then, plus one. */
  readonly startDepth: number
  /** The head when it was claimed; null: the empty path. */
  readonly startHeadId: ObservationId | null
}

/**
 * One line of the ledger. `seq` counts per conversation from 1 and is given by the store as it writes. What happens to
 * entities, and between things without a conversation, is of no conversation and has neither.
 */
export interface Event {
  readonly id: EventId
  readonly conversationId: ConversationId | null
  readonly seq: number | null
  readonly kind: EventKind
  readonly at: Instant
  /** Who it was, from authentication; null in what a file brought in, whose details say who it was there. */
  readonly principal: Principal | null
  /** Who it was in the caller's words, which prove nothing. */
  readonly actor: Json
  readonly note: string | null
  readonly pathHash: Hash | null
  readonly details: JsonObject
  /** The move of the head, where there was one. */
  readonly head: HeadMove | null
}
export interface HeadMove {
  readonly from: ObservationId | null
  readonly to: ObservationId | null
}
export type NewEvent = Omit<Event, 'seq'>

/** What an idempotency key is bound to: ids, counts and warnings, never content (design §3). */
export interface KeyRecord {
  readonly key: string
  readonly operation: string
  /** The mark of its input, see keyedDigest.ts. */
  readonly inputHash: string
  readonly result: Json
  /** When it was bound, by the clock of the server that did. */
  readonly storedAt: Instant
}

/**
 * A stretch of a foreign file as it was, for exports that must give it back byte for byte. Lines belong to
 * (conversation, source, line), never to an observation.
 */
export interface RawChunk {
  readonly conversationId: ConversationId
  readonly source: string
  /** Number of its first line among the source's lines of this conversation, from 1. */
  readonly firstLine: number
  readonly lineCount: number
  /** The lines with their terminators, compressed. */
  readonly bytes: Uint8Array
}

/** Something an importer must find again: a spawned agent, a dangling parent, a source's state. */
export interface Mark {
  readonly name: string
  readonly value: Json
}

/** Values that a decision needs but may not make for itself. */
export interface Fresh {
  readonly id: () => string
  readonly segmentId: () => SegmentId
  /** 32 random hex digits. */
  readonly salt: () => string
  /** Strictly increasing within the process. */
  readonly now: () => Instant
}
