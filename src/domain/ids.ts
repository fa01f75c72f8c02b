import type { ConversationId, MessageId } from './model.ts'
import { badInput } from './refusals.ts'

/** What no id has: control characters, NUL among them, and halves of surrogate pairs. Some stores cut or change such text. */
const unfit = /[\p{Cc}\p{Surrogate}]/u

/** Says whether a text can be an id: every store keeps it as it is, and finds it and no other one by it. */
export function isFit(id: string): boolean {
  return !unfit.test(id)
}

/** What a store cuts or changes in any text that it looks for: NUL, and halves of surrogate pairs. */
const unkept = /[\0\p{Surrogate}]/u

/** Says whether every store keeps a text as it is, so that who looks for it finds it. */
export function isKept(text: string): boolean {
  return !unkept.test(text)
}

/** Returns a name that came with a file as a text that every store keeps as it is; another one for another name. */
export function fitName(name: string): string {
  return isFit(name) ? name : JSON.stringify(name)
}

/** Returns the id of a turn's message: `conversationId:turnId`, with `%` and `:` of the conversation id percent-encoded. */
export function messageId(conversationId: ConversationId, turnId: string): MessageId {
  return `${conversationId.replaceAll('%', '%25').replaceAll(':', '%3A')}:${turnId}`
}

/** Returns the id of a run among those of all conversations, made as a message's is. */
export function runKey(conversationId: ConversationId, runId: string): string {
  return messageId(conversationId, runId)
}

/** Returns the two parts of such an id, or null when it has none. */
export function parseRunKey(key: string): { conversationId: ConversationId; runId: string } | null {
  const parts = parseMessageId(key)
  return parts && { conversationId: parts.conversationId, runId: parts.turnId }
}

/** Returns the two parts of a message id, or null when it has none. */
export function parseMessageId(id: MessageId): { conversationId: ConversationId; turnId: string } | null {
  const colon = id.indexOf(':')
  if (colon < 1 || colon === id.length - 1) return null
  const conversationId = id.slice(0, colon).replaceAll('%3A', ':').replaceAll('%25', '%')
  const turnId = id.slice(colon + 1)
  return messageId(conversationId, turnId) === id ? { conversationId, turnId } : null
}

/** Says whether a message is of a conversation. */
export function isMessageOf(id: MessageId, conversationId: ConversationId): boolean {
  return parseMessageId(id)?.conversationId === conversationId
}

/** Returns what a message's turn is called in its conversation; null for none. */
export function turnIdOf(id: MessageId | null): string | null {
  return id === null ? null : (parseMessageId(id)?.turnId ?? null)
}

/**
 * Returns an id that is looked up; refuses one that nothing can have. A store would look for another one: one cuts it at
 * NUL, the other takes any half of a surrogate pair for the same.
 */
export function checkLookupId(id: string): string {
  if (isFit(id)) return id
  const displayText = JSON.stringify(id.slice(0, 100))
  throw badInput(`No id is like ${displayText}: it has a control character or half of a surrogate pair.`, {
    id: displayText,
  })
}
