import { Refusal } from '../../domain/refusals.ts'
import type { LedgerLine } from './ledger.ts'

/** What a subscriber receives: a line of the ledger, or why nothing more comes. */
export type Change =
  { readonly kind: 'event'; readonly event: LedgerLine } | { readonly kind: 'dropped'; readonly refusal: Refusal }

/** One subscriber at a conversation's watch: lines it has not taken yet, so many at most. */
export interface Reader {
  /** Takes a line in, unless it is known; a reader that is full lets go of all of them. */
  push(event: LedgerLine): void
  /** Returns what comes next, null once the reader has ended. */
  take(): Promise<Change | null>
  end(): void
}

/** Returns a reader that begins after a line of the ledger and holds at most `most` lines. */
export function createReader(after: number, most: number): Reader {
  let held: LedgerLine[] = []
  let [last, taken] = [after, after]
  let state: 'reading' | 'full' | 'ended' = 'reading'
  let wake = () => {}
  const moved = (next: typeof state) => {
    if (state !== 'ended') state = next
    wake()
  }
  return {
    push(event) {
      if (state !== 'reading' || event.seq <= last) return
      if (held.length >= most) {
        held = []
        moved('full')
      } else {
        held.push(event)
        last = event.seq
        wake()
      }
    },
    async take() {
      for (;;) {
        if (state === 'ended') return null
        if (state === 'full') {
          state = 'ended'
          return { kind: 'dropped', refusal: tooSlow(taken, most) }
        }
        const event = held.shift()
        if (event) {
          taken = event.seq
          return { kind: 'event', event }
        }
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    end() {
      held = []
      moved('ended')
    },
  }
}

function tooSlow(afterSeq: number, limit: number): Refusal {
  return new Refusal(
    'LIMIT_EXCEEDED',
    { limit, afterSeq },
    `More than ${limit} events wait to be read, so the subscription ends. Subscribe again with afterSeq ${afterSeq}: nothing is lost.`,
  )
}
