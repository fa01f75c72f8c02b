import { startsOf, type Lines, type Tree } from './stretches.ts'

/** Where each stretch lies: along its lane from `starts` to `ends`, in nodes. */
export interface Lanes {
  readonly starts: Int32Array
  /** The last node's place. */
  readonly ends: Int32Array
  readonly lanes: Int32Array
  readonly laneCount: number
  /** The places of the longest path. */
  readonly length: number
}

interface Line {
  readonly stretches: readonly number[]
  readonly start: number
  readonly end: number
}

/** Returns each line in a lane of its own, or in one that is free by then: the head's first, the others by where they begin. */
export function lanesOf(tree: Tree, lines: Lines): Lanes {
  const starts = startsOf(tree)
  const ends = starts.map((start, at) => start + (tree[at]?.length ?? 1) - 1)
  const lanes = new Int32Array(tree.length)
  const free = heap<number>((a, b) => a - b)
  const busy = heap<{ readonly lane: number; readonly end: number }>((a, b) => a.end - b.end)
  let laneCount = 0
  for (const { stretches, start, end } of linesByStart(tree, lines, starts, ends)) {
    // A place is left between two lines in a lane, or they would look like one.
    for (let least = busy.least(); least && least.end < start - 1; least = busy.least()) free.put(busy.take().lane)
    const lane = free.least() === undefined ? laneCount++ : free.take()
    busy.put({ lane, end })
    for (const stretch of stretches) lanes[stretch] = lane
  }
  return { starts, ends, lanes, laneCount, length: ends.reduce((most, end) => Math.max(most, end + 1), 0) }
}

function linesByStart(tree: Tree, { roots, next, sides }: Lines, starts: Int32Array, ends: Int32Array): Line[] {
  const lines: Line[] = []
  for (const first of [...roots, ...sides.flat()]) {
    const stretches: number[] = []
    for (let at = first; at >= 0; at = next[at] ?? -1) stretches.push(at)
    lines.push({ stretches, start: starts[first] ?? 0, end: ends[stretches.at(-1) ?? first] ?? 0 })
  }
  const isHeads = ({ stretches: [first = -1] }: Line): number => (tree[first]?.onHeadPath ? 0 : 1)
  return lines.sort(
    (a, b) => a.start - b.start || isHeads(a) - isHeads(b) || (a.stretches[0] ?? 0) - (b.stretches[0] ?? 0),
  )
}

interface Heap<T> {
  readonly least: () => T | undefined
  readonly take: () => T
  readonly put: (item: T) => void
}

/** Returns a queue that gives the least first. */
function heap<T>(compare: (a: T, b: T) => number): Heap<T> {
  const items: T[] = []
  const at = (place: number): T => items[place] as T
  const isLess = (a: number, b: number): boolean => compare(at(a), at(b)) < 0
  const swap = (a: number, b: number): void => {
    const stored = at(a)
    items[a] = at(b)
    items[b] = stored
  }
  return {
    least: () => items[0],
    put: (item) => {
      items.push(item)
      for (let i = items.length - 1; i > 0 && isLess(i, (i - 1) >> 1); i = (i - 1) >> 1) swap(i, (i - 1) >> 1)
    },
    take: () => {
      const least = at(0)
      const last = items.pop() as T
      if (items.length > 0) {
        items[0] = last
        for (let i = 0; ;) {
          const [left, right] = [2 * i + 1, 2 * i + 2]
          let best = i
          if (left < items.length && isLess(left, best)) best = left
          if (right < items.length && isLess(right, best)) best = right
          if (best === i) break
          swap(i, best)
          i = best
        }
      }
      return least
    },
  }
}
