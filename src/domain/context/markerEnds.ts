import { isSummaryPlace } from './markers.ts'
import type { Hash, Marker, MarkerEnds, Observation, Span, StretchEnds } from '../model.ts'
import { canonicalJson, emptyPathHash } from '../tree/pathHash.ts'

/** The ends on the path above a marker that show whether it hides what its content hash says. */
export interface AboveMarker {
  /** Path hashes by depth, as far as the path has these depths; that of the empty path at -1. */
  readonly hashes: ReadonlyMap<number, Hash>
  /** The path hash of the last entry of its span; null where none is there, and where nobody asks. */
  readonly lastEntry: Hash | null
  /** The path hash of what it cancels. */
  readonly cancelled: Hash | null
}

/** Says whether a marker is of a version that left its stretches out of its content hash. */
export const isOfTargetsAlone = ({ ends }: Marker): boolean => ends === undefined

/** Returns the depths of which the path hashes tell where a marker's stretches lie. */
export function depthsOf(marker: Marker): number[] {
  const { span, keep } = marker
  const stretches = [...(span ? [span] : []), ...keep.filter((one) => !isSummaryPlace(one))]
  const first = span && isOfTargetsAlone(marker) ? [span.from] : []
  return [...new Set([...first, ...stretches.flatMap(({ from, to }) => [from - 1, to])])]
}

/** Returns a marker whose stretches lie on a path that ends at a depth: a copy may stand higher up than its original. */
export function fitted(marker: Marker, depth: number): Marker {
  const fit = (one: Span): Span => {
    const to = Math.min(one.to, depth)
    return { from: Math.min(one.from, to + 1), to }
  }
  return {
    ...marker,
    span: marker.span && fit(marker.span),
    keep: marker.keep.flatMap((one) => (isSummaryPlace(one) ? [one] : one.from > depth ? [] : [fit(one)])),
  }
}

/** Returns where the stretches of a marker lie, by path hashes: no number and no id, so equal talk has equal hashes. */
export function endsOf({ span, keep, cancels }: Marker, { hashes, cancelled }: AboveMarker): MarkerEnds {
  const at = (depth: number): Hash => hashes.get(depth) ?? ''
  const ends = ({ from, to }: Span): StretchEnds => [at(from - 1), at(to)]
  const endsOfSpan = (one: Span): StretchEnds => (isSummaryPlace(one) ? [emptyPathHash, emptyPathHash] : ends(one))
  return { span: span && ends(span), keep: keep.map(endsOfSpan), cancels: cancels === null ? null : (cancelled ?? '') }
}

/**
 * Says whether a marker hides, keeps and cancels what its content hash says. One of an earlier version is held against
 * its targets, which say where its span lies and not what it keeps; those of a copy are of its original's path.
 */
export function isAsHashed(
  { kind, copyOf, marker }: Pick<Observation, 'kind' | 'copyOf' | 'marker'>,
  above: AboveMarker,
): boolean {
  if (marker === null) return true
  if (!isOfTargetsAlone(marker)) return canonicalJson(marker.ends) === canonicalJson(endsOf(marker, above))
  return copyOf !== null || isAtTargets(kind, marker, above)
}

function isAtTargets(
  kind: Observation['kind'],
  { span, keep, summary, cancels, targets }: Marker,
  { hashes, lastEntry, cancelled }: AboveMarker,
): boolean {
  const [first, last] = targets
  if (kind === 'CANCEL') return span === null && cancelled !== null && cancelled === first
  if (cancels !== null) return false
  // An import's, of what has nothing above it.
  if (first === undefined)
    return keep.length === 0 && (span === null ? summary === null : span.from === 0 && span.to === -1)
  if (span === null) return false
  // An import's, of all above it.
  if (last === undefined) return kind === 'COMPACTION' && span.from === 0 && hashes.get(span.to) === first
  return keep.length === 0 && hashes.get(span.from) === first && lastEntry === last
}
