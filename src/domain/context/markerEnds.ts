import { isSummaryPlace } from './markers.ts'
import type { Hash, Marker, MarkerEnds, Span, StretchEnds } from '../model.ts'
import { canonicalJson, emptyPathHash } from '../tree/pathHash.ts'

/** The ends on the path above a marker that show whether it hides what its content hash says. */
export interface AboveMarker {
  /** Path hashes by depth, as far as the path has these depths; that of the empty path at -1. */
  readonly hashes: ReadonlyMap<number, Hash>
  /** The path hash of what it cancels. */
  readonly cancelled: Hash | null
}

/** Returns the depths of which the path hashes tell where a marker's stretches lie. */
export function depthsOf({ span, keep }: Marker): number[] {
  const stretches = [...(span ? [span] : []), ...keep.filter((one) => !isSummaryPlace(one))]
  return [...new Set(stretches.flatMap(({ from, to }) => [from - 1, to]))]
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

/** Says whether a marker hides, keeps and cancels what its content hash says. */
export function isAsHashed(marker: Marker, above: AboveMarker): boolean {
  return canonicalJson(marker.ends) === canonicalJson(endsOf(marker, above))
}
