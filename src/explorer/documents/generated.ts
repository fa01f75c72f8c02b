// Generated from the .graphql files beside it by "npm run build". Never edit it.

import type { TypedDocumentNode } from 'urql'
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

/** What analytics count. */
export type AnalyticsFilter = {
  /** Only what these conversations recorded, at most 1,000. */
  readonly conversationIds?: ReadonlyArray<string> | null | undefined;
  /** Only turns observed at this time or later. */
  readonly from?: string | null | undefined;
  /** Only turns observed at this time or before. */
  readonly to?: string | null | undefined;
  /** Whether experiments count too. */
  readonly includeExperiments?: boolean | null | undefined;
  /** Only turns of these models; an empty text is that of no model. */
  readonly models?: ReadonlyArray<string> | null | undefined;
  /** Only turns of these roles. */
  readonly roles?: ReadonlyArray<Role> | null | undefined;
  /** Only conversations of this working directory. */
  readonly cwd?: string | null | undefined;
  /** Whether deleted conversations count: deleting hides words, not what they cost. */
  readonly includeDeleted?: boolean | null | undefined;
};

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

/** Which conversations to list: those that meet every given condition. */
export type ConversationFilter = {
  /** From one of these origins. */
  readonly origin?: ReadonlyArray<OriginKind> | null | undefined;
  /** With exactly this working directory. */
  readonly cwd?: string | null | undefined;
  /**
   * With this text in the title, without regard to case. A title that is derived of another conversation's turn (a fork's, or of a copy) is
   * looked for as it was kept, which may be of before a correction of that turn.
   */
  readonly title?: string | null | undefined;
  /** Active at this time or later. */
  readonly activeAfter?: string | null | undefined;
  /** Active at this time or earlier. */
  readonly activeBefore?: string | null | undefined;
  /** Forked directly from this conversation. */
  readonly forkedFrom?: string | null | undefined;
  /** Whether deleted ones are among them. */
  readonly includeDeleted?: boolean | null | undefined;
  /** With metadata that has these members with equal values. */
  readonly metadata?: unknown;
  /** Whether forks are among them; they are unless this is false. */
  readonly forks?: boolean | null | undefined;
  /** Whether sidechains (conversations that a tool call started) are among them. */
  readonly sidechains?: boolean | null | undefined;
  /** With these words in any of their turns as they are now, inherited ones included; written as for `search`. */
  readonly text?: string | null | undefined;
};

/** Where to search: what meets every given condition. */
export type SearchScope = {
  /** A conversation: its tree and what it inherited. */
  readonly conversationId?: string | null | undefined;
  /** Of that conversation only the path to its head. */
  readonly onPathOnly?: boolean | null | undefined;
  /** With `onPathOnly`, the path to this place instead of the head's. */
  readonly at?: PointInput | null | undefined;
  /** Turns of these roles alone. */
  readonly roles?: ReadonlyArray<Role> | null | undefined;
  /** Observed at this time or later. */
  readonly from?: string | null | undefined;
  /** Observed at this time or earlier. */
  readonly to?: string | null | undefined;
  /** Turns that call the tool of this name, and turns with its results. */
  readonly tool?: string | null | undefined;
  /** CURRENT: what a person sees, corrections laid over it. AS_STORED: what was stored, of whatever version. */
  readonly values?: TranscriptValues | null | undefined;
  /** Whether conversations of experiments are searched. */
  readonly includeExperiments?: boolean | null | undefined;
};

/** A point in a conversation's tree or inherited past. */
export type PointInput =
  {   /** A message: its deepest observation on the head's path, else its newest one. */
  readonly messageId: string; readonly observationId?: never; readonly runId?: never; readonly turn?: never; }
  |  { readonly messageId?: never;   /** An observation. */
  readonly observationId: string; readonly runId?: never; readonly turn?: never; }
  |  { readonly messageId?: never; readonly observationId?: never;   /** A run: its end, or, as the point before which to cut, its beginning. */
  readonly runId: string; readonly turn?: never; }
  |  { readonly messageId?: never; readonly observationId?: never; readonly runId?: never;   /** The 1-based number of a turn on the head's path. */
  readonly turn: number; };

/** A place in any tree: a conversation stands at its head, a message at its newest turn observation. */
export type PlaceInput =
  {   /** A conversation's head. */
  readonly conversationId: string; readonly messageId?: never; readonly observationId?: never; }
  |  { readonly conversationId?: never;   /** A message's newest turn observation. */
  readonly messageId: string; readonly observationId?: never; }
  |  { readonly conversationId?: never; readonly messageId?: never;   /** An observation. */
  readonly observationId: string; };

/** What a conversation without an id is known by. */
export type ConversationKeyInput =
  {   /** The text of its first user turn. */
  readonly firstUserMessage: string; readonly title?: never; }
  |  { readonly firstUserMessage?: never;   /** Its title. */
  readonly title: string; };

/** One turn to store. */
export type StoreTurnInput = {
  /** The conversation's own id; one that does not exist yet is made. A new one is made when left out. */
  readonly conversationId?: string | null | undefined;
  /**
   * For hosts without ids: gives the same conversation id every time, unless `conversationId` is given. Best effort:
   * conversations that begin with the same words are one.
   */
  readonly conversationKey?: ConversationKeyInput | null | undefined;
  /** The turn's id within the conversation; one is made when left out. Stored again, it is the same message. */
  readonly turnId?: string | null | undefined;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: string | null | undefined;
  /** Who speaks. A message keeps the role of its first observation. */
  readonly role: Role;
  /** Short for one text block; not together with `content`. */
  readonly text?: string | null | undefined;
  /** The content, block by block. */
  readonly content?: ReadonlyArray<ContentBlockInput> | null | undefined;
  /** What the turn continues, instead of what the rules say. Null written out: a new root. */
  readonly parent?: ParentInput | null | undefined;
  /** The observation that must be the head. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: string | null | undefined;
  /** What happens when it is not. */
  readonly onConflict?: OnConflict | null | undefined;
  /** Who sends it, in the host's words. */
  readonly senderId?: string | null | undefined;
  /** Which kind of sender that is, in the host's words. */
  readonly senderKind?: string | null | undefined;
  /** The run that it belongs to, which must be open. */
  readonly runId?: string | null | undefined;
  /** When it happened; now when left out. */
  readonly observedAt?: string | null | undefined;
  /** The model that answered. */
  readonly model?: string | null | undefined;
  /** What the answer cost. */
  readonly usage?: UsageInput | null | undefined;
  /** What it refers to. One that is unknown refuses the turn. */
  readonly refersTo?: ReadonlyArray<ThingInput> | null | undefined;
  /** A message whose place it takes. */
  readonly supersedes?: string | null | undefined;
  /** Bytes or URIs that go with it: blocks behind the content. */
  readonly attachments?: ReadonlyArray<AttachmentInput> | null | undefined;
  /**
   * The branch that it belongs to, in the caller's words: it goes where the last turn stored under it here stands, as it
   * otherwise goes where the head stands.
   */
  readonly branchId?: string | null | undefined;
  /** Which kind of source stores it, in the caller's words. */
  readonly sourceKind?: string | null | undefined;
  /** What it counts for in a snapshot; below 1000. */
  readonly priority?: number | null | undefined;
  /** Whatever the caller keeps with it. */
  readonly metadata?: unknown;
};

