import type { GraphClient } from '../../client/client.ts'
import type { SessionEntriesQuery, SessionFragment } from '../../client/documents/generated.ts'

/** What this adapter asks the graph by: of a store in this process, or of a running server. */
export type Graph = Pick<GraphClient, 'query'>
export type Facts = Readonly<Record<string, unknown>>

/** A conversation as sessions are made of. */
export type StoredSession = SessionFragment & { readonly metadata: Facts }

/** An entry of a path as the API answers it. */
export type SessionEntry = NonNullable<SessionEntriesQuery['conversation']>['transcript']['nodes'][number] & {
  readonly observation: { readonly metadata: Facts }
}

/** A block of content as the API answers it. */
export type StoredBlock = SessionEntry['content'][number]

/** A block of content as it is stored. */
export type GivenBlock =
  | { readonly text: string }
  | { readonly thinking: { readonly thinking: string } }
  | { readonly toolCall: { readonly callId: string; readonly name: string; readonly input: unknown } }
  | { readonly toolResult: { readonly callId: string; readonly content: unknown; readonly isError: boolean } }
  | { readonly other: unknown }

/** An attachment as it is stored. */
export interface AttachmentInput {
  readonly name?: string
  readonly mediaType?: string
  readonly base64?: string
  readonly uri?: string
  readonly kind: string
}

/** A turn to store. */
export interface AcpTurn {
  readonly turnId: string
  readonly role: 'USER' | 'ASSISTANT' | 'TOOL'
  readonly content: readonly GivenBlock[]
  readonly attachments?: readonly AttachmentInput[]
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
