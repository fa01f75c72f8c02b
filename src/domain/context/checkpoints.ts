import type { Changes } from '../changes.ts'
import type { Conversation, EventKind, JsonObject, NewEvent, ObservationId } from '../model.ts'

/** Returns what the ledger says of a checkpoint: its name and the observation that it names; null: the empty path. */
export function checkpointDetails(name: string, observationId: ObservationId | null): JsonObject {
  return { name, observationId }
}

/** What changes how a path is read, or joins others to it: the head before it is worth a name although it stays on the path. */
const readsAnew: ReadonlySet<EventKind> = new Set(['COMPACT', 'DROP', 'CANCEL', 'MERGE', 'REPAIR'])

/**
 * Returns changes with a checkpoint before each event after which a conversation's head leaves its path or is read
 * differently. `wanted`: the conversations as they stood that ask for that. What only goes on needs no name: its past
 * stays where it was.
 */
export function withCheckpoints(changes: Changes, wanted: readonly Conversation[], id: () => string): Changes {
  const events = changes.events.flatMap((event): NewEvent[] => {
    const before = wanted.find((one) => one.id === event.conversationId)
    const own = changes.events.filter(({ conversationId }) => conversationId === event.conversationId)
    if (!before || own[0] !== event || !isTurningPoint(changes, before)) return [event]
    // The runs that an import claims stand before it in the ledger, and are part of it.
    const kind = own.some((one) => one.kind === 'IMPORT') ? 'IMPORT' : event.kind
    const details = checkpointDetails(`before ${kind.toLowerCase()}`, before.headId)
    return [{ ...event, id: id(), kind: 'CHECKPOINT', note: null, pathHash: null, details, head: null }, event]
  })
  return { ...changes, events: events as [NewEvent, ...NewEvent[]] }
}

function isTurningPoint({ conversations, events, observations }: Changes, before: Conversation): boolean {
  const { id, headId } = before
  const after = conversations.find(({ value }) => value.id === id)?.value.headId
  if (after === undefined || after === headId) return false
  if (events.some((event) => event.conversationId === id && readsAnew.has(event.kind))) return true
  const parents = new Map(observations.map((one) => [one.id, one.place?.parentId ?? null]))
  let at = after
  for (let parent = at === null ? undefined : parents.get(at); parent !== undefined; parent = parents.get(at ?? ''))
    at = parent
  return at !== headId
}
