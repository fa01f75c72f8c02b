interface EventLike {
  readonly kind: string
  readonly at: string
  readonly observationCount?: number | null | undefined
  readonly details?: unknown
  readonly conversation?: { readonly id: string } | null | undefined
  readonly principal?: { readonly id: string | null } | null | undefined
}

/** One line: an act, or acts of one kind that one did in one go. */
export interface ActivityLines<E extends EventLike> {
  /** The newest of them. */
  readonly event: E
  /** How many turns it added. */
  readonly turns: number
  readonly count: number
}

/** Pauses beyond this part what was stored in one go. */
const longestPause = 10 * 60_000

/** Returns acts, newest first, with what was stored in one go as one line. */
export function together<E extends EventLike>(events: readonly E[]): readonly ActivityLines<E>[] {
  const lines: { event: E; turns: number; count: number; oldest: number }[] = []
  for (const event of events) {
    const last = lines.at(-1)
    const [turns, at] = [event.observationCount ?? 0, Date.parse(event.at)]
    const goesOn =
      last !== undefined &&
      (event.kind === 'STORE' || event.kind === 'IMPORT') &&
      sourceOf(event) === sourceOf(last.event) &&
      last.oldest - at < longestPause
    if (goesOn) {
      last.turns += turns
      last.count += 1
      last.oldest = at
    } else lines.push({ event, turns, count: 1, oldest: at })
  }
  return lines
}

/** What was stored in one go is of one kind, in one conversation, by one caller, from one file. */
function sourceOf({ kind, conversation, principal, details }: EventLike): string {
  const { fileName } = (details ?? {}) as { readonly fileName?: unknown }
  return JSON.stringify([kind, conversation?.id, principal?.id, kind === 'IMPORT' ? fileName : null])
}
