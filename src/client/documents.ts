// Generated from src/client/documents by "npm run generate". Never edit it.
import type { TypedDocument } from './graphClient.ts'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type Role =
  | 'USER'
  | 'ASSISTANT'
  | 'SYSTEM'
  | 'TOOL';

export type ObservationKind =
  | 'TURN'
  | 'RESTORATION'
  | 'DELETION'
  | 'CORRECTION'
  | 'COMPACTION'
  | 'DROP'
  | 'CANCEL'
  | 'JOIN'
  | 'NOTE'
  | 'FACT';

export type RelationshipType =
  | 'PART_OF'
  | 'REFERS_TO'
  | 'EMBEDS'
  | 'SUPERSEDES'
  | 'CORRECTS'
  | 'SETTLES'
  | 'DUPLICATE_OF'
  | 'DEPENDS_ON';

export type TranscriptView =
  | 'RAW'
  | 'MESSAGES'
  | 'CONTEXT';

export type TranscriptValues =
  | 'AS_STORED'
  | 'CURRENT';

export type ForkBoundary =
  | 'MESSAGE'
  | 'ANSWER'
  | 'RUN';

export type OnConflict =
  | 'REJECT'
  | 'FORK'
  | 'REBASE';

export type OriginKind =
  | 'HOST'
  | 'IMPORT'
  | 'EXPERIMENT';

export type Descend =
  | 'NONE'
  | 'NEWEST';

export type TreeFormat =
  | 'TEXT'
  | 'MERMAID'
  | 'DOT';

export type ErrorCode =
  | 'NOT_FOUND'
  | 'BAD_INPUT'
  | 'ALREADY_EXISTS'
  | 'IDEMPOTENCY_MISMATCH'
  | 'HEAD_MOVED'
  | 'ROLE_CONFLICT'
  | 'UNKNOWN_PARENT'
  | 'FORK_POINT_UNKNOWN'
  | 'FORK_POINT_NOT_BOUNDARY'
  | 'RUN_NOT_COMPLETED'
  | 'RUN_NOT_CLAIMED'
  | 'RUN_ALREADY_CLAIMED'
  | 'RUN_ALREADY_COMPLETED'
  | 'CONFLICT_ACTIVE_RUN'
  | 'TOOL_PAIR_BROKEN'
  | 'CYCLE_DETECTED'
  | 'ALREADY_MERGED'
  | 'ENVIRONMENT_MISMATCH'
  | 'RESPONDER_NOT_CONFIGURED'
  | 'LIMIT_EXCEEDED'
  | 'CURSOR_GONE';

export type RunState =
  | 'CLAIMED'
  | 'SUSPENDED'
  | 'COMPLETED'
  | 'ABORTED';

export type EventKind =
  | 'CREATE'
  | 'UPDATE'
  | 'STORE'
  | 'FORK'
  | 'REWIND'
  | 'SWITCH'
  | 'RESTORE'
  | 'DELETE'
  | 'CORRECT'
  | 'RELATE'
  | 'UNRELATE'
  | 'ENTITY_MERGE'
  | 'ENTITY_SPLIT'
  | 'UNDO'
  | 'RUN'
  | 'IMPORT'
  | 'COMPACT'
  | 'DROP'
  | 'CANCEL'
  | 'MATERIALIZE'
  | 'CHECKPOINT'
  | 'ANNOTATE'
  | 'MERGE'
  | 'REPAIR';

export type ConversationFilter = {
  readonly origin?: ReadonlyArray<OriginKind> | null | undefined;
  readonly cwd?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly activeAfter?: string | null | undefined;
  readonly activeBefore?: string | null | undefined;
  readonly forkedFrom?: string | null | undefined;
  readonly includeDeleted?: boolean | null | undefined;
  readonly metadata?: unknown;
  readonly forks?: boolean | null | undefined;
  readonly sidechains?: boolean | null | undefined;
  readonly text?: string | null | undefined;
};

export type SearchScope = {
  readonly conversationId?: string | null | undefined;
  readonly onPathOnly?: boolean | null | undefined;
  readonly at?: PointInput | null | undefined;
  readonly roles?: ReadonlyArray<Role> | null | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly tool?: string | null | undefined;
  readonly values?: TranscriptValues | null | undefined;
  readonly includeExperiments?: boolean | null | undefined;
};

export type PointInput =
  {   readonly messageId: string; readonly observationId?: never; readonly runId?: never; readonly turn?: never; }
  |  { readonly messageId?: never;   readonly observationId: string; readonly runId?: never; readonly turn?: never; }
  |  { readonly messageId?: never; readonly observationId?: never;   readonly runId: string; readonly turn?: never; }
  |  { readonly messageId?: never; readonly observationId?: never; readonly runId?: never;   readonly turn: number; };

export type PathStatus =
  | 'VALID'
  | 'BROKEN';

export type ExportFormat =
  | 'CLAUDE_CODE'
  | 'NEO_JSON'
  | 'NEO_JSONL'
  | 'OPENAI'
  | 'ANTHROPIC'
  | 'MARKDOWN'
  | 'NDJSON'
  | 'ORIGINAL';

export type ConversationKeyInput =
  {   readonly firstUserMessage: string; readonly title?: never; }
  |  { readonly firstUserMessage?: never;   readonly title: string; };

export type StoreTurnInput = {
  readonly conversationId?: string | null | undefined;
  readonly conversationKey?: ConversationKeyInput | null | undefined;
  readonly turnId?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly role: Role;
  readonly text?: string | null | undefined;
  readonly content?: ReadonlyArray<ContentBlockInput> | null | undefined;
  readonly parent?: ParentInput | null | undefined;
  readonly expectedHeadId?: string | null | undefined;
  readonly onConflict?: OnConflict | null | undefined;
  readonly senderId?: string | null | undefined;
  readonly senderKind?: string | null | undefined;
  readonly runId?: string | null | undefined;
  readonly observedAt?: string | null | undefined;
  readonly model?: string | null | undefined;
  readonly usage?: UsageInput | null | undefined;
  readonly refersTo?: ReadonlyArray<ThingInput> | null | undefined;
  readonly supersedes?: string | null | undefined;
  readonly attachments?: ReadonlyArray<AttachmentInput> | null | undefined;
  readonly branchId?: string | null | undefined;
  readonly sourceKind?: string | null | undefined;
  readonly priority?: number | null | undefined;
  readonly metadata?: unknown;
};

export type ParentInput =
  {   readonly messageId: string; readonly observationId?: never; }
  |  { readonly messageId?: never;   readonly observationId: string; };

export type AttachmentInput = {
  readonly name?: string | null | undefined;
  readonly mediaType?: string | null | undefined;
  readonly base64?: string | null | undefined;
  readonly uri?: string | null | undefined;
  readonly kind?: string | null | undefined;
  readonly environment?: string | null | undefined;
};

export type ContentBlockInput =
  {   readonly text: string; readonly thinking?: never; readonly toolCall?: never; readonly toolResult?: never; readonly attachmentId?: never; readonly other?: never; }
  |  { readonly text?: never;   readonly thinking: ThinkingInput; readonly toolCall?: never; readonly toolResult?: never; readonly attachmentId?: never; readonly other?: never; }
  |  { readonly text?: never; readonly thinking?: never;   readonly toolCall: ToolCallInput; readonly toolResult?: never; readonly attachmentId?: never; readonly other?: never; }
  |  { readonly text?: never; readonly thinking?: never; readonly toolCall?: never;   readonly toolResult: ToolResultInput; readonly attachmentId?: never; readonly other?: never; }
  |  { readonly text?: never; readonly thinking?: never; readonly toolCall?: never; readonly toolResult?: never;   readonly attachmentId: string; readonly other?: never; }
  |  { readonly text?: never; readonly thinking?: never; readonly toolCall?: never; readonly toolResult?: never; readonly attachmentId?: never;   readonly other: unknown; };

export type ThinkingInput = {
  readonly thinking: string;
  readonly signature?: string | null | undefined;
};

export type ToolCallInput = {
  readonly callId: string;
  readonly name: string;
  readonly input: unknown;
};

export type ToolResultInput = {
  readonly callId: string;
  readonly content: unknown;
  readonly isError?: boolean | null | undefined;
};

export type UsageInput = {
  readonly inputTokens?: number | null | undefined;
  readonly outputTokens?: number | null | undefined;
  readonly cacheReadTokens?: number | null | undefined;
  readonly cacheWriteTokens?: number | null | undefined;
  readonly costUsd?: number | null | undefined;
  readonly answerId?: string | null | undefined;
};

export type StoreTurnsInput = {
  readonly turns: ReadonlyArray<StoreTurnInput>;
  readonly idempotencyKey?: string | null | undefined;
  readonly expectedHeadId?: string | null | undefined;
  readonly onConflict?: OnConflict | null | undefined;
};

