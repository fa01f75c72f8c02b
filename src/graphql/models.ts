/** What stands behind the types of the API: each under the name that it has there. */
import type { ImportJob } from '../app/imports/local/localImports.ts'
import type { PricesResult } from '../app/prices/setPrices.ts'
import type { AskResult } from '../app/answers/answer.ts'
import type { AnnotateResult } from '../app/annotations/annotate.ts'
import type { RecordsResult } from '../app/stateRecords/putRecords.ts'
import type { EntityDeletion } from '../app/entities/deleteEntity.ts'
import type { RelationshipResult } from '../app/relationships/changeRelationship.ts'
import type { CheckpointResult } from '../app/heads/checkpoint.ts'
import type { HeadResult } from '../app/heads/moveHead.ts'
import type { RunResult } from '../app/runs/runs.ts'
import type { ResumeResult } from '../app/resume/resumeConversation.ts'
import type { ForkResult } from '../app/forks/forkConversation.ts'
import type { SecretFinding, SecretsPage } from '../app/secrets/secretsPage.ts'
import type { EraseResult } from '../app/erasures/erase.ts'
import type { AmendResult } from '../app/turns/correctMessage.ts'
import type { StoreResult } from '../app/turns/storeInDraft.ts'
import type { DeletionResult } from '../app/conversations/conversationDeletion.ts'
import type { Warning } from '../app/write/warning.ts'
import type { ImportResult } from '../app/imports/job/importTranscript.ts'
import type { RepairResult } from '../app/repairs/repair.ts'
import type { Evidence } from '../app/merges/gathered.ts'
import type { MergeResult } from '../app/merges/merge.ts'
import type { MarkerResult } from '../app/markers/appendMarker.ts'
import type { ListPage } from '../app/read/pages.ts'
import type { Branch } from '../app/prompts/branches.ts'
import type { LoopCall } from '../app/prompts/callList.ts'
import type { ListedPrompt } from '../app/prompts/rows.ts'
import type { LoopStep } from '../app/prompts/steps.ts'
import type { ProbeResult } from '../app/probes/responder.ts'
import type { CountedShape } from '../app/trees/counts/countedShape.ts'
import type { SourceTree as CountsOfSource } from '../app/sourceTrees/model.ts'
import type { SearchPage, SearchHit } from '../app/search/search.ts'
import type { ConversationStretch } from '../app/trees/stretches.ts'
import type { TranscriptPage } from '../app/transcripts/transcripts.ts'
import type { Block, Conversation, Event, ForkedFrom, Json, Message, Observation as Entry } from '../domain/model.ts'
import type { Directory } from '../storage/graphStore.ts'
import type { RefusalCode } from '../domain/refusals.ts'
import type { Erasure } from '../domain/erasure/erasure.ts'
import type { EntityType, Entity } from '../domain/records/entity.ts'
import type { Run } from '../domain/records/run.ts'
import type { StateRecord as Kept } from '../domain/records/stateRecord.ts'
import type { Relationship } from '../domain/records/relationship.ts'
import type { Fact } from '../domain/messages/snapshot.ts'

export type { Conversation, Event, Message, Usage } from '../domain/model.ts'
export type { Attachment } from '../domain/records/attachment.ts'
export type { Erasure, EraseScope, Purge } from '../domain/erasure/erasure.ts'
export type { Entity } from '../domain/records/entity.ts'
export type { Relationship } from '../domain/records/relationship.ts'
export type { Run } from '../domain/records/run.ts'
export type { StateRecord } from '../domain/records/stateRecord.ts'
export type { Snapshot } from '../domain/messages/snapshot.ts'
export type { ImportReport } from '../app/imports/job/importTranscript.ts'
/** The counts of a file, and of the conversation that it came to what a file's ids and parents do not say. */
export type SourceTree = Omit<CountsOfSource, 'shape'> & { readonly shape: CountedShape }
export type { IntegrityReport } from '../app/integrity/integrity.ts'
export type { ConversationStretch as Stretch } from '../app/trees/stretches.ts'
export type { Evidence } from '../app/merges/gathered.ts'
export type { Branch } from '../app/prompts/branches.ts'
export type { LoopCall } from '../app/prompts/callList.ts'
export type { LoopSpan as Loop, ListedPrompt as Prompt } from '../app/prompts/rows.ts'
export type { LoopStep as Step } from '../app/prompts/steps.ts'
export type { Analytics } from '../app/analytics/analytics.ts'
export type { ToolFailure } from '../app/analytics/toolFailures.ts'
export type { ConversationCount } from '../app/analytics/topConversations.ts'
export type { ImportJob } from '../app/imports/local/localImports.ts'
export type { Answer, AnswerChange } from '../app/answers/answer.ts'
export type { Responder } from '../app/probes/responder.ts'
export type { Versions } from '../domain/tree/versions.ts'
export type { Spending as UsageTotals } from '../app/prices/spending.ts'
export type { Price } from '../domain/usage/prices.ts'
export type { TranscriptEntry } from '../app/transcripts/transcripts.ts'
export type { ChangedTurn, Diff } from '../app/diffs/diff.ts'
export type { SearchGroup, SearchHit } from '../app/search/search.ts'
export type { PathVerification } from '../app/integrity/verifyPath.ts'

