import type { Action } from './action.ts'
import { own } from '../../runtime/own.ts'

/** What came of an action, as far as taking it back needs it. */
export interface ActionResult {
  readonly conversation?:
    { readonly id: string; readonly head?: { readonly id: string } | null | undefined } | null | undefined
  readonly marker?: { readonly id: string } | null | undefined
  /** Of a merge: where it is REFUTED the head stays, and there is nothing to take back. */
  readonly verdict?: string | null | undefined
}

/** Returns the action that takes another one back; null where there is none. */
export function inverseOf(action: Action, { conversation, marker, verdict }: ActionResult): Action | null {
  const head = conversation?.head?.id ?? null
  switch (action.kind) {
    case 'fork':
      return conversation ? { kind: 'deleteConversation', conversationId: conversation.id } : null
    case 'rewind':
    case 'switch':
    case 'newVersion':
    case 'cancel':
    case 'add':
    case 'ask':
    case 'answerAgain':
      return { kind: 'undo', conversationId: action.conversationId, head }
    case 'cherryPick':
    case 'merge':
      return verdict != null && verdict !== 'SURVIVES' ? null : { kind: 'undo', conversationId: action.into, head }
    case 'correct':
      return { ...action, text: action.before, before: action.text }
    case 'compact':
    case 'drop':
      return marker ? { kind: 'cancel', conversationId: action.conversationId, markerId: marker.id, head } : null
    case 'delete':
      return { kind: 'restore', messageId: action.messageId }
    case 'restore':
      return { kind: 'delete', messageId: action.messageId }
    case 'annotate': {
      const gone = Object.fromEntries(Object.keys(action.values).map((key) => [key, own(action.before, key) ?? null]))
      return { ...action, values: gone, before: action.values }
    }
    case 'deleteConversation':
      return { kind: 'restoreConversation', conversationId: action.conversationId }
    case 'restoreConversation':
      return { kind: 'deleteConversation', conversationId: action.conversationId }
    case 'undo':
    case 'return':
      return { kind: 'return', conversationId: action.conversationId, to: action.head, head }
    case 'setPrices':
      return { ...action, prices: action.before, before: action.prices }
    case 'rename':
      return { ...action, title: action.before, before: action.title }
    case 'retain':
      return { ...action, days: action.before, before: action.days }
    case 'pin':
    case 'unpin':
      return { ...action, kind: action.kind === 'pin' ? 'unpin' : 'pin' }
    case 'archive':
    case 'unarchive':
      return { ...action, kind: action.kind === 'archive' ? 'unarchive' : 'archive' }
    case 'checkpoint':
    case 'stopRun':
      return null
  }
}