/** The parent of a turn. */
export type ParentInput =
  {   /** A message: its deepest observation on the head's path, else its newest one. */
  readonly messageId: string; readonly observationId?: never; }
  |  { readonly messageId?: never;   /** An observation. */
  readonly observationId: string; };

/** What a turn attaches: exactly one of `base64` and `uri`. */
export type AttachmentInput = {
  /** What it is called here; no path. */
  readonly name?: string | null | undefined;
  /** What kind of bytes it is, such as `image/png`. */
  readonly mediaType?: string | null | undefined;
  /** The bytes, in base64. Large ones go to `PUT /attachments` first, and are embedded by their id. */
  readonly base64?: string | null | undefined;
  /** Where it lies, when not here. Nothing fetches it. */
  readonly uri?: string | null | undefined;
  /** What it is for here, in the caller's words. */
  readonly kind?: string | null | undefined;
  /** In which environment it was made, in the caller's words. */
  readonly environment?: string | null | undefined;
};

/** One piece of a turn's content. */
export type ContentBlockInput =
  {   /** Plain text. */
  readonly text: string; readonly thinking?: never; readonly toolCall?: never; readonly toolResult?: never; readonly attachmentId?: never; readonly other?: never; }
  |  { readonly text?: never;   /** What the model thought before it answered. */
  readonly thinking: ThinkingInput; readonly toolCall?: never; readonly toolResult?: never; readonly attachmentId?: never; readonly other?: never; }
  |  { readonly text?: never; readonly thinking?: never;   /** The model's call of a tool. */
  readonly toolCall: ToolCallInput; readonly toolResult?: never; readonly attachmentId?: never; readonly other?: never; }
  |  { readonly text?: never; readonly thinking?: never; readonly toolCall?: never;   /** A tool's answer. */
  readonly toolResult: ToolResultInput; readonly attachmentId?: never; readonly other?: never; }
  |  { readonly text?: never; readonly thinking?: never; readonly toolCall?: never; readonly toolResult?: never;   /** An attachment that is there already, by its id. It keeps the file name that it was last sent with. */
  readonly attachmentId: string; readonly other?: never; }
  |  { readonly text?: never; readonly thinking?: never; readonly toolCall?: never; readonly toolResult?: never; readonly attachmentId?: never;   /** Anything else, kept verbatim. */
  readonly other: unknown; };

/** What a model thought before it answered. */
export type ThinkingInput = {
  /** The thought. */
  readonly thinking: string;
  /** The provider's signature of it. */
  readonly signature?: string | null | undefined;
};

/** A model's call of a tool. */
export type ToolCallInput = {
  /** Names the call; its result carries the same id. */
  readonly callId: string;
  /** Name of the tool. */
  readonly name: string;
  /** What the tool is given. */
  readonly input: unknown;
};

/** A tool's answer. */
export type ToolResultInput = {
  /** The call that it answers. */
  readonly callId: string;
  /** What the tool answered. */
  readonly content: unknown;
  /** Whether the tool failed. */
  readonly isError?: boolean | null | undefined;
};

/** Tokens and cost of one API answer. */
export type UsageInput = {
  /** Tokens sent. */
  readonly inputTokens?: number | null | undefined;
  /** Tokens answered. */
  readonly outputTokens?: number | null | undefined;
  /** Tokens read from a cache. */
  readonly cacheReadTokens?: number | null | undefined;
  /** Tokens written to a cache. */
  readonly cacheWriteTokens?: number | null | undefined;
  /** Cost in US dollars. */
  readonly costUsd?: number | null | undefined;
  /** The API answer's id: turns of one answer share it, and its usage counts once. */
  readonly answerId?: string | null | undefined;
};

/** What to fork, and where. Without `at` and `before`: at the head. */
export type ForkConversationInput = {
  /** The conversation to fork. */
  readonly source: string;
  /** The last point that the fork carries. */
  readonly at?: PointInput | null | undefined;
  /** The first point that the fork does not carry any more. */
  readonly before?: PointInput | null | undefined;
  /** Where a fork may be made. When left out: RUN where a run is named, else MESSAGE. */
  readonly boundary?: ForkBoundary | null | undefined;
  /** The fork's id; one is made when left out. */
  readonly newConversationId?: string | null | undefined;
  /** The fork's title; derived when left out. */
  readonly title?: string | null | undefined;
  /** Kept under the key `fork` of the fork's metadata, beside what its source's holds. */
  readonly metadata?: unknown;
  /** Who forks, for the ledger. */
  readonly actor?: unknown;
  /** Why, for the ledger. */
  readonly note?: string | null | undefined;
  /** Where the fork comes from. */
  readonly origin?: OriginKind | null | undefined;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: string | null | undefined;
  /** Answers the same without writing. */
  readonly dryRun?: boolean | null | undefined;
};

/** How far to move a head back. One of `to` and `before`. */
export type RewindInput = {
  /** The conversation's own id. */
  readonly conversationId: string;
  /** The point that becomes the head. */
  readonly to?: PointInput | null | undefined;
  /** The point before which the head will stand. */
  readonly before?: PointInput | null | undefined;
  /** The observation that must be the head now. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: string | null | undefined;
  /** Why, for the ledger. */
  readonly note?: string | null | undefined;
  /** Who moves it, for the ledger. */
  readonly actor?: unknown;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: string | null | undefined;
};

