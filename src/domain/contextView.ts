import type { Observation, Span, TreeNode } from './model.ts'

/** A stretch of a view: numbered nodes, or the summary that a marker puts in place of others. */
export type Piece =
  | { readonly kind: 'nodes'; readonly from: number; readonly to: number }
  | { readonly kind: 'summary'; readonly marker: TreeNode }

/** A marker's span in the numbers of the view: what it hides, what it keeps of that. */
export interface Hidden {
  readonly marker: TreeNode
  readonly span: Span
  readonly keep: readonly Span[]
}

/** Returns the markers that hold, of all markers of a path, newest first: those that no later one cancels. */
export function holding(markers: readonly TreeNode[]): TreeNode[] {
  const cancelled = new Set<string>()
  const hold: TreeNode[] = []
  for (const marker of markers) {
    if (cancelled.has(marker.id)) continue
    if (marker.marker?.cancels != null) cancelled.add(marker.marker.cancels)
    else hold.push(marker)
  }
  return hold
}

/**
 * Returns the pieces that a model would be sent of entries 1 to `last`: spans left out, a summary in place of each.
 * Spans nest and never overlap in part, so of nested ones the outermost speaks (design §6).
 */
export function contextPieces(hidden: readonly Hidden[], last: number): Piece[] {
  const outermost = hidden
    .filter((a) => !hidden.some((b) => b !== a && covers(b, a, hidden)))
    .sort((a, b) => a.span.from - b.span.from)
  const pieces: Piece[] = []
  let next = 1
  const show = (to: number) => {
    if (next <= to) pieces.push({ kind: 'nodes', from: next, to })
    next = Math.max(next, to + 1)
  }
  for (const { marker, span, keep } of outermost) {
    show(Math.min(span.from - 1, last))
    if ((marker.marker?.summary ?? null) !== null) pieces.push({ kind: 'summary', marker })
    for (const kept of [...keep].sort((a, b) => a.from - b.from)) {
      next = Math.max(next, kept.from)
      show(kept.to)
    }
    next = Math.max(next, span.to + 1)
  }
  show(last)
  return pieces
}

/** A wider span covers; of two equal ones the later marker does. */
function covers(b: Hidden, a: Hidden, order: readonly Hidden[]): boolean {
  if (b.span.from > a.span.from || b.span.to < a.span.to) return false
  const equal = b.span.from === a.span.from && b.span.to === a.span.to
  return !equal || order.indexOf(b) < order.indexOf(a)
}

/** Returns the pieces without the nodes at these places, counted through the pieces from 1. */
export function withoutPlaces(pieces: readonly Piece[], gone: ReadonlySet<number>): Piece[] {
  let begin = 1
  return pieces.flatMap((piece) => {
    const first = begin
    begin += sizeOf(piece)
    return piece.kind === 'summary' ? [piece] : stretchesOf(piece, (number) => !gone.has(first + number - piece.from))
  })
}

/** The stretches of a piece whose numbers all stay. */
function stretchesOf({ from, to }: Extract<Piece, { kind: 'nodes' }>, stays: (number: number) => boolean): Piece[] {
  const found: Piece[] = []
  for (let start = from; start <= to; start++) {
    let end = start
    while (end <= to && stays(end)) end++
    if (end > start) found.push({ kind: 'nodes', from: start, to: end - 1 })
    start = end
  }
  return found
}

/** Returns how many entries the pieces show. */
export function shown(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + sizeOf(piece), 0)
}
export const sizeOf = (piece: Piece): number => (piece.kind === 'summary' ? 1 : piece.to - piece.from + 1)

/** Returns the nodes with all calls of a tool group before its results; other order is kept (design §3). */
export function callsFirst<T extends { readonly observation: Observation }>(items: readonly T[]): T[] {
  const ordered: T[] = []
  for (let i = 0; i < items.length;) {
    const group = items[i]?.observation.place?.groupStart ?? null
    let end = i + 1
    while (group !== null && end < items.length && items[end]?.observation.place?.groupStart === group) end++
    const part = items.slice(i, end)
    const isResult = (item: T) => item.observation.role === 'TOOL'
    ordered.push(...(end - i > 1 ? [...part.filter((item) => !isResult(item)), ...part.filter(isResult)] : part))
    i = end
  }
  return ordered
}
