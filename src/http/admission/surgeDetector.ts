/** Up to this many requests under way each is taken: they are no sign of overload. */
export const calm = 32
/** How many answered requests a count covers; more where more were under way at once. */
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

/** What has come and was answered since a window began, and what the windows before it came to. */
export class SurgeDetector {
  isSurge = false
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
      // Few are no surge, however quickly they came; a window in which all was taken tells that one ends.
      this.close(
        !this.isSurge && underWay < calm ? 0 : this.excess + (this.isSurge && this.refused === 0 ? -1 : this.grown()),
      )
    this.came++
  }

  answer(): void {
    this.answered++
  }

  refuse(): void {
    this.refused++
  }

  /** Something was refused because nothing more is taken at all: that is a surge, whatever was counted. */
  full(): void {
    this.came++
    this.refused++
    if (!this.isSurge) this.close(alarm)
  }

  private grown(): number {
    return Math.min(mostGrowth, (this.came - this.answered * tolerance) / windowSize)
  }

  /** Ends a window with this sum. */
  private close(sum: number): void {
    ;[this.came, this.refused, this.answered, this.began] = [0, 0, 0, this.now()]
    this.excess = Math.min(this.isSurge ? windowsToEnd : alarm, Math.max(0, sum))
    if (this.isSurge ? this.excess > 0 : this.excess < alarm) return
    this.isSurge = !this.isSurge
    this.excess = this.isSurge ? windowsToEnd : 0
    this.onChange(!this.isSurge)
  }
}
