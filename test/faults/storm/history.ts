/** What clients did to a list to which all of them append, and what they saw. Times are of one clock, in milliseconds. */
export interface ListHistory {
  readonly appends: Append[]
  readonly reads: Read[]
}

/** An append that a client sent, again and again with its key until it was acknowledged. */
export interface Append {
  readonly element: string
  readonly began: number
  /** When it was acknowledged; null: nobody knows what became of it. */
  ended: number | null
}

/** The last elements of a list, and how many it had. */
export interface Read {
  readonly length: number
  readonly tail: readonly string[]
  readonly began: number
  readonly ended: number
}

/**
 * Returns what is wrong with a history, given the list as it was left: an element that is lost, doubled or was never sent, one
 * that stands before one that was acknowledged before it began, a read that is no prefix, or that lacks what was acknowledged
 * before.
 */
export function anomaliesOf({ appends, reads }: ListHistory, final: readonly string[]): string[] {
  const placeOf = new Map(final.map((element, place) => [element, place]))
  const sent = new Set(appends.map(({ element }) => element))
  return [
    ...final.filter((element, place) => placeOf.get(element) !== place).map((element) => `doubled: ${element}`),
    ...final.filter((element) => !sent.has(element)).map((element) => `from nowhere: ${element}`),
    ...appends.filter((it) => it.ended !== null && !placeOf.has(it.element)).map(({ element }) => `lost: ${element}`),
    ...outOfOrder(appends, placeOf),
    ...reads.flatMap((read) => wrongWith(read, final)),
    ...reads.flatMap((read) => staleness(read, appends, placeOf)),
  ]
}

/** Whoever was acknowledged before another began stands before it. */
function outOfOrder(appends: readonly Append[], placeOf: ReadonlyMap<string, number>): string[] {
  const placed = appends.filter(({ element }) => placeOf.has(element))
  const place = ({ element }: Append) => placeOf.get(element) ?? -1
  const byStart = [...placed].sort((a, b) => a.began - b.began)
  const byEnd = placed.filter(({ ended }) => ended !== null).sort((a, b) => (a.ended ?? 0) - (b.ended ?? 0))
  const found: string[] = []
  let farthest: Append | null = null
  let next = 0
  for (const append of byStart) {
    for (let done = byEnd[next]; done && (done.ended ?? 0) < append.began; done = byEnd[++next])
      if (!farthest || place(done) > place(farthest)) farthest = done
    if (farthest && place(append) < place(farthest)) found.push(`${append.element} stands before ${farthest.element}`)
  }
  return found
}

function wrongWith({ length, tail }: Read, final: readonly string[]): string[] {
  const there = final.slice(length - tail.length, length)
  const isPrefix = length <= final.length && tail.every((element, place) => element === there[place])
  return isPrefix ? [] : [`a read of ${length} elements is no prefix: ${tail.join(' ')}, not ${there.join(' ')}`]
}

function staleness({ length, began }: Read, appends: readonly Append[], placeOf: ReadonlyMap<string, number>) {
  return appends
    .filter(({ element, ended }) => ended !== null && ended < began && (placeOf.get(element) ?? -1) >= length)
    .map(({ element }) => `a read of ${length} elements lacks ${element}, acknowledged before`)
}
