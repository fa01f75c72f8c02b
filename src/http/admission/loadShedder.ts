import { Overloaded } from '../../app/access/overloaded.ts'
import type { Quota } from './quota.ts'

/** So many under way are no sign of anything: each of them is taken. */
export const calm = 32
/** Over so many that were answered, or more that were at once, what came is counted. */
const windowSize = 24
/** What one window adds at most, in windows: many that come at once are no surge yet. */
const mostGrowth = 2
/** What comes may be so much more than what is answered. */
const tolerance = 1.05
/** The sum at which it is a surge: a crowd of so many times `windowSize` that gathers slowly is none. */
const alarm = 8
/** So many windows in which all was taken end it. */
const windowsToEnd = 4
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

/** What has come, and is not answered yet. */
export interface Place {
  /** Counts it among those of another tenant; throws what refuses it when that one has its part of a surge. */
  readonly moveTo: (tenant: string) => void
  /** Gives it back, once: it was answered, or its client is gone. */
  readonly leave: () => void
  /** Gives it back, once, and returns what refuses it. */
  readonly refuse: () => Overloaded
}

/** A pot, and what else is asked of it. */
export interface LoadShedder extends Quota {
  /** Returns a place for what has come, or what refuses it. */
  readonly come: (tenant: string) => Place | Overloaded
  /** Returns how many have a place. */
  readonly underWay: () => number
  /** Says whether more came than was answered, of late: it may be a surge, or the beginning of one. */
  readonly isLikely: () => boolean
  /** Something was refused because nothing more is taken at all: that is a surge, whatever was counted. */
  readonly full: () => void
}

/**
 * Returns what has a place for all, however many are under way, while about as much is answered as comes. When more comes
 * for a while (Page's cumulative sum of what comes for each that is answered), it has no more than a few, which tenants
 * share evenly. So a crowd of clients that each wait for their answers is never refused, nor is a slow store mistaken.
 */
export function loadShedder({ now, onChange, onRefused }: SurgeParts): LoadShedder {
  const underWay = new Map<string, number>()
  let [total, came, refused, answered, excess, began] = [0, 0, 0, 0, 0, now()]
  let isSurge = false
  const judged = (sum: number): void => {
    ;[came, refused, answered, began] = [0, 0, 0, now()]
    excess = Math.min(isSurge ? windowsToEnd : alarm, Math.max(0, sum))
    if (isSurge ? excess > 0 : excess < alarm) return
    isSurge = !isSurge
    excess = isSurge ? windowsToEnd : 0
    onChange(!isSurge)
  }
  const add = (tenant: string, amount: number): void => {
    total += amount
    const own = (underWay.get(tenant) ?? 0) + amount
    if (own === 0) underWay.delete(tenant)
    else underWay.set(tenant, own)
  }
  const grown = () => Math.min(mostGrowth, (came - answered * tolerance) / windowSize)
  /** Before one more is counted: what is answered together, as one commit, is in one window with what came for it. */
  const judge = (): void => {
    if (now() - began > stalledMs) judged(0)
    else if (answered >= windowSize)
      // Few are no surge, however quickly they came; a window in which all was taken tells that one ends.
      judged(!isSurge && total < calm ? 0 : excess + (isSurge && refused === 0 ? -1 : grown()))
  }
  const leave = (tenant: string): void => {
    add(tenant, -1)
    answered++
  }
  const shareOf = (tenant: string): number =>
    Math.max(1, Math.floor(calm / (underWay.size + (underWay.has(tenant) ? 0 : 1))))
  const hasRoom = (tenant: string): boolean => !isSurge || (underWay.get(tenant) ?? 0) < shareOf(tenant)
  const refusal = (tenant: string): Overloaded => {
    refused++
    onRefused()
    return refusalOf(shareOf(tenant))
  }
  const placeOf = (first: string): Place => {
    let tenant: string | null = first
    const left = (): string | null => {
      const own = tenant
      tenant = null
      return own
    }
    return {
      moveTo(other) {
        if (tenant === null || tenant === other) return
        add(tenant, -1)
        tenant = null
        if (!hasRoom(other)) throw refusal(other)
        add((tenant = other), 1)
      },
      leave() {
        const own = left()
        if (own !== null) leave(own)
      },
      refuse() {
        const own = left()
        if (own !== null) add(own, -1)
        return refusal(own ?? first)
      },
    }
  }
  const come: LoadShedder['come'] = (tenant) => {
    judge()
    came++
    if (!hasRoom(tenant)) return refusal(tenant)
    add(tenant, 1)
    return placeOf(tenant)
  }
  return {
    come,
    take(tenant) {
      const place = come(tenant)
      if (place instanceof Overloaded) throw place
      return place.leave
    },
    underWay: () => total,
    isLikely: () => excess > 0,
    full() {
      came++
      refused++
      if (!isSurge) judged(alarm)
      onRefused()
    },
  }
}

const refusals = new Map<number, Overloaded>()

/** Returns the refusal of a share; the same for all, for making an error costs as much as refusing. */
function refusalOf(share: number): Overloaded {
  const known = refusals.get(share)
  if (known) return known
  const made = new Overloaded(share < calm ? 'Your tenant' : 'The server', share, 'requests under way')
  refusals.set(share, made)
  return made
}
