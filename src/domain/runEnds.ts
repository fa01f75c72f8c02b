import type { ObservationId } from './model.ts'
import type { RunEnd } from './things.ts'

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
  const left = nodes.find((node) => node.as === 'OTHER' && node.depth < last.depth)
  return { observationId: last.id, depth: last.depth, leftOut: above.leftOut ?? left?.depth ?? null }
}

/** A node of a copied stretch; `seq` is that of its run's completion, null where it has no run. */
export interface Sequenced {
  readonly id: ObservationId
  readonly depth: number
  readonly seq: number | null
}

/**
 * Returns how far a fork at each completion goes within a stretch of which all runs are completed. `seqs` are the
 * completions of all those runs; `shared` is the last node above, where one ends that has no turn in the stretch.
 */
export function endsOf(
  nodes: readonly Sequenced[],
  seqs: readonly number[],
  shared: { readonly id: ObservationId; readonly depth: number } | null,
): Map<number, RunEnd> {
  const lasts = new Map<number | null, Sequenced>(nodes.map((node) => [node.seq, node]))
  const firsts = new Map<number | null, Sequenced>(nodes.toReversed().map((node) => [node.seq, node]))
  const rising = [...seqs].sort((a, b) => a - b)
  const beyond = new Map<number, number>()
  let least = Infinity
  for (const seq of rising.toReversed()) {
    beyond.set(seq, least)
    least = Math.min(least, firsts.get(seq)?.depth ?? Infinity)
  }
  const ends = new Map<number, RunEnd>()
  let end: RunEnd = { observationId: shared?.id ?? null, depth: shared?.depth ?? -1, leftOut: null }
  for (const seq of rising) {
    const last = lasts.get(seq)
    if (last && last.depth > end.depth) end = { ...end, observationId: last.id, depth: last.depth }
    const left = beyond.get(seq) ?? Infinity
    ends.set(seq, { ...end, leftOut: left < end.depth ? left : null })
  }
  return ends
}
