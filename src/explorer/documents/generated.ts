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

/** Where a conversation came from. */
export type OriginKind =
  /** A host stored it. */
  | 'HOST'
  /** An importer brought it. */
  | 'IMPORT'
  /** An experiment made it: statistics leave it out unless asked. */
  | 'EXPERIMENT';

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
  /** With this text in the title, without regard to case. */
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
  >, readonly message: { readonly id: string, readonly turnId: string } | null, readonly observation: { readonly id: string, readonly kind: ObservationKind, readonly turn: number | null, readonly model: string | null, readonly observedAt: string, readonly runId: string | null, readonly isLeaf: boolean, readonly usage: { readonly inputTokens: number | null, readonly outputTokens: number | null, readonly cacheReadTokens: number | null, readonly costUsd: number | null } | null }, readonly versions: { readonly index: number, readonly count: number, readonly previous: { readonly id: string } | null, readonly next: { readonly id: string } | null } | null };

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


export type TranscriptQuery = { readonly conversation: { readonly id: string, readonly transcript: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly position: number, readonly role: Role | null, readonly deleted: boolean, readonly inherited: boolean, readonly synthetic: boolean, readonly content: ReadonlyArray<
            | { readonly __typename: 'TextBlock', readonly text: string }
            | { readonly __typename: 'ThinkingBlock', readonly thinking: string }
            | { readonly __typename: 'ToolCallBlock', readonly callId: string, readonly name: string, readonly input: unknown }
            | { readonly __typename: 'ToolResultBlock', readonly callId: string, readonly isError: boolean, readonly result: unknown }
            | { readonly __typename: 'AttachmentBlock', readonly fileName: string | null, readonly attachment: { readonly id: string, readonly mediaType: string, readonly byteSize: number | null, readonly uri: string | null, readonly downloadUrl: string | null } }
            | { readonly __typename: 'OtherBlock', readonly value: unknown }
          >, readonly message: { readonly id: string, readonly turnId: string } | null, readonly observation: { readonly id: string, readonly kind: ObservationKind, readonly turn: number | null, readonly model: string | null, readonly observedAt: string, readonly runId: string | null, readonly isLeaf: boolean, readonly usage: { readonly inputTokens: number | null, readonly outputTokens: number | null, readonly cacheReadTokens: number | null, readonly costUsd: number | null } | null }, readonly versions: { readonly index: number, readonly count: number, readonly previous: { readonly id: string } | null, readonly next: { readonly id: string } | null } | null } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } } | null };

export type TalkQueryVariables = Exact<{
  id: string;
}>;


export type TalkQuery = { readonly conversation: { readonly createdAt: string, readonly id: string, readonly title: string, readonly preview: string, readonly turnCount: number, readonly updatedAt: string, readonly deletedAt: string | null, readonly origin: OriginKind, readonly cwd: string | null, readonly head: { readonly id: string } | null, readonly forkedFrom: { readonly turn: number | null, readonly conversation: { readonly id: string, readonly title: string }, readonly observation: { readonly id: string } | null } | null, readonly spawnedBy: { readonly id: string, readonly conversation: { readonly id: string } } | null, readonly treeShape: { readonly nodes: number, readonly leaves: number, readonly branchPoints: number, readonly versionPoints: number }, readonly usage: { readonly inputTokens: number, readonly outputTokens: number, readonly costUsd: number, readonly answers: number }, readonly forks: { readonly totalCount: number | null } } | null };

export type NewestLeafQueryVariables = Exact<{
  id: string;
}>;


export type NewestLeafQuery = { readonly observation: { readonly id: string, readonly leaves: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly conversation: { readonly id: string } | null }> } } | null };

export type ConversationChangedSubscriptionVariables = Exact<{
  id: string;
}>;


export type ConversationChangedSubscription = { readonly conversationChanged: { readonly id: string, readonly seq: number | null, readonly kind: EventKind, readonly at: string } };

export type AsideQueryVariables = Exact<{
  id: string;
}>;


export type AsideQuery = { readonly observation: { readonly id: string, readonly kind: ObservationKind, readonly text: string | null, readonly fields: unknown, readonly parents: ReadonlyArray<{ readonly id: string }> } | null };

