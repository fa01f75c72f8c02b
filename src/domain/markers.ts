import type { ObservationId, Span, TreeNode } from './model.ts'

/** A stretch of a path that CONTEXT hides, and what it keeps of it. */
export interface Hiding {
  readonly id: ObservationId
  readonly span: Span
  readonly keep: readonly Span[]
  readonly hasSummary: boolean
}
/** What is shown of a path: stretches of it, and summaries in place of what is hidden. */
export type Shown = ({ readonly kind: 'nodes' } & Span) | { readonly kind: 'summary'; readonly id: ObservationId }

/** Returns what holds of all markers of a path, root first: each that hides something and that no later one cancels. */
export function holding(markers: readonly TreeNode[]): Hiding[] {
  const cancelled = new Set<ObservationId>()
  const hold: Hiding[] = []
  for (const { id, marker } of markers.toReversed()) {
    if (marker === null || cancelled.has(id)) continue
    if (marker.cancels !== null) cancelled.add(marker.cancels)
    else if (marker.span !== null)
      hold.push({ id, span: marker.span, keep: marker.keep, hasSummary: marker.summary !== null })
  }
  return hold.reverse()
}

/**
 * Returns what a model would be sent of the stretch `whole`: spans left out, a summary in place of each, and what a
 * marker keeps behind its summary. Spans nest and never overlap in part, so of nested ones the outermost speaks, of equal
 * ones the latest; within what one keeps, those that lie there wholly speak as well (design §6).
 */
export function shownOf(hiding: readonly Hiding[], whole: Span): Shown[] {
  const outermost = outermostOf(hiding.filter(({ span }) => isWithin(span, whole)))
  const shown: Shown[] = []
  let next = whole.from
  const show = (to: number) => {
    if (next <= to) shown.push({ kind: 'nodes', from: next, to })
    next = Math.max(next, to + 1)
  }
  for (const outer of outermost) {
    show(outer.span.from - 1)
    if (outer.hasSummary) shown.push({ kind: 'summary', id: outer.id })
    const inner = outer.keep.length === 0 ? [] : hiding.filter((one) => one !== outer)
    for (const kept of disjoint(outer.keep)) shown.push(...shownOf(inner, kept))
    next = Math.max(next, outer.span.to + 1)
  }
  show(whole.to)
  return shown
}

/** Sorted, widest first and of equal ones the latest, each is hidden by one before it that reaches as far. */
function outermostOf(hiding: readonly Hiding[]): Hiding[] {
  const order = new Map(hiding.map((one, i) => [one, i]))
  const latest = (one: Hiding) => order.get(one) ?? 0
  const sorted = [...hiding].sort((a, b) => a.span.from - b.span.from || b.span.to - a.span.to || latest(b) - latest(a))
  let reach = -1
  return sorted.filter(({ span }) => {
    const isOutside = span.to > reach
    reach = Math.max(reach, span.to)
    return isOutside
  })
}

function isWithin(span: Span, whole: Span): boolean {
  return span.from >= whole.from && span.to <= whole.to
}

/** Stretches by rising number, those joined that overlap. */
function disjoint(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && span.from <= last.to + 1) joined.splice(-1, 1, { from: last.from, to: Math.max(last.to, span.to) })
    else joined.push(span)
  }
  return joined
}
