import type { Event } from '../domain/model.ts'
import type { Change } from '../app/subscriptions/reader.ts'

/** Returns the event that a change tells of; throws the reason when it is that nothing more comes. */
export function eventOf(change: Change): Event {
  if (change.kind === 'dropped') throw change.refusal
  return change.event
}
