import type { Observation } from '../../domain/model.ts'
import type { Axis, Range, Tail, Together } from '../../storage/graphStore.ts'
import { cost, type Budget } from './budget.ts'
import { ifItFits, lengthOf, type Loaders } from './loaders.ts'
import { checkLookupId } from '../../domain/ids.ts'

/** What is read at once because a command or a page is about to ask for it, piece by piece. */
export interface Prefetch {
  /** A conversation with its head, the first USER turn of the path, and the messages of both. */
  ground(id: string): Promise<void>
  /** The last nodes of a head's segment, with their messages. */
  tail(tail: Tail): Promise<void>
  /** The nodes of ranges, with their messages. */
  shown(ranges: readonly Range[]): Promise<void>
}

/** The same with what finds in it. */
interface Prefetched extends Prefetch {
  /** Returns the nodes of a range that was read ahead; null for any other. */
  known(range: Range): Observation[] | null
  forget(): void
}

/** Nodes that were read ahead: those of a segment with all numbers from one on. */
interface Window {
  readonly segmentId: string
  readonly axis: Axis
  readonly from: number
  readonly nodes: readonly Observation[]
}

/** How many windows a request remembers: a page needs a few. */
const keptWindows = 64

/**
 * Returns what reads ahead, and what finds in it. Reading ahead decides nothing: what it brings is what the reads
 * themselves would have brought, and what it does not bring they ask for.
 */
export function prefetchOf(budget: Budget, loaders: () => Loaders): Prefetched {
  const windows = createWindows()
  const keep = ([conversations, observations, segments, messages]: Together): void => {
    const { conversation, observation, segment, message } = loaders()
    for (const one of conversations) conversation.prime(one.id, one)
    for (const one of observations) observation.prime(one.id, one)
    for (const one of segments) segment.prime(one.id, one)
    for (const one of messages) message.prime(one.id, one)
  }
  const keepNodes = (axis: Axis, results: Together): void => {
    keep(results)
    const nodes = results[1].filter(({ place }) => place !== null && numberOf(axis, place) !== null)
    const [first] = nodes
    if (!first?.place || !isWhole(axis, nodes)) return
    windows.add({ segmentId: first.place.segmentId, axis, from: numberOf(axis, first.place) ?? 0, nodes })
  }
  /** What is too large to come at once comes piece by piece. */
  const ifItComes = (ask: (from: Loaders) => Promise<Together>) => ifItFits(2, () => ask(loaders()))
  const known = ({ segmentId, axis, from, to }: Range): Observation[] | null => {
    const has = (one: Window) => one.axis === axis && one.from <= from && one.from + one.nodes.length > to
    const window = windows.of(segmentId).findLast(has)
    return window ? window.nodes.slice(from - window.from, to - window.from + 1) : null
  }
  return {
    ground: async (id) => {
      const result = await ifItComes(({ ground }) => ground.load(checkLookupId(id)))
      if (result) keep(result)
    },
    tail: async (tail) => {
      checkLookupId(tail.headId)
      const result = await ifItComes((from) => from.tail.load(tail))
      if (result) keepNodes(tail.axis, result)
    },
    shown: async (ranges) => {
      const missing = ranges.filter((range) => known(range) === null)
      const read = async (range: Range) => {
        const result = await ifItComes(({ shown: ranges }) => ranges.load(range))
        if (result) keepNodes(range.axis, result)
      }
      await Promise.all(missing.map(read))
    },
    known: (range) => {
      const nodes = known(range)
      if (nodes !== null) budget.spend(lengthOf(range) * cost.known)
      return nodes
    },
    forget: () => {
      windows.clear()
    },
  }
}

/** Returns no windows yet. By segment: a page of turns that are each stored twice has one for every turn, and asks for each. */
function createWindows() {
  const bySegment = new Map<string, Window[]>()
  let count = 0
  return {
    of: (segmentId: string): readonly Window[] => bySegment.get(segmentId) ?? [],
    add(window: Window): void {
      const known = bySegment.get(window.segmentId)
      if (known) known.push(window)
      else bySegment.set(window.segmentId, [window])
      if (++count > keptWindows) dropOne()
    },
    clear(): void {
      bySegment.clear()
      count = 0
    },
  }

  function dropOne(): void {
    for (const [segmentId, [_oldest, ...rest]] of bySegment) {
      if (rest.length === 0) bySegment.delete(segmentId)
      else bySegment.set(segmentId, rest)
      count--
      return
    }
  }
}

type Numbers = Pick<NonNullable<Observation['place']>, 'depth' | 'turn' | 'entry'>
const numberOf = (axis: Axis, place: Numbers): number | null => place[axis]

/** Says whether the nodes have each number between the first one's and the last one's: a commit may be seen by halves. */
function isWhole(axis: Axis, nodes: readonly Observation[]): boolean {
  const [first, last] = [nodes[0]?.place, nodes.at(-1)?.place]
  return !!first && !!last && (numberOf(axis, last) ?? 0) - (numberOf(axis, first) ?? 0) + 1 === nodes.length
}
