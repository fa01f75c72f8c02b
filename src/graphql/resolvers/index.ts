import { connection, edge, PageInfo, transcriptConnection, transcriptEdge } from '../connection.ts'
import type { Resolvers } from '../generated.ts'
import { scalars } from '../scalars.ts'
import { Answer, AnswerChange, Responder } from './Answer.ts'
import { Analytics, ConversationCount, PathStats, UsageTotals } from './Analytics.ts'
import { Attachment } from './Attachment.ts'
import { AttachmentBlock, ContentBlock } from './ContentBlock.ts'
import { Conversation, Evidence, ForkOrigin, Stretch, TranscriptEntry } from './Conversation.ts'
import { Diff } from './Diff.ts'
import { Message } from './Message.ts'
import { Mutation } from './Mutation.ts'
import { Entity, Related, Relationship } from './Entity.ts'
import { Erasure, SecretFinding, Viewer } from './Erasure.ts'
import { Event, Observation } from './Observation.ts'
import * as payloads from './payloads.ts'
import { Branch } from './Branch.ts'
import { Loop, Prompt, Step } from './Prompt.ts'
import { Query } from './Query.ts'
import { SearchConnection, SearchHit } from './Search.ts'
import { Run } from './Run.ts'
import { StateRecord } from './StateRecord.ts'
import { ImportJob, Subscription } from './Subscription.ts'

/** Every type's resolvers; a field without one is the member of the same name (the schema test asks every field). */
export const resolvers: Resolvers = {
  ...scalars,
  ...payloads,
  Query,
  Analytics,
  ConversationCount,
  PathStats,
  UsageTotals,
  Diff,
  ImportJob,
  Mutation,
  Subscription,
  // `node` and `nodes` answer things that carry their type's name.
  Node: { __resolveType: (thing) => (thing as unknown as { __typename: 'Conversation' }).__typename },
  Conversation,
  ForkOrigin,
  TranscriptEntry,
  Message,
  Observation,
  Event,
  Run,
  Answer,
  AnswerChange,
  Responder,
  Entity,
  Erasure,
  ErasureConnection: connection,
  ErasureEdge: edge,
  Related,
  Relationship,
  Attachment,
  ContentBlock,
  AttachmentBlock,
  PageInfo,
  TranscriptConnection: transcriptConnection,
  TranscriptEdge: transcriptEdge,
  ConversationConnection: connection,
  ConversationEdge: edge,
  Stretch,
  StretchConnection: connection,
  StretchEdge: edge,
  Prompt,
  PromptConnection: connection,
  PromptEdge: edge,
  Loop,
  LoopCallConnection: connection,
  LoopCallEdge: edge,
  Step,
  StepConnection: connection,
  StepEdge: edge,
  Branch,
  BranchConnection: connection,
  BranchEdge: edge,
  DirectoryConnection: connection,
  DirectoryEdge: edge,
  Evidence,
  EvidenceConnection: connection,
  EvidenceEdge: edge,
  StateRecord,
  StateRecordConnection: connection,
  StateRecordEdge: edge,
  MessageConnection: connection,
  MessageEdge: edge,
  ObservationConnection: connection,
  ObservationEdge: edge,
  EventConnection: connection,
  EventEdge: edge,
  RunConnection: connection,
  RunEdge: edge,
  EntityConnection: connection,
  EntityEdge: edge,
  RelationshipConnection: connection,
  RelationshipEdge: edge,
  SearchConnection,
  SearchHit,
  SecretFinding,
  Viewer,
  SecretFindingConnection: connection,
  SecretFindingEdge: edge,
  SearchEdge: edge,
}
