import type { Event, EventKind, ForkedFrom } from '../model.ts'

/** The kinds of the line that begins the ledger of a fork. */
const kinds: ReadonlySet<EventKind> = new Set(['FORK', 'MATERIALIZE'])

/** Says whether a line of a conversation's own ledger is the one by which it was forked. */
export function isLineOfFork(
  { id, kind, details }: Pick<Event, 'id' | 'kind' | 'details'>,
  forkedFrom: Pick<ForkedFrom, 'eventId'> | null,
): boolean {
  return forkedFrom?.eventId === id && kinds.has(kind) && details['fork'] === undefined
}
