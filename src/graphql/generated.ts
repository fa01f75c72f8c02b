// Generated from schema.graphql by "npm run generate". Never edit it.
/* eslint-disable */
import type { Json } from '../domain/model.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Conversation as DomainConversation, ForkOrigin as DomainForkOrigin, TranscriptEntry as DomainTranscriptEntry, Message as DomainMessage, Observation as DomainObservation, Event as DomainEvent, Run as DomainRun, TreeShape as DomainTreeShape, Usage as DomainUsage, Attachment as DomainAttachment, Entity as DomainEntity, Relationship as DomainRelationship, Snapshot as DomainSnapshot, TextBlock as DomainTextBlock, ThinkingBlock as DomainThinkingBlock, ToolCallBlock as DomainToolCallBlock, ToolResultBlock as DomainToolResultBlock, AttachmentBlock as DomainAttachmentBlock, OtherBlock as DomainOtherBlock, PageInfo as DomainPageInfo, TranscriptConnection as DomainTranscriptConnection, TranscriptEdge as DomainTranscriptEdge, ConversationConnection as DomainConversationConnection, ConversationEdge as DomainConversationEdge, MessageConnection as DomainMessageConnection, MessageEdge as DomainMessageEdge, ObservationConnection as DomainObservationConnection, ObservationEdge as DomainObservationEdge, EventConnection as DomainEventConnection, EventEdge as DomainEventEdge, RunConnection as DomainRunConnection, RunEdge as DomainRunEdge, EntityConnection as DomainEntityConnection, EntityEdge as DomainEntityEdge, RelationshipConnection as DomainRelationshipConnection, RelationshipEdge as DomainRelationshipEdge, DirectoryConnection as DomainDirectoryConnection, DirectoryEdge as DomainDirectoryEdge, StretchConnection as DomainStretchConnection, StretchEdge as DomainStretchEdge, EntityPayload as DomainEntityPayload, RelationshipPayload as DomainRelationshipPayload, SearchHit as DomainSearchHit, SearchConnection as DomainSearchConnection, SearchEdge as DomainSearchEdge, Analytics as DomainAnalytics, Versions as DomainVersions, Stretch as DomainStretch, UsageTotals as DomainUsageTotals, EntityTypePayload as DomainEntityTypePayload, ProbePayload as DomainProbePayload, AnnotatePayload as DomainAnnotatePayload, Diff as DomainDiff, ChangedTurn as DomainChangedTurn, PathVerification as DomainPathVerification, IntegrityReport as DomainIntegrityReport, ImportReport as DomainImportReport, Warning as DomainWarning, UserError as DomainUserError, ConversationPayload as DomainConversationPayload, StoreTurnPayload as DomainStoreTurnPayload, StoreTurnsPayload as DomainStoreTurnsPayload, AmendPayload as DomainAmendPayload, ForkPayload as DomainForkPayload, HeadPayload as DomainHeadPayload, MarkerPayload as DomainMarkerPayload, CheckpointPayload as DomainCheckpointPayload, MergePayload as DomainMergePayload, RepairPayload as DomainRepairPayload, RunPayload as DomainRunPayload, ImportPayload as DomainImportPayload, RefutedInput as DomainRefutedInput } from './models.ts';
import type { Context } from './context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A time as RFC 3339 text in UTC, to the nanosecond: `2026-01-31T09:30:00.123456789Z`. */
  DateTime: { input: string; output: string; }
  /** Any JSON value. Used only where the content is the caller's own. */
  JSON: { input: Json; output: Json; }
  /** A SHA-256 hash as 64 lower-case hex digits. */
  Hash: { input: string; output: string; }
  /** An integer up to 2^53 - 1, as a JSON number. */
  Long: { input: number; output: number; }
};

/** A thing that can be fetched again by one id, whatever its type. */
export type Node = {
  /** Global and opaque: what `node` and `nodes` fetch by. `id` is the thing's own id, unique within its type. */
  readonly nodeId: Scalars['ID']['output'];
};

/** Where a page lies in its list. */
export type PageInfo = {
  /** Whether something follows the page. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** Whether something comes before the page. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the page's first item, null on an empty page. */
  readonly startCursor?: Maybe<Scalars['String']['output']>;
  /** The cursor of the page's last item, null on an empty page: give it as `after` for the next page. */
  readonly endCursor?: Maybe<Scalars['String']['output']>;
};

/** Who speaks in a turn. */
export type Role =
  /** A person, or whoever prompts. */
  | 'USER'
  /** The model. */
  | 'ASSISTANT'
  /** Instructions to the model. System turns have no turn number and stand in the RAW and CONTEXT views. */
  | 'SYSTEM'
  /** A tool that answers a call. */
  | 'TOOL';

/** What an observation records. */
export type ObservationKind =
  /** A turn of the conversation. */
  | 'TURN'
  /** A deleted thing was restored. */
  | 'RESTORATION'
  /** It was deleted. */
  | 'DELETION'
  /** Fields were put right. */
  | 'CORRECTION'
  /** A marker: where a model is sent the path, a summary stands in place of the exchanges that it names. */
  | 'COMPACTION'
  /** A marker: where a model is sent the path, the exchanges that it names are left out. */
  | 'DROP'
  /** A marker that undoes another one above it. */
  | 'CANCEL'
  /** A merge: it has more than one parent, and continues the first. */
  | 'JOIN'
  /** An imported entry that is no message. */
  | 'NOTE'
  /** A storing of an entity, or of a relationship's metadata. */
  | 'FACT';

/** What a relationship says of its two ends. */
export type RelationshipType =
  /** The source is a part of the target. Closes no cycle. */
  | 'PART_OF'
  /** The source speaks of the target. */
  | 'REFERS_TO'
  /** The source contains the target. */
  | 'EMBEDS'
  /** The source takes the place of the target. */
  | 'SUPERSEDES'
  /** The source puts the target right. */
  | 'CORRECTS'
  /** The source settles the target. */
  | 'SETTLES'
  /** The source is the same as the target. */
  | 'DUPLICATE_OF'
  /** The source needs the target. Closes no cycle. */
  | 'DEPENDS_ON';

/** Which way relationships lead, seen from a thing. */
export type Direction =
  /** Those that lead here. */
  | 'INBOUND'
  /** Those that lead away. */
  | 'OUTBOUND'
  /** Both. */
  | 'BOTH';

/** How a path is shown. */
export type TranscriptView =
  /** Everything on the path. */
  | 'RAW'
  /** Its user, assistant and tool turns. */
  | 'MESSAGES'
  /**
   * What a model would be sent: its turns, with markers applied, and always legal for a provider. Each call's results stand
   * right behind the group of its answer, late ones too; a call that the talk went on from without a result has a synthetic
   * one; results without a call before them, and second ones, are left out; calls that nothing follows stay open. It never
   * begins with an assistant's turn.
   */
  | 'CONTEXT';

/** Whether corrections show in a transcript. */
export type TranscriptValues =
  /** As each turn was stored. This never changes. */
  | 'AS_STORED'
  /** As stored, with the corrections of its message laid over it, wherever they were made. */
  | 'CURRENT';

/** Where a fork may be made. */
export type ForkBoundary =
  /** At any point that leaves no tool call open. */
  | 'MESSAGE'
  /** Only after an assistant message that leaves no tool call open and ends its answer. */
  | 'ANSWER'
  /**
   * Only at the end of a completed run. The fork carries the turns of all runs completed no later than that one, and the
   * turns without a run up to the last of those; where others stand between them, those are left out by copying the rest.
   */
  | 'RUN';

/** What happens to a turn that expects a head which is no longer the head. */
export type OnConflict =
  /** It is refused with HEAD_MOVED. */
  | 'REJECT'
  /** It becomes a visible sibling conversation that continues the expected head. */
  | 'FORK'
  /** A new turn without a parent continues the present head; anything else is HEAD_MOVED. */
  | 'REBASE';

/** Where a conversation came from. */
export type OriginKind =
  /** A host stored it. */
  | 'HOST'
  /** An importer brought it. */
  | 'IMPORT'
  /** An experiment made it: statistics leave it out unless asked. */
  | 'EXPERIMENT';

/** Where a head goes from the place that it is switched to. */
export type Descend =
  /** It stays there: the place must be a leaf. */
  | 'NONE'
  /** On to the newest leaf below it. */
  | 'NEWEST';

/** Of which turns something is summed up. */
export type UsageOf =
  /** Those on the path to the head, inherited ones too. */
  | 'PATH'
  /** Those recorded in the conversation, on all of its branches. */
  | 'OWN'
  /** Those recorded in it, in its forks, in theirs, and so on. */
  | 'TREE';

/** What analytics count. */
export type AnalyticsFilter = {
  /** Only what these conversations recorded, at most 1,000. */
  readonly conversationIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Only turns observed at this time or later. */
  readonly from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only turns observed at this time or before. */
  readonly to?: InputMaybe<Scalars['DateTime']['input']>;
  /** Whether experiments count too. */
  readonly includeExperiments?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only turns of these models; an empty text is that of no model. */
  readonly models?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only turns of these roles. */
  readonly roles?: InputMaybe<ReadonlyArray<Role>>;
  /** Only conversations of this working directory. */
  readonly cwd?: InputMaybe<Scalars['String']['input']>;
  /** Whether deleted conversations count: deleting hides words, not what they cost. */
  readonly includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
};

/**
 * Conversations in numbers. A turn counts once, where it was recorded, however many conversations share it; a copy does not
 * count. Days are in UTC. Corrections of usage, model and content count, and what is deleted stays counted.
 */
export type Analytics = {
  /** Conversations that are not deleted, forks among them. */
  readonly conversations: Scalars['Int']['output'];
  /** Those that are forks. */
  readonly forks: Scalars['Int']['output'];
  /** Turns, each in all its versions once. */
  readonly messages: Scalars['Int']['output'];
  /** Storings of turns. */
  readonly observations: Scalars['Int']['output'];
  /** Storings of turns by role. */
  readonly turnsByRole: ReadonlyArray<RoleCount>;
  /** The shapes of all trees together, what forks inherit once. */
  readonly treeShape: TreeShape;
  /** What answers cost. The parts of one answer count once, where the earliest stands, with the largest number of each kind. */
  readonly usage: UsageTotals;
  /** The largest values of a dimension by input and output tokens, then by key; days by day. What has none is the key ''. */
  readonly usageBy: ReadonlyArray<UsageBucket>;
  /** What `usageBy` with the same arguments leaves out: its buckets and this are the whole. */
  readonly other: UsageTotals;
  /** The largest conversations with what each inherited, that part whatever its time, model and role: these do not add up. */
  readonly usageInclusive: ReadonlyArray<UsageBucket>;
  /** The tools of most calls. */
  readonly tools: ReadonlyArray<ToolCount>;
  /** How many conversations are how many forks deep. */
  readonly forkDepths: ReadonlyArray<DepthCount>;
  /** Rewinds and replaced turns for each storing of a user's turn; 0 where there is none. */
  readonly rewindRate: Scalars['Float']['output'];
  /** Messages by the day of their first storing, at most 10,000 days. */
  readonly messagesPerDay: ReadonlyArray<DayCount>;
  /** How often a head was rewound, or a move of it undone. */
  readonly rewinds: Scalars['Int']['output'];
  /** Storings by which entries left a transcript. */
  readonly replacedTurns: Scalars['Int']['output'];
};


/**
 * Conversations in numbers. A turn counts once, where it was recorded, however many conversations share it; a copy does not
 * count. Days are in UTC. Corrections of usage, model and content count, and what is deleted stays counted.
 */
