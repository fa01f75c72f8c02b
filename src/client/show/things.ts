import type { Json } from '../../domain/model.ts'

/** What `show` tells of a thing, as the API has it. */
export type Thing =
  | ({ readonly kind: 'Conversation' } & ShownConversation)
  | ({ readonly kind: 'Message' } & ShownMessage)
  | ({ readonly kind: 'Observation' } & ShownObservation)
  | ({ readonly kind: 'Run' } & ShownRun)
  | ({ readonly kind: 'Entity' } & ShownEntity)
  | ({ readonly kind: 'Relationship' } & ShownRelationship)
  | ({ readonly kind: 'Attachment' } & ShownAttachment)
  | ({ readonly kind: 'Event' } & ShownEvent)

interface Named {
  readonly id: string
}
interface Titled extends Named {
  readonly title: string
}
interface Listed<T> {
  readonly nodes: readonly T[]
  readonly totalCount: number | null
}

export type ShownBlock =
  | { readonly __typename: 'TextBlock'; readonly text: string }
  | { readonly __typename: 'ThinkingBlock'; readonly thinking: string }
  | { readonly __typename: 'ToolCallBlock'; readonly callId: string; readonly name: string; readonly input: Json }
  | {
      readonly __typename: 'ToolResultBlock'
      readonly callId: string
      readonly result: Json
      readonly isError: boolean
    }
  | { readonly __typename: 'OtherBlock'; readonly value: Json }
  | {
      readonly __typename: 'AttachmentBlock'
      readonly fileName: string | null
      readonly attachment: { readonly id: string; readonly mediaType: string; readonly byteSize: number | null }
    }

export interface ShownEnd extends Named {
  readonly __typename: string
  readonly name?: string
}
export interface ShownEdge extends Named {
  readonly type: string
  readonly label: string
  readonly source: ShownEnd
  readonly target: ShownEnd
}
interface ShownSnapshot {
  readonly observationCount: number
  readonly computedAt: string
  readonly fields: Json
}

export interface ShownConversation extends Titled {
  readonly origin: string
  readonly turnCount: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly deletedAt: string | null
  readonly cwd: string | null
  readonly metadata: Json
  readonly head: { readonly id: string; readonly turn: number | null } | null
  readonly spawnedBy: Named | null
  readonly activeRun: { readonly runId: string; readonly state: string } | null
  readonly forkedFrom: { readonly conversation: Named; readonly turn: number | null } | null
  readonly treeShape: { readonly leaves: number; readonly branchPoints: number; readonly sidechains: number }
  readonly transcript: {
    readonly nodes: readonly ShownEntry[]
    readonly pageInfo: { readonly hasPreviousPage: boolean }
  }
  readonly relationships: Listed<ShownEdge>
}
export interface ShownEntry {
  readonly role: string | null
  readonly text: string
  readonly deleted: boolean
  readonly message: Named | null
  readonly observation: { readonly id: string; readonly turn: number | null; readonly observedAt: string }
  readonly content: readonly ShownBlock[]
}
export interface ShownMessage extends Named {
  readonly turnId: string
  readonly role: string
  readonly deleted: boolean
  readonly conversation: Titled
  readonly content: readonly ShownBlock[] | null
  readonly snapshot: ShownSnapshot | null
  readonly supersedes: Named | null
  readonly supersededBy: readonly Named[]
  readonly observations: Listed<{
    readonly id: string
    readonly kind: string
    readonly turn: number | null
    readonly observedAt: string
    readonly text: string | null
  }>
  readonly relationships: Listed<ShownEdge>
}
export interface ShownObservation extends Named {
  readonly role: string | null
  readonly turn: number | null
  readonly depth: number | null
  readonly observedAt: string
  readonly ingestedAt: string
  readonly senderId: string | null
  readonly model: string | null
  readonly runId: string | null
  readonly pathHash: string | null
  readonly contentHash: string | null
  readonly isLeaf: boolean
  readonly fields: Json
  readonly conversation: Titled | null
  readonly message: Named | null
  readonly entity: { readonly id: string; readonly name: string } | null
  readonly relationship: Named | null
  readonly parent: Named | null
  readonly copyOf: Named | null
  readonly usage: {
    readonly inputTokens: number | null
    readonly outputTokens: number | null
    readonly costUsd: number | null
  } | null
  readonly content: readonly ShownBlock[] | null
  /** Which kind of observation. */
  readonly observed: string
}
export interface ShownRun extends Named {
  readonly runId: string
  readonly state: string
  readonly claimedAt: string
  readonly completedAt: string | null
  readonly completionSeq: number | null
  readonly pendingRequest: Json
  readonly pendingQuestionId: string | null
  readonly conversation: Titled
}
export interface ShownEntity extends Named {
  readonly type: string
  readonly name: string
  readonly deleted: boolean
  readonly mergedInto: Named | null
  readonly snapshot: ShownSnapshot | null
  readonly relationships: Listed<ShownEdge>
}
export interface ShownRelationship extends ShownEdge {
  readonly metadata: Json
  readonly createdAt: string
  readonly deletedAt: string | null
}
export interface ShownAttachment extends Named {
  readonly mediaType: string
  readonly byteSize: number | null
  readonly uri: string | null
  readonly downloadUrl: string | null
  readonly embeddedIn: Listed<Named>
}
export interface ShownEvent extends Named {
  readonly seq: number | null
  readonly event: string
  readonly at: string
  readonly conversation: Titled | null
  readonly actor: Json
  readonly note: string | null
  readonly pathHash: string | null
  readonly details: Json
}
