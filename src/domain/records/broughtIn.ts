import type { Event } from '../model.ts'
import { anonymous } from '../access/principal.ts'

/**
 * Returns an event as one that came with a conversation's file: any client with the scope to write may have made that, so no
 * principal of this store did it. What the file says of it is kept as its word, among the details. The same of what was brought in before.
 */
export function asBroughtIn(event: Event): Event {
  const { principal, details } = event
  if (principal === null) return event
  const { kind, id, label } = principal
  if (kind === 'ANONYMOUS') return { ...event, principal: anonymous }
  return { ...event, principal: null, details: { ...details, broughtIn: { kind, id, label } } }
}