/** To which leaf a head moves. */
export type SwitchHeadInput = {
  /** The conversation's own id. */
  readonly conversationId: string;
  /** The leaf that becomes the head, or, with `descend: NEWEST`, any place in the tree. */
  readonly observationId: string;
  /** Whether to go on from there. */
  readonly descend?: Descend | null | undefined;
  /** The observation that must be the head now. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: string | null | undefined;
  /** Why, for the ledger. */
  readonly note?: string | null | undefined;
  /** Who moves it, for the ledger. */
  readonly actor?: unknown;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: string | null | undefined;
};

/** Whose last move of the head to take back. */
export type UndoInput = {
  /** The conversation's own id. */
  readonly conversationId: string;
  /** The observation that must be the head now. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: string | null | undefined;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: string | null | undefined;
};

/** What to say of one observation. */
export type AnnotateInput = {
  /** The observation's own id: one version of a turn, or what else was stored. */
  readonly observationId: string;
  /** Keys with their values, put over those that are there; null takes a key away. At most 64 KiB altogether. */
  readonly annotations: unknown;
  /** Who says so, for the ledger. */
  readonly actor?: unknown;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: string | null | undefined;
};

/** What to correct in a message. */
export type AmendMessageInput = {
  /** The message's id. */
  readonly messageId: string;
  /**
   * The fields to correct, by the names of StoreTurnInput; null clears one. `text` stands for one text block. Unknown
   * names are kept. What says where a turn goes cannot be corrected.
   */
  readonly fields: unknown;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: string | null | undefined;
  /** A note for the ledger. */
  readonly note?: string | null | undefined;
};

/** What to delete or restore. */
export type DeleteInput = {
  /** Its own id. */
  readonly id: string;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: string | null | undefined;
  /** A note for the ledger. */
  readonly note?: string | null | undefined;
};

/** Exchanges to sum up. An exchange is a user's turn up to, not including, the next one; what only answers tool calls begins none. */
export type CompactInput = {
  /** The conversation's own id. */
  readonly conversationId: string;
  /** The first turn of the first exchange, on the head's path; of a run: the one that it begins with. */
  readonly from: PointInput;
  /** The last turn of the last exchange, on the head's path; of a run: its end. */
  readonly to: PointInput;
  /** What a model is told instead. */
  readonly summary: string;
  /** The observation that must be the head now. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: string | null | undefined;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: string | null | undefined;
};

/** Exchanges to leave out. An exchange is a user's turn up to, not including, the next one; what only answers tool calls begins none. */
export type DropSpanInput = {
  /** The conversation's own id. */
  readonly conversationId: string;
  /** The first turn of the first exchange, on the head's path; of a run: the one that it begins with. */
  readonly from: PointInput;
  /** The last turn of the last exchange, on the head's path; of a run: its end. */
  readonly to: PointInput;
  /** What becomes of the conversations that tool calls of these turns started. */
  readonly sidechains?: SidechainPolicy | null | undefined;
  /** The observation that must be the head now. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: string | null | undefined;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: string | null | undefined;
};

/** A marker to cancel. */
export type CancelMarkerInput = {
  /** The conversation's own id. */
  readonly conversationId: string;
  /** A compaction or a drop on the head's path, inherited or imported ones too, that is not cancelled yet. */
  readonly markerId: string;
  /** The observation that must be the head now. Null written out: the conversation must be empty. */
  readonly expectedHeadId?: string | null | undefined;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: string | null | undefined;
};

/** Branches to merge. */
export type MergeInput = {
  /** The conversation that they are merged into: its head becomes the join's first parent. */
  readonly into: string;
  /** The conversations whose heads are merged, each once. */
  readonly from: ReadonlyArray<string>;
  /** What is taken of them. */
  readonly strategy: MergeStrategy;
  /** Of CHERRY_PICK, and of that alone: the ids of the messages to pick, tool calls with their results. */
  readonly turns?: ReadonlyArray<string> | null | undefined;
  /** Of EVIDENCE, and of that alone: what judges each artifact. */
  readonly gate?: GateInput | null | undefined;
  /** Who answers for the merge, in the caller's words. */
  readonly reviewer?: string | null | undefined;
  /** The observation that must be the head of `into` now. Null written out: it must be empty. */
  readonly expectedHeadId?: string | null | undefined;
  /** Why, for the ledger. */
  readonly note?: string | null | undefined;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: string | null | undefined;
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
  {   /**
   * A JSON Schema of draft 6, 7, 2019-09 or 2020-12 (which is assumed): the artifact must be JSON that meets it. `format` is not
   * checked, and nothing is fetched.
   */
  readonly jsonSchema: unknown; readonly command?: never; }
  |  { readonly jsonSchema?: never;   /** The name of a command that the operator configured in GATES: the artifact survives where it ends with status 0. */
  readonly command: string; };

/** What a gate says of a merge. */
export type Verdict =
  /** An artifact survived. */
  | 'SURVIVES'
  /** None did. */
  | 'REFUTED';

/** What becomes of the sidechains of turns that are dropped, as long as the marker holds. */
export type SidechainPolicy =
  /** Nothing: they stay where they are. */
  | 'ORPHAN'
  /** They are left out of the conversation's `sidechains` and `treeShape`. */
  | 'CASCADE'
  /** They are shown at the nearest turn before that is not hidden. */
  | 'REROOT';

/** A place that is to have a name. */
export type CheckpointInput = {
  /** The conversation's own id. */
  readonly conversationId: string;
  /** A place of its tree; the head when left out. */
  readonly at?: PointInput | null | undefined;
  /** The name. One may be given again: all are listed. */
  readonly name: string;
  /** A remark for the ledger. */
  readonly note?: string | null | undefined;
  /** The same key with the same input gives the same answer and writes nothing new. */
  readonly idempotencyKey?: string | null | undefined;
};

/** Either end of a relationship. A merged entity stands for the one that it was merged into. */
export type ThingInput =
  {   /** A conversation. */
  readonly conversationId: string; readonly messageId?: never; readonly entityId?: never; readonly attachmentId?: never; }
  |  { readonly conversationId?: never;   /** A message. */
  readonly messageId: string; readonly entityId?: never; readonly attachmentId?: never; }
  |  { readonly conversationId?: never; readonly messageId?: never;   /** An entity. */
  readonly entityId: string; readonly attachmentId?: never; }
  |  { readonly conversationId?: never; readonly messageId?: never; readonly entityId?: never;   /** An attachment. */
  readonly attachmentId: string; };

export type ForkMutationVariables = Exact<{
  input: ForkConversationInput;
}>;


export type ForkMutation = { readonly result: { readonly sharedLength: number | null, readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly warnings: ReadonlyArray<{ readonly message: string }>, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type RewindMutationVariables = Exact<{
  input: RewindInput;
}>;


export type RewindMutation = { readonly result: { readonly leftTranscript: number, readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type SwitchMutationVariables = Exact<{
  input: SwitchHeadInput;
}>;


export type SwitchMutation = { readonly result: { readonly leftTranscript: number, readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type UndoMutationVariables = Exact<{
  input: UndoInput;
}>;


export type UndoMutation = { readonly result: { readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type StoreMutationVariables = Exact<{
  input: StoreTurnInput;
}>;


export type StoreMutation = { readonly result: { readonly leftTranscript: number, readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type AmendMutationVariables = Exact<{
  input: AmendMessageInput;
}>;


export type AmendMutation = { readonly result: { readonly message: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type DeleteMessageMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteMessageMutation = { readonly result: { readonly message: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type RestoreMessageMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type RestoreMessageMutation = { readonly result: { readonly message: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type DeleteConversationMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteConversationMutation = { readonly result: { readonly conversation: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type CompactMutationVariables = Exact<{
  input: CompactInput;
}>;


export type CompactMutation = { readonly result: { readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly marker: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown, readonly field: ReadonlyArray<string> | null }> } };

export type DropSpanMutationVariables = Exact<{
  input: DropSpanInput;
}>;


export type DropSpanMutation = { readonly result: { readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly marker: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown, readonly field: ReadonlyArray<string> | null }> } };

export type CancelMarkerMutationVariables = Exact<{
  input: CancelMarkerInput;
}>;


export type CancelMarkerMutation = { readonly result: { readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type AnnotateMutationVariables = Exact<{
  input: AnnotateInput;
}>;


export type AnnotateMutation = { readonly result: { readonly observation: { readonly id: string, readonly annotations: unknown } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type CheckpointMutationVariables = Exact<{
  input: CheckpointInput;
}>;


export type CheckpointMutation = { readonly result: { readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type MergeMutationVariables = Exact<{
  input: MergeInput;
}>;


export type MergeMutation = { readonly result: { readonly verdict: Verdict | null, readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type LastEventQueryVariables = Exact<{
  id: string;
}>;


export type LastEventQuery = { readonly conversation: { readonly id: string, readonly events: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: EventKind, readonly at: string, readonly principal: { readonly id: string | null, readonly label: string | null } | null }> } } | null };

export type RestoreConversationMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type RestoreConversationMutation = { readonly result: { readonly conversation: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly details: unknown }> } };

export type ConversationLineFragment = { readonly id: string, readonly title: string, readonly preview: string, readonly turnCount: number, readonly updatedAt: string, readonly deletedAt: string | null, readonly origin: OriginKind, readonly cwd: string | null, readonly forkedFrom: { readonly conversation: { readonly id: string } } | null };

export type ConversationsQueryVariables = Exact<{
  filter?: ConversationFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type ConversationsQuery = { readonly conversations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly title: string, readonly preview: string, readonly turnCount: number, readonly updatedAt: string, readonly deletedAt: string | null, readonly origin: OriginKind, readonly cwd: string | null, readonly forkedFrom: { readonly conversation: { readonly id: string } } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type DirectoriesQueryVariables = Exact<{ [key: string]: never; }>;


export type DirectoriesQuery = { readonly directories: { readonly nodes: ReadonlyArray<{ readonly cwd: string, readonly conversations: number }> } };

export type ConversationsChangedSubscriptionVariables = Exact<{
  filter?: ConversationFilter | null | undefined;
}>;


export type ConversationsChangedSubscription = { readonly conversationsChanged: { readonly id: string, readonly title: string, readonly preview: string, readonly turnCount: number, readonly updatedAt: string, readonly deletedAt: string | null, readonly origin: OriginKind, readonly cwd: string | null, readonly forkedFrom: { readonly conversation: { readonly id: string } } | null } };

type End_Conversation_Fragment = { readonly __typename: 'Conversation', readonly id: string, readonly title: string };

type End_Message_Fragment = { readonly __typename: 'Message', readonly id: string, readonly turnId: string };

type End_Entity_Fragment = { readonly __typename: 'Entity', readonly id: string };

type End_Attachment_Fragment = { readonly __typename: 'Attachment', readonly id: string };

export type EndFragment =
  | End_Conversation_Fragment
  | End_Message_Fragment
  | End_Entity_Fragment
  | End_Attachment_Fragment
;

export type MessageHistoryQueryVariables = Exact<{
  id: string;
  at?: string | null | undefined;
  ingestedAt?: string | null | undefined;
}>;


export type MessageHistoryQuery = { readonly message: { readonly id: string, readonly turnId: string, readonly role: Role, readonly deleted: boolean, readonly text: string | null, readonly content: ReadonlyArray<
      | { readonly __typename: 'TextBlock' }
      | { readonly __typename: 'ThinkingBlock' }
      | { readonly __typename: 'ToolCallBlock' }
      | { readonly __typename: 'ToolResultBlock' }
      | { readonly __typename: 'AttachmentBlock' }
      | { readonly __typename: 'OtherBlock' }
    > | null, readonly relationships: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: RelationshipType, readonly label: string, readonly source:
          | { readonly __typename: 'Conversation', readonly id: string, readonly title: string }
          | { readonly __typename: 'Message', readonly id: string, readonly turnId: string }
          | { readonly __typename: 'Entity', readonly id: string }
          | { readonly __typename: 'Attachment', readonly id: string }
        , readonly target:
          | { readonly __typename: 'Conversation', readonly id: string, readonly title: string }
          | { readonly __typename: 'Message', readonly id: string, readonly turnId: string }
          | { readonly __typename: 'Entity', readonly id: string }
          | { readonly __typename: 'Attachment', readonly id: string }
         }>, readonly pageInfo: { readonly hasNextPage: boolean } }, readonly conversation: { readonly id: string, readonly title: string }, readonly snapshot: { readonly fields: unknown, readonly provenance: unknown, readonly computedAt: string } | null, readonly observations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: ObservationKind, readonly observedAt: string, readonly ingestedAt: string, readonly text: string | null, readonly fields: unknown, readonly priority: number, readonly sourceKind: string | null, readonly conversation: { readonly id: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean } }, readonly supersedes: { readonly id: string } | null, readonly supersededBy: ReadonlyArray<{ readonly id: string }> } | null };

export type PlaceKindQueryVariables = Exact<{
  id: string;
}>;


export type PlaceKindQuery = { readonly conversation: { readonly id: string, readonly title: string, readonly head: { readonly id: string } | null } | null, readonly observation: { readonly id: string } | null };

export type DiffEntryFragment = { readonly role: Role | null, readonly text: string, readonly message: { readonly id: string } | null, readonly observation: { readonly id: string, readonly turn: number | null } };

export type StatsFragment = { readonly turns: number, readonly toolCalls: number, readonly inputTokens: number, readonly outputTokens: number, readonly costUsd: number };

export type CompareQueryVariables = Exact<{
  base: PlaceInput;
  target: PlaceInput;
}>;


export type CompareQuery = { readonly diff: { readonly markdown: string, readonly baseOnlyCount: number, readonly targetOnlyCount: number, readonly commonAncestor: { readonly id: string, readonly turn: number | null } | null, readonly baseOnly: ReadonlyArray<{ readonly role: Role | null, readonly text: string, readonly message: { readonly id: string } | null, readonly observation: { readonly id: string, readonly turn: number | null } }>, readonly targetOnly: ReadonlyArray<{ readonly role: Role | null, readonly text: string, readonly message: { readonly id: string } | null, readonly observation: { readonly id: string, readonly turn: number | null } }>, readonly changed: ReadonlyArray<{ readonly message: { readonly id: string }, readonly base: { readonly id: string, readonly text: string | null }, readonly target: { readonly id: string, readonly text: string | null } }>, readonly baseStats: { readonly turns: number, readonly toolCalls: number, readonly inputTokens: number, readonly outputTokens: number, readonly costUsd: number }, readonly targetStats: { readonly turns: number, readonly toolCalls: number, readonly inputTokens: number, readonly outputTokens: number, readonly costUsd: number } } };

export type LedgerQueryVariables = Exact<{
  id: string;
  first: number;
}>;


export type LedgerQuery = { readonly conversation: { readonly id: string, readonly events: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly seq: number | null, readonly kind: EventKind, readonly at: string, readonly note: string | null, readonly details: unknown, readonly principal: { readonly id: string | null, readonly label: string | null } | null, readonly headFrom: { readonly id: string } | null, readonly headTo: { readonly id: string } | null }> } } | null };

export type HeadMovesQueryVariables = Exact<{
  id: string;
}>;


export type HeadMovesQuery = { readonly conversation: { readonly id: string, readonly headHistory: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: EventKind, readonly at: string }> } } | null };

export type TotalsFragment = { readonly inputTokens: number, readonly outputTokens: number, readonly cacheReadTokens: number, readonly costUsd: number, readonly answers: number };

export type StatisticsQueryVariables = Exact<{
  filter?: AnalyticsFilter | null | undefined;
}>;


export type StatisticsQuery = { readonly analytics: { readonly conversations: number, readonly forks: number, readonly messages: number, readonly rewinds: number, readonly rewindRate: number, readonly replacedTurns: number, readonly treeShape: { readonly nodes: number, readonly leaves: number, readonly branchPoints: number, readonly versionPoints: number, readonly toolCalls: number }, readonly usage: { readonly inputTokens: number, readonly outputTokens: number, readonly cacheReadTokens: number, readonly costUsd: number, readonly answers: number }, readonly byModel: ReadonlyArray<{ readonly key: string, readonly totals: { readonly inputTokens: number, readonly outputTokens: number, readonly cacheReadTokens: number, readonly costUsd: number, readonly answers: number } }>, readonly byConversation: ReadonlyArray<{ readonly key: string, readonly totals: { readonly inputTokens: number, readonly outputTokens: number, readonly cacheReadTokens: number, readonly costUsd: number, readonly answers: number } }>, readonly tools: ReadonlyArray<{ readonly name: string, readonly calls: number, readonly errors: number }>, readonly messagesPerDay: ReadonlyArray<{ readonly day: string, readonly messages: number }> } };

export type SearchQueryVariables = Exact<{
  text: string;
  in?: SearchScope | null | undefined;
  after?: string | null | undefined;
}>;


export type SearchQuery = { readonly search: { readonly totalCount: number | null, readonly behind: number | null, readonly nodes: ReadonlyArray<{ readonly snippet: string, readonly turn: number | null, readonly matches: number, readonly observation: { readonly id: string, readonly role: Role | null, readonly observedAt: string }, readonly highlights: ReadonlyArray<{ readonly from: number, readonly to: number }>, readonly conversation: { readonly id: string, readonly title: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

type Block_TextBlock_Fragment = { readonly __typename: 'TextBlock', readonly text: string };

type Block_ThinkingBlock_Fragment = { readonly __typename: 'ThinkingBlock', readonly thinking: string };

type Block_ToolCallBlock_Fragment = { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown };

type Block_ToolResultBlock_Fragment = { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown };

type Block_AttachmentBlock_Fragment = { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null, readonly uri: string | null, readonly downloadUrl: string | null } };

type Block_OtherBlock_Fragment = { readonly __typename: 'OtherBlock', readonly value: unknown };

export type BlockFragment =
  | Block_TextBlock_Fragment
  | Block_ThinkingBlock_Fragment
  | Block_ToolCallBlock_Fragment
  | Block_ToolResultBlock_Fragment
  | Block_AttachmentBlock_Fragment
  | Block_OtherBlock_Fragment
;

export type EntryFragment = { readonly position: number, readonly role: Role | null, readonly deleted: boolean, readonly inherited: boolean, readonly synthetic: boolean, readonly content: ReadonlyArray<
    | { readonly __typename: 'TextBlock', readonly text: string }
    | { readonly __typename: 'ThinkingBlock', readonly thinking: string }
    | { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown }
    | { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown }
    | { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null, readonly uri: string | null, readonly downloadUrl: string | null } }
    | { readonly __typename: 'OtherBlock', readonly value: unknown }
  >, readonly message: { readonly id: string, readonly turnId: string } | null, readonly observation: { readonly id: string, readonly kind: ObservationKind, readonly turn: number | null, readonly model: string | null, readonly observedAt: string, readonly runId: string | null, readonly isLeaf: boolean, readonly annotations: unknown, readonly parent: { readonly id: string } | null, readonly usage: { readonly inputTokens: number | null, readonly outputTokens: number | null, readonly cacheReadTokens: number | null, readonly costUsd: number | null } | null }, readonly versions: { readonly index: number, readonly count: number, readonly previous: { readonly id: string } | null, readonly next: { readonly id: string } | null } | null };

export type TranscriptQueryVariables = Exact<{
  id: string;
  at?: PointInput | null | undefined;
  asOf?: string | null | undefined;
  view: TranscriptView;
  values: TranscriptValues;
  last?: number | null | undefined;
  before?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TranscriptQuery = { readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null, readonly transcript: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly position: number, readonly role: Role | null, readonly deleted: boolean, readonly inherited: boolean, readonly synthetic: boolean, readonly content: ReadonlyArray<
            | { readonly __typename: 'TextBlock', readonly text: string }
            | { readonly __typename: 'ThinkingBlock', readonly thinking: string }
            | { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown }
            | { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown }
            | { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null, readonly uri: string | null, readonly downloadUrl: string | null } }
            | { readonly __typename: 'OtherBlock', readonly value: unknown }
          >, readonly message: { readonly id: string, readonly turnId: string } | null, readonly observation: { readonly id: string, readonly kind: ObservationKind, readonly turn: number | null, readonly model: string | null, readonly observedAt: string, readonly runId: string | null, readonly isLeaf: boolean, readonly annotations: unknown, readonly parent: { readonly id: string } | null, readonly usage: { readonly inputTokens: number | null, readonly outputTokens: number | null, readonly cacheReadTokens: number | null, readonly costUsd: number | null } | null }, readonly versions: { readonly index: number, readonly count: number, readonly previous: { readonly id: string } | null, readonly next: { readonly id: string } | null } | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } } | null };

export type TalkQueryVariables = Exact<{
  id: string;
}>;


export type TalkQuery = { readonly conversation: { readonly createdAt: string, readonly id: string, readonly title: string, readonly preview: string, readonly turnCount: number, readonly updatedAt: string, readonly deletedAt: string | null, readonly origin: OriginKind, readonly cwd: string | null, readonly head: { readonly id: string } | null, readonly forkedFrom: { readonly turn: number | null, readonly conversation: { readonly id: string, readonly title: string }, readonly observation: { readonly id: string } | null } | null, readonly spawnedBy: { readonly id: string, readonly conversation: { readonly id: string } } | null, readonly treeShape: { readonly nodes: number, readonly leaves: number, readonly branchPoints: number, readonly versionPoints: number }, readonly usage: { readonly inputTokens: number, readonly outputTokens: number, readonly costUsd: number, readonly answers: number }, readonly forks: { readonly totalCount: number | null } } | null };

export type NewestLeafQueryVariables = Exact<{
  id: string;
}>;


export type NewestLeafQuery = { readonly observation: { readonly id: string, readonly leaves: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly conversation: { readonly id: string } | null }> } } | null };

export type LedgerEndQueryVariables = Exact<{
  id: string;
}>;


export type LedgerEndQuery = { readonly conversation: { readonly id: string, readonly events: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly seq: number | null }> } } | null };

export type ConversationChangedSubscriptionVariables = Exact<{
  id: string;
  afterSeq?: number | null | undefined;
}>;


export type ConversationChangedSubscription = { readonly conversationChanged: { readonly id: string, readonly seq: number | null, readonly kind: EventKind, readonly at: string } };

export type AsideQueryVariables = Exact<{
  id: string;
}>;


export type AsideQuery = { readonly observation: { readonly id: string, readonly kind: ObservationKind, readonly text: string | null, readonly fields: unknown, readonly parents: ReadonlyArray<{ readonly id: string }> } | null };

export type LeavesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type LeavesQuery = { readonly conversation: { readonly id: string, readonly leaves: { readonly nodes: ReadonlyArray<{ readonly id: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type StretchesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type StretchesQuery = { readonly conversation: { readonly id: string, readonly stretches: { readonly nodes: ReadonlyArray<{ readonly length: number, readonly parting: Parting | null, readonly onHeadPath: boolean, readonly inherited: boolean, readonly alike: number, readonly first: { readonly id: string }, readonly last: { readonly id: string }, readonly after: { readonly id: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type PastEventsFragment = { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: EventKind, readonly details: unknown, readonly headFrom: { readonly id: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } };

export type TreeEventsQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type TreeEventsQuery = { readonly conversation: { readonly id: string, readonly events: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: EventKind, readonly details: unknown, readonly headFrom: { readonly id: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type TreePlacesQueryVariables = Exact<{
  id: string;
}>;


export type TreePlacesQuery = { readonly conversation: { readonly id: string, readonly head: { readonly id: string, readonly depth: number | null } | null, readonly events: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: EventKind, readonly details: unknown, readonly headFrom: { readonly id: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } }, readonly forks: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly title: string, readonly preview: string, readonly turnCount: number, readonly forkedFrom: { readonly turn: number | null, readonly observation: { readonly id: string } | null } | null }> }, readonly checkpoints: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly details: unknown }> } } | null };

export type DepthsOfQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type DepthsOfQuery = { readonly observations: ReadonlyArray<{ readonly id: string, readonly depth: number | null, readonly leaves: { readonly nodes: ReadonlyArray<{ readonly id: string }> } } | null> };

export type RowFactsQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type RowFactsQuery = { readonly observations: ReadonlyArray<{ readonly id: string, readonly kind: ObservationKind, readonly role: Role | null, readonly turn: number | null, readonly text: string | null, readonly isLeaf: boolean, readonly annotations: unknown, readonly content: ReadonlyArray<
      | { readonly __typename: 'TextBlock' }
      | { readonly __typename: 'ThinkingBlock' }
      | { readonly __typename: 'ToolCallBlock', readonly name: string }
      | { readonly __typename: 'ToolResultBlock' }
      | { readonly __typename: 'AttachmentBlock' }
      | { readonly __typename: 'OtherBlock' }
    > | null } | null> };

export type BeforeQueryVariables = Exact<{
  id: string;
  last: number;
}>;


export type BeforeQuery = { readonly observation: { readonly id: string, readonly ancestors: { readonly nodes: ReadonlyArray<{ readonly id: string }> } } | null };

const fragmentConversationLine = "fragment ConversationLine on Conversation{id title preview turnCount updatedAt deletedAt origin cwd forkedFrom{conversation{id}}}"
const fragmentEnd = "fragment End on Related{__typename ...on Conversation{id title}...on Message{id turnId}...on Entity{id}...on Attachment{id}}"
const fragmentDiffEntry = "fragment DiffEntry on TranscriptEntry{role text message{id}observation{id turn}}"
const fragmentStats = "fragment Stats on PathStats{turns toolCalls inputTokens outputTokens costUsd}"
const fragmentTotals = "fragment Totals on UsageTotals{inputTokens outputTokens cacheReadTokens costUsd answers}"
const fragmentBlock = "fragment Block on ContentBlock{__typename ...on TextBlock{text}...on ThinkingBlock{thinking}...on ToolCallBlock{callId name input}...on ToolResultBlock{callId result:content isError}...on AttachmentBlock{fileName attachment{id mediaType byteSize uri downloadUrl}}...on OtherBlock{value}}"
const fragmentEntry = "fragment Entry on TranscriptEntry{position role deleted inherited synthetic content{...Block}message{id turnId}observation{id kind turn model observedAt runId isLeaf annotations parent{id}usage{inputTokens outputTokens cacheReadTokens costUsd}}versions{index count previous{id}next{id}}}"
const fragmentPastEvents = "fragment PastEvents on EventConnection{nodes{id kind details headFrom{id}}pageInfo{hasNextPage endCursor}}"
export const Fork = ("mutation Fork($input:ForkConversationInput!){result:forkConversation(input:$input){conversation{id head{id}}sharedLength warnings{message}userErrors{code message details}}}") as unknown as TypedDocumentNode<ForkMutation, ForkMutationVariables>
export const Rewind = ("mutation Rewind($input:RewindInput!){result:rewindConversation(input:$input){conversation{id head{id}}leftTranscript userErrors{code message details}}}") as unknown as TypedDocumentNode<RewindMutation, RewindMutationVariables>
export const Switch = ("mutation Switch($input:SwitchHeadInput!){result:switchHead(input:$input){conversation{id head{id}}leftTranscript userErrors{code message details}}}") as unknown as TypedDocumentNode<SwitchMutation, SwitchMutationVariables>
export const Undo = ("mutation Undo($input:UndoInput!){result:undo(input:$input){conversation{id head{id}}userErrors{code message details}}}") as unknown as TypedDocumentNode<UndoMutation, UndoMutationVariables>
export const Store = ("mutation Store($input:StoreTurnInput!){result:storeTurn(input:$input){conversation{id head{id}}leftTranscript userErrors{code message details}}}") as unknown as TypedDocumentNode<StoreMutation, StoreMutationVariables>
export const Amend = ("mutation Amend($input:AmendMessageInput!){result:amendMessage(input:$input){message{id}userErrors{code message details}}}") as unknown as TypedDocumentNode<AmendMutation, AmendMutationVariables>
export const DeleteMessage = ("mutation DeleteMessage($input:DeleteInput!){result:deleteMessage(input:$input){message{id}userErrors{code message details}}}") as unknown as TypedDocumentNode<DeleteMessageMutation, DeleteMessageMutationVariables>
export const RestoreMessage = ("mutation RestoreMessage($input:DeleteInput!){result:restoreMessage(input:$input){message{id}userErrors{code message details}}}") as unknown as TypedDocumentNode<RestoreMessageMutation, RestoreMessageMutationVariables>
export const DeleteConversation = ("mutation DeleteConversation($input:DeleteInput!){result:deleteConversation(input:$input){conversation{id}userErrors{code message details}}}") as unknown as TypedDocumentNode<DeleteConversationMutation, DeleteConversationMutationVariables>
export const Compact = ("mutation Compact($input:CompactInput!){result:compact(input:$input){conversation{id head{id}}marker{id}userErrors{code message details field}}}") as unknown as TypedDocumentNode<CompactMutation, CompactMutationVariables>
export const DropSpan = ("mutation DropSpan($input:DropSpanInput!){result:dropSpan(input:$input){conversation{id head{id}}marker{id}userErrors{code message details field}}}") as unknown as TypedDocumentNode<DropSpanMutation, DropSpanMutationVariables>
export const CancelMarker = ("mutation CancelMarker($input:CancelMarkerInput!){result:cancelMarker(input:$input){conversation{id head{id}}userErrors{code message details}}}") as unknown as TypedDocumentNode<CancelMarkerMutation, CancelMarkerMutationVariables>
export const Annotate = ("mutation Annotate($input:AnnotateInput!){result:annotate(input:$input){observation{id annotations}userErrors{code message details}}}") as unknown as TypedDocumentNode<AnnotateMutation, AnnotateMutationVariables>
export const Checkpoint = ("mutation Checkpoint($input:CheckpointInput!){result:checkpoint(input:$input){conversation{id head{id}}userErrors{code message details}}}") as unknown as TypedDocumentNode<CheckpointMutation, CheckpointMutationVariables>
export const Merge = ("mutation Merge($input:MergeInput!){result:mergeConversations(input:$input){conversation{id head{id}}verdict userErrors{code message details}}}") as unknown as TypedDocumentNode<MergeMutation, MergeMutationVariables>
export const LastEvent = ("query LastEvent($id:ID!){conversation(id:$id){id events(first:1){nodes{id kind at principal{id label}}}}}") as unknown as TypedDocumentNode<LastEventQuery, LastEventQueryVariables>
export const RestoreConversation = ("mutation RestoreConversation($input:DeleteInput!){result:restoreConversation(input:$input){conversation{id}userErrors{code message details}}}") as unknown as TypedDocumentNode<RestoreConversationMutation, RestoreConversationMutationVariables>
export const Conversations = ("query Conversations($filter:ConversationFilter$after:String){conversations(filter:$filter first:50 after:$after){nodes{...ConversationLine}pageInfo{hasNextPage endCursor}}}" + fragmentConversationLine) as unknown as TypedDocumentNode<ConversationsQuery, ConversationsQueryVariables>
export const Directories = ("query Directories{directories(first:50){nodes{cwd conversations}}}") as unknown as TypedDocumentNode<DirectoriesQuery, DirectoriesQueryVariables>
export const ConversationsChanged = ("subscription ConversationsChanged($filter:ConversationFilter){conversationsChanged(filter:$filter){...ConversationLine}}" + fragmentConversationLine) as unknown as TypedDocumentNode<ConversationsChangedSubscription, ConversationsChangedSubscriptionVariables>
export const MessageHistory = ("query MessageHistory($id:ID!$at:DateTime$ingestedAt:DateTime){message(id:$id){id turnId role deleted text content{__typename}relationships(first:50){nodes{id type label source{...End}target{...End}}pageInfo{hasNextPage}}conversation{id title}snapshot(at:$at ingestedAt:$ingestedAt){fields provenance computedAt}observations(first:50){nodes{id kind observedAt ingestedAt text fields priority sourceKind conversation{id}}pageInfo{hasNextPage}}supersedes{id}supersededBy{id}}}" + fragmentEnd) as unknown as TypedDocumentNode<MessageHistoryQuery, MessageHistoryQueryVariables>
export const PlaceKind = ("query PlaceKind($id:ID!){conversation(id:$id){id title head{id}}observation(id:$id){id}}") as unknown as TypedDocumentNode<PlaceKindQuery, PlaceKindQueryVariables>
export const Compare = ("query Compare($base:PlaceInput!$target:PlaceInput!){diff(base:$base target:$target){commonAncestor{id turn}baseOnly{...DiffEntry}targetOnly{...DiffEntry}changed{message{id}base{id text}target{id text}}baseStats{...Stats}targetStats{...Stats}markdown baseOnlyCount targetOnlyCount}}" + fragmentDiffEntry + fragmentStats) as unknown as TypedDocumentNode<CompareQuery, CompareQueryVariables>
export const Ledger = ("query Ledger($id:ID!$first:Int!){conversation(id:$id){id events(first:$first){totalCount pageInfo{hasNextPage}nodes{id seq kind at note details principal{id label}headFrom{id}headTo{id}}}}}") as unknown as TypedDocumentNode<LedgerQuery, LedgerQueryVariables>
export const HeadMoves = ("query HeadMoves($id:ID!){conversation(id:$id){id headHistory(first:100){nodes{id kind at}}}}") as unknown as TypedDocumentNode<HeadMovesQuery, HeadMovesQueryVariables>
export const Statistics = ("query Statistics($filter:AnalyticsFilter){analytics(filter:$filter){conversations forks messages rewinds rewindRate replacedTurns treeShape{nodes leaves branchPoints versionPoints toolCalls}usage{...Totals}byModel:usageBy(dimension:MODEL){key totals{...Totals}}byConversation:usageBy(dimension:CONVERSATION top:10){key totals{...Totals}}tools{name calls errors}messagesPerDay{day messages}}}" + fragmentTotals) as unknown as TypedDocumentNode<StatisticsQuery, StatisticsQueryVariables>
export const Search = ("query Search($text:String!$in:SearchScope$after:String){search(text:$text in:$in first:20 after:$after){nodes{observation{id role observedAt}snippet highlights{from to}conversation{id title}turn matches}pageInfo{hasNextPage endCursor}totalCount behind}}") as unknown as TypedDocumentNode<SearchQuery, SearchQueryVariables>
export const Transcript = ("query Transcript($id:ID!$at:PointInput$asOf:DateTime$view:TranscriptView!$values:TranscriptValues!$last:Int$before:String$first:Int$after:String){conversation(id:$id){id head{id}transcript(at:$at asOf:$asOf view:$view values:$values last:$last before:$before first:$first after:$after){edges{cursor node{...Entry}}pageInfo{hasNextPage hasPreviousPage startCursor endCursor}totalCount}}}" + fragmentEntry + fragmentBlock) as unknown as TypedDocumentNode<TranscriptQuery, TranscriptQueryVariables>
export const Talk = ("query Talk($id:ID!){conversation(id:$id){...ConversationLine createdAt head{id}forkedFrom{turn conversation{id title}observation{id}}spawnedBy{id conversation{id}}treeShape{nodes leaves branchPoints versionPoints}usage(of:PATH){inputTokens outputTokens costUsd answers}forks(first:1){totalCount}}}" + fragmentConversationLine) as unknown as TypedDocumentNode<TalkQuery, TalkQueryVariables>
export const NewestLeaf = ("query NewestLeaf($id:ID!){observation(id:$id){id leaves(first:1){nodes{id conversation{id}}}}}") as unknown as TypedDocumentNode<NewestLeafQuery, NewestLeafQueryVariables>
export const LedgerEnd = ("query LedgerEnd($id:ID!){conversation(id:$id){id events(first:1){nodes{id seq}}}}") as unknown as TypedDocumentNode<LedgerEndQuery, LedgerEndQueryVariables>
export const ConversationChanged = ("subscription ConversationChanged($id:ID!$afterSeq:Int){conversationChanged(id:$id afterSeq:$afterSeq){id seq kind at}}") as unknown as TypedDocumentNode<ConversationChangedSubscription, ConversationChangedSubscriptionVariables>
export const Aside = ("query Aside($id:ID!){observation(id:$id){id kind text fields parents{id}}}") as unknown as TypedDocumentNode<AsideQuery, AsideQueryVariables>
export const Leaves = ("query Leaves($id:ID!$after:String){conversation(id:$id){id leaves(first:100 after:$after){nodes{id}pageInfo{hasNextPage endCursor}}}}") as unknown as TypedDocumentNode<LeavesQuery, LeavesQueryVariables>
export const Stretches = ("query Stretches($id:ID!$after:String){conversation(id:$id){id stretches(first:1000 after:$after){nodes{first{id}last{id}after{id}length parting onHeadPath inherited alike}pageInfo{hasNextPage endCursor}}}}") as unknown as TypedDocumentNode<StretchesQuery, StretchesQueryVariables>
export const TreeEvents = ("query TreeEvents($id:ID!$after:String){conversation(id:$id){id events(first:100 after:$after){...PastEvents}}}" + fragmentPastEvents) as unknown as TypedDocumentNode<TreeEventsQuery, TreeEventsQueryVariables>
export const TreePlaces = ("query TreePlaces($id:ID!){conversation(id:$id){id head{id depth}events(first:100){...PastEvents}forks(first:100){nodes{id title preview turnCount forkedFrom{turn observation{id}}}}checkpoints(first:100){nodes{id details}}}}" + fragmentPastEvents) as unknown as TypedDocumentNode<TreePlacesQuery, TreePlacesQueryVariables>
export const DepthsOf = ("query DepthsOf($ids:[ID!]!){observations(ids:$ids){id depth leaves(first:1){nodes{id}}}}") as unknown as TypedDocumentNode<DepthsOfQuery, DepthsOfQueryVariables>
export const RowFacts = ("query RowFacts($ids:[ID!]!){observations(ids:$ids){id kind role turn text isLeaf annotations content{__typename ...on ToolCallBlock{name}}}}") as unknown as TypedDocumentNode<RowFactsQuery, RowFactsQueryVariables>
export const Before = ("query Before($id:ID!$last:Int!){observation(id:$id){id ancestors(last:$last){nodes{id}}}}") as unknown as TypedDocumentNode<BeforeQuery, BeforeQueryVariables>
