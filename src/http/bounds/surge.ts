import { Overloaded } from '../../app/access/overloaded.ts'
import type { Pot } from './pot.ts'

/** So many under way are no sign of anything: each of them is taken. */
export const calm = 32
/** Over so many that were answered, what came is counted. */
const windowSize = 24
/** What comes may be so much more than what is answered. */
const tolerance = 1.05
/** The sum at which it is a surge, and the most that the sum grows to: it takes as long to be over. */
const alarm = 3
const mostExcess = 4
/** A server that answers so little for so long is held up by something else than by what comes. */
const stalledMs = 2_000

/** What a surge is told by, and who is told of it. */
export interface SurgeParts {
  readonly now: () => number
  /** Called when a surge begins, and when it is over. */
  readonly onChange: (isOver: boolean) => void
  /** Called for each that is refused, whatever found no room for it. */
  readonly onRefused: () => void
}

/** A pot, and what else it is told. */
export interface SurgePot extends Pot {
  /** Something was refused because nothing more is taken at all: that is a surge, whatever was counted. */
  readonly full: () => void
}

/**
 * Returns a pot that has room for all, however many are under way, while about as much is answered as comes. When more comes
 * for a while (Page's cumulative sum of what comes for each that is answered), it takes no more than a few, which tenants
 * share evenly. So a crowd of clients that each wait for their answers is never refused, nor is a slow store mistaken.
 */
export function surgePot({ now, onChange, onRefused }: SurgeParts): SurgePot {
  const underWay = new Map<string, number>()
  let [total, came, refused, answered, excess, began] = [0, 0, 0, 0, 0, now()]
  let isSurge = false
  const judged = (sum: number): void => {
    ;[came, refused, answered, began] = [0, 0, 0, now()]
    excess = Math.min(mostExcess, Math.max(0, sum))
    if (isSurge ? excess > 0 : excess < alarm) return
    isSurge = !isSurge
    onChange(!isSurge)
  }
  const add = (tenant: string, amount: number): void => {
    total += amount
    const own = (underWay.get(tenant) ?? 0) + amount
    if (own === 0) underWay.delete(tenant)
    else underWay.set(tenant, own)
  }
  const grown = () => Math.min(1, came / answered - tolerance)
  const leave = (tenant: string): void => {
    add(tenant, -1)
    if (++answered < windowSize) return
    // One window alone, which a burst fills, is no surge; one in which all was taken tells that it ends.
    judged(!isSurge && total < calm ? 0 : excess + (isSurge && refused === 0 ? -1 : grown()))
  }
  const refuse = (share: number): never => {
    refused++
    onRefused()
    throw new Overloaded(share < calm ? 'Your tenant' : 'The server', share, 'requests under way')
  }
  return {
    take(tenant) {
      if (now() - began > stalledMs) judged(0)
      came++
      const own = underWay.get(tenant) ?? 0
      const share = Math.max(1, Math.floor(calm / (underWay.size + (own === 0 ? 1 : 0))))
      if (isSurge && own >= share) refuse(share)
      add(tenant, 1)
      let isTaken = true
      return () => {
        if (isTaken) leave(tenant)
        isTaken = false
      }
    },
    full() {
      came++
      refused++
      if (!isSurge) judged(mostExcess)
      onRefused()
    },
  }
}
