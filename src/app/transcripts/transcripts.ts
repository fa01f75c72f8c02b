import type { Block, Observation, Role } from '../../domain/model.ts'

export type TranscriptView = 'RAW' | 'MESSAGES' | 'CONTEXT'
export type TranscriptValues = 'AS_STORED' | 'CURRENT'

/** What a transcript shows of its turns. */
export interface TranscriptOptions {
  readonly values: TranscriptValues
  /** Whether the content of deleted messages is shown, too. */
  readonly includeDeleted: boolean
}

/** One place in a transcript, as the view shows it. */
export interface TranscriptEntry {
  /** 1-based, counted from the root in this view. */
  readonly position: number
  readonly observation: Observation
  /** The conversation that is shown. */
  readonly conversationId: string
  readonly role: Role | null
  readonly text: string
  readonly blocks: readonly Block[]
  /** Its message is deleted: no more than a placeholder, unless deleted ones are asked for. */
  readonly deleted: boolean
  /** What stood here was erased: no more than a placeholder, whatever is asked for. */
  readonly erased: boolean
  /** Recorded in an ancestor conversation. */
  readonly inherited: boolean
  /** Made up so that a provider takes the context: no message stands behind it. */
  readonly synthetic: boolean
}
export interface TranscriptPage {
  readonly entries: readonly { readonly cursor: string; readonly entry: TranscriptEntry }[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly totalCount: number
}
