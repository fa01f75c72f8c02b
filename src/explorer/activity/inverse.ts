import type { Action } from '../actions/action.ts'
import { own } from '../../runtime/own.ts'

/** A line of the ledger, as far as taking it back needs it. */
export interface Line {
  readonly kind: string
  readonly details: unknown
  readonly headFrom?: { readonly id: string } | null | undefined
}

/** What takes a line back, and what that is called. */
export interface Inverse {
  readonly label: string
  readonly action: Action
}

/** Returns what takes a line of a conversation's ledger back; null where nothing does, and where it is so already. */
export function inverseOfLine(line: Line, conversationId: string, head: string | null): Inverse | null {
  const { kind, details, headFrom } = line
  const { markerId, fork, messageId, observationId, annotations, before } = factsOf(details)
  const isOfConversation = messageId === undefined
  if ((kind === 'COMPACT' || kind === 'DROP') && typeof markerId === 'string')
    return { label: 'Cancel it', action: { kind: 'cancel', conversationId, markerId, head } }
  if (kind === 'FORK' && typeof fork === 'string')
    return { label: 'Delete it', action: { kind: 'deleteConversation', conversationId: fork } }
  if (kind === 'DELETE' && typeof messageId === 'string')
    return { label: 'Restore', action: { kind: 'restore', messageId } }
  if (kind === 'DELETE' && isOfConversation)
    return { label: 'Restore', action: { kind: 'restoreConversation', conversationId } }
  if (kind === 'RESTORE' && isOfConversation)
    return { label: 'Delete again', action: { kind: 'deleteConversation', conversationId } }
  if (kind === 'RESTORE' && typeof messageId === 'string')
    return { label: 'Delete again', action: { kind: 'delete', messageId } }
  if (kind === 'ANNOTATE' && typeof observationId === 'string') {
    const [input, former] = [factsOf(annotations), factsOf(before)]
    const values = Object.fromEntries(Object.keys(input).map((key) => [key, own(former, key) ?? null]))
    return { label: 'Put back', action: { kind: 'annotate', observationId, values, before: input } }
  }
  if (!headFrom || headFrom.id === head) return null
  return { label: 'Go back', action: { kind: 'return', conversationId, to: headFrom.id, head } }
}

const factsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
