import { own } from '../../runtime/own.ts'
/** One storing of a message, as the time line needs it. */
export interface Stored {
  readonly id: string
  readonly kind: string
  readonly text?: string | null | undefined
}

/** A line of the time line. */
export interface TimeLine<S extends Stored> {
  readonly stored: S
  /** Its number, the oldest is 1. */
  readonly number: number
  readonly what: string
  /** The words before it, where they are others; null where there is nothing to compare. */
  readonly before: string | null
}

const words: Readonly<Record<string, string>> = {
  CORRECTION: 'Fixed a typo',
  DELETION: 'Deleted',
  RESTORATION: 'Restored',
}

/** Returns what was stored of a message, newest first, each with what it changed; `total`: how many there are, of which these are the newest. */
export function timeLine<S extends Stored>(observations: readonly S[], total: number): readonly TimeLine<S>[] {
  return observations.map((stored, at) => {
    const older = observations
      .slice(at + 1)
      .find(({ text, kind }) => text != null && kind !== 'DELETION' && kind !== 'RESTORATION')
    const hasWords = stored.text != null && (stored.kind === 'TURN' || stored.kind === 'CORRECTION')
    const isSame = older !== undefined && older.text === stored.text
    // What was said before may be erased.
    const isFirst = !observations.slice(at + 1).some(({ kind }) => kind === 'TURN')
    const sentence = isFirst ? 'Said' : isSame ? 'Said again' : 'New version'
    return {
      stored,
      number: total - at,
      what: stored.kind === 'TURN' ? sentence : (own(words, stored.kind) ?? 'Changed'),
      before: hasWords && older !== undefined && !isSame ? (older.text ?? null) : null,
    }
  })
}
