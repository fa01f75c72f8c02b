import type { Conversation, Event } from '../domain/model.ts'
import type { Hint } from '../app/subscriptions/listReader.ts'
import type { Change } from '../app/subscriptions/reader.ts'

/** Returns the event of a change; throws the reason when it is that nothing more comes. */
export function eventOf(change: Change): Event {
  if (change.kind === 'dropped') throw change.refusal
  return change.event
}

/** Returns the conversation that a hint is of; throws the reason when it is that nothing more comes. */
export function changedConversation(hint: Hint): Conversation {
  if (hint.kind === 'dropped') throw hint.refusal
  return hint.conversation
}