export type AnalyticsUsageByArgs = {
  dimension: UsageDimension;
  top?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Conversations in numbers. A turn counts once, where it was recorded, however many conversations share it; a copy does not
 * count. Days are in UTC. Corrections of usage, model and content count, and what is deleted stays counted.
 */
export type AnalyticsOtherArgs = {
  dimension: UsageDimension;
  top?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Conversations in numbers. A turn counts once, where it was recorded, however many conversations share it; a copy does not
 * count. Days are in UTC. Corrections of usage, model and content count, and what is deleted stays counted.
 */
export type AnalyticsUsageInclusiveArgs = {
  top?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Conversations in numbers. A turn counts once, where it was recorded, however many conversations share it; a copy does not
 * count. Days are in UTC. Corrections of usage, model and content count, and what is deleted stays counted.
 */
export type AnalyticsToolsArgs = {
  top?: InputMaybe<Scalars['Int']['input']>;
};

/** What usage is told apart by. */
export type UsageDimension =
  /** The model that answered. */
  | 'MODEL'
  /** The role of the turn. */
  | 'ROLE'
  /** The day in UTC, YYYY-MM-DD. */
  | 'DAY'
  /** The conversation that recorded the turn, by its id. */
  | 'CONVERSATION'
  /** The tools that a turn calls: its usage is shared evenly among its calls. */
  | 'TOOL'
  /** How many forks deep the conversation is. */
  | 'FORK_DEPTH'
  /** The working directory of the conversation. */
  | 'CWD';

/** What one value of a dimension comes to. */
export type UsageBucket = {
  /** The value. */
  readonly key: Scalars['String']['output'];
  /** What was spent. */
  readonly totals: UsageTotals;
};

/** Storings of turns of one role. */
export type RoleCount = {
  /** The role. */
  readonly role: Role;
  /** How many. */
  readonly count: Scalars['Int']['output'];
};

/** How often a tool was called. */
export type ToolCount = {
  /** Its name; empty for failures of calls that nobody knows. */
  readonly name: Scalars['String']['output'];
  /** How often it was called. */
  readonly calls: Scalars['Int']['output'];
  /** How often it failed, as its results say. */
  readonly errors: Scalars['Int']['output'];
};

/** How many conversations are so many forks deep. */
export type DepthCount = {
  /** 0 for what is no fork. */
  readonly depth: Scalars['Int']['output'];
  /** How many there are. */
  readonly conversations: Scalars['Int']['output'];
};

/** Messages of one day. */
export type DayCount = {
  /** YYYY-MM-DD, in UTC. */
  readonly day: Scalars['String']['output'];
  /** How many were first stored on it. */
  readonly messages: Scalars['Int']['output'];
};

/** Tokens and cost of answers. */
export type UsageTotals = {
  /** Tokens that were sent, without those read from a cache or written to one. */
  readonly inputTokens: Scalars['Long']['output'];
  /** Tokens that were answered. */
  readonly outputTokens: Scalars['Long']['output'];
  /** Tokens that were read from the provider's cache. */
  readonly cacheReadTokens: Scalars['Long']['output'];
  /** Tokens that were written to the provider's cache. */
  readonly cacheWriteTokens: Scalars['Long']['output'];
  /** The cost in US dollars, of answers that say one. */
  readonly costUsd: Scalars['Float']['output'];
  /** How many answers say what they used. */
  readonly answers: Scalars['Int']['output'];
};

/** A notation for a drawn tree. */
export type TreeFormat =
  /** Lines of text for a terminal. */
  | 'TEXT'
  /** A Mermaid flowchart. */
  | 'MERMAID'
  /** A Graphviz graph. */
  | 'DOT';

/** Why something was refused. The facts of each refusal stand in `details`. */
export type ErrorCode =
  /** Nothing has the given id. */
  | 'NOT_FOUND'
  /** The input makes no sense: the message says what is wrong with it. */
  | 'BAD_INPUT'
  /** The id for a new thing is taken. */
  | 'ALREADY_EXISTS'
  /** The idempotency key was used before with another input. */
  | 'IDEMPOTENCY_MISMATCH'
  /** The head is no longer the expected one; `details` names both. */
  | 'HEAD_MOVED'
  /** The turn was first stored with another role. */
  | 'ROLE_CONFLICT'
  /** The given parent is not recorded in this conversation or its inherited past. */
  | 'UNKNOWN_PARENT'
  /** The point is not one of this conversation or its inherited past, or the turn number is not on its path. */
  | 'FORK_POINT_UNKNOWN'
  /** The point lies inside a tool call and its result, or not where the boundary asks; `details` names the nearest legal ones. */
  | 'FORK_POINT_NOT_BOUNDARY'
  /** The run at which to fork is not completed. */
  | 'RUN_NOT_COMPLETED'
  /** Nobody claimed the run, or it was aborted. */
  | 'RUN_NOT_CLAIMED'
  /** The run's id was claimed before, or it was aborted: an id is used once. */
  | 'RUN_ALREADY_CLAIMED'
  /** The run is completed: it takes no more turns and cannot be claimed again. */
  | 'RUN_ALREADY_COMPLETED'
  /** An open run stands in the way; `details` names those that do. */
  | 'CONFLICT_ACTIVE_RUN'
  /** Tool calls and their results would be parted, or do not fit each other. */
  | 'TOOL_PAIR_BROKEN'
  /** The relationship would close a cycle; `details` names its things in order. */
  | 'CYCLE_DETECTED'
  /** What is to be merged was merged before; `details` says into what. */
  | 'ALREADY_MERGED'
  /** The artifacts of what is to be merged do not all name the same environment; `details` says which each names. */
  | 'ENVIRONMENT_MISMATCH'
  /** No model is configured that could answer a probe. */
  | 'RESPONDER_NOT_CONFIGURED'
  /** More than a configured limit allows. */
  | 'LIMIT_EXCEEDED'
  /**
   * What the cursor of a transcript named has left the path, as after a rewind: begin again from either end. `details.place` is
   * the observation it named. Other lists never say it: they go on from where it stood.
   */
  | 'CURSOR_GONE';

/** Why a mutation was refused. Nothing was written. */
export type UserError = {
  /** The kind of refusal, for programs. */
  readonly code: ErrorCode;
  /** The refusal as a sentence, for people. */
  readonly message: Scalars['String']['output'];
  /** Path of the input field at fault, when there is one. */
  readonly field?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The facts of the refusal. */
  readonly details?: Maybe<Scalars['JSON']['output']>;
};

/** Something the caller should know though nothing was refused. */
export type Warning = {
  /**
   * The kind of warning, for programs. Mutations warn with
   *
   * - CONTEXT_DIFFERS: a fork at a run leaves out turns of runs that were not completed by then.
   * - OPEN_TOOL_CALL: a turn leaves a tool call behind it without a result; until one comes, CONTEXT says that none was stored.
   * - RUN_TURNS_KEPT: a run was aborted, and the head stays, for turns that are not the run's came after its start.
   * - TOOL_RESULT_WITHOUT_CALL: no open tool call on the path has the id that a result names.
   *
   * An integrity report also finds what came so with what was stored,
   *
   * - DANGLING_PARENT: an imported node named a parent that nobody knew.
   * - TOOL_CALL_UNANSWERED: a tool call has no result on the path, which went on.
   * - TOOL_RESULT_LATE: a result stands behind what went on from its call.
   *
   * and what is the store's own fault:
   *
   * - CONTENT_HASH_DIFFERS, PLACE_DIFFERS: content, or a place with its path hash, is not what was computed from it.
   * - PARENT_MISSING, HEAD_MISSING, ENTITY_MISSING, ATTACHMENT_MISSING, RELATIONSHIP_MISSING, RELATIONSHIP_END_MISSING: what is named is
   *   not there.
   * - ATTACHMENT_BYTES_MISSING: the bytes of an attachment are not where they are kept.
   * - ATTACHMENT_BYTES_DIFFER: there are more or fewer bytes of an attachment than were stored, or, by `turngraph verify --deep`, others.
   * - MESSAGE_DIFFERS, ENTITY_DIFFERS, RELATIONSHIP_DIFFERS, RUNS_DIFFER: what is kept of it does not follow from its observations.
   * - JUNCTION_DIFFERS, SHAPE_DIFFERS, SUMMARY_DIFFERS: counts or texts do not follow from the tree.
   * - SUMS_DIFFER: what analytics count of the conversation is not what was stored.
   * - LEDGER_GAP: the ledger lacks lines.
   */
  readonly code: Scalars['String']['output'];
  /** The warning as a sentence, for people. */
  readonly message: Scalars['String']['output'];
  /** The facts of the warning. */
  readonly details?: Maybe<Scalars['JSON']['output']>;
};

/** A named line of talk: a movable name for a place in a tree of turns. */
export type Conversation = Node & {
  /** The host's own id, kept verbatim, or one made here. */
  readonly id: Scalars['ID']['output'];
  /** Its global id. */
  readonly nodeId: Scalars['ID']['output'];
  /** As given, else the first user turn on one line, cut to 60 characters; corrections show, deleted turns are passed over. */
  readonly title: Scalars['String']['output'];
  /** The last turn on one line, cut to 100 characters; corrections show, deleted turns are passed over. */
  readonly preview: Scalars['String']['output'];
  /** How many user, assistant and tool turns its transcript has. */
  readonly turnCount: Scalars['Int']['output'];
  /** When it was made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Its latest activity: the time of its newest stored turn, else of its making. A rename is no activity. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** When it was deleted; null while it is not. A deleted one is in no list, takes no turns and cannot be forked. */
  readonly deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Where it came from. */
  readonly origin: OriginKind;
  /** The working directory it belongs to, when it has one. */
  readonly cwd?: Maybe<Scalars['String']['output']>;
  /** Whatever its host keeps with it. */
  readonly metadata: Scalars['JSON']['output'];
  /** The observation at which it stands now; null at the empty path. */
  readonly head?: Maybe<Observation>;
  /**
   * The path to its head, as the chosen view shows it, from either end and from any cursor: 50 entries unless `first` or
   * `last` says otherwise, at most 100. A page never parts a tool call from its result, so it may exceed the size asked for.
   */
  readonly transcript: TranscriptConnection;
  /**
   * What a model would be sent: the CONTEXT view at the head, or at the given point; the same as the query `context`. It is
   * always legal for a provider: see `TranscriptView`.
   */
  readonly context: ReadonlyArray<TranscriptEntry>;
  /**
   * `context` as messages that an API accepts: calls with the same id are renamed in pairs, thoughts and texts that it refuses
   * are left out, a summary is a user's message, pictures go as bytes or by their address. A file that it cannot take is named.
   */
  readonly contextMessages: ReadonlyArray<Scalars['JSON']['output']>;
  /**
   * What the system turns of `context` say, a blank line between them: ANTHROPIC and AI_SDK take it apart from the messages,
   * the OPENAI formats have it among them. Null where there is none.
   */
  readonly contextSystem?: Maybe<Scalars['String']['output']>;
  /** Exactly the last `n` turns as stored, root first; deleted ones are placeholders. */
  readonly recentTurns: ReadonlyArray<TranscriptEntry>;
  /** What its answers cost, as stored: an answer counts once, wherever its parts stand, a copy not at all. */
  readonly usage: UsageTotals;
  /** The messages first stored here, oldest first. */
  readonly messages: MessageConnection;
  /** The message of that turn: its own, else the inherited one. */
  readonly message?: Maybe<Message>;
  /** What was recorded here, newest first. */
  readonly observations: ObservationConnection;
  /** Where it was forked from; null when it is no fork. */
  readonly forkedFrom?: Maybe<ForkOrigin>;
  /** The conversations forked directly from it, newest first. */
  readonly forks: ConversationConnection;
  /** The forks that led to it, nearest first. */
  readonly lineage: ReadonlyArray<ForkOrigin>;
  /** The leaves of its tree, newest first. */
  readonly leaves: ObservationConnection;
  /** Its checkpoints, newest first: what is at one is restored by `rewindConversation`, `switchHead` or a fork at that observation. */
  readonly checkpoints: EventConnection;
  /** The moves of its head, newest first. */
  readonly headHistory: EventConnection;
  /** Its ledger, newest first. */
  readonly events: EventConnection;
  /** The shape of what it recorded and the path it inherited, without its forks. */
  readonly treeShape: TreeShape;
  /** Its tree drawn, linear stretches folded unless `unfold` says otherwise. */
  readonly tree: Scalars['String']['output'];
  /**
   * Its tree without the straight parts: a stretch is a longest run of nodes between partings, wholly inherited or wholly its own.
   * Newest leaf first, and what lies above a leaf before it. Over all of them `length` and `alike` add up to the tree's nodes.
   * `GET /tree/{id}` answers the same in few bytes.
   */
  readonly stretches: StretchConnection;
  /** The runs claimed here, newest first. Those inherited from a source are found by `run`. */
  readonly runs: RunConnection;
  /** The run claimed last that is still open. */
  readonly activeRun?: Maybe<Run>;
  /**
   * The message whose tool call started it, when it is a sidechain (a sub-agent's conversation). While that turn is dropped with
   * the policy REROOT: the nearest turn before that is shown.
   */
  readonly spawnedBy?: Maybe<Message>;
  /** The conversations that its tool calls started, oldest first; without those whose turns are dropped with the policy CASCADE. */
  readonly sidechains: ConversationConnection;
  /** What it is related to, newest change first; its messages are part of it. */
  readonly relationships: RelationshipConnection;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationTranscriptArgs = {
  view?: InputMaybe<TranscriptView>;
  values?: InputMaybe<TranscriptValues>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  at?: InputMaybe<PointInput>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationContextArgs = {
  at?: InputMaybe<PointInput>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationContextMessagesArgs = {
  format: MessageFormat;
  at?: InputMaybe<PointInput>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationContextSystemArgs = {
  at?: InputMaybe<PointInput>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationRecentTurnsArgs = {
  n?: InputMaybe<Scalars['Int']['input']>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationUsageArgs = {
  of?: InputMaybe<UsageOf>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationMessagesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationMessageArgs = {
  turnId: Scalars['ID']['input'];
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationObservationsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationForksArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationLeavesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationCheckpointsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationHeadHistoryArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationEventsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationTreeArgs = {
  format?: InputMaybe<TreeFormat>;
  maxNodes?: InputMaybe<Scalars['Int']['input']>;
  unfold?: InputMaybe<Scalars['Boolean']['input']>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationStretchesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationRunsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationSidechainsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A named line of talk: a movable name for a place in a tree of turns. */
export type ConversationRelationshipsArgs = {
  direction?: InputMaybe<Direction>;
  type?: InputMaybe<RelationshipType>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** A value as its observations make it: the same, in whatever order they came. */
export type Snapshot = {
  /** The fields that have a value, a message's by the names of StoreTurnInput. */
  readonly fields: Scalars['JSON']['output'];
  /** Field to the id of the observation behind it. */
  readonly provenance: Scalars['JSON']['output'];
  /** How many observations it is made of. */
  readonly observationCount: Scalars['Int']['output'];
  /** How many of its fields have names that nothing here knows. */
  readonly unknownFields: Scalars['Int']['output'];
  /** Time of the last of those observations, never the wall clock. */
  readonly computedAt: Scalars['DateTime']['output'];
};

/** A fork's beginning: what was forked, and where. */
export type ForkOrigin = {
  /** The conversation that was forked. */
  readonly conversation: Conversation;
  /** The observation at which it was forked; null for the empty path. */
  readonly observation?: Maybe<Observation>;
  /** Number of the last turn that the fork shares; null for the empty path. */
  readonly turn?: Maybe<Scalars['Int']['output']>;
  /** The hash that proves which path the fork carries. */
  readonly pathHash?: Maybe<Scalars['Hash']['output']>;
  /** The fork in the ledger. */
  readonly event?: Maybe<Event>;
};

/** One place in a transcript, as the chosen view shows it. */
export type TranscriptEntry = {
  /** 1-based, counted from the root in this view. */
  readonly position: Scalars['Int']['output'];
  /** The observation that stands here. */
  readonly observation: Observation;
  /** The message it is a storing of; null behind a marker's summary and for notes. */
  readonly message?: Maybe<Message>;
  /** Who speaks; null for a marker or note. */
  readonly role?: Maybe<Role>;
  /** The text blocks joined; empty where there are none. */
  readonly text: Scalars['String']['output'];
  /** The content, block by block. */
  readonly content: ReadonlyArray<ContentBlock>;
  /** Whether its message is deleted: then it has no text and no content, unless deleted ones are asked for. */
  readonly deleted: Scalars['Boolean']['output'];
  /** Whether it was recorded in an ancestor conversation. */
  readonly inherited: Scalars['Boolean']['output'];
  /**
   * CONTEXT alone: whether it was made up, so that a provider takes the context. A call that the talk went on from without a
   * result has one here that says so (role TOOL, the calling turn's observation, no message), and before an assistant's turn
   * that a context would begin with stands a user's (that turn's observation, no message).
   */
  readonly synthetic: Scalars['Boolean']['output'];
  /**
   * Where it stands among the turns at its place in this conversation's tree, what it inherited included: a prompt and those it
   * was edited to, an answer and those it was regenerated to. Null where there is none beside it, and for deleted turns.
   */
  readonly versions?: Maybe<Versions>;
};

/** A turn among those of its role that continue the same one, oldest first; deleted ones and parallel calls of one answer aside. */
export type Versions = {
  /** Its number, from 1. */
  readonly index: Scalars['Int']['output'];
  /** How many there are, itself included. */
  readonly count: Scalars['Int']['output'];
  /** The version before it; give it to `switchHead` with `descend: NEWEST` to go there. */
  readonly previous?: Maybe<Observation>;
  /** The version after it. */
  readonly next?: Maybe<Observation>;
};

/** A logical turn. Stored again, it is the same message with one more observation. */
export type Message = Node & {
  /** `conversationId:turnId`, with `%` and `:` inside the conversation id percent-encoded. */
  readonly id: Scalars['ID']['output'];
  /** Its global id. */
  readonly nodeId: Scalars['ID']['output'];
  /** Where it was first stored. */
  readonly conversation: Conversation;
  /** The turn's id within the conversation. */
  readonly turnId: Scalars['ID']['output'];
  /** Fixed by its first observation. */
  readonly role: Role;
  /** Whether it is deleted. Nothing but a restoration revives it. */
  readonly deleted: Scalars['Boolean']['output'];
  /**
   * Its value: each field's last correction, else the last turn observation that gave it. Null while it is deleted and
   * before its first observation. With both times, only what happened by `at` and was stored by `ingestedAt` counts.
   */
  readonly snapshot?: Maybe<Snapshot>;
  /** The text of its present snapshot; null where it has none and while it is deleted. */
  readonly text?: Maybe<Scalars['String']['output']>;
  /** The content of its present snapshot, block by block; null while it is deleted. */
  readonly content?: Maybe<ReadonlyArray<ContentBlock>>;
  /** Everything stored of it, newest first. */
  readonly observations: ObservationConnection;
  /** What comes before its newest turn observation on that one's path, root first. */
  readonly ancestors: ObservationConnection;
  /** What its present content embeds, each once. */
  readonly attachments: ReadonlyArray<Attachment>;
  /** The message that this one replaced: an inherited one, in a fork, or the one that its sender named. */
  readonly supersedes?: Maybe<Message>;
  /** The messages that replaced this one, newest first. */
  readonly supersededBy: ReadonlyArray<Message>;
  /** What it is related to, newest change first; it is part of its conversation. */
  readonly relationships: RelationshipConnection;
};


/** A logical turn. Stored again, it is the same message with one more observation. */
export type MessageSnapshotArgs = {
  at?: InputMaybe<Scalars['DateTime']['input']>;
  ingestedAt?: InputMaybe<Scalars['DateTime']['input']>;
};


/** A logical turn. Stored again, it is the same message with one more observation. */
export type MessageObservationsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** A logical turn. Stored again, it is the same message with one more observation. */
export type MessageAncestorsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A logical turn. Stored again, it is the same message with one more observation. */
export type MessageRelationshipsArgs = {
  direction?: InputMaybe<Direction>;
  type?: InputMaybe<RelationshipType>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** One storing of a turn, or another node of the tree: immutable. */
export type Observation = Node & {
  /** Its own id. */
  readonly id: Scalars['ID']['output'];
  /** Its global id. */
  readonly nodeId: Scalars['ID']['output'];
  /** What it records. */
  readonly kind: ObservationKind;
  /** Where it was recorded. */
  readonly conversation?: Maybe<Conversation>;
  /** The message that it is a storing, a correction, a deletion or a restoration of; null for notes and markers. */
  readonly message?: Maybe<Message>;
  /** The entity that it is a storing of. */
  readonly entity?: Maybe<Entity>;
  /** The relationship that it is a storing of. */
  readonly relationship?: Maybe<Relationship>;
  /** Who speaks; null for markers, notes and corrections. */
  readonly role?: Maybe<Role>;
  /** The text blocks joined, or a marker's summary; null where there is none. */
  readonly text?: Maybe<Scalars['String']['output']>;
  /** The content as stored, block by block; null for markers. */
  readonly content?: Maybe<ReadonlyArray<ContentBlock>>;
  /** What was stored with it that nothing else here names. */
  readonly fields: Scalars['JSON']['output'];
  /** When it happened: the caller's time, or ours. */
  readonly observedAt: Scalars['DateTime']['output'];
  /** When it was stored here. */
  readonly ingestedAt: Scalars['DateTime']['output'];
  /** What it counts for in a snapshot; below 1000. */
  readonly priority: Scalars['Int']['output'];
  /** Which kind of source stored it, in the caller's words. */
  readonly sourceKind?: Maybe<Scalars['String']['output']>;
  /** Who sent it, in the host's words. */
  readonly senderId?: Maybe<Scalars['String']['output']>;
  /** Which kind of sender that is, in the host's words. */
  readonly senderKind?: Maybe<Scalars['String']['output']>;
  /** The model that answered. */
  readonly model?: Maybe<Scalars['String']['output']>;
  /** What the answer cost. */
  readonly usage?: Maybe<Usage>;
  /** The run that it was stored in. */
  readonly runId?: Maybe<Scalars['ID']['output']>;
  /** Whatever the caller keeps with it. */
  readonly metadata: Scalars['JSON']['output'];
  /** The observation it continues; null at a root. Of a join it is the first parent: path, depth, turns and ancestry follow it. */
  readonly parent?: Maybe<Observation>;
  /**
   * All that it continues, `parent` first, then the other parents of a join: the heads of what was merged. Empty at a root. What
   * is merged into an empty conversation has no first parent, so its join is a root with other parents.
   */
  readonly parents: ReadonlyArray<Observation>;
  /** The observation that this one is a copy of. */
  readonly copyOf?: Maybe<Observation>;
  /** Its turn number: user, assistant and tool turns on its path, itself included. Null where it is no such turn. */
  readonly turn?: Maybe<Scalars['Int']['output']>;
  /** 0 at a root; counts every node of the path. Null outside the tree. */
  readonly depth?: Maybe<Scalars['Int']['output']>;
  /** SHA-256 over the parent's path hash and its own content hash: proves the whole path. Of a join also over its other parents' path hashes, sorted. */
  readonly pathHash?: Maybe<Scalars['Hash']['output']>;
  /** SHA-256 of its canonical content: equal talk has equal ones wherever it is stored, but in a sealed tenant, where only copies have. */
  readonly contentHash?: Maybe<Scalars['Hash']['output']>;
  /** Whether nothing recorded in its conversation continues it. */
  readonly isLeaf: Scalars['Boolean']['output'];
  /** What comes before it on its path, by first parents, root first. */
  readonly ancestors: ObservationConnection;
  /** What continues it, in whatever conversation, oldest first. A join continues its first parent alone. */
  readonly children: ObservationConnection;
  /** Its parent's other children, oldest first; a root's are the other roots of its conversation. */
  readonly siblings: ObservationConnection;
  /**
   * What comes below it, in whatever conversation: level by level, at most `maxDepth` of them, children in the order of
   * their parents, oldest first.
   */
  readonly descendants: ObservationConnection;
  /**
   * The leaves below it: those recorded in its own conversation first, then those of the forks that inherited it, in each
   * the newest first.
   */
  readonly leaves: ObservationConnection;
  /**
   * The conversations whose transcript holds it, as `git branch --contains`: where it was recorded first, then its forks,
   * newest first, each followed by its own.
   */
  readonly conversations: ConversationConnection;
  /** The path from itself up or down to `to`, both included, by first parents; null when neither is an ancestor of the other. */
  readonly path?: Maybe<ReadonlyArray<Observation>>;
  /** Whether it is an ancestor of that observation, by first parents: what was merged into a path is no ancestor of it. It is none of itself. */
  readonly isAncestorOf: Scalars['Boolean']['output'];
  /** What its content embeds, each once. */
  readonly attachments: ReadonlyArray<Attachment>;
  /**
   * Labels, ratings, scores of this one storing, by key: the latest of each. The ledger keeps the earlier ones. No part of any
   * hash, and shown in no transcript's text.
   */
  readonly annotations: Scalars['JSON']['output'];
};


/** One storing of a turn, or another node of the tree: immutable. */
export type ObservationAncestorsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** One storing of a turn, or another node of the tree: immutable. */
export type ObservationChildrenArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** One storing of a turn, or another node of the tree: immutable. */
export type ObservationSiblingsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** One storing of a turn, or another node of the tree: immutable. */
export type ObservationDescendantsArgs = {
  maxDepth?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** One storing of a turn, or another node of the tree: immutable. */
export type ObservationLeavesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** One storing of a turn, or another node of the tree: immutable. */
export type ObservationConversationsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** One storing of a turn, or another node of the tree: immutable. */
export type ObservationPathArgs = {
  to: Scalars['ID']['input'];
};


/** One storing of a turn, or another node of the tree: immutable. */
export type ObservationIsAncestorOfArgs = {
  id: Scalars['ID']['input'];
};

/** Tokens and cost of one API answer. */
export type Usage = {
  /** Tokens sent. */
  readonly inputTokens?: Maybe<Scalars['Long']['output']>;
  /** Tokens answered. */
  readonly outputTokens?: Maybe<Scalars['Long']['output']>;
  /** Tokens read from a cache. */
  readonly cacheReadTokens?: Maybe<Scalars['Long']['output']>;
  /** Tokens written to a cache. */
  readonly cacheWriteTokens?: Maybe<Scalars['Long']['output']>;
  /** Cost in US dollars. */
  readonly costUsd?: Maybe<Scalars['Float']['output']>;
  /** The API answer's id: turns of one answer share it, and its usage counts once. */
  readonly answerId?: Maybe<Scalars['ID']['output']>;
};

/** One piece of a turn's content. */
export type ContentBlock = TextBlock | ThinkingBlock | ToolCallBlock | ToolResultBlock | AttachmentBlock | OtherBlock;

/** Plain text. */
export type TextBlock = {
  /** The text. */
  readonly text: Scalars['String']['output'];
};

/** What a model thought before it answered. */
export type ThinkingBlock = {
  /** The thought. */
  readonly thinking: Scalars['String']['output'];
  /** The provider's signature of it. */
  readonly signature?: Maybe<Scalars['String']['output']>;
};

/** A model's call of a tool. */
export type ToolCallBlock = {
  /** Names the call; its result carries the same id. */
  readonly callId: Scalars['ID']['output'];
  /** Name of the tool. */
  readonly name: Scalars['String']['output'];
  /** What the tool was given. */
  readonly input?: Maybe<Scalars['JSON']['output']>;
};

/** A tool's answer. */
export type ToolResultBlock = {
  /** The call that it answers. */
  readonly callId: Scalars['ID']['output'];
  /** What the tool answered. */
  readonly content?: Maybe<Scalars['JSON']['output']>;
  /** Whether the tool failed. */
  readonly isError: Scalars['Boolean']['output'];
};

/** An attachment, as this content uses it. */
export type AttachmentBlock = {
  /** The attachment. */
  readonly attachment: Attachment;
  /** What it is called here: as it was given, else the name that the bytes were last sent with when this was stored. */
  readonly fileName?: Maybe<Scalars['String']['output']>;
  /** What it is for here, in the caller's words. */
  readonly kind?: Maybe<Scalars['String']['output']>;
  /** In which environment it was made, in the caller's words. */
  readonly environment?: Maybe<Scalars['String']['output']>;
};

/** A block that no other type covers, kept verbatim. */
export type OtherBlock = {
  /** The block as it was given. */
  readonly value?: Maybe<Scalars['JSON']['output']>;
};

/** One cycle from a prompt to its final answer. */
export type Run = Node & {
  /** `conversationId:runId`, with `%` and `:` inside the conversation id percent-encoded. */
  readonly id: Scalars['ID']['output'];
  /** Its global id. */
  readonly nodeId: Scalars['ID']['output'];
  /** Its id within the conversation. */
  readonly runId: Scalars['ID']['output'];
  /** Where it was claimed: of a run that a fork inherits, an ancestor of the fork. */
  readonly conversation: Conversation;
  /** How it stands. */
  readonly state: RunState;
  /** When it was claimed. */
  readonly claimedAt: Scalars['DateTime']['output'];
  /** When it was completed; null before that. */
  readonly completedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its number in the order of completion in its conversation; null before that. */
  readonly completionSeq?: Maybe<Scalars['Int']['output']>;
  /** What it waits for while it is suspended. */
  readonly pendingRequest?: Maybe<Scalars['JSON']['output']>;
  /** The question that an answer must name, or may leave out, while it is suspended. */
  readonly pendingQuestionId?: Maybe<Scalars['ID']['output']>;
};

/** How a run stands. */
export type RunState =
  /** Open: turns may be stored in it. */
  | 'CLAIMED'
  /** Open, and waiting for an answer. */
  | 'SUSPENDED'
  /** Done: a fork may be made at its end. */
  | 'COMPLETED'
  /** Given up: it takes no turns, and its id is not free again. */
  | 'ABORTED';

/** Bytes known by their hash, or a URI by its. Equal bytes are one attachment, however often they are embedded. */
export type Attachment = Node & {
  /** The SHA-256 of the bytes, or of the URI. */
  readonly id: Scalars['ID']['output'];
  /** Its global id. */
  readonly nodeId: Scalars['ID']['output'];
  /** What kind of bytes it is, as it was first said. */
  readonly mediaType: Scalars['String']['output'];
  /** How many bytes; null for a URI. */
  readonly byteSize?: Maybe<Scalars['Long']['output']>;
  /** The URI; null for bytes. */
  readonly uri?: Maybe<Scalars['String']['output']>;
  /** Where on this server its bytes are served; null for a URI. */
  readonly downloadUrl?: Maybe<Scalars['String']['output']>;
  /** The messages that embed it, newest change first. */
  readonly embeddedIn: MessageConnection;
};


/** Bytes known by their hash, or a URI by its. Equal bytes are one attachment, however often they are embedded. */
export type AttachmentDownloadUrlArgs = {
  fileName?: InputMaybe<Scalars['String']['input']>;
};


/** Bytes known by their hash, or a URI by its. Equal bytes are one attachment, however often they are embedded. */
export type AttachmentEmbeddedInArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** Anything that a message or conversation refers to: a topic, a person, a file, a task. */
export type Entity = Node & {
  /** As given, or made here. */
  readonly id: Scalars['ID']['output'];
  /** Its global id. */
  readonly nodeId: Scalars['ID']['output'];
  /** What kind of thing it is, in the caller's words. */
  readonly type: Scalars['String']['output'];
  /** Its name, by its present value. */
  readonly name: Scalars['String']['output'];
  /** Its value now or at a time; null while it is deleted or merged, and before its first observation. */
  readonly snapshot?: Maybe<Snapshot>;
  /** The entity that it was merged into: what is stored of this one goes there. */
  readonly mergedInto?: Maybe<Entity>;
  /** Whether it is deleted. */
  readonly deleted: Scalars['Boolean']['output'];
  /** Everything stored of it, newest first. */
  readonly observations: ObservationConnection;
  /** What it is related to, newest change first. */
  readonly relationships: RelationshipConnection;
};


/** Anything that a message or conversation refers to: a topic, a person, a file, a task. */
export type EntitySnapshotArgs = {
  at?: InputMaybe<Scalars['DateTime']['input']>;
  ingestedAt?: InputMaybe<Scalars['DateTime']['input']>;
};


/** Anything that a message or conversation refers to: a topic, a person, a file, a task. */
export type EntityObservationsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** Anything that a message or conversation refers to: a topic, a person, a file, a task. */
export type EntityRelationshipsArgs = {
  direction?: InputMaybe<Direction>;
  type?: InputMaybe<RelationshipType>;
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** Either end of a relationship. */
export type Related = Conversation | Message | Entity | Attachment;

/** A typed edge from one thing to another. There is one of each type, source and target, live or deleted. */
export type Relationship = Node & {
  /** `type:source:target`, with `%`, `:` and `~` inside the ids percent-encoded. */
  readonly id: Scalars['ID']['output'];
  /** Its global id. */
  readonly nodeId: Scalars['ID']['output'];
  /** What it says of its ends. */
  readonly type: RelationshipType;
  /** How it reads for people. */
  readonly label: Scalars['String']['output'];
  /** Where it leads from. */
  readonly source: Related;
  /** Where it leads to. */
  readonly target: Related;
  /** What was said of it, each member by the last word. */
  readonly metadata: Scalars['JSON']['output'];
  /** When it was first made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** When it was deleted; null while it is live. */
  readonly deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The history of its metadata, newest first. */
  readonly observations: ObservationConnection;
};


/** A typed edge from one thing to another. There is one of each type, source and target, live or deleted. */
export type RelationshipObservationsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

/** One line of the append-only ledger: who did what, when, why. */
export type Event = Node & {
  /** Its own id. */
  readonly id: Scalars['ID']['output'];
  /** Its global id. */
  readonly nodeId: Scalars['ID']['output'];
  /** Its number in its conversation's ledger, from 1. */
  readonly seq?: Maybe<Scalars['Int']['output']>;
  /** What was done. */
  readonly kind: EventKind;
  /** When. */
  readonly at: Scalars['DateTime']['output'];
  /** The conversation in whose ledger it stands. */
  readonly conversation?: Maybe<Conversation>;
  /** Who did it, as the server knew it; null: it was stored before anybody was told apart. */
  readonly principal?: Maybe<Principal>;
  /** Who did it, in the caller's words. */
  readonly actor?: Maybe<Scalars['JSON']['output']>;
  /** Why, in the caller's words. */
  readonly note?: Maybe<Scalars['String']['output']>;
  /** The path hash of what it was about. */
  readonly pathHash?: Maybe<Scalars['Hash']['output']>;
  /** Further facts. */
  readonly details: Scalars['JSON']['output'];
  /** Where the head stood before; null where it moved no head, and at the empty path. */
  readonly headFrom?: Maybe<Observation>;
  /** Where the head stood after; null where it moved no head, and at the empty path. */
  readonly headTo?: Maybe<Observation>;
  /** What it stored, in the order of storing, at most 1,000. */
  readonly observations: ReadonlyArray<Observation>;
  /** How many observations it stored, all of them. */
  readonly observationCount: Scalars['Int']['output'];
};

/** What was done. */
export type EventKind =
  /** A conversation was made. */
  | 'CREATE'
  /** Its title or metadata changed. */
  | 'UPDATE'
  /** Turns were stored. */
  | 'STORE'
  /** A conversation was forked: one event in the fork, one in its source. */
  | 'FORK'
  /** The head moved back along its path. */
  | 'REWIND'
  /** The head moved to another leaf. */
  | 'SWITCH'
  /** Something deleted was restored. */
  | 'RESTORE'
  /** Something was deleted. */
  | 'DELETE'
  /** Fields were put right. */
  | 'CORRECT'
  /** Two things were related. */
  | 'RELATE'
  /** A relationship was deleted. */
  | 'UNRELATE'
  /** Two entities became one. */
  | 'ENTITY_MERGE'
  /** One entity became two. */
  | 'ENTITY_SPLIT'
  /** A move of the head was taken back; `details` names it. */
  | 'UNDO'
  /** A run was claimed, suspended, answered, completed or aborted; `details` names it and its new state. */
  | 'RUN'
  /** A transcript was imported. */
  | 'IMPORT'
  /** A summary was put in place of exchanges; `details` names the marker and the exchanges' first and last turn. */
  | 'COMPACT'
  /** Exchanges were dropped; `details` names the marker and the exchanges' first and last turn. */
  | 'DROP'
  /** A marker was cancelled; `details` names both. */
  | 'CANCEL'
  /** What a model would be sent became a conversation of its own, this one; `details` names its source and that one's head. */
  | 'MATERIALIZE'
  /** A place was given a name; `details` is `{name, observationId}`, null for the empty path. No head moved. */
  | 'CHECKPOINT'
  /** An observation was annotated; `details` has the values given and those before. */
  | 'ANNOTATE'
  /**
   * Branches were merged; `details` names the strategy, the inputs, the gate, its verdict on each artifact, what was refuted,
   * the reviewer and the join. Where all was refuted the head did not move.
   */
  | 'MERGE'
  /** What an integrity check finds was mended: parts of paths were stored again as copies. */
  | 'REPAIR';

/** The shape of a conversation's tree. */
export type TreeShape = {
  /** Nodes of the tree. */
  readonly nodes: Scalars['Int']['output'];
  /** Nodes without a parent. */
  readonly roots: Scalars['Int']['output'];
  /** Nodes that nothing continues. */
  readonly leaves: Scalars['Int']['output'];
  /** Points at which a person or an agent went two ways. Versions of one turn and parallel tool calls are none. */
  readonly branchPoints: Scalars['Int']['output'];
  /** Points at which versions of one turn part. */
  readonly versionPoints: Scalars['Int']['output'];
  /** Conversations that its tool calls started, without those whose turns are dropped with the policy CASCADE. */
  readonly sidechains: Scalars['Int']['output'];
  /** Tool calls in the tree. */
  readonly toolCalls: Scalars['Int']['output'];
};

/** A page of a transcript. */
export type TranscriptConnection = {
  /** The entries with their cursors. */
  readonly edges: ReadonlyArray<TranscriptEdge>;
  /** The entries. */
  readonly nodes: ReadonlyArray<TranscriptEntry>;
  /** Where the page lies. */
  readonly pageInfo: PageInfo;
  /** Entries in the whole transcript as this view shows it. */
  readonly totalCount: Scalars['Int']['output'];
};

/** An entry with its cursor. */
export type TranscriptEdge = {
  /** Names this place for `after` and `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The entry. */
  readonly node: TranscriptEntry;
};

/** A longest run of nodes of a tree between partings: the same, whatever was stored first. */
export type Stretch = {
  /** `conversationId:observationId` of its first node, with `%` and `:` inside the conversation id percent-encoded. */
  readonly id: Scalars['ID']['output'];
  /** Its first node. */
  readonly first: Observation;
  /** Its last node: a leaf, the node at which the next ones part, or the point of a fork. */
  readonly last: Observation;
  /** How many nodes it has. */
  readonly length: Scalars['Int']['output'];
  /** How many turns with a number it has. */
  readonly turns: Scalars['Int']['output'];
  /** The node after which it begins: the last one of another stretch; null for a root. */
  readonly after?: Maybe<Observation>;
  /** Why it begins there; null for the only root, and where a fork's own nodes begin with nothing beside them. */
  readonly parting?: Maybe<Parting>;
  /** Whether it begins on the path to the head. */
  readonly onHeadPath: Scalars['Boolean']['output'];
  /** Whether it was recorded in an ancestor conversation. */
  readonly inherited: Scalars['Boolean']['output'];
  /** So many more leaves of that parting are folded into it: more than 8 of single nodes are one stretch, the head's aside. */
  readonly alike: Scalars['Int']['output'];
};

/** Why a stretch of a tree begins. */
export type Parting =
  /** A person or a model went two ways. */
  | 'BRANCH'
  /** Versions of one turn stand side by side. */
  | 'VERSION'
  /** Tool calls or results stand side by side. */
  | 'PARALLEL'
  /** It is one of several roots. */
  | 'ROOT';

/** A page of stretches. */
export type StretchConnection = {
  /** The items with their cursors. */
  readonly edges: ReadonlyArray<StretchEdge>;
  /** The items. */
  readonly nodes: ReadonlyArray<Stretch>;
  /** Where the page lies. */
  readonly pageInfo: PageInfo;
  /** How many there are in all. */
  readonly totalCount?: Maybe<Scalars['Int']['output']>;
};

/** A stretch in its page. */
export type StretchEdge = {
  /** Its place in the list. */
  readonly cursor: Scalars['String']['output'];
  /** The stretch. */
  readonly node: Stretch;
};

/** A working directory that conversations have. */
export type Directory = {
  /** Its path, as the host gave it. */
  readonly cwd: Scalars['String']['output'];
  /** How many conversations that are not deleted have it. */
  readonly conversations: Scalars['Int']['output'];
  /** The latest activity of any of them. */
  readonly updatedAt: Scalars['DateTime']['output'];
};

/** A page of working directories. */
export type DirectoryConnection = {
  /** The items with their cursors. */
  readonly edges: ReadonlyArray<DirectoryEdge>;
  /** The items. */
  readonly nodes: ReadonlyArray<Directory>;
  /** Where the page lies. */
  readonly pageInfo: PageInfo;
  /** How many there are in all; null where that is too many to count. */
  readonly totalCount?: Maybe<Scalars['Int']['output']>;
};

/** A directory in its page. */
export type DirectoryEdge = {
  /** Its place in the list. */
  readonly cursor: Scalars['String']['output'];
  /** The directory. */
  readonly node: Directory;
};

/** A page of conversations. */
export type ConversationConnection = {
  /** The conversations with their cursors. */
  readonly edges: ReadonlyArray<ConversationEdge>;
  /** The conversations. */
  readonly nodes: ReadonlyArray<Conversation>;
  /** Where the page lies. */
  readonly pageInfo: PageInfo;
  /** Length of the whole list; null when there are too many to count. */
  readonly totalCount?: Maybe<Scalars['Int']['output']>;
};

/** A conversation with its cursor. */
export type ConversationEdge = {
  /** Names this place for `after`. */
  readonly cursor: Scalars['String']['output'];
  /** The conversation. */
  readonly node: Conversation;
};

/** A page of messages. */
export type MessageConnection = {
  /** The messages with their cursors. */
  readonly edges: ReadonlyArray<MessageEdge>;
  /** The messages. */
  readonly nodes: ReadonlyArray<Message>;
  /** Where the page lies. */
  readonly pageInfo: PageInfo;
  /** Length of the whole list. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A message with its cursor. */
export type MessageEdge = {
  /** Names this place for `after`. */
  readonly cursor: Scalars['String']['output'];
  /** The message. */
  readonly node: Message;
};

/** A page of observations. */
export type ObservationConnection = {
  /** The observations with their cursors. */
  readonly edges: ReadonlyArray<ObservationEdge>;
  /** The observations. */
  readonly nodes: ReadonlyArray<Observation>;
  /** Where the page lies. */
  readonly pageInfo: PageInfo;
  /** Length of the whole list; null when there are too many to count. */
  readonly totalCount?: Maybe<Scalars['Int']['output']>;
};

/** An observation with its cursor. */
export type ObservationEdge = {
  /** Names this place for `after` and `before`. */
  readonly cursor: Scalars['String']['output'];
  /** The observation. */
  readonly node: Observation;
};

/** A page of events. */
export type EventConnection = {
  /** The events with their cursors. */
  readonly edges: ReadonlyArray<EventEdge>;
  /** The events. */
  readonly nodes: ReadonlyArray<Event>;
  /** Where the page lies. */
  readonly pageInfo: PageInfo;
  /** Length of the whole list. */
  readonly totalCount: Scalars['Int']['output'];
};

/** An event with its cursor. */
export type EventEdge = {
  /** Names this place for `after`. */
  readonly cursor: Scalars['String']['output'];
  /** The event. */
  readonly node: Event;
};

/** A page of runs. */
export type RunConnection = {
  /** The runs with their cursors. */
  readonly edges: ReadonlyArray<RunEdge>;
  /** The runs. */
  readonly nodes: ReadonlyArray<Run>;
  /** Where the page lies. */
  readonly pageInfo: PageInfo;
  /** Length of the whole list. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A run with its cursor. */
export type RunEdge = {
  /** Names this place for `after`. */
  readonly cursor: Scalars['String']['output'];
  /** The run. */
  readonly node: Run;
};

/** A page of relationships. */
export type RelationshipConnection = {
  /** The relationships with their cursors. */
  readonly edges: ReadonlyArray<RelationshipEdge>;
  /** The relationships. */
  readonly nodes: ReadonlyArray<Relationship>;
  /** Where the page lies. */
  readonly pageInfo: PageInfo;
  /** Length of the whole list. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A relationship with its cursor. */
export type RelationshipEdge = {
  /** Names this place for `after`. */
  readonly cursor: Scalars['String']['output'];
  /** The relationship. */
  readonly node: Relationship;
};

/** A page of entities. */
export type EntityConnection = {
  /** The entities with their cursors. */
  readonly edges: ReadonlyArray<EntityEdge>;
  /** The entities. */
  readonly nodes: ReadonlyArray<Entity>;
  /** Where the page lies. */
  readonly pageInfo: PageInfo;
  /** Length of the whole list. */
  readonly totalCount: Scalars['Int']['output'];
};

/** An entity with its cursor. */
export type EntityEdge = {
  /** Names this place for `after`. */
  readonly cursor: Scalars['String']['output'];
  /** The entity. */
  readonly node: Entity;
};

/** What can be read. */
export type Query = {
  /** Who asks, as the server knows it. */
  readonly viewer: Viewer;
  /** The thing of that global id; null when there is none. */
  readonly node?: Maybe<Node>;
  /** The things of those global ids in that order, null where there is none. */
  readonly nodes: ReadonlyArray<Maybe<Node>>;
  /** The conversation of that id; null when there is none. */
  readonly conversation?: Maybe<Conversation>;
  /** Conversations, newest activity first. Empty ones are listed too. */
  readonly conversations: ConversationConnection;
  /** The message of that id; null when there is none. */
  readonly message?: Maybe<Message>;
  /** The user's and the assistant's message of that turn. */
  readonly turn: ReadonlyArray<Message>;
  /** The observation of that id; null when there is none. */
  readonly observation?: Maybe<Observation>;
  /** The observations of those ids in that order, null where there is none. */
  readonly observations: ReadonlyArray<Maybe<Observation>>;
  /** Conversations in numbers: what they cost, by whom and when, each turn and answer counted once. */
  readonly analytics: Analytics;
  /** The working directories of conversations that are not deleted, newest activity first. */
  readonly directories: DirectoryConnection;
  /** The attachment of that id; null when there is none. */
  readonly attachment?: Maybe<Attachment>;
  /** The entity of that id; null when there is none. */
  readonly entity?: Maybe<Entity>;
  /** Entities, newest first, without merged and deleted ones. */
  readonly entities: EntityConnection;
  /** The deepest observation that the paths to both places have in common, by first parents; null when they share none. */
  readonly commonAncestor?: Maybe<Observation>;
  /**
   * How two branches differ: the turns of any role that each has behind their deepest common node, and those that both have
   * in different versions. Copies of a turn count as that turn. The cost follows what differs, not what is shared.
   */
  readonly diff: Diff;
  /**
   * What a model would be sent: the CONTEXT view at the head, or at the given point. At a run it is what a fork there holds:
   * turns of runs that were not completed by then are left out.
   */
  readonly context: ReadonlyArray<TranscriptEntry>;
  /** Computes the hashes of a path anew and compares them with the stored ones: of a long path so many nodes at once, root first. */
  readonly verifyPath: PathVerification;
  /** The conversation as a file of that format. */
  readonly export: Scalars['String']['output'];
  /** A run of a conversation: one claimed there, else a completed one that it inherited. */
  readonly run?: Maybe<Run>;
  /**
   * Messages, notes and markers whose text has all of the words, the best first. `"…"` is a phrase, `-word` leaves out, and the
   * last word is found as a beginning as well. Deleted content is never found.
   */
  readonly search: SearchConnection;
  /**
   * Checks a conversation: parents, tool calls and results, hashes, counts; its relationships and those of its messages with
   * the entities and attachments that they name, and whether the bytes of attachments are there. Of a long conversation so many
   * nodes and messages at once, newest first. Counts over the whole are compared in the last report, and only where nobody wrote
   * to the conversation since the first.
   */
  readonly integrity: IntegrityReport;
};


/** What can be read. */
export type QueryNodeArgs = {
  nodeId: Scalars['ID']['input'];
};


/** What can be read. */
export type QueryNodesArgs = {
  nodeIds: ReadonlyArray<Scalars['ID']['input']>;
};


/** What can be read. */
export type QueryConversationArgs = {
  id: Scalars['ID']['input'];
};


/** What can be read. */
export type QueryConversationsArgs = {
  filter?: InputMaybe<ConversationFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** What can be read. */
export type QueryMessageArgs = {
  id: Scalars['ID']['input'];
};


/** What can be read. */
export type QueryTurnArgs = {
  conversationId: Scalars['ID']['input'];
  turnId: Scalars['ID']['input'];
};


/** What can be read. */
export type QueryObservationArgs = {
  id: Scalars['ID']['input'];
};


/** What can be read. */
export type QueryObservationsArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


/** What can be read. */
export type QueryAnalyticsArgs = {
  filter?: InputMaybe<AnalyticsFilter>;
};


/** What can be read. */
export type QueryDirectoriesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** What can be read. */
export type QueryAttachmentArgs = {
  id: Scalars['ID']['input'];
};


/** What can be read. */
export type QueryEntityArgs = {
  id: Scalars['ID']['input'];
};


/** What can be read. */
export type QueryEntitiesArgs = {
  type?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** What can be read. */
export type QueryCommonAncestorArgs = {
  a: PlaceInput;
  b: PlaceInput;
};


/** What can be read. */
export type QueryDiffArgs = {
  base: PlaceInput;
  target: PlaceInput;
};


/** What can be read. */
export type QueryContextArgs = {
  conversationId: Scalars['ID']['input'];
  at?: InputMaybe<PointInput>;
};


/** What can be read. */
export type QueryVerifyPathArgs = {
  observationId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


/** What can be read. */
export type QueryExportArgs = {
  conversationId: Scalars['ID']['input'];
  format: ExportFormat;
  wholeTree?: InputMaybe<Scalars['Boolean']['input']>;
};


/** What can be read. */
export type QueryRunArgs = {
  conversationId: Scalars['ID']['input'];
  runId: Scalars['ID']['input'];
};


/** What can be read. */
export type QuerySearchArgs = {
  text: Scalars['String']['input'];
  in?: InputMaybe<SearchScope>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/** What can be read. */
export type QueryIntegrityArgs = {
  conversationId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

/** Which conversations to list: those that meet every given condition. */
export type ConversationFilter = {
  /** From one of these origins. */
  readonly origin?: InputMaybe<ReadonlyArray<OriginKind>>;
  /** With exactly this working directory. */
  readonly cwd?: InputMaybe<Scalars['String']['input']>;
  /**
   * With this text in the title, without regard to case. A title that is derived of another conversation's turn (a fork's, or of a copy) is
   * looked for as it was kept, which may be of before a correction of that turn.
   */
  readonly title?: InputMaybe<Scalars['String']['input']>;
  /** Active at this time or later. */
  readonly activeAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Active at this time or earlier. */
  readonly activeBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Forked directly from this conversation. */
  readonly forkedFrom?: InputMaybe<Scalars['ID']['input']>;
  /** Whether deleted ones are among them. */
  readonly includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  /** With metadata that has these members with equal values. */
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** Whether forks are among them; they are unless this is false. */
  readonly forks?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether sidechains (conversations that a tool call started) are among them. */
  readonly sidechains?: InputMaybe<Scalars['Boolean']['input']>;
  /** With these words in any of their turns as they are now, inherited ones included; written as for `search`. */
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

/** Where to search: what meets every given condition. */
export type SearchScope = {
  /** A conversation: its tree and what it inherited. */
  readonly conversationId?: InputMaybe<Scalars['ID']['input']>;
  /** Of that conversation only the path to its head. */
  readonly onPathOnly?: InputMaybe<Scalars['Boolean']['input']>;
  /** With `onPathOnly`, the path to this place instead of the head's. */
  readonly at?: InputMaybe<PointInput>;
  /** Turns of these roles alone. */
  readonly roles?: InputMaybe<ReadonlyArray<Role>>;
  /** Observed at this time or later. */
  readonly from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Observed at this time or earlier. */
  readonly to?: InputMaybe<Scalars['DateTime']['input']>;
  /** Turns that call the tool of this name, and turns with its results. */
  readonly tool?: InputMaybe<Scalars['String']['input']>;
  /** CURRENT: what a person sees, corrections laid over it. AS_STORED: what was stored, of whatever version. */
  readonly values?: InputMaybe<TranscriptValues>;
  /** Whether conversations of experiments are searched. */
  readonly includeExperiments?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A page of what was found. */
export type SearchConnection = {
  /** The hits with their cursors. */
  readonly edges: ReadonlyArray<SearchEdge>;
  /** The hits. */
  readonly nodes: ReadonlyArray<SearchHit>;
  /** Where the page lies. */
  readonly pageInfo: PageInfo;
  /** How many hits there are; null when there are too many to count. */
  readonly totalCount?: Maybe<Scalars['Int']['output']>;
  /** Stored observations that this answer has not seen yet: 0 unless an import runs or the index is made anew; null when that is not known. */
  readonly behind?: Maybe<Scalars['Int']['output']>;
};

/** A hit with its cursor. */
export type SearchEdge = {
  /** Where the hit stands. */
  readonly cursor: Scalars['String']['output'];
  /** The hit. */
  readonly node: SearchHit;
};

/** A message that was found, or a note or marker, which are of none. */
export type SearchHit = {
  /** Its newest observation that has the words. */
  readonly observation: Observation;
  /** About 160 characters around the place where most of the words stand, on one line. */
  readonly snippet: Scalars['String']['output'];
  /** How well it answers: the more, the better. The newest 1,000 hits are ordered by it, older ones follow, the newest first. */
  readonly score: Scalars['Float']['output'];
  /** Where the words stand in the snippet. */
  readonly highlights: ReadonlyArray<TextRange>;
  /** Where it was recorded. */
  readonly conversation: Conversation;
  /** Its turn number there; null where it is no such turn. */
  readonly turn?: Maybe<Scalars['Int']['output']>;
  /** Observations of the message that have the words, this one included. */
  readonly matches: Scalars['Int']['output'];
};

/** A stretch of a text. */
export type TextRange = {
  /** UTF-16 offset of its first character. */
  readonly from: Scalars['Int']['output'];
  /** UTF-16 offset after its last character. */
  readonly to: Scalars['Int']['output'];
};

/** A point in a conversation's tree or inherited past. */
export type PointInput =
  /** A message: its deepest observation on the head's path, else its newest one. */
  { readonly messageId: Scalars['ID']['input']; readonly observationId?: never; readonly runId?: never; readonly turn?: never; }
  |  /** An observation. */
  { readonly messageId?: never; readonly observationId: Scalars['ID']['input']; readonly runId?: never; readonly turn?: never; }
  |  /** A run: its end, or, as the point before which to cut, its beginning. */
  { readonly messageId?: never; readonly observationId?: never; readonly runId: Scalars['ID']['input']; readonly turn?: never; }
  |  /** The 1-based number of a turn on the head's path. */
  { readonly messageId?: never; readonly observationId?: never; readonly runId?: never; readonly turn: Scalars['Int']['input']; };

/** A place in any tree: a conversation stands at its head, a message at its newest turn observation. */
export type PlaceInput =
  /** A conversation's head. */
  { readonly conversationId: Scalars['ID']['input']; readonly messageId?: never; readonly observationId?: never; }
  |  /** A message's newest turn observation. */
  { readonly conversationId?: never; readonly messageId: Scalars['ID']['input']; readonly observationId?: never; }
  |  /** An observation. */
  { readonly conversationId?: never; readonly messageId?: never; readonly observationId: Scalars['ID']['input']; };

/** How two branches differ. */
export type Diff = {
  /** The deepest observation that both paths have in common, by first parents; null when they share none. */
  readonly commonAncestor?: Maybe<Observation>;
  /** The turns that the base alone has, root first, each at its place on the whole path; at most 1,000 unless configured. */
  readonly baseOnly: ReadonlyArray<TranscriptEntry>;
  /** The turns that the target alone has, in the same way. */
  readonly targetOnly: ReadonlyArray<TranscriptEntry>;
  /** The turns that both have in different versions, a fork's own version of an inherited turn included. */
  readonly changed: ReadonlyArray<ChangedTurn>;
  /** What the whole path of the base holds. */
  readonly baseStats: PathStats;
  /** What the whole path of the target holds. */
  readonly targetStats: PathStats;
  /** The same as Markdown, for people. */
  readonly markdown: Scalars['String']['output'];
  /** How many turns the base alone has, also beyond those listed. */
  readonly baseOnlyCount: Scalars['Int']['output'];
  /** How many turns the target alone has, also beyond those listed. */
  readonly targetOnlyCount: Scalars['Int']['output'];
};

/** A turn that two branches have in different versions. */
export type ChangedTurn = {
  /** The turn, as the target has it. */
  readonly message: Message;
  /** The base's version. */
  readonly base: Observation;
  /** The target's version. */
  readonly target: Observation;
  /** The difference of their contents as a unified diff, by lines. */
  readonly textDiff: Scalars['String']['output'];
};

/** What a whole path holds. Several turns of one API answer count its usage once, copies not at all. */
export type PathStats = {
  /** User, assistant and tool turns. */
  readonly turns: Scalars['Int']['output'];
  /** Tool calls. */
  readonly toolCalls: Scalars['Int']['output'];
  /** Tokens sent, as stored. */
  readonly inputTokens: Scalars['Long']['output'];
  /** Tokens answered, as stored. */
  readonly outputTokens: Scalars['Long']['output'];
  /** Cost in US dollars, as stored. */
  readonly costUsd: Scalars['Float']['output'];
};

/** Whether the stored hashes of a path are those of its content. */
export type PathVerification = {
  /** Whether every hash of the path is right. */
  readonly valid: Scalars['Boolean']['output'];
  /** How the path stands. */
  readonly status: PathStatus;
  /** The path hash as computed now. */
  readonly expected: Scalars['Hash']['output'];
  /** The path hash as stored. */
  readonly stored: Scalars['Hash']['output'];
  /** A second witness: a chain over the message ids of the path. */
  readonly idChainHash: Scalars['Hash']['output'];
  /** The first observation from the root whose hash is wrong. */
  readonly firstBroken?: Maybe<Observation>;
  /** Null when the whole path was looked at; else all of this is of the path so far, and `verifyPath(after:)` goes on there. */
  readonly next?: Maybe<Scalars['String']['output']>;
};

/** How a path stands that was verified. */
export type PathStatus =
  /** Every hash is right. */
  | 'VALID'
  /** Some hash is wrong. */
  | 'BROKEN';

/** An API whose messages a context can be. */
export type MessageFormat =
  /** `messages` of OpenAI's chat completions, and of what is compatible with them. */
  | 'OPENAI_CHAT'
  /** `input` of OpenAI's responses. */
  | 'OPENAI_RESPONSES'
  /** `messages` of Anthropic's API; `system` is `contextSystem`. */
  | 'ANTHROPIC'
  /** `UIMessage`s of the AI SDK: what its chat hooks begin with, and `convertToModelMessages` takes. */
  | 'AI_SDK';

/** A format of files that conversations can be written in. */
export type ExportFormat =
  /** Claude Code session lines (JSONL). */
  | 'CLAUDE_CODE'
  /** A Neo store's JSON file: the turns with text of the head's path. */
  | 'NEO_JSON'
  /** A Neo store's hot file, the newest turns line by line; `/export` gives its archive and its sidecar too. */
  | 'NEO_JSONL'
  /** A body for OpenAI's chat completions: `messages` of what a model would be sent at the head. */
  | 'OPENAI'
  /** A body for Anthropic's messages: `messages` and `system` of what a model would be sent at the head. */
  | 'ANTHROPIC'
  /** For people: what a model would be sent at the head, with roles and times, tools folded. */
  | 'MARKDOWN'
  /**
   * Turngraph's own form (JSON lines, docs/backup.schema.json): all of the conversation, with what it was forked from, what was
   * merged into it and its sub-agents. Imported into an empty store it is the same conversation, with equal path hashes.
   */
  | 'NDJSON'
  /**
   * As it was imported: the same bytes, whatever the format. Where the conversation has changed since, more in the same format;
   * refused where that can only be read, and for what was not imported.
   */
  | 'ORIGINAL';

/** Who asks, and whose data it works with. */
export type Viewer = {
  /** The tenant: all that is read and written belongs to it. */
  readonly tenant: Scalars['ID']['output'];
  /** Who it is. */
  readonly principal: Principal;
  /** Whether hashes of content are salted, so that what is erased cannot be guessed from them. */
  readonly sealed: Scalars['Boolean']['output'];
};

/** Somebody who asks, as the server knows it; `actor` is what a caller says of itself. */
export type Principal = {
  /** How it is known. */
  readonly kind: PrincipalKind;
  /** The key's id, or the subject of the token; null where nobody is told apart. */
  readonly id?: Maybe<Scalars['ID']['output']>;
  /** What the key was given as a name. */
  readonly label?: Maybe<Scalars['String']['output']>;
  /** What it may do. */
  readonly scopes: ReadonlyArray<Scope>;
};

/** How somebody who asks is known. */
export type PrincipalKind =
  /** Not at all: nothing asks who it is. */
  | 'ANONYMOUS'
  /** By an API key. */
  | 'KEY'
  /** By a token. */
  | 'USER'
  /** Works on the store itself. */
  | 'OPERATOR';

/** What somebody may do. */
export type Scope =
  /** Read. */
  | 'READ'
  /** Write; erasing aside. */
  | 'WRITE'
  /** Erase. */
  | 'ERASE'
  /** Change the tenant's settings. */
  | 'ADMIN';

/** What an integrity check found. */
export type IntegrityReport = {
  /** Whether nothing was found. */
  readonly ok: Scalars['Boolean']['output'];
  /** What was found. */
  readonly findings: ReadonlyArray<Warning>;
  /** How many faults `repair` would mend: those on the path to the head. */
  readonly repairable: Scalars['Int']['output'];
  /** How many of the findings are the store's own fault; the others came with what was stored. */
  readonly damage: Scalars['Int']['output'];
  /** Null when all was looked at; else the report is of a part, and `integrity(after:)` goes on there. */
  readonly next?: Maybe<Scalars['String']['output']>;
};

/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type Mutation = {
  /** Makes an empty conversation. */
  readonly createConversation: ConversationPayload;
  /** Changes a conversation's title or metadata. */
  readonly updateConversation: ConversationPayload;
  /** Deletes a conversation: it leaves the lists and takes no turns. Its forks and what they inherited are untouched. */
  readonly deleteConversation: ConversationPayload;
  /** Brings a deleted conversation back. */
  readonly restoreConversation: ConversationPayload;
  /** Stores one turn and moves the head to it. */
  readonly storeTurn: StoreTurnPayload;
  /** Stores turns in order, all of them or none. */
  readonly storeTurns: StoreTurnsPayload;
  /** Corrects fields of a turn in place: the correction beats every store until the next one. No path changes. */
  readonly amendMessage: AmendPayload;
  /** Deletes a message: a placeholder in every transcript from now on. Its history stays. */
  readonly deleteMessage: AmendPayload;
  /** Revives a deleted message. */
  readonly restoreMessage: AmendPayload;
  /** Makes a conversation that shares another's past up to a point. Copies nothing. */
  readonly forkConversation: ForkPayload;
  /**
   * Asks the configured model one prompt at a point, and writes nothing: an ephemeral fork. Tools are not run. Its answer
   * can be kept later by `promoteProbe`.
   */
  readonly probeConversation: ProbePayload;
  /** Makes a fork of a probe: at its point, with its prompt and its answer as two turns, in one write. */
  readonly promoteProbe: ForkPayload;
  /** Moves the head back along its path. What was after it stays in the tree as a leaf. */
  readonly rewindConversation: HeadPayload;
  /** Moves the head to any leaf of the conversation's tree. */
  readonly switchHead: HeadPayload;
  /**
   * Puts a summary in place of whole exchanges, wherever a model is sent the path: in the CONTEXT view, in probes, in exports of
   * a context. RAW and MESSAGES never notice, and nothing is lost. It is a marker at the head, which holds on the branches that
   * go on from it.
   */
  readonly compact: MarkerPayload;
  /** Leaves whole exchanges out, wherever a model is sent the path: a marker as `compact` makes, without a summary. */
  readonly dropSpan: MarkerPayload;
  /** Undoes a marker on this branch: what it hid is read again. `undo` takes the cancelling back. */
  readonly cancelMarker: MarkerPayload;
  /**
   * Makes a new conversation whose path is what a model would be sent at the head (CONTEXT): copies of its turns, a user's
   * turn for each summary, and what CONTEXT makes up so that the tool pairs are whole. The original is untouched; a copy is
   * of the same message and counts no usage. Refused where calls wait for their results at the head.
   */
  readonly materialize: ForkPayload;
  /**
   * Gives a place a name, in the ledger; no head moves. A conversation whose `metadata.autoCheckpoint` is true gets one before
   * every operation after which its head leaves the path or the path is read differently.
   */
  readonly checkpoint: CheckpointPayload;
  /**
   * Merges branches: a join is added at the head, with all of them for parents, and talk goes on from there. Prose is not
   * merged; see the strategies for what is. What `from` has since it was last merged here counts, and a branch with nothing new is
   * ALREADY_MERGED; turns that no merge has brought may still be picked from it. What a gate refutes is named and is no parent of the
   * join; where all is, there is an event and no join. The order of `from` changes nothing.
   */
  readonly mergeConversations: MergePayload;
  /**
   * Mends what `integrity` finds on the path to the head and what can be mended: tool calls without a result, results without a
   * call or far from it, and a root whose missing parent is here now. A dry run unless said otherwise. The path is stored
   * again from the first faulty node on, as copies; what it replaced stays in the tree as a leaf, and `undo` takes it back. Nothing
   * is repaired by itself.
   */
  readonly repair: RepairPayload;
  /** Takes back the last move of the head and, again, the one before it. What was stored stays in the tree. */
  readonly undo: HeadPayload;
  /** Opens a run, in a new conversation when there is none of that id. */
  readonly claimRun: RunPayload;
  /** Completes a run whose tool calls all have their results. Completing it again changes nothing. */
  readonly completeRun: RunPayload;
  /** Gives a run up. The head goes back to where it began if every turn since is that run's; else the payload warns. */
  readonly abortRun: RunPayload;
  /** Lets a run wait for an answer, over restarts too. */
  readonly suspendRun: RunPayload;
  /** Answers the question that a suspended run waits for. */
  readonly answerRun: RunPayload;
  /** Stores what is known of an entity: a new one, or one observation more. Without an id it is always new. */
  readonly storeEntity: EntityPayload;
  /** Corrects fields of an entity. A correction holds against every ordinary store until another correction. */
  readonly correctEntity: EntityPayload;
  /** Deletes an entity: it has no snapshot and leaves the lists until it is restored. Its history stays. */
  readonly deleteEntity: EntityPayload;
  /** Restores a deleted entity. */
  readonly restoreEntity: EntityPayload;
  /** Declares how the fields of a type of entities find their value, also of what is stored already. */
  readonly defineEntityType: EntityTypePayload;
  /** Makes one entity of two: answers `into`, which has the observations and relationships of both. */
  readonly mergeEntities: EntityPayload;
  /** Makes a new entity of some observations of another: answers the new one. Relationships stay with the source. */
  readonly splitEntity: EntityPayload;
  /** Relates two things. The same again changes nothing; a deleted relationship comes back. */
  readonly relate: RelationshipPayload;
  /** Deletes a relationship. Its history stays. */
  readonly unrelate: RelationshipPayload;
  /** Brings a deleted relationship back. */
  readonly restoreRelationship: RelationshipPayload;
  /** Imports a file of another system. The same file again adds nothing; a longer state of it adds the rest. */
  readonly importTranscript: ImportPayload;
  /** Puts labels, ratings or scores on one observation. */
  readonly annotate: AnnotatePayload;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationCreateConversationArgs = {
  input: CreateConversationInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationUpdateConversationArgs = {
  input: UpdateConversationInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationDeleteConversationArgs = {
  input: DeleteInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationRestoreConversationArgs = {
  input: DeleteInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationStoreTurnArgs = {
  input: StoreTurnInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationStoreTurnsArgs = {
  input: StoreTurnsInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationAmendMessageArgs = {
  input: AmendMessageInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationDeleteMessageArgs = {
  input: DeleteInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationRestoreMessageArgs = {
  input: DeleteInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationForkConversationArgs = {
  input: ForkConversationInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationProbeConversationArgs = {
  input: ProbeInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationPromoteProbeArgs = {
  input: PromoteProbeInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationRewindConversationArgs = {
  input: RewindInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationSwitchHeadArgs = {
  input: SwitchHeadInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationCompactArgs = {
  input: CompactInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationDropSpanArgs = {
  input: DropSpanInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationCancelMarkerArgs = {
  input: CancelMarkerInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationMaterializeArgs = {
  input: MaterializeInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationCheckpointArgs = {
  input: CheckpointInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationMergeConversationsArgs = {
  input: MergeInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationRepairArgs = {
  input: RepairInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationUndoArgs = {
  input: UndoInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationClaimRunArgs = {
  input: ClaimRunInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationCompleteRunArgs = {
  input: RunInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationAbortRunArgs = {
  input: RunInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationSuspendRunArgs = {
  input: SuspendRunInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationAnswerRunArgs = {
  input: AnswerRunInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationStoreEntityArgs = {
  input: StoreEntityInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationCorrectEntityArgs = {
  input: CorrectEntityInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationDeleteEntityArgs = {
  input: DeleteInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationRestoreEntityArgs = {
  input: DeleteInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationDefineEntityTypeArgs = {
  input: DefineEntityTypeInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationMergeEntitiesArgs = {
  input: MergeEntitiesInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationSplitEntityArgs = {
  input: SplitEntityInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationRelateArgs = {
  input: RelateInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationUnrelateArgs = {
  input: RelateInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationRestoreRelationshipArgs = {
  input: RelateInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationImportTranscriptArgs = {
  input: ImportInput;
};


/** What can be done. Every mutation takes one input and answers one payload; what was refused stands in `userErrors`. */
export type MutationAnnotateArgs = {
  input: AnnotateInput;
};

/** What a conversation without an id is known by. */
export type ConversationKeyInput =
  /** The text of its first user turn. */
  { readonly firstUserMessage: Scalars['String']['input']; readonly title?: never; }
  |  /** Its title. */
  { readonly firstUserMessage?: never; readonly title: Scalars['String']['input']; };

/** One turn to store. */
export type StoreTurnInput = {
  /** The conversation's own id; one that does not exist yet is made. A new one is made when left out. */
  readonly conversationId?: InputMaybe<Scalars['ID']['input']>;
  /**
   * For hosts without ids: gives the same conversation id every time, unless `conversationId` is given. Best effort:
   * conversations that begin with the same words are one.
   */
  readonly conversationKey?: InputMaybe<ConversationKeyInput>;
  /** The turn's id within the conversation; one is made when left out. Stored again, it is the same message. */
  readonly turnId?: InputMaybe<Scalars['ID']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Who speaks. A message keeps the role of its first observation. */
  readonly role: Role;
  /** Short for one text block; not together with `content`. */
  readonly text?: InputMaybe<Scalars['String']['input']>;
  /** The content, block by block. */
  readonly content?: InputMaybe<ReadonlyArray<ContentBlockInput>>;
  /** What the turn continues, instead of what the rules say. Null written out: a new root. */
  readonly parent?: InputMaybe<ParentInput>;
  /** The observation that must be the head. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: InputMaybe<Scalars['ID']['input']>;
  /** What happens when it is not. */
  readonly onConflict?: InputMaybe<OnConflict>;
  /** Who sends it, in the host's words. */
  readonly senderId?: InputMaybe<Scalars['String']['input']>;
  /** Which kind of sender that is, in the host's words. */
  readonly senderKind?: InputMaybe<Scalars['String']['input']>;
  /** The run that it belongs to, which must be open. */
  readonly runId?: InputMaybe<Scalars['ID']['input']>;
  /** When it happened; now when left out. */
  readonly observedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The model that answered. */
  readonly model?: InputMaybe<Scalars['String']['input']>;
  /** What the answer cost. */
  readonly usage?: InputMaybe<UsageInput>;
  /** What it refers to. One that is unknown refuses the turn. */
  readonly refersTo?: InputMaybe<ReadonlyArray<ThingInput>>;
  /** A message whose place it takes. */
  readonly supersedes?: InputMaybe<Scalars['ID']['input']>;
  /** Bytes or URIs that go with it: blocks behind the content. */
  readonly attachments?: InputMaybe<ReadonlyArray<AttachmentInput>>;
  /**
   * The branch that it belongs to, in the caller's words: it goes where the last turn stored under it here stands, as it
   * otherwise goes where the head stands.
   */
  readonly branchId?: InputMaybe<Scalars['ID']['input']>;
  /** Which kind of source stores it, in the caller's words. */
  readonly sourceKind?: InputMaybe<Scalars['String']['input']>;
  /** What it counts for in a snapshot; below 1000. */
  readonly priority?: InputMaybe<Scalars['Int']['input']>;
  /** Whatever the caller keeps with it. */
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
};

/** The parent of a turn. */
export type ParentInput =
  /** A message: its deepest observation on the head's path, else its newest one. */
  { readonly messageId: Scalars['ID']['input']; readonly observationId?: never; }
  |  /** An observation. */
  { readonly messageId?: never; readonly observationId: Scalars['ID']['input']; };

/** What a turn attaches: exactly one of `base64` and `uri`. */
export type AttachmentInput = {
  /** What it is called here; no path. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** What kind of bytes it is, such as `image/png`. */
  readonly mediaType?: InputMaybe<Scalars['String']['input']>;
  /** The bytes, in base64. Large ones go to `PUT /attachments` first, and are embedded by their id. */
  readonly base64?: InputMaybe<Scalars['String']['input']>;
  /** Where it lies, when not here. Nothing fetches it. */
  readonly uri?: InputMaybe<Scalars['String']['input']>;
  /** What it is for here, in the caller's words. */
  readonly kind?: InputMaybe<Scalars['String']['input']>;
  /** In which environment it was made, in the caller's words. */
  readonly environment?: InputMaybe<Scalars['String']['input']>;
};

/** One piece of a turn's content. */
export type ContentBlockInput =
  /** Plain text. */
  { readonly text: Scalars['String']['input']; readonly thinking?: never; readonly toolCall?: never; readonly toolResult?: never; readonly attachmentId?: never; readonly other?: never; }
  |  /** What the model thought before it answered. */
  { readonly text?: never; readonly thinking: ThinkingInput; readonly toolCall?: never; readonly toolResult?: never; readonly attachmentId?: never; readonly other?: never; }
  |  /** The model's call of a tool. */
  { readonly text?: never; readonly thinking?: never; readonly toolCall: ToolCallInput; readonly toolResult?: never; readonly attachmentId?: never; readonly other?: never; }
  |  /** A tool's answer. */
  { readonly text?: never; readonly thinking?: never; readonly toolCall?: never; readonly toolResult: ToolResultInput; readonly attachmentId?: never; readonly other?: never; }
  |  /** An attachment that is there already, by its id. It keeps the file name that it was last sent with. */
  { readonly text?: never; readonly thinking?: never; readonly toolCall?: never; readonly toolResult?: never; readonly attachmentId: Scalars['ID']['input']; readonly other?: never; }
  |  /** Anything else, kept verbatim. */
  { readonly text?: never; readonly thinking?: never; readonly toolCall?: never; readonly toolResult?: never; readonly attachmentId?: never; readonly other: Scalars['JSON']['input']; };

/** What a model thought before it answered. */
export type ThinkingInput = {
  /** The thought. */
  readonly thinking: Scalars['String']['input'];
  /** The provider's signature of it. */
  readonly signature?: InputMaybe<Scalars['String']['input']>;
};

/** A model's call of a tool. */
export type ToolCallInput = {
  /** Names the call; its result carries the same id. */
  readonly callId: Scalars['ID']['input'];
  /** Name of the tool. */
  readonly name: Scalars['String']['input'];
  /** What the tool is given. */
  readonly input: Scalars['JSON']['input'];
};

/** A tool's answer. */
export type ToolResultInput = {
  /** The call that it answers. */
  readonly callId: Scalars['ID']['input'];
  /** What the tool answered. */
  readonly content: Scalars['JSON']['input'];
  /** Whether the tool failed. */
  readonly isError?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Tokens and cost of one API answer. */
export type UsageInput = {
  /** Tokens sent. */
  readonly inputTokens?: InputMaybe<Scalars['Long']['input']>;
  /** Tokens answered. */
  readonly outputTokens?: InputMaybe<Scalars['Long']['input']>;
  /** Tokens read from a cache. */
  readonly cacheReadTokens?: InputMaybe<Scalars['Long']['input']>;
  /** Tokens written to a cache. */
  readonly cacheWriteTokens?: InputMaybe<Scalars['Long']['input']>;
  /** Cost in US dollars. */
  readonly costUsd?: InputMaybe<Scalars['Float']['input']>;
  /** The API answer's id: turns of one answer share it, and its usage counts once. */
  readonly answerId?: InputMaybe<Scalars['ID']['input']>;
};

/** What came of storing a turn. */
export type StoreTurnPayload = {
  /** The conversation as it stands now. */
  readonly conversation?: Maybe<Conversation>;
  /** The turn's message. */
  readonly message?: Maybe<Message>;
  /** The new observation. */
  readonly observation?: Maybe<Observation>;
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** How many entries left the transcript, a replaced version included. They remain in the tree. */
  readonly leftTranscript: Scalars['Int']['output'];
  /** Whether a conflict made a sibling conversation of it. */
  readonly forked: Scalars['Boolean']['output'];
  /** What the caller should know. */
  readonly warnings: ReadonlyArray<Warning>;
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Turns to store together. Keys, heads and conflict rules stand here, not on the turns. */
export type StoreTurnsInput = {
  /** The turns in order. Those without a conversation id go into one new conversation. */
  readonly turns: ReadonlyArray<StoreTurnInput>;
  /** Covers the whole list. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The observation that must be the head. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: InputMaybe<Scalars['ID']['input']>;
  /** What happens when it is not. */
  readonly onConflict?: InputMaybe<OnConflict>;
};

/** What came of storing turns. */
export type StoreTurnsPayload = {
  /** One result for each turn in order; empty when the list was refused. */
  readonly results: ReadonlyArray<StoreTurnPayload>;
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Why the list was refused; empty when it was stored. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A conversation to make. */
export type CreateConversationInput = {
  /** Its id; one is made when left out. */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  /** Its title; derived from its first user turn when left out. */
  readonly title?: InputMaybe<Scalars['String']['input']>;
  /** The working directory it belongs to. */
  readonly cwd?: InputMaybe<Scalars['String']['input']>;
  /** Whatever its host keeps with it. */
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** Where it comes from. */
  readonly origin?: InputMaybe<OriginKind>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What to change in a conversation. */
export type UpdateConversationInput = {
  /** The conversation's own id. */
  readonly id: Scalars['ID']['input'];
  /** Its new title; an empty text clears it. */
  readonly title?: InputMaybe<Scalars['String']['input']>;
  /** Merged into its metadata key by key. */
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
};

/** What came of making or changing a conversation. */
export type ConversationPayload = {
  /** The conversation as it stands now. */
  readonly conversation?: Maybe<Conversation>;
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** What to fork, and where. Without `at` and `before`: at the head. */
export type ForkConversationInput = {
  /** The conversation to fork. */
  readonly source: Scalars['ID']['input'];
  /** The last point that the fork carries. */
  readonly at?: InputMaybe<PointInput>;
  /** The first point that the fork does not carry any more. */
  readonly before?: InputMaybe<PointInput>;
  /** Where a fork may be made. When left out: RUN where a run is named, else MESSAGE. */
  readonly boundary?: InputMaybe<ForkBoundary>;
  /** The fork's id; one is made when left out. */
  readonly newConversationId?: InputMaybe<Scalars['ID']['input']>;
  /** The fork's title; derived when left out. */
  readonly title?: InputMaybe<Scalars['String']['input']>;
  /** Kept under the key `fork` of the fork's metadata, beside what its source's holds. */
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** Who forks, for the ledger. */
  readonly actor?: InputMaybe<Scalars['JSON']['input']>;
  /** Why, for the ledger. */
  readonly note?: InputMaybe<Scalars['String']['input']>;
  /** Where the fork comes from. */
  readonly origin?: InputMaybe<OriginKind>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Answers the same without writing. */
  readonly dryRun?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What came of a fork. */
export type ForkPayload = {
  /** The fork; null in a dry run. */
  readonly conversation?: Maybe<Conversation>;
  /** The fork in its own ledger; null in a dry run. */
  readonly event?: Maybe<Event>;
  /** The forks that led to it, this one first. */
  readonly lineage: ReadonlyArray<ForkOrigin>;
  /** How many turns it shares with its source. */
  readonly sharedLength?: Maybe<Scalars['Int']['output']>;
  /** The hash that proves which path it carries. */
  readonly pathHash?: Maybe<Scalars['Hash']['output']>;
  /** How many observations had to be copied. */
  readonly copied: Scalars['Int']['output'];
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** What the caller should know. */
  readonly warnings: ReadonlyArray<Warning>;
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A prompt for the configured model, and the place in a conversation at which it is asked. */
export type ProbeInput = {
  /** The conversation's own id. */
  readonly conversationId: Scalars['ID']['input'];
  /** After this point, which must be legal for a fork; at the head when left out. */
  readonly at?: InputMaybe<PointInput>;
  /** What to ask. */
  readonly prompt: Scalars['String']['input'];
  /** Which model to ask; the configured one when left out. */
  readonly model?: InputMaybe<Scalars['String']['input']>;
};

/** What a model answered to a probe. */
export type ProbePayload = {
  /** The probe as `promoteProbe` takes it: signed, good for a day. Null where the model called tools. */
  readonly probe?: Maybe<Scalars['String']['output']>;
  /** The model's text. */
  readonly text?: Maybe<Scalars['String']['output']>;
  /** The new messages, in the form of OpenAI's chat completions: the prompt, the answer, and a refusal of each tool call. */
  readonly messages?: Maybe<ReadonlyArray<Scalars['JSON']['output']>>;
  /** Why the model stopped, in its endpoint's words: `stop`, `length`, `tool_calls`, `content_filter`. */
  readonly stopReason?: Maybe<Scalars['String']['output']>;
  /** What was refused. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A probe to keep. */
export type PromoteProbeInput = {
  /** The signed `probe` of a ProbePayload. */
  readonly probe: Scalars['String']['input'];
  /** The fork's id; one is made when left out. */
  readonly newConversationId?: InputMaybe<Scalars['ID']['input']>;
  /** The fork's title. */
  readonly title?: InputMaybe<Scalars['String']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** How far to move a head back. One of `to` and `before`. */
export type RewindInput = {
  /** The conversation's own id. */
  readonly conversationId: Scalars['ID']['input'];
  /** The point that becomes the head. */
  readonly to?: InputMaybe<PointInput>;
  /** The point before which the head will stand. */
  readonly before?: InputMaybe<PointInput>;
  /** The observation that must be the head now. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: InputMaybe<Scalars['ID']['input']>;
  /** Why, for the ledger. */
  readonly note?: InputMaybe<Scalars['String']['input']>;
  /** Who moves it, for the ledger. */
  readonly actor?: InputMaybe<Scalars['JSON']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** To which leaf a head moves. */
export type SwitchHeadInput = {
  /** The conversation's own id. */
  readonly conversationId: Scalars['ID']['input'];
  /** The leaf that becomes the head, or, with `descend: NEWEST`, any place in the tree. */
  readonly observationId: Scalars['ID']['input'];
  /** Whether to go on from there. */
  readonly descend?: InputMaybe<Descend>;
  /** The observation that must be the head now. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: InputMaybe<Scalars['ID']['input']>;
  /** Why, for the ledger. */
  readonly note?: InputMaybe<Scalars['String']['input']>;
  /** Who moves it, for the ledger. */
  readonly actor?: InputMaybe<Scalars['JSON']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Whose last move of the head to take back. */
export type UndoInput = {
  /** The conversation's own id. */
  readonly conversationId: Scalars['ID']['input'];
  /** The observation that must be the head now. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: InputMaybe<Scalars['ID']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What to say of one observation. */
export type AnnotateInput = {
  /** The observation's own id: one version of a turn, or what else was stored. */
  readonly observationId: Scalars['ID']['input'];
  /** Keys with their values, put over those that are there; null takes a key away. At most 64 KiB altogether. */
  readonly annotations: Scalars['JSON']['input'];
  /** Who says so, for the ledger. */
  readonly actor?: InputMaybe<Scalars['JSON']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What came of an annotation. */
export type AnnotatePayload = {
  /** The observation; null when it was refused. */
  readonly observation?: Maybe<Observation>;
  /** The annotation in the ledger. */
  readonly event?: Maybe<Event>;
  /** Whether an earlier call with the same key did it. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Why it was refused. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** What to correct in a message. */
export type AmendMessageInput = {
  /** The message's id. */
  readonly messageId: Scalars['ID']['input'];
  /**
   * The fields to correct, by the names of StoreTurnInput; null clears one. `text` stands for one text block. Unknown
   * names are kept. What says where a turn goes cannot be corrected.
   */
  readonly fields: Scalars['JSON']['input'];
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** A note for the ledger. */
  readonly note?: InputMaybe<Scalars['String']['input']>;
};

/** What to delete or restore. */
export type DeleteInput = {
  /** Its own id. */
  readonly id: Scalars['ID']['input'];
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** A note for the ledger. */
  readonly note?: InputMaybe<Scalars['String']['input']>;
};

/** What came of correcting, deleting or restoring a message. */
export type AmendPayload = {
  /** The message as it is now; null where there was nothing to delete. */
  readonly message?: Maybe<Message>;
  /** What was stored of it; null where there was nothing to delete. */
  readonly observation?: Maybe<Observation>;
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** What came of moving a head. */
export type HeadPayload = {
  /** The conversation as it stands now. */
  readonly conversation?: Maybe<Conversation>;
  /** The move in the ledger. */
  readonly event?: Maybe<Event>;
  /** How many entries left the transcript. They remain in the tree. */
  readonly leftTranscript: Scalars['Int']['output'];
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Exchanges to sum up. An exchange is a user's turn up to, not including, the next one; what only answers tool calls begins none. */
export type CompactInput = {
  /** The conversation's own id. */
  readonly conversationId: Scalars['ID']['input'];
  /** The first turn of the first exchange, on the head's path; of a run: the one that it begins with. */
  readonly from: PointInput;
  /** The last turn of the last exchange, on the head's path; of a run: its end. */
  readonly to: PointInput;
  /** What a model is told instead. */
  readonly summary: Scalars['String']['input'];
  /** The observation that must be the head now. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: InputMaybe<Scalars['ID']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Exchanges to leave out. An exchange is a user's turn up to, not including, the next one; what only answers tool calls begins none. */
export type DropSpanInput = {
  /** The conversation's own id. */
  readonly conversationId: Scalars['ID']['input'];
  /** The first turn of the first exchange, on the head's path; of a run: the one that it begins with. */
  readonly from: PointInput;
  /** The last turn of the last exchange, on the head's path; of a run: its end. */
  readonly to: PointInput;
  /** What becomes of the conversations that tool calls of these turns started. */
  readonly sidechains?: InputMaybe<SidechainPolicy>;
  /** The observation that must be the head now. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: InputMaybe<Scalars['ID']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** A marker to cancel. */
export type CancelMarkerInput = {
  /** The conversation's own id. */
  readonly conversationId: Scalars['ID']['input'];
  /** A compaction or a drop on the head's path, inherited or imported ones too, that is not cancelled yet. */
  readonly markerId: Scalars['ID']['input'];
  /** The observation that must be the head now. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: InputMaybe<Scalars['ID']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** A path to mend. */
export type RepairInput = {
  /** The conversation's own id. */
  readonly conversationId: Scalars['ID']['input'];
  /** Only tell what there is to mend. Its answer is the integrity report; nothing is written, and no key is used. */
  readonly dryRun?: InputMaybe<Scalars['Boolean']['input']>;
  /** What becomes of a call that the talk went on from without a result. */
  readonly toolCalls?: InputMaybe<ToolCallPolicy>;
  /** The observation that must be the head now. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: InputMaybe<Scalars['ID']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What a repair does with a call without a result. */
export type ToolCallPolicy =
  /** A result is stored behind its group that says so: an error, with `metadata.synthetic: true`. */
  | 'SYNTHETIC_RESULT'
  /** The call is left out, and its turn where nothing else is in it. */
  | 'LEAVE_OUT';

/** What came of a repair. */
export type RepairPayload = {
  /** What an integrity check finds now: in a dry run, what there is to mend (`repairable`); else what is left. */
  readonly report?: Maybe<IntegrityReport>;
  /** The conversation as it stands now. */
  readonly conversation?: Maybe<Conversation>;
  /** The line in the ledger; null in a dry run, and where there was nothing to mend. */
  readonly event?: Maybe<Event>;
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Branches to merge. */
export type MergeInput = {
  /** The conversation that they are merged into: its head becomes the join's first parent. */
  readonly into: Scalars['ID']['input'];
  /** The conversations whose heads are merged, each once. */
  readonly from: ReadonlyArray<Scalars['ID']['input']>;
  /** What is taken of them. */
  readonly strategy: MergeStrategy;
  /** Of CHERRY_PICK, and of that alone: the ids of the messages to pick, tool calls with their results. */
  readonly turns?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Of EVIDENCE, and of that alone: what judges each artifact. */
  readonly gate?: InputMaybe<GateInput>;
  /** Who answers for the merge, in the caller's words. */
  readonly reviewer?: InputMaybe<Scalars['String']['input']>;
  /** The observation that must be the head of `into` now. Null written out: it must be empty. */
  readonly expectedHeadId?: InputMaybe<Scalars['ID']['input']>;
  /** Why, for the ledger. */
  readonly note?: InputMaybe<Scalars['String']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What a merge takes of the branches. */
export type MergeStrategy =
  /**
   * The artifacts that survive the gate: attachments that turns use with a kind or an environment. All must name the same
   * environment. The join carries the union of them.
   */
  | 'EVIDENCE'
  /** Named turns, as copies below the join, in the order in which they stand in their branch. */
  | 'CHERRY_PICK'
  /**
   * Turns with `metadata.insight: true`, and entities that turns of a branch refer to with a field `insight: true`: the
   * conversation REFERS_TO each, and the join's `fields.insights` name them.
   */
  | 'INSIGHTS';

/** What judges evidence, artifact by artifact. */
export type GateInput =
  /**
   * A JSON Schema of draft 6, 7, 2019-09 or 2020-12 (which is assumed): the artifact must be JSON that meets it. `format` is not
   * checked, and nothing is fetched.
   */
  { readonly jsonSchema: Scalars['JSON']['input']; readonly command?: never; }
  |  /** The name of a command that the operator configured in GATES: the artifact survives where it ends with status 0. */
  { readonly jsonSchema?: never; readonly command: Scalars['String']['input']; };

/** What came of a merge. */
export type MergePayload = {
  /** The conversation that was merged into, as it stands now. */
  readonly conversation?: Maybe<Conversation>;
  /** The join; null where everything was refuted. What was picked stands below it. */
  readonly join?: Maybe<Observation>;
  /** The line in the ledger. */
  readonly event?: Maybe<Event>;
  /** What the gate said: SURVIVES where any artifact did. Null where there was none. */
  readonly verdict?: Maybe<Verdict>;
  /** The inputs of which no artifact survived: they are no parents of the join. */
  readonly refuted: ReadonlyArray<RefutedInput>;
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** What a gate says of a merge. */
export type Verdict =
  /** An artifact survived. */
  | 'SURVIVES'
  /** None did. */
  | 'REFUTED';

/** An input of a merge that was refuted. */
export type RefutedInput = {
  /** The conversation that was to be merged. */
  readonly conversation: Conversation;
  /** Why none of its artifacts survived. */
  readonly reason: Scalars['String']['output'];
};

/** What becomes of the sidechains of turns that are dropped, as long as the marker holds. */
export type SidechainPolicy =
  /** Nothing: they stay where they are. */
  | 'ORPHAN'
  /** They are left out of the conversation's `sidechains` and `treeShape`. */
  | 'CASCADE'
  /** They are shown at the nearest turn before that is not hidden. */
  | 'REROOT';

/** The conversation whose context is to be a conversation of its own. */
export type MaterializeInput = {
  /** The conversation's own id. */
  readonly conversationId: Scalars['ID']['input'];
  /** The new conversation's id; one of ours when left out. */
  readonly newConversationId?: InputMaybe<Scalars['ID']['input']>;
  /** The new conversation's title; derived when left out. */
  readonly title?: InputMaybe<Scalars['String']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** A place that is to have a name. */
export type CheckpointInput = {
  /** The conversation's own id. */
  readonly conversationId: Scalars['ID']['input'];
  /** A place of its tree; the head when left out. */
  readonly at?: InputMaybe<PointInput>;
  /** The name. One may be given again: all are listed. */
  readonly name: Scalars['String']['input'];
  /** A remark for the ledger. */
  readonly note?: InputMaybe<Scalars['String']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What came of naming a place. */
export type CheckpointPayload = {
  /** The conversation as it stands now. */
  readonly conversation?: Maybe<Conversation>;
  /** The line in the ledger: the checkpoint. */
  readonly event?: Maybe<Event>;
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** What came of making a marker. */
export type MarkerPayload = {
  /** The marker: an observation of kind COMPACTION, DROP or CANCEL. Its `fields` name the first and last turn, or what it cancels. */
  readonly marker?: Maybe<Observation>;
  /** The conversation as it stands now: its head is the marker. */
  readonly conversation?: Maybe<Conversation>;
  /** The line in the ledger. */
  readonly event?: Maybe<Event>;
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A run to open. */
export type ClaimRunInput = {
  /** The conversation's own id; one that does not exist yet is made. */
  readonly conversationId: Scalars['ID']['input'];
  /** The run's id; one is made when left out. An id is used once in a conversation. */
  readonly runId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether no other run may be open beside it. */
  readonly exclusive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Aborts every open run first, the latest claimed first. */
  readonly abortActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Tools and the runs they were bound to: one bound to no run or to another one refuses the claim. */
  readonly bindings?: InputMaybe<ReadonlyArray<BindingInput>>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** A tool that waits for a person's answer, and the run that it was bound to. */
export type BindingInput = {
  /** Name of the tool. */
  readonly name: Scalars['String']['input'];
  /** The run that it was bound to. */
  readonly runId?: InputMaybe<Scalars['ID']['input']>;
};

/** A run to complete or to abort. */
export type RunInput = {
  /** The conversation's own id. */
  readonly conversationId: Scalars['ID']['input'];
  /** The run's id within it. */
  readonly runId: Scalars['ID']['input'];
  /** Why, for the ledger. */
  readonly note?: InputMaybe<Scalars['String']['input']>;
};

/** A run that asks something. */
export type SuspendRunInput = {
  /** The conversation's own id. */
  readonly conversationId: Scalars['ID']['input'];
  /** The run's id within it. */
  readonly runId: Scalars['ID']['input'];
  /** What it asks, in the caller's words. */
  readonly request: Scalars['JSON']['input'];
  /** Names the question; one is made when left out. */
  readonly questionId?: InputMaybe<Scalars['ID']['input']>;
};

/** An answer that a run waits for. */
export type AnswerRunInput = {
  /** The conversation's own id. */
  readonly conversationId: Scalars['ID']['input'];
  /** The run's id within it; the one that waits when left out. */
  readonly runId?: InputMaybe<Scalars['ID']['input']>;
  /** The question; the pending one when left out. */
  readonly questionId?: InputMaybe<Scalars['ID']['input']>;
  /** The answer, in the caller's words. */
  readonly answer: Scalars['JSON']['input'];
};

/** What came of a command about a run. */
export type RunPayload = {
  /** The run as it stands now. */
  readonly run?: Maybe<Run>;
  /** Its conversation as it stands now. */
  readonly conversation?: Maybe<Conversation>;
  /** Whether it was so already, or this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** What the caller should know. */
  readonly warnings: ReadonlyArray<Warning>;
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Either end of a relationship. A merged entity stands for the one that it was merged into. */
export type ThingInput =
  /** A conversation. */
  { readonly conversationId: Scalars['ID']['input']; readonly messageId?: never; readonly entityId?: never; readonly attachmentId?: never; }
  |  /** A message. */
  { readonly conversationId?: never; readonly messageId: Scalars['ID']['input']; readonly entityId?: never; readonly attachmentId?: never; }
  |  /** An entity. */
  { readonly conversationId?: never; readonly messageId?: never; readonly entityId: Scalars['ID']['input']; readonly attachmentId?: never; }
  |  /** An attachment. */
  { readonly conversationId?: never; readonly messageId?: never; readonly entityId?: never; readonly attachmentId: Scalars['ID']['input']; };

/** A relationship by its type and ends. */
export type RelateInput = {
  /** What it says of its ends. */
  readonly type: RelationshipType;
  /** Where it leads from: the part, the one who refers, the newer one. */
  readonly source: ThingInput;
  /** Where it leads to. */
  readonly target: ThingInput;
  /** What is said of it, for `relate` alone: laid over what was said before, a null clears a member. */
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What came of a change of a relationship. */
export type RelationshipPayload = {
  /** The relationship as it stands now. */
  readonly relationship?: Maybe<Relationship>;
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** What is known of an entity. */
export type StoreEntityInput = {
  /** The entity's own id: one that does not exist yet is made. A new one is made when left out. */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  /** What kind of thing it is, in the caller's words. */
  readonly type: Scalars['String']['input'];
  /** Its name, a field like the others. */
  readonly name: Scalars['String']['input'];
  /** Its fields. A null clears a field; one that is left out is not observed. */
  readonly fields?: InputMaybe<Scalars['JSON']['input']>;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** When it was so; now when left out. */
  readonly observedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** What it counts for by `highest_priority`, 0 to 999; 100 when left out. */
  readonly priority?: InputMaybe<Scalars['Int']['input']>;
  /** What it counts for by `most_specific`, 0 to 1. */
  readonly specificity?: InputMaybe<Scalars['Float']['input']>;
  /** Which kind of source stores it, in the caller's words. */
  readonly sourceKind?: InputMaybe<Scalars['String']['input']>;
};

/** Fields of an entity put right. */
export type CorrectEntityInput = {
  /** The entity's own id. */
  readonly id: Scalars['ID']['input'];
  /** The right values; a null clears a field. */
  readonly fields: Scalars['JSON']['input'];
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Why. */
  readonly note?: InputMaybe<Scalars['String']['input']>;
};

/** How the fields of a type of entities find their value. */
export type DefineEntityTypeInput = {
  /** The type of entities. */
  readonly type: Scalars['String']['input'];
  /** Field to `last_write` (where nothing is declared), `highest_priority`, `most_specific` or `merge_array`. */
  readonly strategies: Scalars['JSON']['input'];
};

/** What came of the declaration of a type. */
export type EntityTypePayload = {
  /** The type of entities. */
  readonly type?: Maybe<Scalars['String']['output']>;
  /** What is declared of it. */
  readonly strategies?: Maybe<Scalars['JSON']['output']>;
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Two entities that are one. */
export type MergeEntitiesInput = {
  /** The one that is merged into the other, and stays as a name for it. */
  readonly from: Scalars['ID']['input'];
  /** The one that stays. */
  readonly into: Scalars['ID']['input'];
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** One entity that is two. */
export type SplitEntityInput = {
  /** The one that keeps its relationships and the other observations. */
  readonly source: Scalars['ID']['input'];
  /** The observations that go to the new one. */
  readonly observationIds: ReadonlyArray<Scalars['ID']['input']>;
  /** What is stored of the new one. */
  readonly newEntity: StoreEntityInput;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What came of a change of an entity. */
export type EntityPayload = {
  /** The entity as it stands now. */
  readonly entity?: Maybe<Entity>;
  /** What was stored; null where nothing was. */
  readonly observation?: Maybe<Observation>;
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** How many observations went from one entity to another. */
  readonly observationsMoved: Scalars['Int']['output'];
  /** How many live relationships went from one entity to another. */
  readonly relationshipsMoved: Scalars['Int']['output'];
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A file to import. `POST /import` takes larger ones. */
export type ImportInput = {
  /** What is in the file. */
  readonly content: Scalars['String']['input'];
  /** The file's name. */
  readonly fileName?: InputMaybe<Scalars['String']['input']>;
  /** The file's format; recognised from its content when left out. */
  readonly format?: InputMaybe<Scalars['String']['input']>;
  /** Stands in place of the conversation id that the file names. */
  readonly conversationId?: InputMaybe<Scalars['ID']['input']>;
  /** Where the conversations come from. */
  readonly origin?: InputMaybe<OriginKind>;
};

/** What came of an import. */
export type ImportPayload = {
  /** What was found and done. */
  readonly report?: Maybe<ImportReport>;
  /** The conversations that the file is about. */
  readonly conversations: ReadonlyArray<Conversation>;
  /** Why it was refused; empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** What an import found in a file, and what it did. */
export type ImportReport = {
  /** The file's name. */
  readonly fileName?: Maybe<Scalars['String']['output']>;
  /** The file's format, as given or recognised. */
  readonly format: Scalars['String']['output'];
  /** Lines or entries in the file. */
  readonly entries: Scalars['Int']['output'];
  /** Those of them that are nodes of a tree. */
  readonly nodes: Scalars['Int']['output'];
  /** Nodes that this import stored. */
  readonly added: Scalars['Int']['output'];
  /** Nodes that were stored before. */
  readonly unchanged: Scalars['Int']['output'];
  /** Entries that could not be read; the findings say why. */
  readonly skipped: Scalars['Int']['output'];
  /** Roots of the tree, nodes with a missing parent included. */
  readonly roots: Scalars['Int']['output'];
  /** Leaves of the tree. */
  readonly leaves: Scalars['Int']['output'];
  /** Points at which a person or an agent went two ways. */
  readonly branchPoints: Scalars['Int']['output'];
  /** Nodes whose parent is missing: kept as roots. */
  readonly danglingParents: Scalars['Int']['output'];
  /** Nodes that were put in order. */
  readonly repaired: Scalars['Int']['output'];
  /** Tool calls without a result. */
  readonly unansweredToolCalls: Scalars['Int']['output'];
  /** Tool results without a call. */
  readonly orphanToolResults: Scalars['Int']['output'];
  /** Turns that were kept without text, though the file has words there. */
  readonly emptyTurns: Scalars['Int']['output'];
  /** Blocks that are calls or results in another format's words: kept as they came, and sent to no model. */
  readonly unreadBlocks: Scalars['Int']['output'];
  /** Share of the nodes, 0 to 1, that can be reached from the head's path or in its tree. */
  readonly reachable: Scalars['Float']['output'];
  /** What was noticed, with line numbers. */
  readonly findings: ReadonlyArray<ImportFinding>;
};

/** Something that an import noticed. */
export type ImportFinding = {
  /** The line it is about, from 1; null when it is about none. */
  readonly line?: Maybe<Scalars['Int']['output']>;
  /** The kind of finding, for programs. */
  readonly code: Scalars['String']['output'];
  /** The finding as a sentence, for people. */
  readonly message: Scalars['String']['output'];
};

/** What can be followed, over WebSocket (graphql-ws) at /graphql or server-sent events (graphql-sse) at /graphql/stream. */
export type Subscription = {
  /**
   * The events of a conversation's ledger as they are committed, by whatever server, each once and in order; also those of a
   * deleted conversation. It ends with LIMIT_EXCEEDED when too many events wait to be read: begin again from `afterSeq`.
   */
  readonly conversationChanged: Event;
  /**
   * A hint that a conversation of a list has changed, was deleted or has left the list: for each at most one a second, and a last
   * one after a burst. Nothing is kept for whoever is away: read the list again after a gap. A correction changes the conversation
   * that its message is of, and none of those that inherited or copied it.
   */
  readonly conversationsChanged: Conversation;
};


/** What can be followed, over WebSocket (graphql-ws) at /graphql or server-sent events (graphql-sse) at /graphql/stream. */
export type SubscriptionConversationChangedArgs = {
  id: Scalars['ID']['input'];
  afterSeq?: InputMaybe<Scalars['Int']['input']>;
};


/** What can be followed, over WebSocket (graphql-ws) at /graphql or server-sent events (graphql-sse) at /graphql/stream. */
export type SubscriptionConversationsChangedArgs = {
  filter?: InputMaybe<ConversationFilter>;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;



/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  ContentBlock:
    | ( DomainTextBlock )
    | ( DomainThinkingBlock )
    | ( DomainToolCallBlock )
    | ( DomainToolResultBlock )
    | ( DomainAttachmentBlock )
    | ( DomainOtherBlock )
  ;
  Related:
    | ( DomainConversation )
    | ( DomainMessage )
    | ( DomainEntity )
    | ( DomainAttachment )
  ;
};

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( DomainConversation )
    | ( DomainMessage )
    | ( DomainObservation )
    | ( DomainRun )
    | ( DomainAttachment )
    | ( DomainEntity )
    | ( DomainRelationship )
    | ( DomainEvent )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Hash: ResolverTypeWrapper<Scalars['Hash']['output']>;
  Long: ResolverTypeWrapper<Scalars['Long']['output']>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  PageInfo: ResolverTypeWrapper<DomainPageInfo>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Role: Role;
  ObservationKind: ObservationKind;
  RelationshipType: RelationshipType;
  Direction: Direction;
  TranscriptView: TranscriptView;
  TranscriptValues: TranscriptValues;
  ForkBoundary: ForkBoundary;
  OnConflict: OnConflict;
  OriginKind: OriginKind;
  Descend: Descend;
  UsageOf: UsageOf;
  AnalyticsFilter: AnalyticsFilter;
  Analytics: ResolverTypeWrapper<DomainAnalytics>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  UsageDimension: UsageDimension;
  UsageBucket: ResolverTypeWrapper<Omit<UsageBucket, 'totals'> & { totals: ResolversTypes['UsageTotals'] }>;
  RoleCount: ResolverTypeWrapper<RoleCount>;
  ToolCount: ResolverTypeWrapper<ToolCount>;
  DepthCount: ResolverTypeWrapper<DepthCount>;
  DayCount: ResolverTypeWrapper<DayCount>;
  UsageTotals: ResolverTypeWrapper<DomainUsageTotals>;
  TreeFormat: TreeFormat;
  ErrorCode: ErrorCode;
  UserError: ResolverTypeWrapper<DomainUserError>;
  Warning: ResolverTypeWrapper<DomainWarning>;
  Conversation: ResolverTypeWrapper<DomainConversation>;
  Snapshot: ResolverTypeWrapper<DomainSnapshot>;
  ForkOrigin: ResolverTypeWrapper<DomainForkOrigin>;
  TranscriptEntry: ResolverTypeWrapper<DomainTranscriptEntry>;
  Versions: ResolverTypeWrapper<DomainVersions>;
  Message: ResolverTypeWrapper<DomainMessage>;
  Observation: ResolverTypeWrapper<DomainObservation>;
  Usage: ResolverTypeWrapper<DomainUsage>;
  ContentBlock: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['ContentBlock']>;
  TextBlock: ResolverTypeWrapper<DomainTextBlock>;
  ThinkingBlock: ResolverTypeWrapper<DomainThinkingBlock>;
  ToolCallBlock: ResolverTypeWrapper<DomainToolCallBlock>;
  ToolResultBlock: ResolverTypeWrapper<DomainToolResultBlock>;
  AttachmentBlock: ResolverTypeWrapper<DomainAttachmentBlock>;
  OtherBlock: ResolverTypeWrapper<DomainOtherBlock>;
  Run: ResolverTypeWrapper<DomainRun>;
  RunState: RunState;
  Attachment: ResolverTypeWrapper<DomainAttachment>;
  Entity: ResolverTypeWrapper<DomainEntity>;
  Related: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['Related']>;
  Relationship: ResolverTypeWrapper<DomainRelationship>;
  Event: ResolverTypeWrapper<DomainEvent>;
  EventKind: EventKind;
  TreeShape: ResolverTypeWrapper<DomainTreeShape>;
  TranscriptConnection: ResolverTypeWrapper<DomainTranscriptConnection>;
  TranscriptEdge: ResolverTypeWrapper<DomainTranscriptEdge>;
  Stretch: ResolverTypeWrapper<DomainStretch>;
  Parting: Parting;
  StretchConnection: ResolverTypeWrapper<DomainStretchConnection>;
  StretchEdge: ResolverTypeWrapper<DomainStretchEdge>;
  Directory: ResolverTypeWrapper<Directory>;
  DirectoryConnection: ResolverTypeWrapper<DomainDirectoryConnection>;
  DirectoryEdge: ResolverTypeWrapper<DomainDirectoryEdge>;
  ConversationConnection: ResolverTypeWrapper<DomainConversationConnection>;
  ConversationEdge: ResolverTypeWrapper<DomainConversationEdge>;
  MessageConnection: ResolverTypeWrapper<DomainMessageConnection>;
  MessageEdge: ResolverTypeWrapper<DomainMessageEdge>;
  ObservationConnection: ResolverTypeWrapper<DomainObservationConnection>;
  ObservationEdge: ResolverTypeWrapper<DomainObservationEdge>;
  EventConnection: ResolverTypeWrapper<DomainEventConnection>;
  EventEdge: ResolverTypeWrapper<DomainEventEdge>;
  RunConnection: ResolverTypeWrapper<DomainRunConnection>;
  RunEdge: ResolverTypeWrapper<DomainRunEdge>;
  RelationshipConnection: ResolverTypeWrapper<DomainRelationshipConnection>;
  RelationshipEdge: ResolverTypeWrapper<DomainRelationshipEdge>;
  EntityConnection: ResolverTypeWrapper<DomainEntityConnection>;
  EntityEdge: ResolverTypeWrapper<DomainEntityEdge>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ConversationFilter: ConversationFilter;
  SearchScope: SearchScope;
  SearchConnection: ResolverTypeWrapper<DomainSearchConnection>;
  SearchEdge: ResolverTypeWrapper<DomainSearchEdge>;
  SearchHit: ResolverTypeWrapper<DomainSearchHit>;
  TextRange: ResolverTypeWrapper<TextRange>;
  PointInput: PointInput;
  PlaceInput: PlaceInput;
  Diff: ResolverTypeWrapper<DomainDiff>;
  ChangedTurn: ResolverTypeWrapper<DomainChangedTurn>;
  PathStats: ResolverTypeWrapper<PathStats>;
  PathVerification: ResolverTypeWrapper<DomainPathVerification>;
  PathStatus: PathStatus;
  MessageFormat: MessageFormat;
  ExportFormat: ExportFormat;
  Viewer: ResolverTypeWrapper<Viewer>;
  Principal: ResolverTypeWrapper<Principal>;
  PrincipalKind: PrincipalKind;
  Scope: Scope;
  IntegrityReport: ResolverTypeWrapper<DomainIntegrityReport>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ConversationKeyInput: ConversationKeyInput;
  StoreTurnInput: StoreTurnInput;
  ParentInput: ParentInput;
  AttachmentInput: AttachmentInput;
  ContentBlockInput: ContentBlockInput;
  ThinkingInput: ThinkingInput;
  ToolCallInput: ToolCallInput;
  ToolResultInput: ToolResultInput;
  UsageInput: UsageInput;
  StoreTurnPayload: ResolverTypeWrapper<DomainStoreTurnPayload>;
  StoreTurnsInput: StoreTurnsInput;
  StoreTurnsPayload: ResolverTypeWrapper<DomainStoreTurnsPayload>;
  CreateConversationInput: CreateConversationInput;
  UpdateConversationInput: UpdateConversationInput;
  ConversationPayload: ResolverTypeWrapper<DomainConversationPayload>;
  ForkConversationInput: ForkConversationInput;
  ForkPayload: ResolverTypeWrapper<DomainForkPayload>;
  ProbeInput: ProbeInput;
  ProbePayload: ResolverTypeWrapper<DomainProbePayload>;
  PromoteProbeInput: PromoteProbeInput;
  RewindInput: RewindInput;
  SwitchHeadInput: SwitchHeadInput;
  UndoInput: UndoInput;
  AnnotateInput: AnnotateInput;
  AnnotatePayload: ResolverTypeWrapper<DomainAnnotatePayload>;
  AmendMessageInput: AmendMessageInput;
  DeleteInput: DeleteInput;
  AmendPayload: ResolverTypeWrapper<DomainAmendPayload>;
  HeadPayload: ResolverTypeWrapper<DomainHeadPayload>;
  CompactInput: CompactInput;
  DropSpanInput: DropSpanInput;
  CancelMarkerInput: CancelMarkerInput;
  RepairInput: RepairInput;
  ToolCallPolicy: ToolCallPolicy;
  RepairPayload: ResolverTypeWrapper<DomainRepairPayload>;
  MergeInput: MergeInput;
  MergeStrategy: MergeStrategy;
  GateInput: GateInput;
  MergePayload: ResolverTypeWrapper<DomainMergePayload>;
  Verdict: Verdict;
  RefutedInput: ResolverTypeWrapper<DomainRefutedInput>;
  SidechainPolicy: SidechainPolicy;
  MaterializeInput: MaterializeInput;
  CheckpointInput: CheckpointInput;
  CheckpointPayload: ResolverTypeWrapper<DomainCheckpointPayload>;
  MarkerPayload: ResolverTypeWrapper<DomainMarkerPayload>;
  ClaimRunInput: ClaimRunInput;
  BindingInput: BindingInput;
  RunInput: RunInput;
  SuspendRunInput: SuspendRunInput;
  AnswerRunInput: AnswerRunInput;
  RunPayload: ResolverTypeWrapper<DomainRunPayload>;
  ThingInput: ThingInput;
  RelateInput: RelateInput;
  RelationshipPayload: ResolverTypeWrapper<DomainRelationshipPayload>;
  StoreEntityInput: StoreEntityInput;
  CorrectEntityInput: CorrectEntityInput;
  DefineEntityTypeInput: DefineEntityTypeInput;
  EntityTypePayload: ResolverTypeWrapper<DomainEntityTypePayload>;
  MergeEntitiesInput: MergeEntitiesInput;
  SplitEntityInput: SplitEntityInput;
  EntityPayload: ResolverTypeWrapper<DomainEntityPayload>;
  ImportInput: ImportInput;
  ImportPayload: ResolverTypeWrapper<DomainImportPayload>;
  ImportReport: ResolverTypeWrapper<DomainImportReport>;
  ImportFinding: ResolverTypeWrapper<ImportFinding>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  Hash: Scalars['Hash']['output'];
  Long: Scalars['Long']['output'];
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  ID: Scalars['ID']['output'];
  PageInfo: DomainPageInfo;
  Boolean: Scalars['Boolean']['output'];
  String: Scalars['String']['output'];
  AnalyticsFilter: AnalyticsFilter;
  Analytics: DomainAnalytics;
  Int: Scalars['Int']['output'];
  Float: Scalars['Float']['output'];
  UsageBucket: Omit<UsageBucket, 'totals'> & { totals: ResolversParentTypes['UsageTotals'] };
  RoleCount: RoleCount;
  ToolCount: ToolCount;
  DepthCount: DepthCount;
  DayCount: DayCount;
  UsageTotals: DomainUsageTotals;
  UserError: DomainUserError;
  Warning: DomainWarning;
  Conversation: DomainConversation;
  Snapshot: DomainSnapshot;
  ForkOrigin: DomainForkOrigin;
  TranscriptEntry: DomainTranscriptEntry;
  Versions: DomainVersions;
  Message: DomainMessage;
  Observation: DomainObservation;
  Usage: DomainUsage;
  ContentBlock: ResolversUnionTypes<ResolversParentTypes>['ContentBlock'];
  TextBlock: DomainTextBlock;
  ThinkingBlock: DomainThinkingBlock;
  ToolCallBlock: DomainToolCallBlock;
  ToolResultBlock: DomainToolResultBlock;
  AttachmentBlock: DomainAttachmentBlock;
  OtherBlock: DomainOtherBlock;
  Run: DomainRun;
  Attachment: DomainAttachment;
  Entity: DomainEntity;
  Related: ResolversUnionTypes<ResolversParentTypes>['Related'];
  Relationship: DomainRelationship;
  Event: DomainEvent;
  TreeShape: DomainTreeShape;
  TranscriptConnection: DomainTranscriptConnection;
  TranscriptEdge: DomainTranscriptEdge;
  Stretch: DomainStretch;
  StretchConnection: DomainStretchConnection;
  StretchEdge: DomainStretchEdge;
  Directory: Directory;
  DirectoryConnection: DomainDirectoryConnection;
  DirectoryEdge: DomainDirectoryEdge;
  ConversationConnection: DomainConversationConnection;
  ConversationEdge: DomainConversationEdge;
  MessageConnection: DomainMessageConnection;
  MessageEdge: DomainMessageEdge;
  ObservationConnection: DomainObservationConnection;
  ObservationEdge: DomainObservationEdge;
  EventConnection: DomainEventConnection;
  EventEdge: DomainEventEdge;
  RunConnection: DomainRunConnection;
  RunEdge: DomainRunEdge;
  RelationshipConnection: DomainRelationshipConnection;
  RelationshipEdge: DomainRelationshipEdge;
  EntityConnection: DomainEntityConnection;
  EntityEdge: DomainEntityEdge;
  Query: Record<PropertyKey, never>;
  ConversationFilter: ConversationFilter;
  SearchScope: SearchScope;
  SearchConnection: DomainSearchConnection;
  SearchEdge: DomainSearchEdge;
  SearchHit: DomainSearchHit;
  TextRange: TextRange;
  PointInput: PointInput;
  PlaceInput: PlaceInput;
  Diff: DomainDiff;
  ChangedTurn: DomainChangedTurn;
  PathStats: PathStats;
  PathVerification: DomainPathVerification;
  Viewer: Viewer;
  Principal: Principal;
  IntegrityReport: DomainIntegrityReport;
  Mutation: Record<PropertyKey, never>;
  ConversationKeyInput: ConversationKeyInput;
  StoreTurnInput: StoreTurnInput;
  ParentInput: ParentInput;
  AttachmentInput: AttachmentInput;
  ContentBlockInput: ContentBlockInput;
  ThinkingInput: ThinkingInput;
  ToolCallInput: ToolCallInput;
  ToolResultInput: ToolResultInput;
  UsageInput: UsageInput;
  StoreTurnPayload: DomainStoreTurnPayload;
  StoreTurnsInput: StoreTurnsInput;
  StoreTurnsPayload: DomainStoreTurnsPayload;
  CreateConversationInput: CreateConversationInput;
  UpdateConversationInput: UpdateConversationInput;
  ConversationPayload: DomainConversationPayload;
  ForkConversationInput: ForkConversationInput;
  ForkPayload: DomainForkPayload;
  ProbeInput: ProbeInput;
  ProbePayload: DomainProbePayload;
  PromoteProbeInput: PromoteProbeInput;
  RewindInput: RewindInput;
  SwitchHeadInput: SwitchHeadInput;
  UndoInput: UndoInput;
  AnnotateInput: AnnotateInput;
  AnnotatePayload: DomainAnnotatePayload;
  AmendMessageInput: AmendMessageInput;
  DeleteInput: DeleteInput;
  AmendPayload: DomainAmendPayload;
  HeadPayload: DomainHeadPayload;
  CompactInput: CompactInput;
  DropSpanInput: DropSpanInput;
  CancelMarkerInput: CancelMarkerInput;
  RepairInput: RepairInput;
  RepairPayload: DomainRepairPayload;
  MergeInput: MergeInput;
  GateInput: GateInput;
  MergePayload: DomainMergePayload;
  RefutedInput: DomainRefutedInput;
  MaterializeInput: MaterializeInput;
  CheckpointInput: CheckpointInput;
  CheckpointPayload: DomainCheckpointPayload;
  MarkerPayload: DomainMarkerPayload;
  ClaimRunInput: ClaimRunInput;
  BindingInput: BindingInput;
  RunInput: RunInput;
  SuspendRunInput: SuspendRunInput;
  AnswerRunInput: AnswerRunInput;
  RunPayload: DomainRunPayload;
  ThingInput: ThingInput;
  RelateInput: RelateInput;
  RelationshipPayload: DomainRelationshipPayload;
  StoreEntityInput: StoreEntityInput;
  CorrectEntityInput: CorrectEntityInput;
  DefineEntityTypeInput: DefineEntityTypeInput;
  EntityTypePayload: DomainEntityTypePayload;
  MergeEntitiesInput: MergeEntitiesInput;
  SplitEntityInput: SplitEntityInput;
  EntityPayload: DomainEntityPayload;
  ImportInput: ImportInput;
  ImportPayload: DomainImportPayload;
  ImportReport: DomainImportReport;
  ImportFinding: ImportFinding;
  Subscription: Record<PropertyKey, never>;
};

export type ScopeDirectiveArgs = {
  requires?: Maybe<Scope>;
};

export type ScopeDirectiveResolver<Result, Parent, ContextType = Context, Args = ScopeDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export interface HashScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Hash'], any> {
  name: 'Hash';
}

export interface LongScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Long'], any> {
  name: 'Long';
}

export type NodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Conversation' | 'Message' | 'Observation' | 'Run' | 'Attachment' | 'Entity' | 'Relationship' | 'Event', ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AnalyticsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Analytics'] = ResolversParentTypes['Analytics']> = {
  conversations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  forks?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  messages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  observations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  turnsByRole?: Resolver<ReadonlyArray<ResolversTypes['RoleCount']>, ParentType, ContextType>;
  treeShape?: Resolver<ResolversTypes['TreeShape'], ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['UsageTotals'], ParentType, ContextType>;
  usageBy?: Resolver<ReadonlyArray<ResolversTypes['UsageBucket']>, ParentType, ContextType, RequireFields<AnalyticsUsageByArgs, 'dimension' | 'top'>>;
  other?: Resolver<ResolversTypes['UsageTotals'], ParentType, ContextType, RequireFields<AnalyticsOtherArgs, 'dimension' | 'top'>>;
  usageInclusive?: Resolver<ReadonlyArray<ResolversTypes['UsageBucket']>, ParentType, ContextType, RequireFields<AnalyticsUsageInclusiveArgs, 'top'>>;
  tools?: Resolver<ReadonlyArray<ResolversTypes['ToolCount']>, ParentType, ContextType, RequireFields<AnalyticsToolsArgs, 'top'>>;
  forkDepths?: Resolver<ReadonlyArray<ResolversTypes['DepthCount']>, ParentType, ContextType>;
  rewindRate?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  messagesPerDay?: Resolver<ReadonlyArray<ResolversTypes['DayCount']>, ParentType, ContextType>;
  rewinds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  replacedTurns?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type UsageBucketResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UsageBucket'] = ResolversParentTypes['UsageBucket']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  totals?: Resolver<ResolversTypes['UsageTotals'], ParentType, ContextType>;
};

export type RoleCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RoleCount'] = ResolversParentTypes['RoleCount']> = {
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ToolCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ToolCount'] = ResolversParentTypes['ToolCount']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  calls?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  errors?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DepthCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DepthCount'] = ResolversParentTypes['DepthCount']> = {
  depth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  conversations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DayCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DayCount'] = ResolversParentTypes['DayCount']> = {
  day?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  messages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type UsageTotalsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UsageTotals'] = ResolversParentTypes['UsageTotals']> = {
  inputTokens?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  outputTokens?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  cacheReadTokens?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  cacheWriteTokens?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  costUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  answers?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type UserErrorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserError'] = ResolversParentTypes['UserError']> = {
  code?: Resolver<ResolversTypes['ErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  field?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type WarningResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Warning'] = ResolversParentTypes['Warning']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type ConversationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Conversation'] = ResolversParentTypes['Conversation']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  preview?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  turnCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  origin?: Resolver<ResolversTypes['OriginKind'], ParentType, ContextType>;
  cwd?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  head?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  transcript?: Resolver<ResolversTypes['TranscriptConnection'], ParentType, ContextType, RequireFields<ConversationTranscriptArgs, 'view' | 'values' | 'includeDeleted'>>;
  context?: Resolver<ReadonlyArray<ResolversTypes['TranscriptEntry']>, ParentType, ContextType, Partial<ConversationContextArgs>>;
  contextMessages?: Resolver<ReadonlyArray<ResolversTypes['JSON']>, ParentType, ContextType, RequireFields<ConversationContextMessagesArgs, 'format'>>;
  contextSystem?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, Partial<ConversationContextSystemArgs>>;
  recentTurns?: Resolver<ReadonlyArray<ResolversTypes['TranscriptEntry']>, ParentType, ContextType, RequireFields<ConversationRecentTurnsArgs, 'n'>>;
  usage?: Resolver<ResolversTypes['UsageTotals'], ParentType, ContextType, RequireFields<ConversationUsageArgs, 'of'>>;
  messages?: Resolver<ResolversTypes['MessageConnection'], ParentType, ContextType, RequireFields<ConversationMessagesArgs, 'first'>>;
  message?: Resolver<Maybe<ResolversTypes['Message']>, ParentType, ContextType, RequireFields<ConversationMessageArgs, 'turnId'>>;
  observations?: Resolver<ResolversTypes['ObservationConnection'], ParentType, ContextType, RequireFields<ConversationObservationsArgs, 'first'>>;
  forkedFrom?: Resolver<Maybe<ResolversTypes['ForkOrigin']>, ParentType, ContextType>;
  forks?: Resolver<ResolversTypes['ConversationConnection'], ParentType, ContextType, RequireFields<ConversationForksArgs, 'first'>>;
  lineage?: Resolver<ReadonlyArray<ResolversTypes['ForkOrigin']>, ParentType, ContextType>;
  leaves?: Resolver<ResolversTypes['ObservationConnection'], ParentType, ContextType, RequireFields<ConversationLeavesArgs, 'first'>>;
  checkpoints?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<ConversationCheckpointsArgs, 'first'>>;
  headHistory?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<ConversationHeadHistoryArgs, 'first'>>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<ConversationEventsArgs, 'first'>>;
  treeShape?: Resolver<ResolversTypes['TreeShape'], ParentType, ContextType>;
  tree?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<ConversationTreeArgs, 'format' | 'maxNodes' | 'unfold'>>;
  stretches?: Resolver<ResolversTypes['StretchConnection'], ParentType, ContextType, RequireFields<ConversationStretchesArgs, 'first'>>;
  runs?: Resolver<ResolversTypes['RunConnection'], ParentType, ContextType, RequireFields<ConversationRunsArgs, 'first'>>;
  activeRun?: Resolver<Maybe<ResolversTypes['Run']>, ParentType, ContextType>;
  spawnedBy?: Resolver<Maybe<ResolversTypes['Message']>, ParentType, ContextType>;
  sidechains?: Resolver<ResolversTypes['ConversationConnection'], ParentType, ContextType, RequireFields<ConversationSidechainsArgs, 'first'>>;
  relationships?: Resolver<ResolversTypes['RelationshipConnection'], ParentType, ContextType, RequireFields<ConversationRelationshipsArgs, 'direction' | 'includeDeleted' | 'first'>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SnapshotResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Snapshot'] = ResolversParentTypes['Snapshot']> = {
  fields?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  provenance?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  observationCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unknownFields?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  computedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ForkOriginResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ForkOrigin'] = ResolversParentTypes['ForkOrigin']> = {
  conversation?: Resolver<ResolversTypes['Conversation'], ParentType, ContextType>;
  observation?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  turn?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pathHash?: Resolver<Maybe<ResolversTypes['Hash']>, ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
};

export type TranscriptEntryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TranscriptEntry'] = ResolversParentTypes['TranscriptEntry']> = {
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  observation?: Resolver<ResolversTypes['Observation'], ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['Message']>, ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  content?: Resolver<ReadonlyArray<ResolversTypes['ContentBlock']>, ParentType, ContextType>;
  deleted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  inherited?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  synthetic?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  versions?: Resolver<Maybe<ResolversTypes['Versions']>, ParentType, ContextType>;
};

export type VersionsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Versions'] = ResolversParentTypes['Versions']> = {
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  previous?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
};

export type MessageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Message'] = ResolversParentTypes['Message']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  conversation?: Resolver<ResolversTypes['Conversation'], ParentType, ContextType>;
  turnId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  deleted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  snapshot?: Resolver<Maybe<ResolversTypes['Snapshot']>, ParentType, ContextType, Partial<MessageSnapshotArgs>>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  content?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ContentBlock']>>, ParentType, ContextType>;
  observations?: Resolver<ResolversTypes['ObservationConnection'], ParentType, ContextType, RequireFields<MessageObservationsArgs, 'first'>>;
  ancestors?: Resolver<ResolversTypes['ObservationConnection'], ParentType, ContextType, Partial<MessageAncestorsArgs>>;
  attachments?: Resolver<ReadonlyArray<ResolversTypes['Attachment']>, ParentType, ContextType>;
  supersedes?: Resolver<Maybe<ResolversTypes['Message']>, ParentType, ContextType>;
  supersededBy?: Resolver<ReadonlyArray<ResolversTypes['Message']>, ParentType, ContextType>;
  relationships?: Resolver<ResolversTypes['RelationshipConnection'], ParentType, ContextType, RequireFields<MessageRelationshipsArgs, 'direction' | 'includeDeleted' | 'first'>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ObservationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Observation'] = ResolversParentTypes['Observation']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ObservationKind'], ParentType, ContextType>;
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['Message']>, ParentType, ContextType>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  relationship?: Resolver<Maybe<ResolversTypes['Relationship']>, ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  content?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ContentBlock']>>, ParentType, ContextType>;
  fields?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  observedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  ingestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  priority?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sourceKind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  senderId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  senderKind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  model?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  usage?: Resolver<Maybe<ResolversTypes['Usage']>, ParentType, ContextType>;
  runId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  parent?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  parents?: Resolver<ReadonlyArray<ResolversTypes['Observation']>, ParentType, ContextType>;
  copyOf?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  turn?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  depth?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pathHash?: Resolver<Maybe<ResolversTypes['Hash']>, ParentType, ContextType>;
  contentHash?: Resolver<Maybe<ResolversTypes['Hash']>, ParentType, ContextType>;
  isLeaf?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  ancestors?: Resolver<ResolversTypes['ObservationConnection'], ParentType, ContextType, Partial<ObservationAncestorsArgs>>;
  children?: Resolver<ResolversTypes['ObservationConnection'], ParentType, ContextType, RequireFields<ObservationChildrenArgs, 'first'>>;
  siblings?: Resolver<ResolversTypes['ObservationConnection'], ParentType, ContextType, RequireFields<ObservationSiblingsArgs, 'first'>>;
  descendants?: Resolver<ResolversTypes['ObservationConnection'], ParentType, ContextType, RequireFields<ObservationDescendantsArgs, 'first'>>;
  leaves?: Resolver<ResolversTypes['ObservationConnection'], ParentType, ContextType, RequireFields<ObservationLeavesArgs, 'first'>>;
  conversations?: Resolver<ResolversTypes['ConversationConnection'], ParentType, ContextType, RequireFields<ObservationConversationsArgs, 'first'>>;
  path?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Observation']>>, ParentType, ContextType, RequireFields<ObservationPathArgs, 'to'>>;
  isAncestorOf?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<ObservationIsAncestorOfArgs, 'id'>>;
  attachments?: Resolver<ReadonlyArray<ResolversTypes['Attachment']>, ParentType, ContextType>;
  annotations?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UsageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Usage'] = ResolversParentTypes['Usage']> = {
  inputTokens?: Resolver<Maybe<ResolversTypes['Long']>, ParentType, ContextType>;
  outputTokens?: Resolver<Maybe<ResolversTypes['Long']>, ParentType, ContextType>;
  cacheReadTokens?: Resolver<Maybe<ResolversTypes['Long']>, ParentType, ContextType>;
  cacheWriteTokens?: Resolver<Maybe<ResolversTypes['Long']>, ParentType, ContextType>;
  costUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  answerId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type ContentBlockResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ContentBlock'] = ResolversParentTypes['ContentBlock']> = {
  __resolveType: TypeResolveFn<'TextBlock' | 'ThinkingBlock' | 'ToolCallBlock' | 'ToolResultBlock' | 'AttachmentBlock' | 'OtherBlock', ParentType, ContextType>;
};

export type TextBlockResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TextBlock'] = ResolversParentTypes['TextBlock']> = {
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ThinkingBlockResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ThinkingBlock'] = ResolversParentTypes['ThinkingBlock']> = {
  thinking?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  signature?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ToolCallBlockResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ToolCallBlock'] = ResolversParentTypes['ToolCallBlock']> = {
  callId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  input?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ToolResultBlockResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ToolResultBlock'] = ResolversParentTypes['ToolResultBlock']> = {
  callId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  content?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  isError?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AttachmentBlockResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AttachmentBlock'] = ResolversParentTypes['AttachmentBlock']> = {
  attachment?: Resolver<ResolversTypes['Attachment'], ParentType, ContextType>;
  fileName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  environment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OtherBlockResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OtherBlock'] = ResolversParentTypes['OtherBlock']> = {
  value?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RunResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Run'] = ResolversParentTypes['Run']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  conversation?: Resolver<ResolversTypes['Conversation'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['RunState'], ParentType, ContextType>;
  claimedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  completedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  completionSeq?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pendingRequest?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  pendingQuestionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AttachmentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Attachment'] = ResolversParentTypes['Attachment']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  mediaType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  byteSize?: Resolver<Maybe<ResolversTypes['Long']>, ParentType, ContextType>;
  uri?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  downloadUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, Partial<AttachmentDownloadUrlArgs>>;
  embeddedIn?: Resolver<ResolversTypes['MessageConnection'], ParentType, ContextType, RequireFields<AttachmentEmbeddedInArgs, 'first'>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type EntityResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Entity'] = ResolversParentTypes['Entity']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  snapshot?: Resolver<Maybe<ResolversTypes['Snapshot']>, ParentType, ContextType, Partial<EntitySnapshotArgs>>;
  mergedInto?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  deleted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  observations?: Resolver<ResolversTypes['ObservationConnection'], ParentType, ContextType, RequireFields<EntityObservationsArgs, 'first'>>;
  relationships?: Resolver<ResolversTypes['RelationshipConnection'], ParentType, ContextType, RequireFields<EntityRelationshipsArgs, 'direction' | 'includeDeleted' | 'first'>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RelatedResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Related'] = ResolversParentTypes['Related']> = {
  __resolveType: TypeResolveFn<'Conversation' | 'Message' | 'Entity' | 'Attachment', ParentType, ContextType>;
};

export type RelationshipResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Relationship'] = ResolversParentTypes['Relationship']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['RelationshipType'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['Related'], ParentType, ContextType>;
  target?: Resolver<ResolversTypes['Related'], ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  observations?: Resolver<ResolversTypes['ObservationConnection'], ParentType, ContextType, RequireFields<RelationshipObservationsArgs, 'first'>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type EventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  seq?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['EventKind'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType>;
  principal?: Resolver<Maybe<ResolversTypes['Principal']>, ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pathHash?: Resolver<Maybe<ResolversTypes['Hash']>, ParentType, ContextType>;
  details?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  headFrom?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  headTo?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  observations?: Resolver<ReadonlyArray<ResolversTypes['Observation']>, ParentType, ContextType>;
  observationCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TreeShapeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TreeShape'] = ResolversParentTypes['TreeShape']> = {
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  roots?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  leaves?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  branchPoints?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  versionPoints?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sidechains?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  toolCalls?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TranscriptConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TranscriptConnection'] = ResolversParentTypes['TranscriptConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['TranscriptEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['TranscriptEntry']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TranscriptEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TranscriptEdge'] = ResolversParentTypes['TranscriptEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['TranscriptEntry'], ParentType, ContextType>;
};

export type StretchResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Stretch'] = ResolversParentTypes['Stretch']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  first?: Resolver<ResolversTypes['Observation'], ParentType, ContextType>;
  last?: Resolver<ResolversTypes['Observation'], ParentType, ContextType>;
  length?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  turns?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  parting?: Resolver<Maybe<ResolversTypes['Parting']>, ParentType, ContextType>;
  onHeadPath?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  inherited?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  alike?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type StretchConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StretchConnection'] = ResolversParentTypes['StretchConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['StretchEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Stretch']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type StretchEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StretchEdge'] = ResolversParentTypes['StretchEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Stretch'], ParentType, ContextType>;
};

export type DirectoryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Directory'] = ResolversParentTypes['Directory']> = {
  cwd?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  conversations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type DirectoryConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DirectoryConnection'] = ResolversParentTypes['DirectoryConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['DirectoryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Directory']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type DirectoryEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DirectoryEdge'] = ResolversParentTypes['DirectoryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Directory'], ParentType, ContextType>;
};

export type ConversationConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ConversationConnection'] = ResolversParentTypes['ConversationConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ConversationEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Conversation']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ConversationEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ConversationEdge'] = ResolversParentTypes['ConversationEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Conversation'], ParentType, ContextType>;
};

export type MessageConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MessageConnection'] = ResolversParentTypes['MessageConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['MessageEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Message']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MessageEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MessageEdge'] = ResolversParentTypes['MessageEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Message'], ParentType, ContextType>;
};

export type ObservationConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ObservationConnection'] = ResolversParentTypes['ObservationConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['ObservationEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Observation']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ObservationEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ObservationEdge'] = ResolversParentTypes['ObservationEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Observation'], ParentType, ContextType>;
};

export type EventConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EventConnection'] = ResolversParentTypes['EventConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['EventEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Event']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EventEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EventEdge'] = ResolversParentTypes['EventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Event'], ParentType, ContextType>;
};

export type RunConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RunConnection'] = ResolversParentTypes['RunConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['RunEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Run']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RunEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RunEdge'] = ResolversParentTypes['RunEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Run'], ParentType, ContextType>;
};

export type RelationshipConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RelationshipConnection'] = ResolversParentTypes['RelationshipConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['RelationshipEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Relationship']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RelationshipEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RelationshipEdge'] = ResolversParentTypes['RelationshipEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Relationship'], ParentType, ContextType>;
};

export type EntityConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntityConnection'] = ResolversParentTypes['EntityConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['EntityEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Entity']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EntityEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntityEdge'] = ResolversParentTypes['EntityEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Entity'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'nodeId'>>;
  nodes?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Node']>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'nodeIds'>>;
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType, RequireFields<QueryConversationArgs, 'id'>>;
  conversations?: Resolver<ResolversTypes['ConversationConnection'], ParentType, ContextType, RequireFields<QueryConversationsArgs, 'first'>>;
  message?: Resolver<Maybe<ResolversTypes['Message']>, ParentType, ContextType, RequireFields<QueryMessageArgs, 'id'>>;
  turn?: Resolver<ReadonlyArray<ResolversTypes['Message']>, ParentType, ContextType, RequireFields<QueryTurnArgs, 'conversationId' | 'turnId'>>;
  observation?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType, RequireFields<QueryObservationArgs, 'id'>>;
  observations?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Observation']>>, ParentType, ContextType, RequireFields<QueryObservationsArgs, 'ids'>>;
  analytics?: Resolver<ResolversTypes['Analytics'], ParentType, ContextType, Partial<QueryAnalyticsArgs>>;
  directories?: Resolver<ResolversTypes['DirectoryConnection'], ParentType, ContextType, RequireFields<QueryDirectoriesArgs, 'first'>>;
  attachment?: Resolver<Maybe<ResolversTypes['Attachment']>, ParentType, ContextType, RequireFields<QueryAttachmentArgs, 'id'>>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType, RequireFields<QueryEntityArgs, 'id'>>;
  entities?: Resolver<ResolversTypes['EntityConnection'], ParentType, ContextType, RequireFields<QueryEntitiesArgs, 'first'>>;
  commonAncestor?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType, RequireFields<QueryCommonAncestorArgs, 'a' | 'b'>>;
  diff?: Resolver<ResolversTypes['Diff'], ParentType, ContextType, RequireFields<QueryDiffArgs, 'base' | 'target'>>;
  context?: Resolver<ReadonlyArray<ResolversTypes['TranscriptEntry']>, ParentType, ContextType, RequireFields<QueryContextArgs, 'conversationId'>>;
  verifyPath?: Resolver<ResolversTypes['PathVerification'], ParentType, ContextType, RequireFields<QueryVerifyPathArgs, 'observationId'>>;
  export?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<QueryExportArgs, 'conversationId' | 'format' | 'wholeTree'>>;
  run?: Resolver<Maybe<ResolversTypes['Run']>, ParentType, ContextType, RequireFields<QueryRunArgs, 'conversationId' | 'runId'>>;
  search?: Resolver<ResolversTypes['SearchConnection'], ParentType, ContextType, RequireFields<QuerySearchArgs, 'text' | 'first'>>;
  integrity?: Resolver<ResolversTypes['IntegrityReport'], ParentType, ContextType, RequireFields<QueryIntegrityArgs, 'conversationId'>>;
};

export type SearchConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchConnection'] = ResolversParentTypes['SearchConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['SearchEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['SearchHit']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  behind?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type SearchEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchEdge'] = ResolversParentTypes['SearchEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['SearchHit'], ParentType, ContextType>;
};

export type SearchHitResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchHit'] = ResolversParentTypes['SearchHit']> = {
  observation?: Resolver<ResolversTypes['Observation'], ParentType, ContextType>;
  snippet?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  highlights?: Resolver<ReadonlyArray<ResolversTypes['TextRange']>, ParentType, ContextType>;
  conversation?: Resolver<ResolversTypes['Conversation'], ParentType, ContextType>;
  turn?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  matches?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TextRangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TextRange'] = ResolversParentTypes['TextRange']> = {
  from?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DiffResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Diff'] = ResolversParentTypes['Diff']> = {
  commonAncestor?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  baseOnly?: Resolver<ReadonlyArray<ResolversTypes['TranscriptEntry']>, ParentType, ContextType>;
  targetOnly?: Resolver<ReadonlyArray<ResolversTypes['TranscriptEntry']>, ParentType, ContextType>;
  changed?: Resolver<ReadonlyArray<ResolversTypes['ChangedTurn']>, ParentType, ContextType>;
  baseStats?: Resolver<ResolversTypes['PathStats'], ParentType, ContextType>;
  targetStats?: Resolver<ResolversTypes['PathStats'], ParentType, ContextType>;
  markdown?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  baseOnlyCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  targetOnlyCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ChangedTurnResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ChangedTurn'] = ResolversParentTypes['ChangedTurn']> = {
  message?: Resolver<ResolversTypes['Message'], ParentType, ContextType>;
  base?: Resolver<ResolversTypes['Observation'], ParentType, ContextType>;
  target?: Resolver<ResolversTypes['Observation'], ParentType, ContextType>;
  textDiff?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PathStatsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PathStats'] = ResolversParentTypes['PathStats']> = {
  turns?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  toolCalls?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  inputTokens?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  outputTokens?: Resolver<ResolversTypes['Long'], ParentType, ContextType>;
  costUsd?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type PathVerificationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PathVerification'] = ResolversParentTypes['PathVerification']> = {
  valid?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['PathStatus'], ParentType, ContextType>;
  expected?: Resolver<ResolversTypes['Hash'], ParentType, ContextType>;
  stored?: Resolver<ResolversTypes['Hash'], ParentType, ContextType>;
  idChainHash?: Resolver<ResolversTypes['Hash'], ParentType, ContextType>;
  firstBroken?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  tenant?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  principal?: Resolver<ResolversTypes['Principal'], ParentType, ContextType>;
  sealed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PrincipalResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Principal'] = ResolversParentTypes['Principal']> = {
  kind?: Resolver<ResolversTypes['PrincipalKind'], ParentType, ContextType>;
  id?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  scopes?: Resolver<ReadonlyArray<ResolversTypes['Scope']>, ParentType, ContextType>;
};

export type IntegrityReportResolvers<ContextType = Context, ParentType extends ResolversParentTypes['IntegrityReport'] = ResolversParentTypes['IntegrityReport']> = {
  ok?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  findings?: Resolver<ReadonlyArray<ResolversTypes['Warning']>, ParentType, ContextType>;
  repairable?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  damage?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createConversation?: Resolver<ResolversTypes['ConversationPayload'], ParentType, ContextType, RequireFields<MutationCreateConversationArgs, 'input'>>;
  updateConversation?: Resolver<ResolversTypes['ConversationPayload'], ParentType, ContextType, RequireFields<MutationUpdateConversationArgs, 'input'>>;
  deleteConversation?: Resolver<ResolversTypes['ConversationPayload'], ParentType, ContextType, RequireFields<MutationDeleteConversationArgs, 'input'>>;
  restoreConversation?: Resolver<ResolversTypes['ConversationPayload'], ParentType, ContextType, RequireFields<MutationRestoreConversationArgs, 'input'>>;
  storeTurn?: Resolver<ResolversTypes['StoreTurnPayload'], ParentType, ContextType, RequireFields<MutationStoreTurnArgs, 'input'>>;
  storeTurns?: Resolver<ResolversTypes['StoreTurnsPayload'], ParentType, ContextType, RequireFields<MutationStoreTurnsArgs, 'input'>>;
  amendMessage?: Resolver<ResolversTypes['AmendPayload'], ParentType, ContextType, RequireFields<MutationAmendMessageArgs, 'input'>>;
  deleteMessage?: Resolver<ResolversTypes['AmendPayload'], ParentType, ContextType, RequireFields<MutationDeleteMessageArgs, 'input'>>;
  restoreMessage?: Resolver<ResolversTypes['AmendPayload'], ParentType, ContextType, RequireFields<MutationRestoreMessageArgs, 'input'>>;
  forkConversation?: Resolver<ResolversTypes['ForkPayload'], ParentType, ContextType, RequireFields<MutationForkConversationArgs, 'input'>>;
  probeConversation?: Resolver<ResolversTypes['ProbePayload'], ParentType, ContextType, RequireFields<MutationProbeConversationArgs, 'input'>>;
  promoteProbe?: Resolver<ResolversTypes['ForkPayload'], ParentType, ContextType, RequireFields<MutationPromoteProbeArgs, 'input'>>;
  rewindConversation?: Resolver<ResolversTypes['HeadPayload'], ParentType, ContextType, RequireFields<MutationRewindConversationArgs, 'input'>>;
  switchHead?: Resolver<ResolversTypes['HeadPayload'], ParentType, ContextType, RequireFields<MutationSwitchHeadArgs, 'input'>>;
  compact?: Resolver<ResolversTypes['MarkerPayload'], ParentType, ContextType, RequireFields<MutationCompactArgs, 'input'>>;
  dropSpan?: Resolver<ResolversTypes['MarkerPayload'], ParentType, ContextType, RequireFields<MutationDropSpanArgs, 'input'>>;
  cancelMarker?: Resolver<ResolversTypes['MarkerPayload'], ParentType, ContextType, RequireFields<MutationCancelMarkerArgs, 'input'>>;
  materialize?: Resolver<ResolversTypes['ForkPayload'], ParentType, ContextType, RequireFields<MutationMaterializeArgs, 'input'>>;
  checkpoint?: Resolver<ResolversTypes['CheckpointPayload'], ParentType, ContextType, RequireFields<MutationCheckpointArgs, 'input'>>;
  mergeConversations?: Resolver<ResolversTypes['MergePayload'], ParentType, ContextType, RequireFields<MutationMergeConversationsArgs, 'input'>>;
  repair?: Resolver<ResolversTypes['RepairPayload'], ParentType, ContextType, RequireFields<MutationRepairArgs, 'input'>>;
  undo?: Resolver<ResolversTypes['HeadPayload'], ParentType, ContextType, RequireFields<MutationUndoArgs, 'input'>>;
  claimRun?: Resolver<ResolversTypes['RunPayload'], ParentType, ContextType, RequireFields<MutationClaimRunArgs, 'input'>>;
  completeRun?: Resolver<ResolversTypes['RunPayload'], ParentType, ContextType, RequireFields<MutationCompleteRunArgs, 'input'>>;
  abortRun?: Resolver<ResolversTypes['RunPayload'], ParentType, ContextType, RequireFields<MutationAbortRunArgs, 'input'>>;
  suspendRun?: Resolver<ResolversTypes['RunPayload'], ParentType, ContextType, RequireFields<MutationSuspendRunArgs, 'input'>>;
  answerRun?: Resolver<ResolversTypes['RunPayload'], ParentType, ContextType, RequireFields<MutationAnswerRunArgs, 'input'>>;
  storeEntity?: Resolver<ResolversTypes['EntityPayload'], ParentType, ContextType, RequireFields<MutationStoreEntityArgs, 'input'>>;
  correctEntity?: Resolver<ResolversTypes['EntityPayload'], ParentType, ContextType, RequireFields<MutationCorrectEntityArgs, 'input'>>;
  deleteEntity?: Resolver<ResolversTypes['EntityPayload'], ParentType, ContextType, RequireFields<MutationDeleteEntityArgs, 'input'>>;
  restoreEntity?: Resolver<ResolversTypes['EntityPayload'], ParentType, ContextType, RequireFields<MutationRestoreEntityArgs, 'input'>>;
  defineEntityType?: Resolver<ResolversTypes['EntityTypePayload'], ParentType, ContextType, RequireFields<MutationDefineEntityTypeArgs, 'input'>>;
  mergeEntities?: Resolver<ResolversTypes['EntityPayload'], ParentType, ContextType, RequireFields<MutationMergeEntitiesArgs, 'input'>>;
  splitEntity?: Resolver<ResolversTypes['EntityPayload'], ParentType, ContextType, RequireFields<MutationSplitEntityArgs, 'input'>>;
  relate?: Resolver<ResolversTypes['RelationshipPayload'], ParentType, ContextType, RequireFields<MutationRelateArgs, 'input'>>;
  unrelate?: Resolver<ResolversTypes['RelationshipPayload'], ParentType, ContextType, RequireFields<MutationUnrelateArgs, 'input'>>;
  restoreRelationship?: Resolver<ResolversTypes['RelationshipPayload'], ParentType, ContextType, RequireFields<MutationRestoreRelationshipArgs, 'input'>>;
  importTranscript?: Resolver<ResolversTypes['ImportPayload'], ParentType, ContextType, RequireFields<MutationImportTranscriptArgs, 'input'>>;
  annotate?: Resolver<ResolversTypes['AnnotatePayload'], ParentType, ContextType, RequireFields<MutationAnnotateArgs, 'input'>>;
};

export type StoreTurnPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StoreTurnPayload'] = ResolversParentTypes['StoreTurnPayload']> = {
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['Message']>, ParentType, ContextType>;
  observation?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  leftTranscript?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  forked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['Warning']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type StoreTurnsPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StoreTurnsPayload'] = ResolversParentTypes['StoreTurnsPayload']> = {
  results?: Resolver<ReadonlyArray<ResolversTypes['StoreTurnPayload']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ConversationPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ConversationPayload'] = ResolversParentTypes['ConversationPayload']> = {
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ForkPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ForkPayload'] = ResolversParentTypes['ForkPayload']> = {
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  lineage?: Resolver<ReadonlyArray<ResolversTypes['ForkOrigin']>, ParentType, ContextType>;
  sharedLength?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  pathHash?: Resolver<Maybe<ResolversTypes['Hash']>, ParentType, ContextType>;
  copied?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['Warning']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ProbePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProbePayload'] = ResolversParentTypes['ProbePayload']> = {
  probe?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  messages?: Resolver<Maybe<ReadonlyArray<ResolversTypes['JSON']>>, ParentType, ContextType>;
  stopReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type AnnotatePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AnnotatePayload'] = ResolversParentTypes['AnnotatePayload']> = {
  observation?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type AmendPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AmendPayload'] = ResolversParentTypes['AmendPayload']> = {
  message?: Resolver<Maybe<ResolversTypes['Message']>, ParentType, ContextType>;
  observation?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type HeadPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['HeadPayload'] = ResolversParentTypes['HeadPayload']> = {
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  leftTranscript?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RepairPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RepairPayload'] = ResolversParentTypes['RepairPayload']> = {
  report?: Resolver<Maybe<ResolversTypes['IntegrityReport']>, ParentType, ContextType>;
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type MergePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MergePayload'] = ResolversParentTypes['MergePayload']> = {
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType>;
  join?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  verdict?: Resolver<Maybe<ResolversTypes['Verdict']>, ParentType, ContextType>;
  refuted?: Resolver<ReadonlyArray<ResolversTypes['RefutedInput']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RefutedInputResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RefutedInput'] = ResolversParentTypes['RefutedInput']> = {
  conversation?: Resolver<ResolversTypes['Conversation'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CheckpointPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CheckpointPayload'] = ResolversParentTypes['CheckpointPayload']> = {
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type MarkerPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MarkerPayload'] = ResolversParentTypes['MarkerPayload']> = {
  marker?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RunPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RunPayload'] = ResolversParentTypes['RunPayload']> = {
  run?: Resolver<Maybe<ResolversTypes['Run']>, ParentType, ContextType>;
  conversation?: Resolver<Maybe<ResolversTypes['Conversation']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['Warning']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RelationshipPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RelationshipPayload'] = ResolversParentTypes['RelationshipPayload']> = {
  relationship?: Resolver<Maybe<ResolversTypes['Relationship']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type EntityTypePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntityTypePayload'] = ResolversParentTypes['EntityTypePayload']> = {
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  strategies?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type EntityPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EntityPayload'] = ResolversParentTypes['EntityPayload']> = {
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType>;
  observation?: Resolver<Maybe<ResolversTypes['Observation']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  observationsMoved?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  relationshipsMoved?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ImportPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ImportPayload'] = ResolversParentTypes['ImportPayload']> = {
  report?: Resolver<Maybe<ResolversTypes['ImportReport']>, ParentType, ContextType>;
  conversations?: Resolver<ReadonlyArray<ResolversTypes['Conversation']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ImportReportResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ImportReport'] = ResolversParentTypes['ImportReport']> = {
  fileName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  format?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  entries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  added?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unchanged?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skipped?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  roots?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  leaves?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  branchPoints?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  danglingParents?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  repaired?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unansweredToolCalls?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  orphanToolResults?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  emptyTurns?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unreadBlocks?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reachable?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  findings?: Resolver<ReadonlyArray<ResolversTypes['ImportFinding']>, ParentType, ContextType>;
};

export type ImportFindingResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ImportFinding'] = ResolversParentTypes['ImportFinding']> = {
  line?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  conversationChanged?: SubscriptionResolver<ResolversTypes['Event'], "conversationChanged", ParentType, ContextType, RequireFields<SubscriptionConversationChangedArgs, 'id'>>;
  conversationsChanged?: SubscriptionResolver<ResolversTypes['Conversation'], "conversationsChanged", ParentType, ContextType, Partial<SubscriptionConversationsChangedArgs>>;
};

export type Resolvers<ContextType = Context> = {
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  Hash?: GraphQLScalarType;
  Long?: GraphQLScalarType;
  Node?: NodeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Analytics?: AnalyticsResolvers<ContextType>;
  UsageBucket?: UsageBucketResolvers<ContextType>;
  RoleCount?: RoleCountResolvers<ContextType>;
  ToolCount?: ToolCountResolvers<ContextType>;
  DepthCount?: DepthCountResolvers<ContextType>;
  DayCount?: DayCountResolvers<ContextType>;
  UsageTotals?: UsageTotalsResolvers<ContextType>;
  UserError?: UserErrorResolvers<ContextType>;
  Warning?: WarningResolvers<ContextType>;
  Conversation?: ConversationResolvers<ContextType>;
  Snapshot?: SnapshotResolvers<ContextType>;
  ForkOrigin?: ForkOriginResolvers<ContextType>;
  TranscriptEntry?: TranscriptEntryResolvers<ContextType>;
  Versions?: VersionsResolvers<ContextType>;
  Message?: MessageResolvers<ContextType>;
  Observation?: ObservationResolvers<ContextType>;
  Usage?: UsageResolvers<ContextType>;
  ContentBlock?: ContentBlockResolvers<ContextType>;
  TextBlock?: TextBlockResolvers<ContextType>;
  ThinkingBlock?: ThinkingBlockResolvers<ContextType>;
  ToolCallBlock?: ToolCallBlockResolvers<ContextType>;
  ToolResultBlock?: ToolResultBlockResolvers<ContextType>;
  AttachmentBlock?: AttachmentBlockResolvers<ContextType>;
  OtherBlock?: OtherBlockResolvers<ContextType>;
  Run?: RunResolvers<ContextType>;
  Attachment?: AttachmentResolvers<ContextType>;
  Entity?: EntityResolvers<ContextType>;
  Related?: RelatedResolvers<ContextType>;
  Relationship?: RelationshipResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  TreeShape?: TreeShapeResolvers<ContextType>;
  TranscriptConnection?: TranscriptConnectionResolvers<ContextType>;
  TranscriptEdge?: TranscriptEdgeResolvers<ContextType>;
  Stretch?: StretchResolvers<ContextType>;
  StretchConnection?: StretchConnectionResolvers<ContextType>;
  StretchEdge?: StretchEdgeResolvers<ContextType>;
  Directory?: DirectoryResolvers<ContextType>;
  DirectoryConnection?: DirectoryConnectionResolvers<ContextType>;
  DirectoryEdge?: DirectoryEdgeResolvers<ContextType>;
  ConversationConnection?: ConversationConnectionResolvers<ContextType>;
  ConversationEdge?: ConversationEdgeResolvers<ContextType>;
  MessageConnection?: MessageConnectionResolvers<ContextType>;
  MessageEdge?: MessageEdgeResolvers<ContextType>;
  ObservationConnection?: ObservationConnectionResolvers<ContextType>;
  ObservationEdge?: ObservationEdgeResolvers<ContextType>;
  EventConnection?: EventConnectionResolvers<ContextType>;
  EventEdge?: EventEdgeResolvers<ContextType>;
  RunConnection?: RunConnectionResolvers<ContextType>;
  RunEdge?: RunEdgeResolvers<ContextType>;
  RelationshipConnection?: RelationshipConnectionResolvers<ContextType>;
  RelationshipEdge?: RelationshipEdgeResolvers<ContextType>;
  EntityConnection?: EntityConnectionResolvers<ContextType>;
  EntityEdge?: EntityEdgeResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  SearchConnection?: SearchConnectionResolvers<ContextType>;
  SearchEdge?: SearchEdgeResolvers<ContextType>;
  SearchHit?: SearchHitResolvers<ContextType>;
  TextRange?: TextRangeResolvers<ContextType>;
  Diff?: DiffResolvers<ContextType>;
  ChangedTurn?: ChangedTurnResolvers<ContextType>;
  PathStats?: PathStatsResolvers<ContextType>;
  PathVerification?: PathVerificationResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
  Principal?: PrincipalResolvers<ContextType>;
  IntegrityReport?: IntegrityReportResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  StoreTurnPayload?: StoreTurnPayloadResolvers<ContextType>;
  StoreTurnsPayload?: StoreTurnsPayloadResolvers<ContextType>;
  ConversationPayload?: ConversationPayloadResolvers<ContextType>;
  ForkPayload?: ForkPayloadResolvers<ContextType>;
  ProbePayload?: ProbePayloadResolvers<ContextType>;
  AnnotatePayload?: AnnotatePayloadResolvers<ContextType>;
  AmendPayload?: AmendPayloadResolvers<ContextType>;
  HeadPayload?: HeadPayloadResolvers<ContextType>;
  RepairPayload?: RepairPayloadResolvers<ContextType>;
  MergePayload?: MergePayloadResolvers<ContextType>;
  RefutedInput?: RefutedInputResolvers<ContextType>;
  CheckpointPayload?: CheckpointPayloadResolvers<ContextType>;
  MarkerPayload?: MarkerPayloadResolvers<ContextType>;
  RunPayload?: RunPayloadResolvers<ContextType>;
  RelationshipPayload?: RelationshipPayloadResolvers<ContextType>;
  EntityTypePayload?: EntityTypePayloadResolvers<ContextType>;
  EntityPayload?: EntityPayloadResolvers<ContextType>;
  ImportPayload?: ImportPayloadResolvers<ContextType>;
  ImportReport?: ImportReportResolvers<ContextType>;
  ImportFinding?: ImportFindingResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = Context> = {
  scope?: ScopeDirectiveResolver<any, any, ContextType>;
};
