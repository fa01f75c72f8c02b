import { Overloaded } from '../../app/access/overloaded.ts'
import type { QuotaSize } from '../../config/limits.ts'

/** By what the load shedder recognises an overload, and what it calls then. */
export interface SurgeParts {
  readonly now: () => number
  /** Called when an overload begins, and when it is over. */
  readonly onChange: (isOver: boolean) => void
  /** Called for each that is refused, whatever found no room for it. */
  readonly onRefused: () => void
}

/** What has come, and is not answered yet. */
export interface AdmittedRequest {
  /** Counts it among those of another tenant; throws what refuses it when that one has its part of an overload. */
  readonly moveTo: (tenant: string) => void
  /** Gives it back, once: it was answered, or its client is gone. */
  readonly leave: () => void
  /** Gives it back, once, and returns what refuses it. */
  readonly refuse: () => Overloaded
}

/** A quota, and what else is asked of it. */
export interface LoadShedder extends Quota {
  /** Returns a place for what has come, or what refuses it. */
  readonly come: (tenant: string) => AdmittedRequest | Overloaded
  /** Returns how many have a place. */
  readonly inFlight: () => number
  /** Says whether more came than was answered, of late: it may be an overload, or the beginning of one. */
  readonly isLikely: () => boolean
  /** Something was refused because nothing more is taken at all: that is an overload, whatever was counted. */
  readonly full: () => void
}

/**
 * Returns what admits everything, however many requests are under way, while answers keep up with arrivals. When more
 * arrive for a while (Page's cumulative sum of arrivals for each answer), it admits only a few at once, which tenants
 * share evenly. So a crowd of clients that each wait for their answers is never refused, nor is a slow store mistaken.
 */
export function loadShedder(parts: SurgeParts): LoadShedder {
  return new Shedder(parts)
}

class Shedder implements LoadShedder {
  private readonly held = new Map<string, number>()
  private total = 0
  private readonly detector: SurgeDetector
  private readonly onRefused: () => void

  constructor({ now, onChange, onRefused }: SurgeParts) {
    this.detector = new SurgeDetector(now, onChange)
    this.onRefused = onRefused
  }

  readonly come: LoadShedder['come'] = (tenant) => {
    this.detector.come(this.total)
    if (!this.hasRoom(tenant)) return this.refusal(tenant)
    this.add(tenant, 1)
    return this.placeOf(tenant)
  }

  readonly take: LoadShedder['take'] = (tenant) => {
    const place = this.come(tenant)
    if (place instanceof Overloaded) throw place
    return place.leave
  }

  readonly inFlight = (): number => this.total

  readonly isLikely = (): boolean => this.detector.excess > 0

  readonly full = (): void => {
    this.detector.full()
    this.onRefused()
  }

  private add(tenant: string, amount: number): void {
    this.total += amount
    const own = (this.held.get(tenant) ?? 0) + amount
    if (own === 0) this.held.delete(tenant)
    else this.held.set(tenant, own)
  }

  private shareOf(tenant: string): number {
    return Math.max(1, Math.floor(normalConcurrency / (this.held.size + (this.held.has(tenant) ? 0 : 1))))
  }

  private hasRoom(tenant: string): boolean {
    return !this.detector.isOverload || (this.held.get(tenant) ?? 0) < this.shareOf(tenant)
  }

  private refusal(tenant: string): Overloaded {
    this.detector.refuse()
    this.onRefused()
    return refusalOf(this.shareOf(tenant))
  }

  private placeOf(first: string): AdmittedRequest {
    let tenant: string | null = first
    const leavePlace = (): string | null => {
      const own = tenant
      tenant = null
      return own
    }
    return {
      moveTo: (other) => {
        if (tenant === null || tenant === other) return
        this.add(tenant, -1)
        tenant = null
        if (!this.hasRoom(other)) throw this.refusal(other)
        this.add((tenant = other), 1)
      },
      leave: () => {
        const own = leavePlace()
        if (own === null) return
        this.add(own, -1)
        this.detector.answer()
      },
      refuse: () => {
        const own = leavePlace()
        if (own !== null) this.add(own, -1)
        return this.refusal(own ?? first)
      },
    }
  }
}

const refusals = new Map<number, Overloaded>()