/** What was observed of a conversation, or a storing of an entity or a relationship. */
export type Observation = Entry | Fact

/** Its event is null in a dry run. */
export type ForkOrigin = Omit<ForkedFrom, 'eventId'> & { readonly eventId: string | null }

export type TextBlock = Extract<Block, { type: 'text' }>
export type ThinkingBlock = Extract<Block, { type: 'thinking' }>
export type ToolCallBlock = Extract<Block, { type: 'toolCall' }>
export type ToolResultBlock = Extract<Block, { type: 'toolResult' }>
export type AttachmentBlock = Extract<Block, { type: 'attachment' }>
export type OtherBlock = Extract<Block, { type: 'other' }>

export type TranscriptConnection = TranscriptPage
export type TranscriptEdge = TranscriptPage['entries'][number]
export type RunConnection = Whole<Run>
export type RunEdge = Item<Run>
export type ConversationConnection = ListPage<Conversation>
export type ConversationEdge = Item<Conversation>
export type StretchConnection = ListPage<ConversationStretch>
export type StretchEdge = Item<ConversationStretch>
export type PromptConnection = ListPage<ListedPrompt>
export type PromptEdge = Item<ListedPrompt>
export type StepConnection = ListPage<LoopStep>
export type StepEdge = Item<LoopStep>
export type LoopCallConnection = ListPage<LoopCall>
export type LoopCallEdge = Item<LoopCall>
export type BranchConnection = ListPage<Branch>
export type BranchEdge = Item<Branch>
export type StateRecordConnection = ListPage<Kept>
export type StateRecordEdge = Item<Kept>
export type DirectoryConnection = ListPage<Directory>
export type DirectoryEdge = Item<Directory>
export type MessageConnection = Whole<Message>
export type MessageEdge = Item<Message>
export type ObservationConnection = ListPage<Observation>
export type ObservationEdge = Item<Observation>
export type EventConnection = Whole<Event>
export type EventEdge = Item<Event>
export type EvidenceConnection = Whole<Evidence>
export type EvidenceEdge = Item<Evidence>
export type ErasureConnection = Whole<Erasure>
export type ErasureEdge = Item<Erasure>
export type { SecretFinding } from '../app/secrets/secretsPage.ts'
export type SecretFindingConnection = SecretsPage
export type SecretFindingEdge = Item<SecretFinding>
export type EntityConnection = Whole<Entity>
export type EntityEdge = Item<Entity>
export type RelationshipConnection = Whole<Relationship>
export type RelationshipEdge = Item<Relationship>
export type SearchConnection = SearchPage
export type SearchEdge = Item<SearchHit>
type Item<T> = ListPage<T>['items'][number]
/** A page of a list that is always counted. */
type Whole<T> = Omit<ListPage<T>, 'totalCount'> & { totalCount(): Promise<number> }

export interface PageInfo {
  readonly items: readonly { readonly cursor: string }[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  /** Where the page ends if that is not its last item. */
  readonly endCursor?: string | null | undefined
}

export type { Warning }
export interface UserError {
  readonly code: RefusalCode
  readonly message: string
  readonly field: readonly string[] | null
  readonly details: Json
}

/** A command's result, or why it was refused. */
export interface Outcome<R> {
  readonly result: R | null
  readonly userErrors: readonly UserError[]
}
export type ConversationPayload = Outcome<DeletionResult>
export type ErasePayload = Outcome<EraseResult>
export type AmendPayload = Outcome<AmendResult>
export type AnnotatePayload = Outcome<AnnotateResult>
export type RecordsPayload = Outcome<RecordsResult>
export type StoreTurnPayload = Outcome<StoreResult>
export type StoreTurnsPayload = Outcome<{ readonly results: readonly StoreResult[]; readonly replayed: boolean }>
export type ForkPayload = Outcome<ForkResult>
export type ResumePayload = Outcome<ResumeResult>
export type RunPayload = Outcome<RunResult>
export type AskModelPayload = Outcome<AskResult>
export type ProbePayload = Outcome<ProbeResult>
export type HeadPayload = Outcome<HeadResult>
export type MarkerPayload = Outcome<MarkerResult>
export type CheckpointPayload = Outcome<CheckpointResult>
export type RepairPayload = Outcome<RepairResult>
export type MergePayload = Outcome<MergeResult>
export type { Refuted as RefutedInput } from '../domain/records/merge.ts'
export type ImportPayload = Outcome<ImportResult>
export type EntityPayload = Outcome<EntityDeletion>
export type EntityTypePayload = Outcome<EntityType>
export type ImportJobPayload = Outcome<{ readonly job: ImportJob }>
export type PricesPayload = Outcome<PricesResult>
export type RelationshipPayload = Outcome<RelationshipResult>
export type TreeShape = CountedShape
