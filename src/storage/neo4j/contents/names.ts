/** What values name outside of themselves. */
import type { Event, Json, Mark, Observation } from '../../../domain/model.ts'
import { parseMessageId } from '../../../domain/ids.ts'
import { danglingRoots, isDangling } from '../../../domain/records/importMarks.ts'
import type { Relationship } from '../../../domain/records/relationship.ts'

/** Returns every text in a value that may be an id. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return value.length > 0 && value.length <= longestId ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.values(value as object).flatMap((one: Json) => textsIn(one))
}
const longestId = 512

/** Returns the ids of observations and conversations that a line of the ledger may name, those that it says were stored aside. */
export function namesOfEvent({ kind, details, head }: Event): string[] {
  const heads = [head?.from, head?.to].flatMap((id) => id ?? [])
  if (kind === 'STORE' || kind === 'RUN') return heads
  return [...heads, ...textsIn(details)]
}

/** Returns the ids of observations that an observation names. */
export function namesOfObservation({ copyOf, restates, place }: Observation): string[] {
  return [copyOf, restates, place?.parentId, ...(place?.otherParents ?? [])].flatMap((id) => id ?? [])
}

/** Returns the conversation of a message by its id. */
export function conversationOfMessage(id: string | null): string[] {
  const conversationId = id === null ? undefined : parseMessageId(id)?.conversationId
  return conversationId === undefined ? [] : [conversationId]
}

/** Returns the conversations of a relationship's ends. */
export function conversationsOfEnds({ source, target }: Pick<Relationship, 'source' | 'target'>): string[] {
  return [source, target].flatMap(({ kind, id }) =>
    kind === 'CONVERSATION' ? [id] : kind === 'MESSAGE' ? conversationOfMessage(id) : [],
  )
}

/** Returns the entities among a relationship's ends. */
export function entitiesOfEnds({ source, target }: Pick<Relationship, 'source' | 'target'>): string[] {
  return [source, target].flatMap(({ kind, id }) => (kind === 'ENTITY' ? [id] : []))
}

/** Returns the conversations that the answer of a command names as its own, as an idempotency key has it. */
export function conversationsOfAnswer(result: Json): string[] {
  if (result === null || typeof result !== 'object') return []
  return Object.entries(result as { readonly [name: string]: Json }).flatMap(([name, value]) => {
    if (typeof value !== 'string') return conversationsOfAnswer(value)
    if (name === 'conversationId') return [value]
    return name === 'messageId' ? conversationOfMessage(value) : []
  })
}

/** Returns the conversations with roots that wait, as an importer's mark lists them. */
export function conversationsOfMark(mark: Mark): string[] {
  return isDangling(mark) ? (danglingRoots.read(mark) ?? []).map(({ conversationId }) => conversationId) : []
}
