interface EventLike {
  readonly kind: string
  readonly at: string
  readonly observationCount?: number | null | undefined
  readonly principal?: { readonly id: string | null } | null | undefined
}

/** One line: an act, or acts of one kind that one did in one go. */
export interface Lines<E extends EventLike> {
  /** The newest of them. */
  readonly event: E
  /** How many turns it added. */
  readonly turns: number
  readonly count: number
}

/** Pauses beyond this part what was stored in one go. */
const longestPause = 10 * 60_000

/** Returns acts, newest first, with what was stored in one go as one line. */
export function together<E extends EventLike>(events: readonly E[]): readonly Lines<E>[] {
  const lines: { event: E; turns: number; count: number; oldest: number }[] = []
  for (const event of events) {
    const last = lines.at(-1)
    const [turns, at] = [event.observationCount ?? 0, Date.parse(event.at)]
    const goesOn =
      last !== undefined &&
      event.kind === 'STORE' &&
      last.event.kind === 'STORE' &&
      last.event.principal?.id === event.principal?.id &&
      last.oldest - at < longestPause
    if (goesOn) {
      last.turns += turns
      last.count += 1
      last.oldest = at
    } else lines.push({ event, turns, count: 1, oldest: at })
  }
  return lines
}