export type CreateConversationInput = {
  readonly id?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly cwd?: string | null | undefined;
  readonly metadata?: unknown;
  readonly origin?: OriginKind | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type UpdateConversationInput = {
  readonly id: string;
  readonly title?: string | null | undefined;
  readonly metadata?: unknown;
};

export type ForkConversationInput = {
  readonly source: string;
  readonly at?: PointInput | null | undefined;
  readonly before?: PointInput | null | undefined;
  readonly boundary?: ForkBoundary | null | undefined;
  readonly newConversationId?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly metadata?: unknown;
  readonly actor?: unknown;
  readonly note?: string | null | undefined;
  readonly origin?: OriginKind | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly dryRun?: boolean | null | undefined;
};

export type RewindInput = {
  readonly conversationId: string;
  readonly to?: PointInput | null | undefined;
  readonly before?: PointInput | null | undefined;
  readonly expectedHeadId?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly actor?: unknown;
  readonly idempotencyKey?: string | null | undefined;
};

export type SwitchHeadInput = {
  readonly conversationId: string;
  readonly observationId: string;
  readonly descend?: Descend | null | undefined;
  readonly expectedHeadId?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly actor?: unknown;
  readonly idempotencyKey?: string | null | undefined;
};

export type UndoInput = {
  readonly conversationId: string;
  readonly expectedHeadId?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type AmendMessageInput = {
  readonly messageId: string;
  readonly fields: unknown;
  readonly idempotencyKey?: string | null | undefined;
  readonly note?: string | null | undefined;
};

export type DeleteInput = {
  readonly id: string;
  readonly idempotencyKey?: string | null | undefined;
  readonly note?: string | null | undefined;
};

export type CompactInput = {
  readonly conversationId: string;
  readonly from: PointInput;
  readonly to: PointInput;
  readonly summary: string;
  readonly expectedHeadId?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type DropSpanInput = {
  readonly conversationId: string;
  readonly from: PointInput;
  readonly to: PointInput;
  readonly sidechains?: SidechainPolicy | null | undefined;
  readonly expectedHeadId?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type CancelMarkerInput = {
  readonly conversationId: string;
  readonly markerId: string;
  readonly expectedHeadId?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type RepairInput = {
  readonly conversationId: string;
  readonly dryRun?: boolean | null | undefined;
  readonly toolCalls?: ToolCallPolicy | null | undefined;
  readonly expectedHeadId?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type ToolCallPolicy =
  | 'SYNTHETIC_RESULT'
  | 'LEAVE_OUT';

export type MergeInput = {
  readonly into: string;
  readonly from: ReadonlyArray<string>;
  readonly strategy: MergeStrategy;
  readonly turns?: ReadonlyArray<string> | null | undefined;
  readonly gate?: GateInput | null | undefined;
  readonly reviewer?: string | null | undefined;
  readonly expectedHeadId?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type MergeStrategy =
  | 'EVIDENCE'
  | 'CHERRY_PICK'
  | 'INSIGHTS';

export type GateInput =
  {   readonly jsonSchema: unknown; readonly command?: never; }
  |  { readonly jsonSchema?: never;   readonly command: string; };

export type Verdict =
  | 'SURVIVES'
  | 'REFUTED';

export type SidechainPolicy =
  | 'ORPHAN'
  | 'CASCADE'
  | 'REROOT';

export type MaterializeInput = {
  readonly conversationId: string;
  readonly newConversationId?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type CheckpointInput = {
  readonly conversationId: string;
  readonly at?: PointInput | null | undefined;
  readonly name: string;
  readonly note?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type ClaimRunInput = {
  readonly conversationId: string;
  readonly runId?: string | null | undefined;
  readonly exclusive?: boolean | null | undefined;
  readonly abortActive?: boolean | null | undefined;
  readonly bindings?: ReadonlyArray<BindingInput> | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type BindingInput = {
  readonly name: string;
  readonly runId?: string | null | undefined;
};

export type RunInput = {
  readonly conversationId: string;
  readonly runId: string;
  readonly note?: string | null | undefined;
};

export type ThingInput =
  {   readonly conversationId: string; readonly messageId?: never; readonly entityId?: never; readonly attachmentId?: never; }
  |  { readonly conversationId?: never;   readonly messageId: string; readonly entityId?: never; readonly attachmentId?: never; }
  |  { readonly conversationId?: never; readonly messageId?: never;   readonly entityId: string; readonly attachmentId?: never; }
  |  { readonly conversationId?: never; readonly messageId?: never; readonly entityId?: never;   readonly attachmentId: string; };

export type RelateInput = {
  readonly type: RelationshipType;
  readonly source: ThingInput;
  readonly target: ThingInput;
  readonly metadata?: unknown;
  readonly idempotencyKey?: string | null | undefined;
};

export type StoreEntityInput = {
  readonly id?: string | null | undefined;
  readonly type: string;
  readonly name: string;
  readonly fields?: unknown;
  readonly idempotencyKey?: string | null | undefined;
  readonly observedAt?: string | null | undefined;
  readonly priority?: number | null | undefined;
  readonly specificity?: number | null | undefined;
  readonly sourceKind?: string | null | undefined;
};

export type ImportInput = {
  readonly content: string;
  readonly fileName?: string | null | undefined;
  readonly format?: string | null | undefined;
  readonly conversationId?: string | null | undefined;
  readonly origin?: OriginKind | null | undefined;
};

export type DrawTreeQueryVariables = Exact<{
  id: string;
  format: TreeFormat;
  maxNodes: number;
  unfold: boolean;
}>;


export type DrawTreeQuery = { readonly conversation: { readonly tree: string } | null };

export type CompareQueryVariables = Exact<{
  base: string;
  target: string;
}>;


export type CompareQuery = { readonly diff: { readonly markdown: string, readonly baseOnlyCount: number, readonly targetOnlyCount: number, readonly changed: ReadonlyArray<{ readonly base: { readonly id: string } }> } };

export type IntegrityQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type IntegrityQuery = { readonly integrity: { readonly damage: number, readonly repairable: number, readonly next: string | null, readonly findings: ReadonlyArray<{ readonly code: string, readonly message: string, readonly details: unknown }> } };

export type FindHitsQueryVariables = Exact<{
  text: string;
  in?: SearchScope | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type FindHitsQuery = { readonly search: { readonly behind: number | null, readonly nodes: ReadonlyArray<{ readonly snippet: string, readonly score: number, readonly turn: number | null, readonly matches: number, readonly observation: { readonly id: string, readonly role: Role | null, readonly observedAt: string }, readonly conversation: { readonly id: string }, readonly highlights: ReadonlyArray<{ readonly from: number, readonly to: number }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ActedFragment = { readonly kind: EventKind, readonly details: unknown, readonly conversation: { readonly id: string } | null };

export type ActCompactMutationVariables = Exact<{
  input: CompactInput;
}>;


export type ActCompactMutation = { readonly compact: { readonly event: { readonly kind: EventKind, readonly details: unknown, readonly conversation: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type ActDropSpanMutationVariables = Exact<{
  input: DropSpanInput;
}>;


export type ActDropSpanMutation = { readonly dropSpan: { readonly event: { readonly kind: EventKind, readonly details: unknown, readonly conversation: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type ActCancelMarkerMutationVariables = Exact<{
  input: CancelMarkerInput;
}>;


export type ActCancelMarkerMutation = { readonly cancelMarker: { readonly event: { readonly kind: EventKind, readonly details: unknown, readonly conversation: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type ActMaterializeMutationVariables = Exact<{
  input: MaterializeInput;
}>;


export type ActMaterializeMutation = { readonly materialize: { readonly event: { readonly kind: EventKind, readonly details: unknown, readonly conversation: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type ActCheckpointMutationVariables = Exact<{
  input: CheckpointInput;
}>;


export type ActCheckpointMutation = { readonly checkpoint: { readonly event: { readonly kind: EventKind, readonly details: unknown, readonly conversation: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type MergeBranchesMutationVariables = Exact<{
  input: MergeInput;
}>;


export type MergeBranchesMutation = { readonly mergeConversations: { readonly verdict: Verdict | null, readonly join: { readonly id: string } | null, readonly refuted: ReadonlyArray<{ readonly reason: string, readonly conversation: { readonly id: string } }>, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type RepairPathMutationVariables = Exact<{
  input: RepairInput;
}>;


export type RepairPathMutation = { readonly repair: { readonly report: { readonly damage: number, readonly repairable: number, readonly findings: ReadonlyArray<{ readonly code: string, readonly message: string, readonly details: unknown }> } | null, readonly event: { readonly details: unknown } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type HeadMovedFragment = { readonly leftTranscript: number, readonly replayed: boolean, readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> };

export type CreateConversationMutationVariables = Exact<{
  input: CreateConversationInput;
}>;


export type CreateConversationMutation = { readonly createConversation: { readonly replayed: boolean, readonly conversation: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type DeleteConversationMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteConversationMutation = { readonly deleteConversation: { readonly conversation: { readonly id: string, readonly deletedAt: string | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type ForkConversationMutationVariables = Exact<{
  input: ForkConversationInput;
}>;


export type ForkConversationMutation = { readonly forkConversation: { readonly sharedLength: number | null, readonly pathHash: string | null, readonly copied: number, readonly replayed: boolean, readonly conversation: { readonly id: string } | null, readonly warnings: ReadonlyArray<{ readonly code: string, readonly message: string, readonly details: unknown }>, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type RewindConversationMutationVariables = Exact<{
  input: RewindInput;
}>;


export type RewindConversationMutation = { readonly rewindConversation: { readonly leftTranscript: number, readonly replayed: boolean, readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type SwitchHeadMutationVariables = Exact<{
  input: SwitchHeadInput;
}>;


export type SwitchHeadMutation = { readonly switchHead: { readonly leftTranscript: number, readonly replayed: boolean, readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type UndoMutationVariables = Exact<{
  input: UndoInput;
}>;


export type UndoMutation = { readonly undo: { readonly leftTranscript: number, readonly replayed: boolean, readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type ListConversationsQueryVariables = Exact<{
  filter?: ConversationFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListConversationsQuery = { readonly conversations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly title: string, readonly preview: string, readonly turnCount: number, readonly updatedAt: string, readonly cwd: string | null, readonly metadata: unknown, readonly forkedFrom: { readonly conversation: { readonly id: string } } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type NewestConversationsQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestConversationsQuery = { readonly conversations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly title: string, readonly head: { readonly message: { readonly id: string } | null } | null }> } };

export type StoreEntityMutationVariables = Exact<{
  input: StoreEntityInput;
}>;


export type StoreEntityMutation = { readonly storeEntity: { readonly replayed: boolean, readonly entity: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type RelateMutationVariables = Exact<{
  input: RelateInput;
}>;


export type RelateMutation = { readonly relate: { readonly replayed: boolean, readonly relationship: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type UnrelateMutationVariables = Exact<{
  input: RelateInput;
}>;


export type UnrelateMutation = { readonly unrelate: { readonly replayed: boolean, readonly relationship: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type ImportTranscriptMutationVariables = Exact<{
  input: ImportInput;
}>;


export type ImportTranscriptMutation = { readonly importTranscript: { readonly report: { readonly format: string, readonly entries: number, readonly nodes: number, readonly added: number, readonly unchanged: number, readonly skipped: number } | null, readonly conversations: ReadonlyArray<{ readonly id: string }>, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type ExportQueryVariables = Exact<{
  conversationId: string;
  format: ExportFormat;
  wholeTree?: boolean | null | undefined;
}>;


export type ExportQuery = { readonly export: string };

export type VerifyPathQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type VerifyPathQuery = { readonly verifyPath: { readonly valid: boolean, readonly status: PathStatus, readonly expected: string, readonly stored: string, readonly next: string | null, readonly firstBroken: { readonly id: string } | null } };

export type HeadOfQueryVariables = Exact<{
  id: string;
}>;


export type HeadOfQuery = { readonly conversation: { readonly head: { readonly id: string } | null } | null };

export type RunMovedFragment = { readonly replayed: boolean, readonly run: { readonly runId: string, readonly state: RunState } | null, readonly warnings: ReadonlyArray<{ readonly code: string, readonly message: string, readonly details: unknown }>, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> };

export type ClaimRunMutationVariables = Exact<{
  input: ClaimRunInput;
}>;


export type ClaimRunMutation = { readonly claimRun: { readonly replayed: boolean, readonly run: { readonly runId: string, readonly state: RunState } | null, readonly warnings: ReadonlyArray<{ readonly code: string, readonly message: string, readonly details: unknown }>, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type CompleteRunMutationVariables = Exact<{
  input: RunInput;
}>;


export type CompleteRunMutation = { readonly completeRun: { readonly replayed: boolean, readonly run: { readonly runId: string, readonly state: RunState } | null, readonly warnings: ReadonlyArray<{ readonly code: string, readonly message: string, readonly details: unknown }>, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type AbortRunMutationVariables = Exact<{
  input: RunInput;
}>;


export type AbortRunMutation = { readonly abortRun: { readonly replayed: boolean, readonly run: { readonly runId: string, readonly state: RunState } | null, readonly warnings: ReadonlyArray<{ readonly code: string, readonly message: string, readonly details: unknown }>, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type SearchQueryVariables = Exact<{
  text: string;
  in?: SearchScope | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type SearchQuery = { readonly search: { readonly nodes: ReadonlyArray<{ readonly snippet: string, readonly turn: number | null, readonly observation: { readonly id: string, readonly role: Role | null, readonly observedAt: string, readonly message: { readonly id: string } | null }, readonly conversation: { readonly id: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type DiffQueryVariables = Exact<{
  base: string;
  target: string;
}>;


export type DiffQuery = { readonly diff: { readonly markdown: string, readonly baseOnlyCount: number, readonly targetOnlyCount: number, readonly changed: ReadonlyArray<{ readonly message: { readonly id: string } }> } };

export type MergeMutationVariables = Exact<{
  input: MergeInput;
}>;


export type MergeMutation = { readonly mergeConversations: { readonly verdict: Verdict | null, readonly replayed: boolean, readonly join: { readonly id: string } | null, readonly refuted: ReadonlyArray<{ readonly reason: string, readonly conversation: { readonly id: string } }>, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type CompactMutationVariables = Exact<{
  input: CompactInput;
}>;


export type CompactMutation = { readonly compact: { readonly replayed: boolean, readonly marker: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type ListedFragment = { readonly id: string, readonly title: string, readonly origin: OriginKind, readonly createdAt: string, readonly updatedAt: string, readonly turnCount: number };

export type ShapeFragment = { readonly treeShape: { readonly nodes: number, readonly roots: number, readonly leaves: number, readonly branchPoints: number, readonly versionPoints: number, readonly sidechains: number, readonly toolCalls: number } };

export type UsedFragment = { readonly inputTokens: number, readonly outputTokens: number, readonly cacheReadTokens: number, readonly cacheWriteTokens: number, readonly costUsd: number, readonly answers: number };

export type PageFragment = { readonly hasNextPage: boolean, readonly endCursor: string | null };

export type ConversationIdsQueryVariables = Exact<{
  after?: string | null | undefined;
  filter?: ConversationFilter | null | undefined;
}>;


export type ConversationIdsQuery = { readonly conversations: { readonly nodes: ReadonlyArray<{ readonly id: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ListedConversationsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ListedConversationsQuery = { readonly conversations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly title: string, readonly origin: OriginKind, readonly createdAt: string, readonly updatedAt: string, readonly turnCount: number }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type CountedConversationsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type CountedConversationsQuery = { readonly conversations: { readonly nodes: ReadonlyArray<{ readonly origin: OriginKind, readonly updatedAt: string, readonly forkedFrom: { readonly observation: { readonly depth: number | null } | null } | null, readonly messages: { readonly totalCount: number }, readonly treeShape: { readonly nodes: number, readonly roots: number, readonly leaves: number, readonly branchPoints: number, readonly versionPoints: number, readonly sidechains: number, readonly toolCalls: number } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ConversationNumbersQueryVariables = Exact<{
  id: string;
}>;


export type ConversationNumbersQuery = { readonly conversation: { readonly id: string, readonly title: string, readonly origin: OriginKind, readonly createdAt: string, readonly updatedAt: string, readonly turnCount: number, readonly forkedFrom: { readonly turn: number | null, readonly pathHash: string | null, readonly conversation: { readonly id: string } } | null, readonly messages: { readonly totalCount: number }, readonly events: { readonly totalCount: number }, readonly forks: { readonly totalCount: number | null }, readonly treeShape: { readonly nodes: number, readonly roots: number, readonly leaves: number, readonly branchPoints: number, readonly versionPoints: number, readonly sidechains: number, readonly toolCalls: number } } | null };

export type SpentQueryVariables = Exact<{
  ids?: ReadonlyArray<string> | string | null | undefined;
  top: number;
}>;


export type SpentQuery = { readonly analytics: { readonly usage: { readonly inputTokens: number, readonly outputTokens: number, readonly cacheReadTokens: number, readonly cacheWriteTokens: number, readonly costUsd: number, readonly answers: number }, readonly models: ReadonlyArray<{ readonly key: string, readonly totals: { readonly inputTokens: number, readonly outputTokens: number, readonly cacheReadTokens: number, readonly cacheWriteTokens: number, readonly costUsd: number, readonly answers: number } }>, readonly tools: ReadonlyArray<{ readonly name: string, readonly calls: number, readonly errors: number }> } };

type Block_TextBlock_Fragment = { readonly __typename: 'TextBlock', readonly text: string };

type Block_ThinkingBlock_Fragment = { readonly __typename: 'ThinkingBlock', readonly thinking: string, readonly signature: string | null };

type Block_ToolCallBlock_Fragment = { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown };

type Block_ToolResultBlock_Fragment = { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown };

type Block_AttachmentBlock_Fragment = { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly kind: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null, readonly uri: string | null } };

type Block_OtherBlock_Fragment = { readonly __typename: 'OtherBlock', readonly value: unknown };

export type BlockFragment =
  | Block_TextBlock_Fragment
  | Block_ThinkingBlock_Fragment
  | Block_ToolCallBlock_Fragment
  | Block_ToolResultBlock_Fragment
  | Block_AttachmentBlock_Fragment
  | Block_OtherBlock_Fragment
;

export type EntryFragment = { readonly role: Role | null, readonly text: string, readonly inherited: boolean, readonly deleted: boolean, readonly content: ReadonlyArray<
    | { readonly __typename: 'TextBlock', readonly text: string }
    | { readonly __typename: 'ThinkingBlock', readonly thinking: string, readonly signature: string | null }
    | { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown }
    | { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown }
    | { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly kind: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null, readonly uri: string | null } }
    | { readonly __typename: 'OtherBlock', readonly value: unknown }
  >, readonly message: { readonly id: string } | null, readonly observation: { readonly id: string, readonly kind: ObservationKind, readonly turn: number | null, readonly observedAt: string } };

export type TranscriptQueryVariables = Exact<{
  id: string;
  view?: TranscriptView | null | undefined;
  values?: TranscriptValues | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type TranscriptQuery = { readonly conversation: { readonly id: string, readonly title: string, readonly deletedAt: string | null, readonly transcript: { readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly role: Role | null, readonly text: string, readonly inherited: boolean, readonly deleted: boolean, readonly content: ReadonlyArray<
            | { readonly __typename: 'TextBlock', readonly text: string }
            | { readonly __typename: 'ThinkingBlock', readonly thinking: string, readonly signature: string | null }
            | { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown }
            | { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown }
            | { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly kind: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null, readonly uri: string | null } }
            | { readonly __typename: 'OtherBlock', readonly value: unknown }
          >, readonly message: { readonly id: string } | null, readonly observation: { readonly id: string, readonly kind: ObservationKind, readonly turn: number | null, readonly observedAt: string } } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } } | null };

export type TurnQueryVariables = Exact<{
  conversationId: string;
  turnId: string;
}>;


export type TurnQuery = { readonly turn: ReadonlyArray<{ readonly id: string, readonly role: Role, readonly deleted: boolean, readonly text: string | null, readonly snapshot: { readonly fields: unknown, readonly observationCount: number, readonly computedAt: string } | null, readonly observations: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: ObservationKind, readonly text: string | null, readonly observedAt: string }> } }> };

export type MessageObservationsQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MessageObservationsQuery = { readonly message: { readonly id: string, readonly observations: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: ObservationKind, readonly text: string | null, readonly observedAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type TreeQueryVariables = Exact<{
  id: string;
  format?: TreeFormat | null | undefined;
  maxNodes?: number | null | undefined;
}>;


export type TreeQuery = { readonly conversation: { readonly tree: string } | null };

export type ContextMessagesQueryVariables = Exact<{
  id: string;
  at?: PointInput | null | undefined;
}>;


export type ContextMessagesQuery = { readonly conversation: { readonly contextMessages: ReadonlyArray<unknown> } | null };

export type SessionFragment = { readonly id: string, readonly title: string, readonly cwd: string | null, readonly updatedAt: string, readonly deletedAt: string | null, readonly turnCount: number, readonly preview: string, readonly metadata: unknown, readonly head: { readonly id: string } | null, readonly forkedFrom: { readonly turn: number | null, readonly conversation: { readonly id: string } } | null };

export type FindSessionQueryVariables = Exact<{
  id: string;
}>;


export type FindSessionQuery = { readonly conversation: { readonly id: string, readonly title: string, readonly cwd: string | null, readonly updatedAt: string, readonly deletedAt: string | null, readonly turnCount: number, readonly preview: string, readonly metadata: unknown, readonly head: { readonly id: string } | null, readonly forkedFrom: { readonly turn: number | null, readonly conversation: { readonly id: string } } | null } | null };

export type ListSessionsQueryVariables = Exact<{
  cwd?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ListSessionsQuery = { readonly conversations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly title: string, readonly cwd: string | null, readonly updatedAt: string, readonly deletedAt: string | null, readonly turnCount: number, readonly preview: string, readonly metadata: unknown, readonly head: { readonly id: string } | null, readonly forkedFrom: { readonly turn: number | null, readonly conversation: { readonly id: string } } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type UpdateConversationMutationVariables = Exact<{
  input: UpdateConversationInput;
}>;


export type UpdateConversationMutation = { readonly updateConversation: { readonly conversation: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type ForkSessionMutationVariables = Exact<{
  input: ForkConversationInput;
}>;


export type ForkSessionMutation = { readonly forkConversation: { readonly conversation: { readonly id: string, readonly title: string, readonly cwd: string | null, readonly updatedAt: string, readonly deletedAt: string | null, readonly turnCount: number, readonly preview: string, readonly metadata: unknown, readonly head: { readonly id: string } | null, readonly forkedFrom: { readonly turn: number | null, readonly conversation: { readonly id: string } } | null } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type SessionEntriesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type SessionEntriesQuery = { readonly conversation: { readonly transcript: { readonly nodes: ReadonlyArray<{ readonly role: Role | null, readonly deleted: boolean, readonly message: { readonly id: string } | null, readonly observation: { readonly metadata: unknown }, readonly content: ReadonlyArray<
          | { readonly __typename: 'TextBlock', readonly text: string }
          | { readonly __typename: 'ThinkingBlock', readonly thinking: string, readonly signature: string | null }
          | { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown }
          | { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown }
          | { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly kind: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null, readonly uri: string | null } }
          | { readonly __typename: 'OtherBlock', readonly value: unknown }
        > }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

type ShownBlock_TextBlock_Fragment = { readonly __typename: 'TextBlock', readonly text: string };

type ShownBlock_ThinkingBlock_Fragment = { readonly __typename: 'ThinkingBlock', readonly thinking: string };

type ShownBlock_ToolCallBlock_Fragment = { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown };

type ShownBlock_ToolResultBlock_Fragment = { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown };

type ShownBlock_AttachmentBlock_Fragment = { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null } };

type ShownBlock_OtherBlock_Fragment = { readonly __typename: 'OtherBlock', readonly value: unknown };

export type ShownBlockFragment =
  | ShownBlock_TextBlock_Fragment
  | ShownBlock_ThinkingBlock_Fragment
  | ShownBlock_ToolCallBlock_Fragment
  | ShownBlock_ToolResultBlock_Fragment
  | ShownBlock_AttachmentBlock_Fragment
  | ShownBlock_OtherBlock_Fragment
;

type ShownEnd_Conversation_Fragment = { readonly __typename: 'Conversation', readonly id: string };

type ShownEnd_Message_Fragment = { readonly __typename: 'Message', readonly id: string };

type ShownEnd_Entity_Fragment = { readonly __typename: 'Entity', readonly id: string, readonly name: string };

type ShownEnd_Attachment_Fragment = { readonly __typename: 'Attachment', readonly id: string };

export type ShownEndFragment =
  | ShownEnd_Conversation_Fragment
  | ShownEnd_Message_Fragment
  | ShownEnd_Entity_Fragment
  | ShownEnd_Attachment_Fragment
;

export type ShownEdgesFragment = { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: RelationshipType, readonly label: string, readonly source:
      | { readonly __typename: 'Conversation', readonly id: string }
      | { readonly __typename: 'Message', readonly id: string }
      | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
      | { readonly __typename: 'Attachment', readonly id: string }
    , readonly target:
      | { readonly __typename: 'Conversation', readonly id: string }
      | { readonly __typename: 'Message', readonly id: string }
      | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
      | { readonly __typename: 'Attachment', readonly id: string }
     }> };

export type ShownConversationFragment = { readonly id: string, readonly title: string, readonly origin: OriginKind, readonly turnCount: number, readonly createdAt: string, readonly updatedAt: string, readonly deletedAt: string | null, readonly cwd: string | null, readonly metadata: unknown, readonly head: { readonly id: string, readonly turn: number | null } | null, readonly spawnedBy: { readonly id: string } | null, readonly activeRun: { readonly runId: string, readonly state: RunState } | null, readonly forkedFrom: { readonly turn: number | null, readonly conversation: { readonly id: string } } | null, readonly treeShape: { readonly leaves: number, readonly branchPoints: number, readonly sidechains: number }, readonly transcript: { readonly nodes: ReadonlyArray<{ readonly role: Role | null, readonly text: string, readonly deleted: boolean, readonly message: { readonly id: string } | null, readonly observation: { readonly id: string, readonly turn: number | null, readonly observedAt: string }, readonly content: ReadonlyArray<
        | { readonly __typename: 'TextBlock', readonly text: string }
        | { readonly __typename: 'ThinkingBlock', readonly thinking: string }
        | { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown }
        | { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown }
        | { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null } }
        | { readonly __typename: 'OtherBlock', readonly value: unknown }
      > }>, readonly pageInfo: { readonly hasPreviousPage: boolean } }, readonly relationships: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: RelationshipType, readonly label: string, readonly source:
        | { readonly __typename: 'Conversation', readonly id: string }
        | { readonly __typename: 'Message', readonly id: string }
        | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
        | { readonly __typename: 'Attachment', readonly id: string }
      , readonly target:
        | { readonly __typename: 'Conversation', readonly id: string }
        | { readonly __typename: 'Message', readonly id: string }
        | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
        | { readonly __typename: 'Attachment', readonly id: string }
       }> } };

export type ShownMessageFragment = { readonly id: string, readonly turnId: string, readonly role: Role, readonly deleted: boolean, readonly conversation: { readonly id: string, readonly title: string }, readonly content: ReadonlyArray<
    | { readonly __typename: 'TextBlock', readonly text: string }
    | { readonly __typename: 'ThinkingBlock', readonly thinking: string }
    | { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown }
    | { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown }
    | { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null } }
    | { readonly __typename: 'OtherBlock', readonly value: unknown }
  > | null, readonly snapshot: { readonly observationCount: number, readonly computedAt: string, readonly fields: unknown } | null, readonly supersedes: { readonly id: string } | null, readonly supersededBy: ReadonlyArray<{ readonly id: string }>, readonly observations: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: ObservationKind, readonly turn: number | null, readonly observedAt: string, readonly text: string | null }> }, readonly relationships: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: RelationshipType, readonly label: string, readonly source:
        | { readonly __typename: 'Conversation', readonly id: string }
        | { readonly __typename: 'Message', readonly id: string }
        | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
        | { readonly __typename: 'Attachment', readonly id: string }
      , readonly target:
        | { readonly __typename: 'Conversation', readonly id: string }
        | { readonly __typename: 'Message', readonly id: string }
        | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
        | { readonly __typename: 'Attachment', readonly id: string }
       }> } };

export type ShownObservationFragment = { readonly id: string, readonly role: Role | null, readonly turn: number | null, readonly depth: number | null, readonly observedAt: string, readonly ingestedAt: string, readonly senderId: string | null, readonly model: string | null, readonly runId: string | null, readonly pathHash: string | null, readonly contentHash: string | null, readonly isLeaf: boolean, readonly fields: unknown, readonly observed: ObservationKind, readonly conversation: { readonly id: string, readonly title: string } | null, readonly message: { readonly id: string } | null, readonly entity: { readonly id: string, readonly name: string } | null, readonly relationship: { readonly id: string } | null, readonly parent: { readonly id: string } | null, readonly copyOf: { readonly id: string } | null, readonly usage: { readonly inputTokens: number | null, readonly outputTokens: number | null, readonly costUsd: number | null } | null, readonly content: ReadonlyArray<
    | { readonly __typename: 'TextBlock', readonly text: string }
    | { readonly __typename: 'ThinkingBlock', readonly thinking: string }
    | { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown }
    | { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown }
    | { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null } }
    | { readonly __typename: 'OtherBlock', readonly value: unknown }
  > | null };

export type ShownRunFragment = { readonly id: string, readonly runId: string, readonly state: RunState, readonly claimedAt: string, readonly completedAt: string | null, readonly completionSeq: number | null, readonly pendingRequest: unknown, readonly pendingQuestionId: string | null, readonly conversation: { readonly id: string, readonly title: string } };

export type ShownEntityFragment = { readonly id: string, readonly type: string, readonly name: string, readonly deleted: boolean, readonly mergedInto: { readonly id: string } | null, readonly snapshot: { readonly observationCount: number, readonly computedAt: string, readonly fields: unknown } | null, readonly relationships: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: RelationshipType, readonly label: string, readonly source:
        | { readonly __typename: 'Conversation', readonly id: string }
        | { readonly __typename: 'Message', readonly id: string }
        | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
        | { readonly __typename: 'Attachment', readonly id: string }
      , readonly target:
        | { readonly __typename: 'Conversation', readonly id: string }
        | { readonly __typename: 'Message', readonly id: string }
        | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
        | { readonly __typename: 'Attachment', readonly id: string }
       }> } };

export type ShownRelationshipFragment = { readonly id: string, readonly type: RelationshipType, readonly label: string, readonly metadata: unknown, readonly createdAt: string, readonly deletedAt: string | null, readonly source:
    | { readonly __typename: 'Conversation', readonly id: string }
    | { readonly __typename: 'Message', readonly id: string }
    | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
    | { readonly __typename: 'Attachment', readonly id: string }
  , readonly target:
    | { readonly __typename: 'Conversation', readonly id: string }
    | { readonly __typename: 'Message', readonly id: string }
    | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
    | { readonly __typename: 'Attachment', readonly id: string }
   };

export type ShownAttachmentFragment = { readonly id: string, readonly mediaType: string, readonly byteSize: number | null, readonly uri: string | null, readonly downloadUrl: string | null, readonly embeddedIn: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string }> } };

export type ShownEventFragment = { readonly id: string, readonly seq: number | null, readonly at: string, readonly actor: unknown, readonly note: string | null, readonly pathHash: string | null, readonly details: unknown, readonly event: EventKind, readonly conversation: { readonly id: string, readonly title: string } | null };

export type ThingsQueryVariables = Exact<{
  conversation: string;
  message: string;
  observation: string;
  run: string;
  entity: string;
  relationship: string;
  attachment: string;
  event: string;
  last: number;
}>;


export type ThingsQuery = { readonly Conversation:
    | { readonly id: string, readonly title: string, readonly origin: OriginKind, readonly turnCount: number, readonly createdAt: string, readonly updatedAt: string, readonly deletedAt: string | null, readonly cwd: string | null, readonly metadata: unknown, readonly head: { readonly id: string, readonly turn: number | null } | null, readonly spawnedBy: { readonly id: string } | null, readonly activeRun: { readonly runId: string, readonly state: RunState } | null, readonly forkedFrom: { readonly turn: number | null, readonly conversation: { readonly id: string } } | null, readonly treeShape: { readonly leaves: number, readonly branchPoints: number, readonly sidechains: number }, readonly transcript: { readonly nodes: ReadonlyArray<{ readonly role: Role | null, readonly text: string, readonly deleted: boolean, readonly message: { readonly id: string } | null, readonly observation: { readonly id: string, readonly turn: number | null, readonly observedAt: string }, readonly content: ReadonlyArray<
            | { readonly __typename: 'TextBlock', readonly text: string }
            | { readonly __typename: 'ThinkingBlock', readonly thinking: string }
            | { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown }
            | { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown }
            | { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null } }
            | { readonly __typename: 'OtherBlock', readonly value: unknown }
          > }>, readonly pageInfo: { readonly hasPreviousPage: boolean } }, readonly relationships: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: RelationshipType, readonly label: string, readonly source:
            | { readonly __typename: 'Conversation', readonly id: string }
            | { readonly __typename: 'Message', readonly id: string }
            | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
            | { readonly __typename: 'Attachment', readonly id: string }
          , readonly target:
            | { readonly __typename: 'Conversation', readonly id: string }
            | { readonly __typename: 'Message', readonly id: string }
            | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
            | { readonly __typename: 'Attachment', readonly id: string }
           }> } }
    | Record<PropertyKey, never>
   | null, readonly Message:
    | { readonly id: string, readonly turnId: string, readonly role: Role, readonly deleted: boolean, readonly conversation: { readonly id: string, readonly title: string }, readonly content: ReadonlyArray<
        | { readonly __typename: 'TextBlock', readonly text: string }
        | { readonly __typename: 'ThinkingBlock', readonly thinking: string }
        | { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown }
        | { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown }
        | { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null } }
        | { readonly __typename: 'OtherBlock', readonly value: unknown }
      > | null, readonly snapshot: { readonly observationCount: number, readonly computedAt: string, readonly fields: unknown } | null, readonly supersedes: { readonly id: string } | null, readonly supersededBy: ReadonlyArray<{ readonly id: string }>, readonly observations: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: ObservationKind, readonly turn: number | null, readonly observedAt: string, readonly text: string | null }> }, readonly relationships: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: RelationshipType, readonly label: string, readonly source:
            | { readonly __typename: 'Conversation', readonly id: string }
            | { readonly __typename: 'Message', readonly id: string }
            | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
            | { readonly __typename: 'Attachment', readonly id: string }
          , readonly target:
            | { readonly __typename: 'Conversation', readonly id: string }
            | { readonly __typename: 'Message', readonly id: string }
            | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
            | { readonly __typename: 'Attachment', readonly id: string }
           }> } }
    | Record<PropertyKey, never>
   | null, readonly Observation:
    | { readonly id: string, readonly role: Role | null, readonly turn: number | null, readonly depth: number | null, readonly observedAt: string, readonly ingestedAt: string, readonly senderId: string | null, readonly model: string | null, readonly runId: string | null, readonly pathHash: string | null, readonly contentHash: string | null, readonly isLeaf: boolean, readonly fields: unknown, readonly observed: ObservationKind, readonly conversation: { readonly id: string, readonly title: string } | null, readonly message: { readonly id: string } | null, readonly entity: { readonly id: string, readonly name: string } | null, readonly relationship: { readonly id: string } | null, readonly parent: { readonly id: string } | null, readonly copyOf: { readonly id: string } | null, readonly usage: { readonly inputTokens: number | null, readonly outputTokens: number | null, readonly costUsd: number | null } | null, readonly content: ReadonlyArray<
        | { readonly __typename: 'TextBlock', readonly text: string }
        | { readonly __typename: 'ThinkingBlock', readonly thinking: string }
        | { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown }
        | { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown }
        | { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null } }
        | { readonly __typename: 'OtherBlock', readonly value: unknown }
      > | null }
    | Record<PropertyKey, never>
   | null, readonly Run:
    | { readonly id: string, readonly runId: string, readonly state: RunState, readonly claimedAt: string, readonly completedAt: string | null, readonly completionSeq: number | null, readonly pendingRequest: unknown, readonly pendingQuestionId: string | null, readonly conversation: { readonly id: string, readonly title: string } }
    | Record<PropertyKey, never>
   | null, readonly Entity:
    | { readonly id: string, readonly type: string, readonly name: string, readonly deleted: boolean, readonly mergedInto: { readonly id: string } | null, readonly snapshot: { readonly observationCount: number, readonly computedAt: string, readonly fields: unknown } | null, readonly relationships: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly type: RelationshipType, readonly label: string, readonly source:
            | { readonly __typename: 'Conversation', readonly id: string }
            | { readonly __typename: 'Message', readonly id: string }
            | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
            | { readonly __typename: 'Attachment', readonly id: string }
          , readonly target:
            | { readonly __typename: 'Conversation', readonly id: string }
            | { readonly __typename: 'Message', readonly id: string }
            | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
            | { readonly __typename: 'Attachment', readonly id: string }
           }> } }
    | Record<PropertyKey, never>
   | null, readonly Relationship:
    | { readonly id: string, readonly type: RelationshipType, readonly label: string, readonly metadata: unknown, readonly createdAt: string, readonly deletedAt: string | null, readonly source:
        | { readonly __typename: 'Conversation', readonly id: string }
        | { readonly __typename: 'Message', readonly id: string }
        | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
        | { readonly __typename: 'Attachment', readonly id: string }
      , readonly target:
        | { readonly __typename: 'Conversation', readonly id: string }
        | { readonly __typename: 'Message', readonly id: string }
        | { readonly __typename: 'Entity', readonly id: string, readonly name: string }
        | { readonly __typename: 'Attachment', readonly id: string }
       }
    | Record<PropertyKey, never>
   | null, readonly Attachment:
    | { readonly id: string, readonly mediaType: string, readonly byteSize: number | null, readonly uri: string | null, readonly downloadUrl: string | null, readonly embeddedIn: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string }> } }
    | Record<PropertyKey, never>
   | null, readonly Event:
    | { readonly id: string, readonly seq: number | null, readonly at: string, readonly actor: unknown, readonly note: string | null, readonly pathHash: string | null, readonly details: unknown, readonly event: EventKind, readonly conversation: { readonly id: string, readonly title: string } | null }
    | Record<PropertyKey, never>
   | null };

export type ObservationIdsQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type ObservationIdsQuery = { readonly conversation: { readonly page: { readonly nodes: ReadonlyArray<{ readonly id: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type MessageIdsQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type MessageIdsQuery = { readonly conversation: { readonly page: { readonly nodes: ReadonlyArray<{ readonly id: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type RunIdsQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type RunIdsQuery = { readonly conversation: { readonly page: { readonly nodes: ReadonlyArray<{ readonly id: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type EntityIdsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type EntityIdsQuery = { readonly entities: { readonly nodes: ReadonlyArray<{ readonly id: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type RefusedFragment = { readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown };

export type WarnedFragment = { readonly code: string, readonly message: string, readonly details: unknown };

export type StoreTurnMutationVariables = Exact<{
  input: StoreTurnInput;
}>;


export type StoreTurnMutation = { readonly storeTurn: { readonly replayed: boolean, readonly leftTranscript: number, readonly forked: boolean, readonly conversation: { readonly id: string } | null, readonly message: { readonly id: string } | null, readonly observation: { readonly id: string } | null, readonly warnings: ReadonlyArray<{ readonly code: string, readonly message: string, readonly details: unknown }>, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type StoreTurnsMutationVariables = Exact<{
  input: StoreTurnsInput;
}>;


export type StoreTurnsMutation = { readonly storeTurns: { readonly replayed: boolean, readonly results: ReadonlyArray<{ readonly leftTranscript: number, readonly forked: boolean, readonly conversation: { readonly id: string } | null, readonly message: { readonly id: string } | null, readonly observation: { readonly id: string } | null, readonly warnings: ReadonlyArray<{ readonly code: string, readonly message: string, readonly details: unknown }> }>, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type AmendMessageMutationVariables = Exact<{
  input: AmendMessageInput;
}>;


export type AmendMessageMutation = { readonly amendMessage: { readonly replayed: boolean, readonly message: { readonly id: string } | null, readonly observation: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type DeleteMessageMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type DeleteMessageMutation = { readonly deleteMessage: { readonly replayed: boolean, readonly message: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };

export type RestoreMessageMutationVariables = Exact<{
  input: DeleteInput;
}>;


export type RestoreMessageMutation = { readonly restoreMessage: { readonly replayed: boolean, readonly message: { readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null, readonly details: unknown }> } };


export const DrawTree =
  "query DrawTree($id: ID!, $format: TreeFormat!, $maxNodes: Int!, $unfold: Boolean!) { conversation(id: $id) { tree(format: $format, maxNodes: $maxNodes, unfold: $unfold) } }" as TypedDocument<DrawTreeQuery, DrawTreeQueryVariables>

export const Compare =
  "query Compare($base: ID!, $target: ID!) { diff(base: {conversationId: $base}, target: {conversationId: $target}) { markdown baseOnlyCount targetOnlyCount changed { base { id } } } }" as TypedDocument<CompareQuery, CompareQueryVariables>

export const Integrity =
  "query Integrity($id: ID!, $after: String) { integrity(conversationId: $id, after: $after) { damage repairable findings { code message details } next } }" as TypedDocument<IntegrityQuery, IntegrityQueryVariables>

export const FindHits =
  "query FindHits($text: String!, $in: SearchScope, $first: Int!, $after: String) { search(text: $text, in: $in, first: $first, after: $after) { nodes { observation { id role observedAt } conversation { id } snippet highlights { from to } score turn matches } pageInfo { hasNextPage endCursor } behind } }" as TypedDocument<FindHitsQuery, FindHitsQueryVariables>

export const ActCompact =
  "mutation ActCompact($input: CompactInput!) { compact(input: $input) { event { ...Acted } userErrors { ...Refused } } } fragment Acted on Event { kind details conversation { id } } fragment Refused on UserError { code message field details }" as TypedDocument<ActCompactMutation, ActCompactMutationVariables>

export const ActDropSpan =
  "mutation ActDropSpan($input: DropSpanInput!) { dropSpan(input: $input) { event { ...Acted } userErrors { ...Refused } } } fragment Acted on Event { kind details conversation { id } } fragment Refused on UserError { code message field details }" as TypedDocument<ActDropSpanMutation, ActDropSpanMutationVariables>

export const ActCancelMarker =
  "mutation ActCancelMarker($input: CancelMarkerInput!) { cancelMarker(input: $input) { event { ...Acted } userErrors { ...Refused } } } fragment Acted on Event { kind details conversation { id } } fragment Refused on UserError { code message field details }" as TypedDocument<ActCancelMarkerMutation, ActCancelMarkerMutationVariables>

export const ActMaterialize =
  "mutation ActMaterialize($input: MaterializeInput!) { materialize(input: $input) { event { ...Acted } userErrors { ...Refused } } } fragment Acted on Event { kind details conversation { id } } fragment Refused on UserError { code message field details }" as TypedDocument<ActMaterializeMutation, ActMaterializeMutationVariables>

export const ActCheckpoint =
  "mutation ActCheckpoint($input: CheckpointInput!) { checkpoint(input: $input) { event { ...Acted } userErrors { ...Refused } } } fragment Acted on Event { kind details conversation { id } } fragment Refused on UserError { code message field details }" as TypedDocument<ActCheckpointMutation, ActCheckpointMutationVariables>

export const MergeBranches =
  "mutation MergeBranches($input: MergeInput!) { mergeConversations(input: $input) { join { id } verdict refuted { conversation { id } reason } userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<MergeBranchesMutation, MergeBranchesMutationVariables>

export const RepairPath =
  "mutation RepairPath($input: RepairInput!) { repair(input: $input) { report { damage repairable findings { code message details } } event { details } userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<RepairPathMutation, RepairPathMutationVariables>

export const CreateConversation =
  "mutation CreateConversation($input: CreateConversationInput!) { createConversation(input: $input) { conversation { id } replayed userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<CreateConversationMutation, CreateConversationMutationVariables>

export const DeleteConversation =
  "mutation DeleteConversation($input: DeleteInput!) { deleteConversation(input: $input) { conversation { id deletedAt } userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<DeleteConversationMutation, DeleteConversationMutationVariables>

export const ForkConversation =
  "mutation ForkConversation($input: ForkConversationInput!) { forkConversation(input: $input) { conversation { id } sharedLength pathHash copied replayed warnings { ...Warned } userErrors { ...Refused } } } fragment Warned on Warning { code message details } fragment Refused on UserError { code message field details }" as TypedDocument<ForkConversationMutation, ForkConversationMutationVariables>

export const RewindConversation =
  "mutation RewindConversation($input: RewindInput!) { rewindConversation(input: $input) { ...HeadMoved } } fragment HeadMoved on HeadPayload { conversation { id head { id } } leftTranscript replayed userErrors { ...Refused } } fragment Refused on UserError { code message field details }" as TypedDocument<RewindConversationMutation, RewindConversationMutationVariables>

export const SwitchHead =
  "mutation SwitchHead($input: SwitchHeadInput!) { switchHead(input: $input) { ...HeadMoved } } fragment HeadMoved on HeadPayload { conversation { id head { id } } leftTranscript replayed userErrors { ...Refused } } fragment Refused on UserError { code message field details }" as TypedDocument<SwitchHeadMutation, SwitchHeadMutationVariables>

export const Undo =
  "mutation Undo($input: UndoInput!) { undo(input: $input) { ...HeadMoved } } fragment HeadMoved on HeadPayload { conversation { id head { id } } leftTranscript replayed userErrors { ...Refused } } fragment Refused on UserError { code message field details }" as TypedDocument<UndoMutation, UndoMutationVariables>

export const ListConversations =
  "query ListConversations($filter: ConversationFilter, $first: Int, $after: String) { conversations(filter: $filter, first: $first, after: $after) { nodes { id title preview turnCount updatedAt cwd metadata forkedFrom { conversation { id } } } pageInfo { hasNextPage endCursor } } }" as TypedDocument<ListConversationsQuery, ListConversationsQueryVariables>

export const NewestConversations =
  "query NewestConversations { conversations(first: 50) { nodes { id title head { message { id } } } } }" as TypedDocument<NewestConversationsQuery, NewestConversationsQueryVariables>

export const StoreEntity =
  "mutation StoreEntity($input: StoreEntityInput!) { storeEntity(input: $input) { entity { id } replayed userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<StoreEntityMutation, StoreEntityMutationVariables>

export const Relate =
  "mutation Relate($input: RelateInput!) { relate(input: $input) { relationship { id } replayed userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<RelateMutation, RelateMutationVariables>

export const Unrelate =
  "mutation Unrelate($input: RelateInput!) { unrelate(input: $input) { relationship { id } replayed userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<UnrelateMutation, UnrelateMutationVariables>

export const ImportTranscript =
  "mutation ImportTranscript($input: ImportInput!) { importTranscript(input: $input) { report { format entries nodes added unchanged skipped } conversations { id } userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<ImportTranscriptMutation, ImportTranscriptMutationVariables>

export const Export =
  "query Export($conversationId: ID!, $format: ExportFormat!, $wholeTree: Boolean) { export(conversationId: $conversationId, format: $format, wholeTree: $wholeTree) }" as TypedDocument<ExportQuery, ExportQueryVariables>

export const VerifyPath =
  "query VerifyPath($id: ID!, $after: String) { verifyPath(observationId: $id, after: $after) { valid status expected stored firstBroken { id } next } }" as TypedDocument<VerifyPathQuery, VerifyPathQueryVariables>

export const HeadOf =
  "query HeadOf($id: ID!) { conversation(id: $id) { head { id } } }" as TypedDocument<HeadOfQuery, HeadOfQueryVariables>

export const ClaimRun =
  "mutation ClaimRun($input: ClaimRunInput!) { claimRun(input: $input) { ...RunMoved } } fragment RunMoved on RunPayload { run { runId state } replayed warnings { ...Warned } userErrors { ...Refused } } fragment Warned on Warning { code message details } fragment Refused on UserError { code message field details }" as TypedDocument<ClaimRunMutation, ClaimRunMutationVariables>

export const CompleteRun =
  "mutation CompleteRun($input: RunInput!) { completeRun(input: $input) { ...RunMoved } } fragment RunMoved on RunPayload { run { runId state } replayed warnings { ...Warned } userErrors { ...Refused } } fragment Warned on Warning { code message details } fragment Refused on UserError { code message field details }" as TypedDocument<CompleteRunMutation, CompleteRunMutationVariables>

export const AbortRun =
  "mutation AbortRun($input: RunInput!) { abortRun(input: $input) { ...RunMoved } } fragment RunMoved on RunPayload { run { runId state } replayed warnings { ...Warned } userErrors { ...Refused } } fragment Warned on Warning { code message details } fragment Refused on UserError { code message field details }" as TypedDocument<AbortRunMutation, AbortRunMutationVariables>

export const Search =
  "query Search($text: String!, $in: SearchScope, $first: Int, $after: String) { search(text: $text, in: $in, first: $first, after: $after) { nodes { observation { id role observedAt message { id } } conversation { id } snippet turn } pageInfo { hasNextPage endCursor } } }" as TypedDocument<SearchQuery, SearchQueryVariables>

export const Diff =
  "query Diff($base: ID!, $target: ID!) { diff(base: {conversationId: $base}, target: {conversationId: $target}) { markdown baseOnlyCount targetOnlyCount changed { message { id } } } }" as TypedDocument<DiffQuery, DiffQueryVariables>

export const Merge =
  "mutation Merge($input: MergeInput!) { mergeConversations(input: $input) { join { id } verdict refuted { conversation { id } reason } replayed userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<MergeMutation, MergeMutationVariables>

export const Compact =
  "mutation Compact($input: CompactInput!) { compact(input: $input) { marker { id } replayed userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<CompactMutation, CompactMutationVariables>

export const ConversationIds =
  "query ConversationIds($after: String, $filter: ConversationFilter) { conversations(first: 100, after: $after, filter: $filter) { nodes { id } pageInfo { ...Page } } } fragment Page on PageInfo { hasNextPage endCursor }" as TypedDocument<ConversationIdsQuery, ConversationIdsQueryVariables>

export const ListedConversations =
  "query ListedConversations($after: String) { conversations(first: 100, after: $after) { nodes { ...Listed } pageInfo { ...Page } } } fragment Listed on Conversation { id title origin createdAt updatedAt turnCount } fragment Page on PageInfo { hasNextPage endCursor }" as TypedDocument<ListedConversationsQuery, ListedConversationsQueryVariables>

export const CountedConversations =
  "query CountedConversations($after: String) { conversations(first: 100, after: $after) { nodes { origin updatedAt forkedFrom { observation { depth } } messages(first: 1) { totalCount } ...Shape } pageInfo { ...Page } } } fragment Shape on Conversation { treeShape { nodes roots leaves branchPoints versionPoints sidechains toolCalls } } fragment Page on PageInfo { hasNextPage endCursor }" as TypedDocument<CountedConversationsQuery, CountedConversationsQueryVariables>

export const ConversationNumbers =
  "query ConversationNumbers($id: ID!) { conversation(id: $id) { ...Listed ...Shape forkedFrom { conversation { id } turn pathHash } messages(first: 1) { totalCount } events(first: 1) { totalCount } forks(first: 1) { totalCount } } } fragment Listed on Conversation { id title origin createdAt updatedAt turnCount } fragment Shape on Conversation { treeShape { nodes roots leaves branchPoints versionPoints sidechains toolCalls } }" as TypedDocument<ConversationNumbersQuery, ConversationNumbersQueryVariables>

export const Spent =
  "query Spent($ids: [ID!], $top: Int!) { analytics(filter: {conversationIds: $ids, includeExperiments: true}) { usage { ...Used } models: usageBy(dimension: MODEL, top: $top) { key totals { ...Used } } tools(top: $top) { name calls errors } } } fragment Used on UsageTotals { inputTokens outputTokens cacheReadTokens cacheWriteTokens costUsd answers }" as TypedDocument<SpentQuery, SpentQueryVariables>

export const Transcript =
  "query Transcript($id: ID!, $view: TranscriptView, $values: TranscriptValues, $first: Int, $after: String, $last: Int, $before: String) { conversation(id: $id) { id title deletedAt transcript( view: $view values: $values first: $first after: $after last: $last before: $before ) { edges { cursor node { ...Entry } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } fragment Entry on TranscriptEntry { role text inherited deleted content { ...Block } message { id } observation { id kind turn observedAt } } fragment Block on ContentBlock { __typename ... on TextBlock { text } ... on ThinkingBlock { thinking signature } ... on ToolCallBlock { callId name input } ... on ToolResultBlock { callId result: content isError } ... on AttachmentBlock { fileName kind attachment { id mediaType byteSize uri } } ... on OtherBlock { value } }" as TypedDocument<TranscriptQuery, TranscriptQueryVariables>

export const Turn =
  "query Turn($conversationId: ID!, $turnId: ID!) { turn(conversationId: $conversationId, turnId: $turnId) { id role deleted text snapshot { fields observationCount computedAt } observations(first: 20) { nodes { id kind text observedAt } totalCount } } }" as TypedDocument<TurnQuery, TurnQueryVariables>

export const MessageObservations =
  "query MessageObservations($id: ID!, $first: Int, $after: String) { message(id: $id) { id observations(first: $first, after: $after) { nodes { id kind text observedAt } totalCount pageInfo { hasNextPage endCursor } } } }" as TypedDocument<MessageObservationsQuery, MessageObservationsQueryVariables>

export const Tree =
  "query Tree($id: ID!, $format: TreeFormat, $maxNodes: Int) { conversation(id: $id) { tree(format: $format, maxNodes: $maxNodes) } }" as TypedDocument<TreeQuery, TreeQueryVariables>

export const ContextMessages =
  "query ContextMessages($id: ID!, $at: PointInput) { conversation(id: $id) { contextMessages(format: OPENAI_CHAT, at: $at) } }" as TypedDocument<ContextMessagesQuery, ContextMessagesQueryVariables>

export const FindSession =
  "query FindSession($id: ID!) { conversation(id: $id) { ...Session } } fragment Session on Conversation { id title cwd updatedAt deletedAt turnCount preview metadata head { id } forkedFrom { conversation { id } turn } }" as TypedDocument<FindSessionQuery, FindSessionQueryVariables>

export const ListSessions =
  "query ListSessions($cwd: String, $after: String) { conversations(filter: {cwd: $cwd}, first: 50, after: $after) { nodes { ...Session } pageInfo { hasNextPage endCursor } } } fragment Session on Conversation { id title cwd updatedAt deletedAt turnCount preview metadata head { id } forkedFrom { conversation { id } turn } }" as TypedDocument<ListSessionsQuery, ListSessionsQueryVariables>

export const UpdateConversation =
  "mutation UpdateConversation($input: UpdateConversationInput!) { updateConversation(input: $input) { conversation { id } userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<UpdateConversationMutation, UpdateConversationMutationVariables>

export const ForkSession =
  "mutation ForkSession($input: ForkConversationInput!) { forkConversation(input: $input) { conversation { ...Session } userErrors { ...Refused } } } fragment Session on Conversation { id title cwd updatedAt deletedAt turnCount preview metadata head { id } forkedFrom { conversation { id } turn } } fragment Refused on UserError { code message field details }" as TypedDocument<ForkSessionMutation, ForkSessionMutationVariables>

export const SessionEntries =
  "query SessionEntries($id: ID!, $after: String) { conversation(id: $id) { transcript(view: RAW, values: CURRENT, first: 100, after: $after) { nodes { role deleted message { id } observation { metadata } content { ...Block } } pageInfo { hasNextPage endCursor } } } } fragment Block on ContentBlock { __typename ... on TextBlock { text } ... on ThinkingBlock { thinking signature } ... on ToolCallBlock { callId name input } ... on ToolResultBlock { callId result: content isError } ... on AttachmentBlock { fileName kind attachment { id mediaType byteSize uri } } ... on OtherBlock { value } }" as TypedDocument<SessionEntriesQuery, SessionEntriesQueryVariables>

export const Things =
  "query Things($conversation: ID!, $message: ID!, $observation: ID!, $run: ID!, $entity: ID!, $relationship: ID!, $attachment: ID!, $event: ID!, $last: Int!) { Conversation: node(nodeId: $conversation) { ...ShownConversation } Message: node(nodeId: $message) { ...ShownMessage } Observation: node(nodeId: $observation) { ...ShownObservation } Run: node(nodeId: $run) { ...ShownRun } Entity: node(nodeId: $entity) { ...ShownEntity } Relationship: node(nodeId: $relationship) { ...ShownRelationship } Attachment: node(nodeId: $attachment) { ...ShownAttachment } Event: node(nodeId: $event) { ...ShownEvent } } fragment ShownConversation on Conversation { id title origin turnCount createdAt updatedAt deletedAt cwd metadata head { id turn } spawnedBy { id } activeRun { runId state } forkedFrom { conversation { id } turn } treeShape { leaves branchPoints sidechains } transcript(last: $last) { nodes { role text deleted message { id } observation { id turn observedAt } content { ...ShownBlock } } pageInfo { hasPreviousPage } } relationships(direction: OUTBOUND, first: 20) { ...ShownEdges } } fragment ShownBlock on ContentBlock { __typename ... on TextBlock { text } ... on ThinkingBlock { thinking } ... on ToolCallBlock { callId name input } ... on ToolResultBlock { callId result: content isError } ... on OtherBlock { value } ... on AttachmentBlock { fileName attachment { id mediaType byteSize } } } fragment ShownEdges on RelationshipConnection { nodes { id type label source { ...ShownEnd } target { ...ShownEnd } } totalCount } fragment ShownEnd on Related { __typename ... on Conversation { id } ... on Message { id } ... on Entity { id name } ... on Attachment { id } } fragment ShownMessage on Message { id turnId role deleted conversation { id title } content { ...ShownBlock } snapshot { observationCount computedAt fields } supersedes { id } supersededBy { id } observations(first: 20) { nodes { id kind turn observedAt text } totalCount } relationships(direction: BOTH, first: 20) { ...ShownEdges } } fragment ShownObservation on Observation { id observed: kind role turn depth observedAt ingestedAt senderId model runId pathHash contentHash isLeaf fields conversation { id title } message { id } entity { id name } relationship { id } parent { id } copyOf { id } usage { inputTokens outputTokens costUsd } content { ...ShownBlock } } fragment ShownRun on Run { id runId state claimedAt completedAt completionSeq pendingRequest pendingQuestionId conversation { id title } } fragment ShownEntity on Entity { id type name deleted mergedInto { id } snapshot { observationCount computedAt fields } relationships(direction: BOTH, first: 20) { ...ShownEdges } } fragment ShownRelationship on Relationship { id type label metadata createdAt deletedAt source { ...ShownEnd } target { ...ShownEnd } } fragment ShownAttachment on Attachment { id mediaType byteSize uri downloadUrl embeddedIn(first: 20) { nodes { id } totalCount } } fragment ShownEvent on Event { id seq event: kind at conversation { id title } actor note pathHash details }" as TypedDocument<ThingsQuery, ThingsQueryVariables>

export const ObservationIds =
  "query ObservationIds($id: ID!, $after: String) { conversation(id: $id) { page: observations(first: 100, after: $after) { nodes { id } pageInfo { ...Page } } } } fragment Page on PageInfo { hasNextPage endCursor }" as TypedDocument<ObservationIdsQuery, ObservationIdsQueryVariables>

export const MessageIds =
  "query MessageIds($id: ID!, $after: String) { conversation(id: $id) { page: messages(first: 100, after: $after) { nodes { id: turnId } pageInfo { ...Page } } } } fragment Page on PageInfo { hasNextPage endCursor }" as TypedDocument<MessageIdsQuery, MessageIdsQueryVariables>

export const RunIds =
  "query RunIds($id: ID!, $after: String) { conversation(id: $id) { page: runs(first: 100, after: $after) { nodes { id: runId } pageInfo { ...Page } } } } fragment Page on PageInfo { hasNextPage endCursor }" as TypedDocument<RunIdsQuery, RunIdsQueryVariables>

export const EntityIds =
  "query EntityIds($after: String) { entities(first: 100, after: $after) { nodes { id } pageInfo { ...Page } } } fragment Page on PageInfo { hasNextPage endCursor }" as TypedDocument<EntityIdsQuery, EntityIdsQueryVariables>

export const StoreTurn =
  "mutation StoreTurn($input: StoreTurnInput!) { storeTurn(input: $input) { conversation { id } message { id } observation { id } replayed leftTranscript forked warnings { ...Warned } userErrors { ...Refused } } } fragment Warned on Warning { code message details } fragment Refused on UserError { code message field details }" as TypedDocument<StoreTurnMutation, StoreTurnMutationVariables>

export const StoreTurns =
  "mutation StoreTurns($input: StoreTurnsInput!) { storeTurns(input: $input) { results { conversation { id } message { id } observation { id } leftTranscript forked warnings { ...Warned } } replayed userErrors { ...Refused } } } fragment Warned on Warning { code message details } fragment Refused on UserError { code message field details }" as TypedDocument<StoreTurnsMutation, StoreTurnsMutationVariables>

export const AmendMessage =
  "mutation AmendMessage($input: AmendMessageInput!) { amendMessage(input: $input) { message { id } observation { id } replayed userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<AmendMessageMutation, AmendMessageMutationVariables>

export const DeleteMessage =
  "mutation DeleteMessage($input: DeleteInput!) { deleteMessage(input: $input) { message { id } replayed userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<DeleteMessageMutation, DeleteMessageMutationVariables>

export const RestoreMessage =
  "mutation RestoreMessage($input: DeleteInput!) { restoreMessage(input: $input) { message { id } replayed userErrors { ...Refused } } } fragment Refused on UserError { code message field details }" as TypedDocument<RestoreMessageMutation, RestoreMessageMutationVariables>
