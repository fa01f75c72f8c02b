import { FindMessage, TurnPlace, type TurnPlaceQuery, type TurnPlaceQueryVariables } from '../documents/generated.ts'
import type { PointInput, Role } from '../schema/generated.ts'
import { TurngraphError } from '../turngraphError.ts'
import type { QueryOptions } from '../typedDocument.ts'
import type { Ask } from './graph.ts'
import type { Point } from './types.ts'

/** Returns that there is no conversation of that id. */
export function noConversation(id: string): TurngraphError {
  return new TurngraphError('NOT_FOUND', `No Conversation has the id "${id}".`, { kind: 'Conversation', id })
}

/** Returns what an answer has of a conversation; throws where there is none. */
export function existing<T>(conversation: T | null, id: string): T {
  if (conversation === null) throw noConversation(id)
  return conversation
}

/** Returns what a write has made; throws where the answer does not say. */
export function made<T>(value: T | null | undefined): T {
  if (value == null) throw new TurngraphError('INTERNAL', 'It was stored, and the answer does not say as what.')
  return value
}

/** Returns the message of a turn, its own or an inherited one; throws where there is none. */
export async function messageOf(
  ask: Ask,
  id: string,
  turnId: string,
  options: QueryOptions,
): Promise<{ readonly id: string; readonly role: Role }> {
  const { message } = existing((await ask(FindMessage, { id, turnId }, options)).conversation, id)
  if (message !== null) return message
  const details = { kind: 'Message', id: turnId, conversationId: id }
  throw new TurngraphError('NOT_FOUND', `No turn of conversation "${id}" has the id "${turnId}".`, details)
}

/** Returns a point as the API takes it: the id of a turn is looked up, for it may be inherited. */
export async function pointOf(ask: Ask, id: string, point: Point, options: QueryOptions): Promise<PointInput> {
  if (typeof point === 'number') return { turn: point }
  if (typeof point !== 'string') return point
  return { messageId: (await messageOf(ask, id, point, options)).id }
}

/** Returns the point of the n-th turn from the end, the first one where there are fewer; null where there is none. */
export async function turnFromEnd(
  ask: Ask,
  id: string,
  turns: number,
  options: QueryOptions,
): Promise<PointInput | null> {
  if (!Number.isSafeInteger(turns) || turns < 1)
    throw new TurngraphError('BAD_INPUT', '"turns" must be a whole number, 1 or more.', { turns }, ['turns'])
  let [left, before, first]: [number, string | null, string | null] = [turns, null, null]
  for (;;) {
    const variables: TurnPlaceQueryVariables = { id, view: 'MESSAGES', last: Math.min(left, 100), before }
    const answer: TurnPlaceQuery = await ask(TurnPlace, variables, options)
    const { nodes, pageInfo } = existing(answer.conversation, id).transcript
    first = nodes[Math.max(nodes.length - left, 0)]?.observation.id ?? first
    left -= nodes.length
    if (left <= 0 || !pageInfo.hasPreviousPage) return first === null ? null : { observationId: first }
    before = pageInfo.startCursor
  }
}