/** Returns the refusal of a share; the same for all, for making an error costs as much as refusing. */
function refusalOf(share: number): Overloaded {
  const known = refusals.get(share)
  if (known) return known
  const made = new Overloaded(share < normalConcurrency ? 'Your tenant' : 'The server', share, 'requests under way')
  refusals.set(share, made)
  return made
}

/** Up to this many requests under way each is taken: they are no sign of overload. */
export const normalConcurrency = 32
/** How many answered requests a count covers; more where more were under way at once. */
const windowSize = 24
/** What one window adds at most, in windows: many that come at once are no overload yet. */
const mostGrowth = 2
/** What comes may be so much more than what is answered. */
const tolerance = 1.05
/** The sum from which it is an overload; a crowd of this many times `windowSize` that gathers slowly is not one. */
const alarm = 8
/** So many windows in which all was taken end it. */
const windowsToEnd = 4
/** A server that answers so little for so long is held up by something else than by what comes. */
const stalledMs = 2_000

/** What has come and was answered since a window began, and what the windows before it came to. */
export class SurgeDetector {
  isOverload = false
  /** Page's cumulative sum of what came for each that was answered. */
  excess = 0
  private came = 0
  private refused = 0
  private answered = 0
  private began: number
  private readonly now: () => number
  private readonly onChange: (isOver: boolean) => void

  constructor(now: () => number, onChange: (isOver: boolean) => void) {
    this.now = now
    this.onChange = onChange
    this.began = now()
  }

  /** Counts one that comes while `underWay` have a place: what is answered together, as one commit, is in one window with what came for it. */
  come(underWay: number): void {
    if (this.now() - this.began > stalledMs) this.close(0)
    else if (this.answered >= windowSize)
      // Few are no overload, however quickly they came; a window in which all was taken shows that one ends.
      this.close(
        !this.isOverload && underWay < normalConcurrency
          ? 0
          : this.excess + (this.isOverload && this.refused === 0 ? -1 : this.grown()),
      )
    this.came++
  }

  answer(): void {
    this.answered++
  }

  refuse(): void {
    this.refused++
  }

  /** Something was refused because nothing more is taken at all: that is an overload, whatever was counted. */
  full(): void {
    this.came++
    this.refused++
    if (!this.isOverload) this.close(alarm)
  }

  private grown(): number {
    return Math.min(mostGrowth, (this.came - this.answered * tolerance) / windowSize)
  }

  /** Ends a window with this sum. */
  private close(sum: number): void {
    ;[this.came, this.refused, this.answered, this.began] = [0, 0, 0, this.now()]
    this.excess = Math.min(this.isOverload ? windowsToEnd : alarm, Math.max(0, sum))
    if (this.isOverload ? this.excess > 0 : this.excess < alarm) return
    this.isOverload = !this.isOverload
    this.excess = this.isOverload ? windowsToEnd : 0
    this.onChange(!this.isOverload)
  }
}

/** What all share: no request waits for it, and one that comes too late is refused. */
export interface Quota {
  /** Takes so much for a tenant, and returns what gives it back, once; refuses what is too much with 503. */
  take(tenant: string, amount?: number): () => void
}

/** Returns a quota of something; `what` names it in refusals, after a number. Calls `onFull` for each that there is no room for. */
export function quotaOf({ most, share }: QuotaSize, what: string, onFull = (): void => undefined): Quota {
  const shares = new Map<string, number>()
  // The same for all, for making an error costs as much as refusing.
  const [shareTaken, allTaken] = [new Overloaded('Your tenant', share, what), new Overloaded('The server', most, what)]
  let taken = 0
  const add = (tenant: string, amount: number): void => {
    taken += amount
    const own = (shares.get(tenant) ?? 0) + amount
    if (own === 0) shares.delete(tenant)
    else shares.set(tenant, own)
  }
  return {
    take(tenant, amount = 1) {
      if ((shares.get(tenant) ?? 0) + amount > share && share < most) throw shareTaken
      if (taken + amount > most) {
        onFull()
        throw allTaken
      }
      add(tenant, amount)
      let isTaken = true
      return () => {
        if (isTaken) add(tenant, -amount)
        isTaken = false
      }
    },
  }
}
