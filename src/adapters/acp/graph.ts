import type { GraphClient } from '../../client/client.ts'

/** What this adapter asks the graph by: of a store in this process, or of a running server. */
export type Graph = Pick<GraphClient, 'query'>
export type Facts = Readonly<Record<string, unknown>>

/** A conversation as sessions are made of. */
export interface Stored {
  readonly id: string
  readonly title: string
  readonly cwd: string | null
  readonly updatedAt: string
  readonly deletedAt: string | null
  readonly turnCount: number
  readonly preview: string
  readonly metadata: Facts
  readonly head: { readonly id: string } | null
  readonly forkedFrom: { readonly conversation: { readonly id: string }; readonly turn: number | null } | null
}

/** A block of content as the API answers it. */
export type StoredBlock =
  | { readonly __typename: 'TextBlock'; readonly text: string }
  | { readonly __typename: 'ThinkingBlock'; readonly thinking: string }
  | { readonly __typename: 'ToolCallBlock'; readonly callId: string; readonly name: string; readonly input: unknown }
  | {
      readonly __typename: 'ToolResultBlock'
      readonly callId: string
      readonly result: unknown
      readonly isError: boolean
    }
  | {
      readonly __typename: 'AttachmentBlock'
      readonly attachment: {
        readonly id: string
        readonly mediaType: string
        readonly byteSize: number | null
        readonly uri: string | null
      }
      readonly fileName: string | null
      readonly kind: string | null
    }
  | { readonly __typename: 'OtherBlock'; readonly value: unknown }

/** An entry of a path as the API answers it. */
export interface Entry {
  readonly role: 'USER' | 'ASSISTANT' | 'SYSTEM' | 'TOOL' | null
  readonly deleted: boolean
  readonly message: { readonly id: string } | null
  readonly observation: { readonly metadata: Facts }
  readonly content: readonly StoredBlock[]
}

/** A block of content as it is stored. */
export type GivenBlock =
  | { readonly text: string }
  | { readonly thinking: { readonly thinking: string } }
  | { readonly toolCall: { readonly callId: string; readonly name: string; readonly input: unknown } }
  | { readonly toolResult: { readonly callId: string; readonly content: unknown; readonly isError: boolean } }
  | { readonly other: unknown }

/** An attachment as it is stored. */
export interface GivenAttachment {
  readonly name?: string
  readonly mediaType?: string
  readonly base64?: string
  readonly uri?: string
  readonly kind: string
}

/** A turn to store. */
export interface GivenTurn {
  readonly turnId: string
  readonly role: 'USER' | 'ASSISTANT' | 'TOOL'
  readonly content: readonly GivenBlock[]
  readonly attachments?: readonly GivenAttachment[]
  readonly model?: string
  readonly usage?: Facts
  readonly metadata?: Facts
}

/** Returns a value as an object, null when it is none. */
export function objectOf(value: unknown): Facts | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Facts) : null
}

/** Says whether no id can be like this: the API refuses to look for it. */
export function isNoId(text: string): boolean {
  return /[\p{Cc}\p{Surrogate}]/u.test(text)
}