export type StretchesQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type StretchesQuery = { readonly conversation: { readonly id: string, readonly stretches: { readonly nodes: ReadonlyArray<{ readonly length: number, readonly parting: Parting | null, readonly onHeadPath: boolean, readonly inherited: boolean, readonly alike: number, readonly first: { readonly id: string }, readonly last: { readonly id: string }, readonly after: { readonly id: string } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type TreePlacesQueryVariables = Exact<{
  id: string;
}>;


export type TreePlacesQuery = { readonly conversation: { readonly id: string, readonly head: { readonly id: string } | null, readonly forks: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly title: string, readonly forkedFrom: { readonly turn: number | null, readonly observation: { readonly id: string } | null } | null }> }, readonly checkpoints: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly details: unknown }> } } | null };

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
const fragmentBlock = "fragment Block on ContentBlock{__typename ...on TextBlock{text}...on ThinkingBlock{thinking}...on ToolCallBlock{callId name input}...on ToolResultBlock{callId result:content isError}...on AttachmentBlock{fileName attachment{id mediaType byteSize uri downloadUrl}}...on OtherBlock{value}}"
const fragmentEntry = "fragment Entry on TranscriptEntry{position role deleted inherited synthetic content{...Block}message{id turnId}observation{id kind turn model observedAt runId isLeaf usage{inputTokens outputTokens cacheReadTokens costUsd}}versions{index count previous{id}next{id}}}"
export const Conversations = ("query Conversations($filter:ConversationFilter$after:String){conversations(filter:$filter first:50 after:$after){nodes{...ConversationLine}pageInfo{hasNextPage endCursor}}}" + fragmentConversationLine) as unknown as TypedDocumentNode<ConversationsQuery, ConversationsQueryVariables>
export const Directories = ("query Directories{directories(first:50){nodes{cwd conversations}}}") as unknown as TypedDocumentNode<DirectoriesQuery, DirectoriesQueryVariables>
export const ConversationsChanged = ("subscription ConversationsChanged($filter:ConversationFilter){conversationsChanged(filter:$filter){...ConversationLine}}" + fragmentConversationLine) as unknown as TypedDocumentNode<ConversationsChangedSubscription, ConversationsChangedSubscriptionVariables>
export const Transcript = ("query Transcript($id:ID!$at:PointInput$asOf:DateTime$view:TranscriptView!$values:TranscriptValues!$last:Int$before:String$first:Int$after:String){conversation(id:$id){id transcript(at:$at asOf:$asOf view:$view values:$values last:$last before:$before first:$first after:$after){edges{cursor node{...Entry}}pageInfo{hasNextPage hasPreviousPage startCursor endCursor}totalCount}}}" + fragmentEntry + fragmentBlock) as unknown as TypedDocumentNode<TranscriptQuery, TranscriptQueryVariables>
export const Talk = ("query Talk($id:ID!){conversation(id:$id){...ConversationLine createdAt head{id}forkedFrom{turn conversation{id title}observation{id}}spawnedBy{id conversation{id}}treeShape{nodes leaves branchPoints versionPoints}usage(of:PATH){inputTokens outputTokens costUsd answers}forks(first:1){totalCount}}}" + fragmentConversationLine) as unknown as TypedDocumentNode<TalkQuery, TalkQueryVariables>
export const NewestLeaf = ("query NewestLeaf($id:ID!){observation(id:$id){id leaves(first:1){nodes{id conversation{id}}}}}") as unknown as TypedDocumentNode<NewestLeafQuery, NewestLeafQueryVariables>
export const ConversationChanged = ("subscription ConversationChanged($id:ID!){conversationChanged(id:$id){id seq kind at}}") as unknown as TypedDocumentNode<ConversationChangedSubscription, ConversationChangedSubscriptionVariables>
export const Aside = ("query Aside($id:ID!){observation(id:$id){id kind text fields parents{id}}}") as unknown as TypedDocumentNode<AsideQuery, AsideQueryVariables>
export const Stretches = ("query Stretches($id:ID!$after:String){conversation(id:$id){id stretches(first:1000 after:$after){nodes{first{id}last{id}after{id}length parting onHeadPath inherited alike}pageInfo{hasNextPage endCursor}}}}") as unknown as TypedDocumentNode<StretchesQuery, StretchesQueryVariables>
export const TreePlaces = ("query TreePlaces($id:ID!){conversation(id:$id){id head{id}forks(first:50){nodes{id title forkedFrom{turn observation{id}}}}checkpoints(first:50){nodes{id details}}}}") as unknown as TypedDocumentNode<TreePlacesQuery, TreePlacesQueryVariables>
export const RowFacts = ("query RowFacts($ids:[ID!]!){observations(ids:$ids){id kind role turn text isLeaf annotations content{__typename ...on ToolCallBlock{name}}}}") as unknown as TypedDocumentNode<RowFactsQuery, RowFactsQueryVariables>
export const Before = ("query Before($id:ID!$last:Int!){observation(id:$id){id ancestors(last:$last){nodes{id}}}}") as unknown as TypedDocumentNode<BeforeQuery, BeforeQueryVariables>
