import type { GivenPrice } from '../settings/priceTable.ts'
/** What can be done, as values: how it is asked, and what takes it back. */
export type Action =
  | { readonly kind: 'fork'; readonly conversationId: string; readonly at: UndoPoint }
  | { readonly kind: 'rewind'; readonly conversationId: string; readonly to: UndoPoint; readonly head: string | null }
  | { readonly kind: 'switch'; readonly conversationId: string; readonly to: string; readonly head: string | null }
  | { readonly kind: 'undo'; readonly conversationId: string; readonly head: string | null }
  /** The head back to any place of the tree where it stood; null: to where nothing was said yet. */
  | {
      readonly kind: 'return'
      readonly conversationId: string
      readonly to: string | null
      readonly head: string | null
    }
  | NewVersion
  | { readonly kind: 'correct'; readonly messageId: string; readonly text: string; readonly before: string }
  | Span
  | {
      readonly kind: 'cancel'
      readonly conversationId: string
      readonly markerId: string
      readonly head: string | null
    }
  | { readonly kind: 'delete' | 'restore'; readonly messageId: string }
  | { readonly kind: 'deleteConversation' | 'restoreConversation'; readonly conversationId: string }
  | Merge
  | { readonly kind: 'setPrices'; readonly prices: readonly GivenPrice[]; readonly before: readonly GivenPrice[] }
  | {
      readonly kind: 'rename'
      readonly conversationId: string
      readonly title: string
      readonly before: string
    }
  /** `days`: 0 is for ever, -1 as the tenant says. */
  | {
      readonly kind: 'retain'
      readonly conversationId: string
      readonly days: number
      readonly before: number
    }
  | { readonly kind: 'pin' | 'unpin' | 'archive' | 'unarchive'; readonly conversationId: string }
  | Add
  | Ask
  /** Another answer beside those that a turn has. */
  | {
      readonly kind: 'answerAgain'
      readonly conversationId: string
      readonly at: string
      readonly head: string | null
      readonly model?: string | null
    }
  | { readonly kind: 'stopRun'; readonly conversationId: string; readonly runId: string }
  | { readonly kind: 'checkpoint'; readonly conversationId: string; readonly at: string; readonly name: string }
  | { readonly kind: 'annotate'; readonly observationId: string; readonly values: Values; readonly before: Values }
  | {
      readonly kind: 'cherryPick'
      readonly into: string
      readonly from: string
      readonly turns: readonly string[]
      readonly head: string | null
    }

interface Merge {
  readonly kind: 'merge'
  readonly into: string
  readonly from: string
  readonly strategy: 'EVIDENCE' | 'INSIGHTS'
  /** What judges the evidence: a JSON Schema, or the name of a command. */
  readonly gate: Values | null
  readonly reviewer: string
  readonly head: string | null
}

interface NewVersion {
  readonly kind: 'newVersion'
  readonly conversationId: string
  readonly turnId: string | null
  readonly parent: string | null
  readonly role: 'USER' | 'ASSISTANT' | 'SYSTEM' | 'TOOL'
  readonly text: string
  readonly head: string | null
}

/** What is said next, behind a place. */
interface Add {
  readonly kind: 'add'
  readonly conversationId: string
  readonly parent: string | null
  readonly role: 'USER' | 'ASSISTANT' | 'SYSTEM'
  readonly text: string
  /** Ids of files that were sent before. */
  readonly attachments: readonly string[]
  readonly head: string | null
}

/** What a model is asked next, behind a place. */
interface Ask {
  readonly kind: 'ask'
  readonly conversationId: string
  readonly parent: string | null
  readonly text: string
  readonly attachments: readonly string[]
  readonly head: string | null
  /** Null: the configured one. */
  readonly model: string | null
}

interface Span {
  readonly kind: 'compact' | 'drop'
  readonly conversationId: string
  readonly from: UndoPoint
  readonly to: UndoPoint
  readonly summary: string
  readonly head: string | null
}

/** A place as the API names it. */
export type UndoPoint = Readonly<Record<string, string | number>>
export type Values = Readonly<Record<string, unknown>>

/** Returns the conversation that an action changes; null where it changes what may stand in many. */
export function conversationOf(action: Action): string | null {
  if ('conversationId' in action) return action.conversationId
  return 'into' in action ? action.into : null
}
