import type { ObservationId } from '../model.ts'
import type { RunEnd } from './run.ts'

/** Nothing is carried. */
export const emptyEnd: RunEnd = { observationId: null, depth: -1, leftOut: null }

/** A node of a path, as its run makes it count: RUN belongs to a run that is kept, NONE to no run, OTHER is left out. */
export interface Counted {
  readonly id: ObservationId
  readonly depth: number
  readonly as: 'RUN' | 'NONE' | 'OTHER'
}

/**
 * Returns how far a fork goes that keeps the runs' turns and, up to the last of those, the ones without a run (design
 * §5). `above` is what is known to hold of the path above the nodes.
 */
export function endAfter(above: RunEnd, nodes: readonly Counted[]): RunEnd {
  const last = nodes.findLast((node) => node.as === 'RUN')
  if (!last) return above
  const branch = nodes.find((node) => node.as === 'OTHER' && node.depth < last.depth)
  return { observationId: last.id, depth: last.depth, leftOut: above.leftOut ?? branch?.depth ?? null }
}

/** A node of a copied stretch; `seq` is that of its run's completion, null where it has no run. */
export interface Sequenced {
  readonly depth: number
  readonly seq: number | null
}

/**
 * Returns the depth of the first node that a fork at each completion leaves out of a stretch, null where it leaves none
 * out. `ends` are the completions of all runs there, with the depth of each one's end.
 */
export function omissionsOf(
  nodes: readonly Sequenced[],
  ends: readonly { readonly seq: number; readonly depth: number }[],
): Map<number, number | null> {
  const firsts = new Map<number | null, number>(nodes.toReversed().map((node) => [node.seq, node.depth]))
  const leftOut = new Map<number, number | null>()
  let least = Infinity
  for (const { seq, depth } of [...ends].sort((a, b) => b.seq - a.seq)) {
    leftOut.set(seq, least < depth ? least : null)
    least = Math.min(least, firsts.get(seq) ?? Infinity)
  }
  return leftOut
}
