import type { Block, Conversation, JsonObject, Observation, Usage } from '../model.ts'

/** What corrections by rereading name as their source. */
export const rereadKind = 'REREAD'
const flag = 'reread'

/** Says whether turns on a conversation's path were corrected by rereading its file. */
export function wasReread({ metadata }: Pick<Conversation, 'metadata'>): boolean {
  return metadata[flag] === true
}

/** Returns a conversation that says so. */
export function asReread(conversation: Conversation): Conversation {
  return { ...conversation, metadata: { ...conversation.metadata, [flag]: true } }
}

/** What a later reader makes of an entry. */
export interface Reading {
  readonly usage: Usage | null
  readonly blocks: readonly Block[]
}

/**
 * Returns the fields in which a stored turn differs from what a later reader makes of its entry; null for none. Content
 * differs only where more of it is understood, or what is not stays as it was: words are never read away.
 */
export function understoodBetter(
  stored: Reading,
  read: Reading,
  isEqual: (a: unknown, b: unknown) => boolean,
): JsonObject | null {
  const usage = isEqual(stored.usage, read.usage) ? {} : { usage: read.usage as JsonObject | null }
  const isMore = unread(read.blocks) < unread(stored.blocks) && read.blocks.every(({ type }) => type !== 'attachment')
  const fields = { ...usage, ...(isMore && { content: read.blocks as unknown as JsonObject }) }
  return Object.keys(fields).length === 0 ? null : fields
}

const unread = (blocks: readonly Block[]) => blocks.filter(({ type }) => type === 'other').length

/** Says whether an observation came in with a file whose lines are kept for a conversation. */
export function isTurnOfFile({ kind, copyOf, messageId, namesErased }: Observation): boolean {
  return kind === 'TURN' && copyOf === null && messageId !== null && namesErased === undefined
}

/** A turn's field that names the file beside its own which its usage came from: its own lines do not say it. */
export const usageFrom = 'usageFrom'
